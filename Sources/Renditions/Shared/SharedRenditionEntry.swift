import GridEngine
import Hashing

/// Names and forms of what servers share in a store of objects. An object has the form of an entry of the disk cache; its name is a
/// hash of the whole key that is in it.
enum SharedRenditionEntry {
    /// Maximum size of an object: more than any rendition, its key and its header take.
    static let limitBytes = WorkerMessage.renditionLimit + (64 << 10)

    private static let version = "v\(DiskCacheEntry.formatVersion)"

    /// Asked for to see whether the store answers.
    static let probe = "\(version)/probe"

    static func name(of key: RenditionKey) -> String { name(DiskCacheEntry.text(of: key), in: version) }

    /// Of the mark that a server is making renditions of an original.
    static func leaseName(of key: RenditionKey) -> String {
        name(DiskCacheEntry.text(of: key.with(.width(0))), in: "\(version)-making")
    }

    private static func name(_ text: [UInt8], in folder: String) -> String {
        var hash = SHA256()
        hash.update(text)
        let digits = hash.digest().map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined()
        return "\(folder)/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// `nil` for anything but a whole entry of this very key, with a picture that a decoder could have answered: what others can
    /// write to goes to browsers, as a worker's answer does.
    static func rendition(in bytes: [UInt8], for key: RenditionKey) -> Rendition? {
        guard let rendition = DiskCacheEntry.rendition(in: bytes, for: key),
            let head = WorkerMessage.RenditionHead(rendition), WorkerMessage.RenditionHead(head.encoded) != nil,
            begins(rendition.bytes, as: rendition.contentType)
        else { return nil }
        if key.form == .preview, rendition.bytes.count > RenditionForm.previewBytes { return nil }
        return rendition
    }

    private static func begins(_ bytes: [UInt8], as type: String) -> Bool {
        switch type {
        case "image/jpeg": bytes.starts(with: [0xff, 0xd8, 0xff])
        case "image/webp": bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        default: false
        }
    }
}
