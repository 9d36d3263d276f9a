/// The first byte of marks in their stored form.
enum MarkRecordFormat: UInt8 {
    case plain = 1
    /// With time shifts behind the ratings.
    case withShifts
    /// With these, and with stacks at the end.
    case withStacks

    /// - Parameter bytes: marks in their stored form.
    init?(of bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        self.init(rawValue: first)
    }
}
