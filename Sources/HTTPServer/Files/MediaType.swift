/// The media types of a page's files.
package enum MediaType {
    /// By the name's extension; bytes without meaning when it is unknown.
    package static func ofFile(named name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "application/octet-stream" }
        return switch name[dot...].dropFirst().lowercased() {
        case "html", "htm": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json", "map": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "apng": "image/apng"
        case "jpg", "jpeg", "jpe", "jif", "jfif", "jps", "mpo", "insp": "image/jpeg"
        case "webp": "image/webp"
        case "avif", "avifs": "image/avif"
        case "gif": "image/gif"
        case "tif", "tiff": "image/tiff"
        case "heic", "heif", "hif": "image/heic"
        case "heics": "image/heic-sequence"
        case "mp4", "m4v": "video/mp4"
        case "mov": "video/quicktime"
        case "webm": "video/webm"
        case "ogv": "video/ogg"
        case "mkv": "video/x-matroska"
        case "3gp": "video/3gpp"
        case "3g2": "video/3gpp2"
        case "avi": "video/x-msvideo"
        case "wmv": "video/x-ms-wmv"
        case "mpg", "mpeg": "video/mpeg"
        case "mts", "m2ts": "video/mp2t"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "woff": "font/woff"
        case "txt", "md": "text/plain; charset=utf-8"
        case "xml": "application/xml"
        case "wasm": "application/wasm"
        default: "application/octet-stream"
        }
    }

    /// Whether gzip makes such a body smaller; pictures and fonts are packed already.
    static func isCompressible(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("application/json") || type.hasPrefix("application/manifest")
            || type.hasPrefix("application/xml") || type.hasPrefix("image/svg") || type.hasPrefix("application/wasm")
    }
}
