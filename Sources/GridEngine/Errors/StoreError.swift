/// Why the store did not do what it was asked to.
package enum StoreError: Error, Sendable, Equatable {
    /// Another server works on this data folder.
    case locked(pid: Int32?, url: String?)
    case diskFull
    /// The store cannot be reached: to be tried again in some seconds.
    case unreachable(String)
    case damaged(String)
    case failed(String)
}
