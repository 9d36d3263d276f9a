extension [ItemOrdinal] {
    /// Lends the ordinals as the words that they are.
    func withOrdinals<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        withUnsafeBufferPointer { $0.withMemoryRebound(to: UInt32.self, body) }
    }
}
