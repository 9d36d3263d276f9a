import GridEngine
import HTTPServer
import JSONText

/// Pictures in one answer: a line of JSON that says what follows, then their bytes, one after another.
struct ImagesAnswer {
    /// Maximum bytes of pictures in one answer. What is beyond is asked for again.
    static let byteLimit = 1 << 20

    private var renditions: [Rendition?] = []
    private var byteCount = 0

    /// Adds the next picture that was asked for; `nil` where it is to be asked for by itself.
    mutating func add(_ rendition: Rendition?) {
        guard let rendition, byteCount + rendition.bytes.count <= ImagesAnswer.byteLimit else {
            renditions.append(nil)
            return
        }
        byteCount += rendition.bytes.count
        renditions.append(rendition)
    }

    var response: HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("images")
        writer.beginArray()
        for rendition in renditions {
            guard let rendition else {
                writer.null()
                continue
            }
            writer.beginObject()
            writer.member("type", rendition.contentType)
            writer.member("length", rendition.bytes.count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        var bytes = writer.take()
        bytes.reserveCapacity(bytes.count + 1 + byteCount)
        bytes.append(UInt8(ascii: "\n"))
        for case let rendition? in renditions { bytes += rendition.bytes }
        return HTTPResponse(.ok, contentType: "application/octet-stream", headers: [.fresh], body: .bytes(bytes))
    }
}
