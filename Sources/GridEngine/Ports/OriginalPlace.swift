/// Where the original of an item is.
package enum OriginalPlace: Sendable, Equatable {
    /// A file of this machine, by its absolute path: bytes, as the system has them.
    case file(path: [UInt8])
    /// An address in the web.
    case web(String)
}
