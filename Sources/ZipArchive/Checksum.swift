import CZlib

/// The checksum of archives (CRC-32), over bytes that come in parts.
package struct Checksum: Sendable {
    private(set) package var value: UInt32 = 0

    package init() {}

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }
}
