/// Where the original of an item is.
package enum OriginalPlace: Sendable, Equatable {
    /// A file of this machine, by its absolute path: bytes, as the system has them. The first `folderBytes` of it, with a slash at
    /// the end, are the served folder; none are, where files of several folders are served together.
    case file(path: [UInt8], folderBytes: Int)
    /// An address in the web.
    case web(String)
}

extension OriginalPlace {
    /// The path, or the address.
    package var bytes: [UInt8] {
        switch self {
        case .file(let path, _): path
        case .web(let address): Array(address.utf8)
        }
    }
}
