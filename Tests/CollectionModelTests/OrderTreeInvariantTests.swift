import Testing

@testable import CollectionModel

/// The checks of the tree can fail.
@Suite struct OrderTreeInvariantTests {
    /// Three leaves below a root.
    private func withTree(_ body: (inout OrderTree) -> Void) {
        var tree = OrderTree()
        let items = [UInt32](0..<1_200)
        _ = tree.build { builder in items.withUnsafeBufferPointer { builder.append($0) } }
        body(&tree)
        tree.end()
    }

    @Test func `a wrong count is found, also along one path`() {
        withTree { tree in
            tree.writableInner(tree.root).counts[1] += 1
            #expect(!tree.brokenInvariants().isEmpty)
            #expect(!tree.brokenInvariants(along: 1_199).isEmpty)
        }
    }

    @Test func `a wrong parent is found, also along one path`() {
        withTree { tree in
            let child = tree.inner(tree.root).children[2]
            tree.parents.set(child, 77, &tree.writer)
            #expect(!tree.brokenInvariants().isEmpty)
            #expect(!tree.brokenInvariants(along: 0).isEmpty)
        }
    }

    @Test func `a wrong home is found in the leaf of the path alone`() {
        withTree { tree in
            tree.homes.set(3, 0, &tree.writer)
            #expect(!tree.brokenInvariants().isEmpty)
            #expect(!tree.brokenInvariants(along: 0).isEmpty)
            #expect(tree.brokenInvariants(along: 1_199).isEmpty)
        }
    }

    @Test func `an empty node and a root with one child are found`() {
        withTree { tree in
            tree.writableInner(tree.root).close(1)
            tree.writableInner(tree.root).close(1)
            #expect(tree.brokenInvariants().contains { $0.contains("root has one child") })
            #expect(!tree.brokenInvariants(along: 0).isEmpty)
        }
        withTree { tree in
            tree.writableInner(tree.root).counts[0] = 0
            #expect(tree.brokenInvariants().contains { $0.contains("is empty") })
        }
    }

    #if DEBUG
        @Test func `positions out of range trap in debug builds`() async {
            await #expect(processExitsWith: .failure) {
                let tree = OrderTree()
                _ = tree.item(at: 0)
            }
            await #expect(processExitsWith: .failure) {
                var tree = OrderTree()
                tree.insert(7, at: 1)
            }
            await #expect(processExitsWith: .failure) {
                var tree = OrderTree()
                tree.remove(at: 0)
            }
            await #expect(processExitsWith: .failure) {
                let tree = OrderTree()
                tree.forEachRun(in: 0..<1) { _ in }
            }
        }
    #endif
}
