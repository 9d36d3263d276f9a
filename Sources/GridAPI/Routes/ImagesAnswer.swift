import GridEngine
import HTTPServer
import JSONText
import Synchronization

/// Pictures in one answer: a line of JSON that says what follows, then their bytes, one after another.
struct ImagesAnswer {
    /// Maximum bytes of pictures in one answer. The page asks again for the rest.
    static let byteLimit = 1 << 20

    private var images: [(rendition: Rendition, revision: UInt64)?] = []
    private var byteCount = 0

    /// Adds the next picture that was asked for; `nil` where it is to be asked for by itself.
    mutating func add(_ image: (rendition: Rendition, revision: UInt64)?) {
        guard let image, byteCount + image.rendition.bytes.count <= ImagesAnswer.byteLimit else {
            images.append(nil)
            return
        }
        byteCount += image.rendition.bytes.count
        images.append(image)
    }

    var response: HTTPResponse {
        let body = Body([line] + images.compactMap { $0?.rendition.bytes })
        return HTTPResponse(
            .ok, contentType: "application/octet-stream", headers: [.fresh], body: .producer { body.next() })
    }

    private var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("images") { writer in
                for image in images {
                    guard let image else {
                        writer.null()
                        continue
                    }
                    writer.object { writer in
                        writer.member("type", image.rendition.contentType)
                        writer.member("length", image.rendition.bytes.count)
                        // A text: JavaScript's numbers are exact up to 53 bits only.
                        writer.member("rev", String(image.revision))
                    }
                }
            }
        }
        return writer.take() + [UInt8(ascii: "\n")]
    }

    /// Sends the pictures' own arrays: readers that are slow keep no copies of them.
    private final class Body: Sendable {
        private let parts: Mutex<ArraySlice<[UInt8]>>

        init(_ parts: [[UInt8]]) { self.parts = Mutex(parts[...]) }

        func next() -> [UInt8]? { parts.withLock { $0.popFirst() } }
    }
}
