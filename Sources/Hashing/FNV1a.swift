/// FNV-1a (Fowler, Noll, Vo): a quick hash, the same on every machine and after every start. It resists no attack: people who choose the
/// bytes can make two of one hash.
package enum FNV1a {
    /// The hash of no bytes.
    package static let basis64: UInt64 = 0xcbf2_9ce4_8422_2325
    /// The hash of no bytes.
    package static let basis128: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    /// 64 bits. `hash` continues that of the bytes before these.
    @inlinable
    package static func hash64(_ bytes: some Sequence<UInt8>, continuing hash: UInt64 = FNV1a.basis64) -> UInt64 {
        var hash = hash
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }

    /// 64 bits of words in the place of bytes, as quick as eight at once are: other hashes than those of the same bytes.
    @inlinable
    package static func hash64(word: UInt64, continuing hash: UInt64 = FNV1a.basis64) -> UInt64 {
        (hash ^ word) &* 0x100_0000_01b3
    }

    /// 128 bits. `hash` continues that of the bytes before these.
    @inlinable
    package static func hash128(_ bytes: some Sequence<UInt8>, continuing hash: UInt128 = FNV1a.basis128) -> UInt128 {
        var hash = hash
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        return hash
    }
}
