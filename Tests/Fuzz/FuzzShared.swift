// What reads what a store of objects answers, and where stores are: objects that other servers put, errors in XML, files with keys, the addresses of
// buckets and of databases.

import CPostgres

func fuzzShared(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    let text = String(decoding: body, as: UTF8.self)
    switch kind % 7 {
    case 0: fuzzObject(body)
    case 1: fuzzObject(wholeObject(body))
    case 2: fuzzErrorDocument(body)
    case 3: fuzzKeyFile(body)
    case 4, 5: fuzzBucketAddress(text)
    default: fuzzStoreAddress(text)
    }
}

private let key = RenditionKey(collection: "birds", item: "wren", revision: 7, form: .preview)

/// Only what a decoder could have answered goes on to browsers.
private func fuzzObject(_ bytes: [UInt8]) {
    guard let rendition = SharedRenditionEntry.rendition(in: bytes, for: key) else { return }
    precondition(rendition.width > 0 && rendition.height > 0 && rendition.originalWidth > 0)
    precondition(["image/jpeg", "image/webp"].contains(rendition.contentType))
    precondition(rendition.bytes.count <= RenditionForm.previewBytes)
    precondition(
        DiskCacheEntry.bytes(of: rendition, for: key).elementsEqual(bytes), "put once more, it is another object")
    // An object of one key is none of another, whoever gave it its name.
    precondition(SharedRenditionEntry.rendition(in: bytes, for: key.with(.width(640))) == nil)
}

/// An object whose key, lengths and checksum are right, so that what is behind them is tried too.
private func wholeObject(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 6 else { return bytes }
    let number = { (place: Int) in Int(bytes[place]) - 8 }
    let isWebP = bytes[5] % 2 == 0
    let start = isWebP ? Array("RIFF----WEBP".utf8) : [0xff, 0xd8, 0xff]
    let rendition = Rendition(
        bytes: start + bytes.dropFirst(6),
        contentType: bytes[4] == 0 ? "text/html" : isWebP ? "image/webp" : "image/jpeg",
        width: number(0), height: number(1), originalWidth: number(2), originalHeight: number(3),
        colour: bytes[5] > 127 ? UInt32(bytes[5]) << 16 : nil)
    return DiskCacheEntry.bytes(of: rendition, for: key)
}

/// A store's word for what is wrong is a word, and there is always something to say.
private func fuzzErrorDocument(_ body: [UInt8]) {
    let code = S3Answer.code(in: body)
    if let code { precondition(1...64 ~= code.utf8.count && code.utf8.allSatisfy { 48...122 ~= $0 }) }
    for status in [200, 301, 403, 404, 500] { precondition(!S3Answer(status: status, code: code).words.isEmpty) }
}

/// What is read as a key can be sent in a header, and is in no description.
private func fuzzKeyFile(_ bytes: [UInt8]) {
    guard let file = fileInMemory(bytes) else { return }
    do throws(RenditionKeyFile.Refusal) {
        let key = try RenditionKeyFile(path: "/proc/self/fd/\(file.descriptor)").key()
        precondition((key.id + key.secret + (key.sessionToken ?? "")).utf8.allSatisfy { 33...126 ~= $0 })
        precondition(key.id.contains(key.secret) || !"\(key)".dropFirst("the access key ".count).contains(key.secret))
    } catch {
        precondition(!"\(error)".isEmpty)
    }
    withExtendedLifetime(file) {}
}

private let secret = "5ecret-of-this-run"

/// An address names objects of one host; what is refused is refused with words.
private func fuzzBucketAddress(_ text: String) {
    for text in [text, "s3://\(text)", "s3://birds?endpoint=\(text)", "s3://id:\(secret)@\(text)"] {
        do throws(S3Address.Invalid) {
            let address = try S3Address(text)
            guard let object = address.object("v3/ab/cd") else { preconditionFailure("no object has an address") }
            precondition(
                object.host == address.host && !object.text.contains("@") && object.text.hasSuffix("/v3/ab/cd"))
        } catch {
            precondition(!error.reason.isEmpty && !error.reason.contains(secret), "a secret is repeated")
        }
    }
}

/// An address of a database is described without its password.
private func fuzzStoreAddress(_ text: String) {
    for text in [text, "postgresql://\(text)", "postgresql://name:\(secret)@\(text)"] where !text.utf8.contains(0) {
        do throws(StoreAddress.Invalid) {
            let address = try StoreAddress(text)
            // By bytes: a host may begin with a sign that combines with the slash.
            precondition(address.description.utf8.starts(with: "postgresql://".utf8))
            precondition(!address.description.contains(secret))
            precondition(address.hasPassword || !text.contains(secret))
        } catch {
            precondition(!error.reason.isEmpty && !error.reason.contains(secret), "a secret is repeated")
        }
    }
}
