// What reads lines and header fields: posted collections line by line, lists of addresses, ranges of bytes, what proxies and origins say,
// entity tags, versions, cursors and references.

/// Whatever the parts in which lines come, they are the same collection, or are refused at the same line.
func fuzzPostedLines(_ bytes: [UInt8]) {
    guard let size = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
    let text = Array(bytes.dropFirst())
    let whole = posted(text, inPartsOf: max(1, text.count))
    let pieces = posted(text, inPartsOf: size)
    precondition(whole == pieces, "in parts it is another collection: \(whole), \(pieces)")
}

/// What becomes of a collection, in words that can be compared.
private func posted(_ bytes: [UInt8], inPartsOf size: Int) -> String {
    var lines = PostedLines(share: .unlimited)
    do throws(ProblemDetails) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            try lines.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        let collection = try lines.end()
        precondition(1...200 ~= collection.id.utf8.count || collection.id.isEmpty)
        return "\(collection.id) \(collection.title) \(collection.sectionCount) \(collection.itemCount)"
    } catch {
        precondition(error.detail?.isEmpty == false, "a refusal without words")
        // Where the line ends in the midst of a value, the words say what came next.
        return "\(error.status) \(error.detail?.prefix { $0 != ":" } ?? "")"
    }
}

func fuzzFields(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    let text = String(decoding: body, as: UTF8.self)
    switch kind % 8 {
    case 0:
        for size in [UInt64(0), 1, 1000, .max] {
            guard case .range(let range) = ByteRange(text, size: size) else { continue }
            precondition(!range.isEmpty && range.upperBound <= size, "a range outside the file")
        }
    case 1: fuzzForwarded(text)
    case 2:
        guard var rows = CommaSeparatedValues(body[...]) else { return }
        var count = 0
        while let row = rows.next() { count += row.count }
        precondition(count <= body.count + 1)
    case 3:
        if let cursor = ItemCursor(text) {
            precondition(cursor.version >= 0 && cursor.offset >= 0 && ItemCursor(cursor.text)?.offset == cursor.offset)
        }
    case 4: fuzzEntityTags(text)
    case 5:
        guard let head = StoredHead(text: text) else { return }
        precondition(head.version >= 0 && StoredHead(text: head.text) == head, "written once more, it is another")
    case 6: fuzzOrigin(body)
    default:
        if let reference = ItemReference(text) {
            precondition(ItemReference(reference.text) == reference, "written once more, it names something else")
        }
    }
}

/// A tag that is in a list is found, whatever is before it; what counts as a strong tag counts as a weak one.
private func fuzzEntityTags(_ text: String) {
    let tag = "\"7-0f3a\""
    precondition(EntityTag.isListed(tag, inIfMatch: "\(text), \(tag)"))
    precondition(EntityTag.isListed(tag, inIfNoneMatch: "\(text),W/\(tag)"))
    if EntityTag.isListed(tag, inIfMatch: text) { precondition(EntityTag.isListed(tag, inIfNoneMatch: text)) }
}

/// Nobody but a trusted proxy says who sent a request, and nobody is taken for such a proxy.
private func fuzzForwarded(_ text: String) {
    guard let proxy = PeerAddress("10.0.0.1"), let stranger = PeerAddress("192.0.2.7") else {
        preconditionFailure()
    }
    let proxies = TrustedProxies(["10.0.0.1"])
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    let said: [(String?, String?)] = [(text, nil), (nil, text), (String(text[..<half]), String(text[half...]))]
    for (forwarded, forwardedFor) in said {
        precondition(proxies.client(behind: stranger, forwarded: forwarded, forwardedFor: forwardedFor) == stranger)
        precondition(!proxies.isEncrypted(behind: stranger, forwarded: forwarded, forwardedProtocol: forwardedFor))
        _ = proxies.client(behind: proxy, forwarded: forwarded, forwardedFor: forwardedFor)
        _ = proxies.isEncrypted(behind: proxy, forwarded: forwarded, forwardedProtocol: forwardedFor)
    }
    _ = PeerAddress(text)
}
