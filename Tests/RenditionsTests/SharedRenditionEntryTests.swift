import GridEngine
import Testing

@testable import Renditions

@Suite struct SharedRenditionEntryTests {
    private let key = RenditionKey(collection: "photos", item: "a", revision: 7, form: .width(320))
    private let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0] + Array(repeating: 9, count: 2000)

    private func rendition(_ bytes: [UInt8], _ type: String = "image/jpeg", width: Int = 320) -> Rendition {
        Rendition(bytes: bytes, contentType: type, width: width, height: 200, originalWidth: 3200, originalHeight: 2000)
    }

    private func read(_ rendition: Rendition, as key: RenditionKey) -> Rendition? {
        SharedRenditionEntry.rendition(in: DiskCacheEntry.bytes(of: rendition, for: key), for: key)
    }

    @Test func `what a decoder may answer is taken`() {
        #expect(read(rendition(jpeg), as: key)?.bytes == jpeg)
        let webp = Array("RIFF....WEBPVP8 ".utf8)
        #expect(read(rendition(webp, "image/webp"), as: key.with(.preview))?.bytes == webp)
    }

    @Test func `another type, another content, impossible sizes and large previews are not`() {
        #expect(read(rendition(jpeg, "text/html"), as: key) == nil)
        #expect(read(rendition(jpeg, "image/svg+xml"), as: key) == nil)
        #expect(read(rendition(jpeg, "image/webp"), as: key) == nil)
        #expect(read(rendition(Array("<script>".utf8)), as: key) == nil)
        #expect(read(rendition([]), as: key) == nil)
        #expect(read(rendition(jpeg, width: 0), as: key) == nil)
        #expect(read(rendition(jpeg, width: 1 << 30), as: key) == nil)
        #expect(read(rendition(jpeg), as: key.with(.preview)) == nil)
    }

    @Test func `any changed bit, any cut and another key are not`() {
        let bytes = DiskCacheEntry.bytes(of: rendition(jpeg), for: key)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(SharedRenditionEntry.rendition(in: changed, for: key) == nil, "byte \(place)")
            #expect(SharedRenditionEntry.rendition(in: Array(bytes.prefix(place)), for: key) == nil, "\(place) bytes")
        }
        #expect(SharedRenditionEntry.rendition(in: bytes, for: key.with(.width(640))) == nil)
        #expect(SharedRenditionEntry.rendition(in: bytes + [0], for: key) == nil)
    }

    @Test func `names are of the whole key, and leases of the original`() {
        let names = [
            key, key.with(.preview), key.with(.width(640)),
            RenditionKey(collection: "photos", item: "a", revision: 8, form: .width(320)),
            RenditionKey(collection: "photo", item: "sa", revision: 7, form: .width(320)),
        ].map(SharedRenditionEntry.name)
        #expect(Set(names).count == 5)
        // Part of what is stored: another name would be another picture to every server.
        #expect(
            names[0] == SharedRenditionEntry.name(of: key) && names[0].hasPrefix("v4/") && names[0].utf8.count == 68)
        #expect(SharedRenditionEntry.leaseName(of: key) == SharedRenditionEntry.leaseName(of: key.with(.preview)))
        #expect(SharedRenditionEntry.leaseName(of: key).hasPrefix("v4-making/"))
    }
}
