extension Query {
    /// Whether the fields exist and support the query.
    /// - Throws: for the first that does not, with a pointer from the query document.
    package func check(in columns: FieldColumns) throws(QueryError) {
        var types: [String: FieldType] = [:]
        for field in columns.fields { types[field.name] = field.type }
        try filter?.check(types, at: "/where")
        for (index, key) in sort.enumerated() where types[key.field] == nil {
            throw .unknownField(key.field, pointer: "/sort/\(index)/field")
        }
        for (index, key) in sort.enumerated() where (types[key.field] == .likeness) != (key.near != nil) {
            throw .unsuitable("is of the sort by a likeness, and of no other", pointer: "/sort/\(index)/near")
        }
        guard let group else { return }
        guard let type = types[group.field] else { throw .unknownField(group.field, pointer: "/group/field") }
        if type == .text || type == .likeness {
            throw .unsuitable("a \(type.rawValue) is not grouped", pointer: "/group/field")
        }
        if group.by != nil || group.gapMinutes != nil, type != .date {
            throw .unsuitable("only a date has year, month, day, hour and gap", pointer: "/group/by")
        }
    }
}

extension Filter {
    fileprivate func check(_ types: [String: FieldType], at pointer: String) throws(QueryError) {
        switch self {
        case .all(let parts):
            for (index, part) in parts.enumerated() { try part.check(types, at: "\(pointer)/all/\(index)") }
        case .any(let parts):
            for (index, part) in parts.enumerated() { try part.check(types, at: "\(pointer)/any/\(index)") }
        case .not(let part): try part.check(types, at: "\(pointer)/not")
        case .oneOf(let field, let values):
            let type = try Self.type(of: field, types, at: pointer)
            for (index, value) in values.enumerated() where !value.isSuitable(for: type) {
                throw .unsuitable(
                    "must be a \(type.rawValue) as the field's values are", pointer: "\(pointer)/in/\(index)")
            }
        case .range(let field, let from, let until):
            let type = try Self.type(of: field, types, at: pointer)
            guard type == .number || type == .date else {
                throw .unsuitable("only numbers and dates have from and until", pointer: "\(pointer)/field")
            }
            if let from, !from.isSuitable(for: type) {
                throw .unsuitable("must be a \(type.rawValue)", pointer: "\(pointer)/from")
            }
            if let until, !until.isSuitable(for: type) {
                throw .unsuitable("must be a \(type.rawValue)", pointer: "\(pointer)/until")
            }
        case .timeOfDay(let field, _, _):
            guard try Self.type(of: field, types, at: pointer) == .date else {
                throw .unsuitable("only dates have a time of day", pointer: "\(pointer)/field")
            }
        case .contains(let field, _):
            let type = try Self.type(of: field, types, at: pointer)
            guard type == .text || type == .keyword else {
                throw .unsuitable("only a text or a keyword contains text", pointer: "\(pointer)/field")
            }
        case .near(let field, _, _):
            guard try Self.type(of: field, types, at: pointer) == .likeness else {
                throw .unsuitable("only a likeness is near another", pointer: "\(pointer)/field")
            }
        case .exists(let field, _): _ = try Self.type(of: field, types, at: pointer)
        }
    }

    private static func type(
        of field: String, _ types: [String: FieldType], at pointer: String
    ) throws(QueryError) -> FieldType {
        guard let type = types[field] else { throw .unknownField(field, pointer: "\(pointer)/field") }
        return type
    }
}

extension Filter.Operand {
    fileprivate func isSuitable(for type: FieldType) -> Bool {
        switch (self, type) {
        case (.text, .text), (.text, .keyword), (.number, .number), (.boolean, .boolean): true
        case (.text(let text), .date): DatePeriod(iso8601: text) != nil
        case (.text(let text), .likeness): Likeness(text) != nil
        default: false
        }
    }
}
