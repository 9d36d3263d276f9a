/// Where the original of an item is.
package enum OriginalPlace: Sendable, Equatable {
    /// A file of this machine, by its absolute path: bytes, as the system has them.
    case file(path: [UInt8])
    /// An address in the web.
    case web(String)
}

extension OriginalPlace {
    /// The path, or the address.
    package var bytes: [UInt8] {
        switch self {
        case .file(let path): path
        case .web(let address): Array(address.utf8)
        }
    }
}
