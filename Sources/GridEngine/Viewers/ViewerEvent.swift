import CollectionModel

/// What happens to a viewer between its own requests, in order.
package enum ViewerEvent: Sendable {
    case cells([CellUpdate])
    case patch(CommittedChange)
    case refresh(RefreshProgress)
    /// Small pictures wait: `GridEngine.takePreviews` when the line is ready for them.
    case previews
    /// Too much changed, or the line was too slow: start over from the current state.
    case reset(version: Int)
}

/// A small picture to show until the full one is there.
package struct PreviewPicture: Sendable, Equatable {
    package var item: String
    /// The item's ordinal in its collection.
    var ordinal: ItemOrdinal
    /// At most `RenditionKey.previewBytes`.
    package var bytes: [UInt8]
    /// 0xRRGGBB that lies behind the picture, where known.
    package var colour: UInt32?
}

/// An event with its place in the engine-wide sequence: one number resumes a line that carries several viewers.
package struct EventRecord: Sendable {
    package var id: Int
    package var viewer: ViewerName
    package var event: ViewerEvent
}

/// A viewer's identifier as it stands in URLs: 16 hexadecimal digits of a random number.
package struct ViewerName: Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `nil` when the text is no viewer's name.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        rawValue = value
    }

    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
