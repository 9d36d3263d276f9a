import CollectionModel
import CollectionQuery

/// A change of stacks by people.
package enum Stacking: Sendable, Equatable {
    /// Makes one of items; without a face, the first in the order of the collection is it.
    case stack(face: String?)
    /// Takes stacks apart.
    case unstack
    /// Takes items out of their stacks.
    case leave
    /// Makes an item the face of its stack.
    case face

    /// The number of items of a stack that people make.
    package static let sizes = 2...5000
}

extension Draft {
    /// Changes stacks.
    /// - Parameters:
    ///   - items: in the draft, each once.
    ///   - stacking: what becomes of them.
    /// - Returns: the patch that configures them again, not applied yet; empty when nothing changes.
    /// - Throws: `.invalid` for a stack that cannot be, `.notFound` for a face that there is not.
    mutating func restack(_ items: [ItemOrdinal], as stacking: Stacking) throws(GridError) -> Patch {
        switch stacking {
        case .stack(let face): try stack(items, face: face)
        case .unstack: unstack(items)
        case .leave: leave(items)
        case .face: try makeFaces(items)
        }
    }

    private mutating func stack(_ items: [ItemOrdinal], face: String?) throws(GridError) -> Patch {
        guard Stacking.sizes.contains(items.count) else { throw .invalid(.stack, .stackSize(Stacking.sizes)) }
        let first = try face.map { (id) throws(GridError) in try ordinal(of: id) } ?? inOrder(items)[0]
        guard items.contains(first) else { throw .invalid(.face, .faceNotInStack(name(of: first))) }
        let now = stackMembers(of: first)
        if now.kind == .hand, now.members[0] == first, Set(now.members) == Set(items) { return Patch() }
        // No other change makes this version.
        let number = UInt32(truncatingIfNeeded: (version + StackMark.firstNumber) % StackMark.limit)
        return restack(Set(items)) { StackMark(number: number, isFace: $0 == first) }
    }

    private mutating func unstack(_ items: [ItemOrdinal]) -> Patch {
        var marks: [ItemOrdinal: StackMark] = [:]
        for item in items {
            let (members, kind) = stackMembers(of: item)
            guard let kind else { continue }
            for member in members {
                // A stack that people made falls apart into those that its files make, a burst into pairs.
                switch kind {
                case .hand: marks[member] = StackMark()
                case .pair: marks[member] = .alone
                case .burst: marks[member] = .single
                }
            }
        }
        return restack(Set(marks.keys)) { marks[$0]! }
    }

    /// Takes items out of their stacks.
    mutating func leave(_ items: [ItemOrdinal]) -> Patch {
        let all = Set(items)
        var marks: [ItemOrdinal: StackMark] = [:]
        for item in items {
            guard let kind = stackMembers(of: item).kind else { continue }
            // All files of a shot leave its burst as a pair.
            marks[item] = kind == .burst && all.isSuperset(of: files(of: item)) ? .single : .alone
        }
        return restack(Set(marks.keys)) { marks[$0]! }
    }

    private mutating func makeFaces(_ items: [ItemOrdinal]) throws(GridError) -> Patch {
        var marks: [ItemOrdinal: StackMark] = [:]
        for item in items {
            let (members, kind) = stackMembers(of: item)
            guard kind != nil else { throw .conflict(.notInStack(name(of: item))) }
            for member in members {
                marks[member] = StackMark(number: self.marks.stacks[member].number, isFace: member == item)
            }
        }
        return restack(Set(marks.keys)) { marks[$0]! }
    }

    /// Sets what people say of items' stacks.
    private mutating func restack(_ items: Set<ItemOrdinal>, _ mark: (ItemOrdinal) -> StackMark) -> Patch {
        var record = MarkRecord()
        for item in items.sorted() where marks.stacks[item] != mark(item) {
            record.stacks.append(.init(item: item, old: marks.stacks[item], new: mark(item)))
        }
        // The others of the stacks that they leave are shown otherwise as well.
        let before = record.stacks.flatMap { stackMembers(of: $0.item).members }
        var patch = take(record)
        guard !patch.reconfigures.isEmpty else { return patch }
        let after = record.stacks.flatMap { stackMembers(of: $0.item).members }
        patch.reconfigures = Set(patch.reconfigures + before + after).sorted()
        return patch
    }
}

extension Reason {
    static func stackSize(_ sizes: ClosedRange<Int>) -> Reason {
        Reason(
            "stack-size", "A stack has \(sizes.lowerBound) to \(sizes.upperBound) items.",
            values: ["minimum": "\(sizes.lowerBound)", "maximum": "\(sizes.upperBound)"])
    }

    static func faceNotInStack(_ item: String) -> Reason {
        Reason("face-not-in-stack", "“\(item)” is not among the items of the stack.", values: ["item": item])
    }

    static func notInStack(_ item: String) -> Reason {
        Reason("not-in-stack", "“\(item)” is in no stack.", values: ["item": item])
    }
}
