import CPostgres

/// Where the database is, as libpq reads it: `postgresql://host1,host2/db?target_session_attrs=read-write`.
package struct StoreAddress: Sendable {
    let text: String
    /// For people and logs: without a password.
    package let description: String
    /// Whether the text itself names a password. Where other users of the machine can read the text, it must not.
    package let hasPassword: Bool

    /// Why an address cannot be used.
    package struct Invalid: Error {
        package let reason: String
    }

    /// - Throws: `Invalid` when libpq cannot read it.
    package init(_ text: String) throws(Invalid) {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
            throw Invalid(reason: "it must begin with postgresql://")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            // The message quotes the part that it cannot read, which may be the password.
            PQfreemem(message)
            throw Invalid(reason: "it is not an address of PostgreSQL")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        hasPassword = values["password"] != nil || values["sslpassword"] != nil
        let user = values["user"].map { "\($0)@" } ?? ""
        // For several hosts without ports, libpq makes a list of nothing.
        let port = values["port"].flatMap { $0.allSatisfy { $0 == "," } ? nil : ":\($0)" } ?? ""
        description =
            "postgresql://\(user)\(values["host"] ?? values["hostaddr"] ?? "")\(port)/\(values["dbname"] ?? "")"
    }
}
