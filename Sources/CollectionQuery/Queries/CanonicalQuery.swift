/// A query reduced to its meaning, by which queries are equal.
struct CanonicalQuery: Hashable {
    var terms: Set<SearchTerm>
    var filter: Filter?
    var sort: [SortKey]
    var group: Grouping?
    var folding: Folding?
    var foldsStacks: Bool
    var openStacks: Set<String>
}

extension Query {
    var canonical: CanonicalQuery {
        var known: Set<SortKey> = []
        return CanonicalQuery(
            terms: Set(terms), filter: filter?.canonical,
            // A field decides nothing more the second time, whatever the direction; a likeness does beside another one.
            sort: sort.filter { known.insert(SortKey(field: $0.field, near: $0.near)).inserted }, group: group,
            folding: isFolded ? folding : nil, foldsStacks: foldsStacks, openStacks: foldsStacks ? openStacks : [])
    }
}

extension Filter {
    /// Without nesting that means nothing, operands in one order.
    fileprivate var canonical: Filter {
        switch self {
        case .all(let parts):
            let flat = parts.map(\.canonical).flatMap { part in if case .all(let inner) = part { inner } else { [part] }
            }
            return Self.joined(flat, Filter.all)
        case .any(let parts):
            let flat = parts.map(\.canonical).flatMap { part in if case .any(let inner) = part { inner } else { [part] }
            }
            return Self.joined(flat, Filter.any)
        case .not(let part):
            let inner = part.canonical
            if case .not(let twice) = inner { return twice }
            return .not(inner)
        case .oneOf(let field, let values):
            return .oneOf(field: field, Array(Set(values)).sorted { "\($0)" < "\($1)" })
        case .contains(let field, let text): return .contains(field: field, text)
        case .range, .timeOfDay, .exists, .near: return self
        }
    }

    private static func joined(_ parts: [Filter], _ join: ([Filter]) -> Filter) -> Filter {
        let unique = Array(Set(parts))
        return unique.count == 1 ? unique[0] : join(unique.map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1))
    }
}
