extension WorkerMessage {
    /// Before the metadata of a file, as `PictureMetadata.encoded`, and before a changed document.
    struct MetadataHead: Equatable {
        static let byteCount = 12

        var number: UInt32
        /// 0 for a file without metadata, and for a document that cannot be read.
        var bytes: Int

        init(number: UInt32, bytes: Int) {
            self.number = number
            self.bytes = bytes
        }

        var encoded: [UInt8] {
            var encoded: [UInt8] = []
            for word in [WorkerMessage.magic, number, UInt32(bytes)] { encoded.append(littleEndian: word) }
            return encoded
        }

        /// `nil` when it is none, or promises more than may follow.
        init?(_ head: [UInt8], limit: Int) {
            guard head.count == Self.byteCount, head.word(at: 0) == WorkerMessage.magic, head.word(at: 8) <= limit
            else {
                return nil
            }
            number = head.word(at: 4)
            bytes = Int(head.word(at: 8))
        }
    }
}
