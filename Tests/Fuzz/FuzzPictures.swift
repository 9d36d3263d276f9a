// What reads a picture's own bytes outside the libraries, what a library says of a file beside it, and what a worker that a picture has taken over may answer.

import CCurl
import CMicroHTTPD
import Glibc

func fuzzPictures(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    switch kind % 10 {
    case 0, 1: fuzzExif(body)
    case 5, 6: fuzzXMP(body)
    case 7: fuzzTagTexts(body)
    case 2: fuzzMetadata(body)
    case 3: fuzzAnswer(body)
    case 8: fuzzText(body)
    case 9: fuzzContent(body)
    default:
        if let request = WorkerMessage.Request(body) {
            let again = WorkerMessage.Request(request.encoded)
            precondition(again == request, "written once more, it asks for something else")
        }
        if let hello = WorkerMessage.Hello(body) { precondition(hello.encoded == body) }
        if let reason = Reason(decoding: body) { precondition(!reason.encoded.isEmpty) }
    }
}

/// The head of a JPEG, or its Exif data alone.
private func fuzzExif(_ bytes: [UInt8]) {
    if let thumbnail = EmbeddedThumbnail(jpeg: bytes) { precondition(thumbnail.bytes.count <= bytes.count) }
    guard let tiff = TIFFReader(bytes[...]) else { return }
    var offset = tiff.firstDirectory
    for _ in 0..<4 {
        guard let directory = tiff.directory(at: offset) else { return }
        precondition(directory.texts.values.allSatisfy { $0.count <= bytes.count })
        offset = directory.next
    }
}

/// A PNG file that was put right still begins as one, is no larger, and has no more to put right.
private func fuzzText(_ bytes: [UInt8]) {
    let kind = bytes.first.map { $0 & 7 } ?? 0
    let signature: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, kind, 0, 0, 0, 0, 0, 0, 0]
    // Room for as much text as the library is not given.
    let room = [UInt8](repeating: 0, count: 5 << 10)
    guard let file = fileInMemory(signature + bytes + room), let left = PNGChunks.putRight(.file(file)) else { return }
    precondition(left.starts(with: signature) && left.count <= signature.count + bytes.count + room.count)
    guard let again = fileInMemory(left) else { return }
    precondition(PNGChunks.putRight(.file(again)) == nil, "something is left to put right")
}

/// What is put right in a file before a library reads it.
private func fuzzContent(_ bytes: [UInt8]) {
    // What is refused clears the library's errors.
    guard VipsLibrary.isReady else { return }
    for (offset, correction) in HEIFStructure(.memory(bytes)).corrections {
        precondition(offset >= 0 && offset + correction.count <= bytes.count, "what is put right is not in the file")
    }
    let start = [UInt8](bytes.prefix(1)).first.map { $0 % 2 == 0 ? Array("II*\0".utf8) : Array("MM\0*".utf8) } ?? []
    guard let content = try? PictureContent(.memory(start + bytes.dropFirst())) else { return }
    if case .units(let units, _)? = content.assembly, units.rowBytes * units.rows < 1 << 20 {
        let rows = [UInt8](repeating: 7, count: units.rowBytes * units.rows)
        precondition(rows.withUnsafeBytes { units.pixels($0) }.count == units.width * units.height * 3)
    }
}

private func fuzzMetadata(_ bytes: [UInt8]) {
    guard let metadata = PictureMetadata(decoding: bytes[...]) else { return }
    precondition((0...5).contains(metadata.stars ?? 0) && (-90...90).contains(metadata.latitude ?? 0))
    precondition((-180...180).contains(metadata.longitude ?? 0) && metadata.keywords.count <= 256)
    let written = metadata.encoded
    precondition(written.count <= PictureMetadata.encodedLimit)
    precondition(PictureMetadata(decoding: written[...]) == metadata, "written once more, it says something else")
}

/// By a socket, as from a worker that ends when it has answered.
private func fuzzAnswer(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return }
    defer { close(ends[0]) }
    let answer = Array(bytes.dropFirst())
    let sent = send(ends[1], answer, answer.count, Int32(MSG_NOSIGNAL))
    precondition(sent == answer.count)
    close(ends[1])
    var reader = AnswerReader(socket: ends[0], limit: .seconds(5), slowAfter: .seconds(4))
    switch kind % 3 {
    case 0: _ = reader.hello()
    case 1:
        if case .bytes(let bytes) = reader.bytes(of: 7, limit: PictureMetadata.encodedLimit) {
            precondition(bytes.count <= PictureMetadata.encodedLimit)
            if let metadata = PictureMetadata(decoding: bytes[...]) { precondition(metadata.keywords.count <= 256) }
        }
    default:
        let number = answer.count >= 8 ? answer.word(at: 4) : 0
        if case .answer(.success(let renditions)) = reader.answer(to: number, slow: {}) {
            precondition((1...WorkerMessage.countLimit).contains(renditions.count))
            for rendition in renditions {
                precondition(rendition.width > 0 && rendition.height > 0 && rendition.bytes.count <= answer.count)
            }
        }
    }
}
