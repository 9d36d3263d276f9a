import CollectionModel
import GridEngine
import JSONText

/// The lines of a backup, one after another, from bytes that come in parts. Holds one line and one part at a time.
package struct BackupReader: ~Copyable {
    private static let lineLimitBytes = 1 << 20

    /// The name of the file, for messages.
    private let name: String
    /// Returns the next bytes; none at the end.
    private let read: () throws(StoreError) -> [UInt8]
    private var part: [UInt8] = []
    private var offset = 0
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    package init(name: String, read: @escaping () throws(StoreError) -> [UInt8]) {
        self.name = name
        self.read = read
    }

    /// The next line that is not empty; `nil` at the end.
    /// - Throws: `.failed` with the line's number when the line is invalid.
    mutating func next() throws(StoreError) -> BackupLine? {
        while let bytes = try nextBytes() {
            number += 1
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }) { continue }
            do throws(JSONError) {
                return try BackupLine(bytes)
            } catch {
                throw refusal("\(error.pointer.isEmpty ? "" : "\(error.pointer) ")\(error.explanation)")
            }
        }
        number += 1
        return nil
    }

    /// The error that names the line that was read last.
    func refusal(_ reason: String) -> StoreError {
        .failed("\(name), line \(number): \(reason). Nothing was imported.")
    }

    private mutating func nextBytes() throws(StoreError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if offset == part.count {
                part = try read()
                offset = 0
                if part.isEmpty { return line.isEmpty ? nil : line }
            }
            let end = part[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? part.count
            guard line.count + end - offset <= Self.lineLimitBytes else {
                number += 1
                throw refusal("the line is longer than 1 MiB")
            }
            line.append(contentsOf: part[offset..<end])
            offset = min(end + 1, part.count)
            if end < part.count { return line }
        }
    }
}
