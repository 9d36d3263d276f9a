extension Query {
    /// Whether each item of this query's result is certainly in another's, in the same sequence and the same sections: what is
    /// left of that one when more is asked for. Says no where it takes more than a look at both.
    package func narrows(_ base: Query) -> Bool {
        let (own, base) = (canonical, base.canonical)
        // The contents of folded sections are unknown.
        guard own.folding == nil, base.folding == nil else { return false }
        // A stack is found by any member, and may have its cell where none of those found is.
        guard !base.foldsStacks, !own.foldsStacks || base.terms.isEmpty && base.filter == nil else { return false }
        return own.sort == base.sort && own.group == base.group
            && base.terms.allSatisfy { wide in own.terms.contains { $0.implies(wide) } }
            && (base.filter.map { wide in own.filter?.implies(wide) ?? false } ?? true)
    }
}

extension SearchTerm {
    /// Whether a text that has this term has another: that one's bytes are in it.
    fileprivate func implies(_ other: SearchTerm) -> Bool {
        // Initials are found where their bytes are not next to each other.
        guard isInitials == other.isInitials || !isInitials else { return false }
        return folded.indices.contains { folded[$0...].starts(with: other.folded) }
    }
}

extension Filter {
    /// Whether what matches this filter matches another, as far as they have the same parts. Both must be canonical.
    fileprivate func implies(_ other: Filter) -> Bool {
        if case .all(let wanted) = other { return wanted.allSatisfy { implies($0) } }
        if case .all(let parts) = self { return parts.contains { $0.implies(other) } }
        if case .any(let choices) = self { return choices.allSatisfy { $0.implies(other) } }
        if case .any(let choices) = other { return choices.contains { implies($0) } }
        if case .oneOf(let field, let values) = self, case .oneOf(field, let others) = other {
            return Set(values).isSubset(of: others)
        }
        if case .near(let field, let likeness, let within) = self, case .near(field, likeness, let others) = other {
            return within <= others
        }
        return self == other
    }
}
