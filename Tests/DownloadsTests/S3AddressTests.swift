import Testing

@testable import Downloads

@Suite struct S3AddressTests {
    @Test func `an object of another store is below its bucket, Amazon's is at its bucket`() throws {
        let other = try S3Address("s3://pictures/a/b/?endpoint=http://127.0.0.1:9000/&region=here")
        #expect(other.object("v3/ab/cd")?.text == "http://127.0.0.1:9000/pictures/a/b/v3/ab/cd")
        #expect(other.region == "here" && !other.isEncrypted && "\(other)" == "s3://pictures/a/b at 127.0.0.1")
        let encoded = try S3Address("s3://pictures?endpoint=https%3A%2F%2Fstore.example%3A9000")
        #expect(encoded.object("v3/ab")?.text == "https://store.example:9000/pictures/v3/ab")
        #expect(encoded.region == "us-east-1" && encoded.isEncrypted)
        let amazon = try S3Address("s3://my.pictures/x?region=eu-central-1")
        #expect(amazon.object("v3/ab")?.text == "https://my.pictures.s3.eu-central-1.amazonaws.com/x/v3/ab")
    }

    @Test(arguments: [
        "", "s3://", "http://bucket/x?region=a", "s3://bucket", "s3://b?region=a", "s3://Bucket?region=a",
        "s3://..bucket?region=a",
        "s3://bucket/a b?region=a", "s3://bucket/a/../b?region=a", "s3://bucket/a//b?region=a",
        "s3://bucket/a%2fb?region=a",
        "s3://bucket?region=", "s3://bucket?region=a/b", "s3://bucket?endpoint=ftp://host",
        "s3://bucket?endpoint=http://host/path",
        "s3://bucket?endpoint=", "s3://key:secret@bucket?region=a", "s3://bucket?endpoint=http://key:secret@host",
        "s3://bucket?region=a&secret=b", "s3://bucket?endpoint=http://host%0d%0ax:1",
        "s3://bucket?endpoint=http://host%3fx=1", "s3://bucket?endpoint=http://host%7",
        "s3://bucket?endpoint=http://host%",
        "s3://bucket?endpoint=http://host%+1", "s3://key:secret@\u{64e}bucket?region=a",
    ])
    func `what is no address is refused, and says nothing of what it had`(text: String) {
        #expect(throws: S3Address.Invalid.self) { try S3Address(text) }
        do throws(S3Address.Invalid) { _ = try S3Address(text) } catch { #expect(!error.reason.contains("secret")) }
    }

    @Test func `a key is described without its secret, and has nothing that ends a header`() throws {
        let key = try #require(S3AccessKey(id: "AK", secret: "hush", sessionToken: "hushed"))
        var dumped = ""
        dump([key], to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: Optional(key)), dumped] {
            #expect(!text.contains("hush"), "\(text)")
        }
        #expect(S3AccessKey(id: "", secret: "a") == nil)
        #expect(S3AccessKey(id: "a", secret: "a\r\nX: y") == nil)
        #expect(S3AccessKey(id: "a", secret: "a", sessionToken: "a b") == nil)
    }

    @Test func `errors of a store are named by their code, and only by a plain one`() {
        let body = Array("<?xml?><Error><Code>NoSuchBucket</Code><Message>x</Message></Error>".utf8)
        #expect(S3Answer.code(in: body) == "NoSuchBucket")
        #expect(S3Answer(status: 404, code: "NoSuchBucket").words == "there is no such bucket")
        for text in ["", "<Code>", "<Code></Code>", "<Code>a b</Code>", "<Code>\u{1b}[31m</Code>", "</Code><Code>x"] {
            #expect(S3Answer.code(in: Array(text.utf8)) == nil, "\(text)")
        }
        #expect(S3Answer.code(in: Array(repeating: 0xff, count: 10_000)) == nil)
        #expect(S3Answer(status: 403, code: nil).isLasting && !S3Answer(status: 503, code: "SlowDown").isLasting)
        #expect(!S3Answer(status: 429, code: nil).isLasting && S3Answer(status: 301, code: nil).isLasting)
    }
}
