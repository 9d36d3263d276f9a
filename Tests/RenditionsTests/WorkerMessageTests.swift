import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

@Suite struct WorkerMessageTests {
    @Test func `requests and answers are read as they were written`() throws {
        for request in [
            WorkerMessage.Request(kind: .decode, number: 1, forms: [.width(320)]),
            WorkerMessage.Request(kind: .decodeHeavy, number: 2, forms: [.width(320), .preview]),
            WorkerMessage.Request(kind: .cancel, number: .max),
            WorkerMessage.Request(
                kind: .decodeHeavy, number: 3,
                forms: [.region(try #require(PictureRegion(x: 9, y: 8, width: 700, height: 60, shrink: 4)))]),
            WorkerMessage.Request(kind: .decode, number: 4, forms: [.whole]),
            WorkerMessage.Request(kind: .decode, number: 5, forms: [.width(320), .preview], content: .raw),
            WorkerMessage.Request(kind: .metadata, number: 6, content: .video),
        ] {
            #expect(WorkerMessage.Request(request.encoded) == request)
        }
        for answer in [
            WorkerMessage.AnswerHead(number: 7, outcome: .made, renditionCount: 2),
            WorkerMessage.AnswerHead(number: 7, outcome: .unreadable, reasonCount: 1024),
            WorkerMessage.AnswerHead(number: 0, outcome: .cancelled),
        ] {
            #expect(WorkerMessage.AnswerHead(answer.encoded) == answer)
        }
        let rendition = Rendition(
            bytes: [1, 2, 3], contentType: "image/webp", width: 320, height: 240, originalWidth: 4000,
            originalHeight: 3000, colour: 0x12_3456)
        let head = try #require(WorkerMessage.RenditionHead(rendition))
        #expect(WorkerMessage.RenditionHead(head.encoded) == head)
        var preview = rendition
        preview.texel = .plain(0x12_3456)
        let headWithTexel = try #require(WorkerMessage.RenditionHead(preview))
        #expect(headWithTexel.hasTexel && WorkerMessage.RenditionHead(headWithTexel.encoded) == headWithTexel)
        for sharpness in [0, 412, 1000] {
            var measured = rendition
            measured.sharpness = sharpness
            let head = try #require(WorkerMessage.RenditionHead(measured))
            #expect(head.sharpness == sharpness && WorkerMessage.RenditionHead(head.encoded) == head)
        }
    }

    @Test func `what promises more than an answer may hold is none`() {
        func answer(_ words: [UInt32]) -> WorkerMessage.AnswerHead? {
            WorkerMessage.AnswerHead(words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 0xff) } })
        }
        let magic = WorkerMessage.magic
        #expect(answer([magic, 1, 0, 1, 0]) != nil)
        for words: [UInt32] in [
            [magic + 1, 1, 0, 1, 0], [magic, 1, 9, 0, 0], [magic, 1, 0, 0, 0], [magic, 1, 0, 5, 0],
            [magic, 1, 3, 1, 0], [magic, 1, 3, 0, 1025], [magic, 1, 3, 0, .max], [magic, 1, 0, .max, 0], [magic],
        ] {
            #expect(answer(words) == nil, "\(words)")
        }
        func head(_ words: [UInt32]) -> WorkerMessage.RenditionHead? {
            WorkerMessage.RenditionHead(words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 0xff) } })
        }
        #expect(head([1, 1, 1, 1, 0, 1 << 26, .max, .max]) != nil)
        #expect(head([1, 1, 1, 1, 0, 1, .max, 1001])?.sharpness == .some(nil))
        for words: [UInt32] in [
            [0, 1, 1, 1, 0, 1, 0, 0], [1, 1, 1, .max, 0, 1, 0, 0], [1, 1, 1, 1, 2, 1, 0, 0],
            [1, 1, 1, 1, 0, 1 << 26 + 1, 0, 0], [1, 1],
        ] {
            #expect(head(words) == nil, "\(words)")
        }
    }

    @Test func `a reason keeps its code and values on the way`() {
        let reasons: [Reason] = [
            .pictureDamaged, .pictureTooLarge(size: 1600, limit: 268), Reason("a", "", values: ["b": "", "": "c"]),
        ]
        for reason in reasons { #expect(Reason(decoding: reason.encoded) == reason) }
        let long = Reason("long", String(repeating: "x", count: WorkerMessage.reasonLimit))
        #expect(Reason(decoding: long.encoded) == .pictureDamaged)
    }

    @Test func `what no worker sends as a reason is refused`() {
        for text in ["", "\0", "a\0b", "a\0b\0c\0", "\0b\0", "A B\0c\0", "<b>\0c\0"] {
            #expect(Reason(decoding: Array(text.utf8)) == nil, "\(text.debugDescription)")
        }
        #expect(Reason(decoding: Array((String(repeating: "a", count: 65) + "\0b\0").utf8)) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any bytes are read or refused`(seed: UInt64) {
        var random = seed
        for _ in 0..<20_000 {
            var bytes = WorkerMessage.AnswerHead(number: 1, outcome: .made, renditionCount: 1).encoded
            if random & 1 == 0 { bytes = WorkerMessage.Request(kind: .decode, number: 1).encoded }
            for _ in 0..<3 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(random >> 40) % bytes.count] = UInt8(truncatingIfNeeded: random >> 33)
            }
            if random >> 62 == 0 { bytes.removeLast(Int(random >> 20) % bytes.count) }
            if let head = WorkerMessage.AnswerHead(bytes) {
                #expect(head.renditionCount <= WorkerMessage.countLimit, "seed \(seed)")
            }
            _ = WorkerMessage.Request(bytes)
            _ = WorkerMessage.RenditionHead(bytes)
        }
    }
}
