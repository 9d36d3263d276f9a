import Glibc

/// The tokens that the options name.
extension Serve {
    /// `nil` without a token. A generated one is kept, unless somebody only wants to know whether there will be one.
    func chosenToken(isKept: Bool = true) throws(TokenChoice.Refusal) -> TokenChoice? {
        let environment = getenv(TokenChoice.variable).map { String(cString: $0) }
        return try TokenChoice.choose(
            argument: token, file: tokenFile, environment: environment, keptIn: isKept ? data ?? UserFolders.data : nil)
    }

    /// The token that opens only what changes nothing; `nil` without one.
    func chosenReadOnlyToken(
        beside token: TokenChoice?, isKept: Bool = true
    ) throws(TokenChoice.Refusal) -> TokenChoice? {
        let choice = try TokenChoice.choose(
            argument: readOnlyToken, file: readOnlyTokenFile, environment: nil, kind: .reading,
            keptIn: isKept ? data ?? UserFolders.data : nil)
        guard let choice else { return nil }
        guard let token else { throw .readOnlyAlone }
        guard token.token != choice.token else { throw .same }
        return choice
    }
}
