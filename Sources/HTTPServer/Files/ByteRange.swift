/// A single byte range (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    /// Not in bytes, not well formed, or several: the field is as if it were not there.
    case ignored
    case unsatisfiable
    case range(Range<UInt64>)

    /// Reads the header `field` for a body of `size` bytes.
    init(_ field: String, size: UInt64) {
        self = .ignored
        guard field.lowercased().hasPrefix("bytes=") else { return }
        let spec = field.dropFirst(6).filter { $0 != " " && $0 != "\t" }
        guard !spec.contains(","), let dash = spec.firstIndex(of: "-") else { return }
        let firstText = spec[..<dash]
        let lastText = spec[spec.index(after: dash)...]
        guard (firstText + lastText).allSatisfy({ ("0"..."9").contains($0) }) else { return }
        if firstText.isEmpty {
            guard !lastText.isEmpty else { return }
            let suffix = UInt64(lastText) ?? .max
            self = suffix == 0 || size == 0 ? .unsatisfiable : .range(size - min(suffix, size)..<size)
            return
        }
        // More digits than a number holds are beyond every file.
        let first = UInt64(firstText) ?? .max
        let last = lastText.isEmpty ? .max : UInt64(lastText) ?? .max
        guard first <= last else { return }
        self = first >= size ? .unsatisfiable : .range(first..<min(last, size - 1) + 1)
    }
}
