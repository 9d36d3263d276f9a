import GridEngine

extension WorkerMessage.Request.Content {
    /// - Parameter name: the file's name or path; empty for what has none.
    init(ofFileNamed name: String) {
        let ending = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[name.utf8.index(after: $0)...].lowercased() }
        switch ending.flatMap({ PictureFile.Format(ending: $0) }) {
        case .raw: self = .raw
        case .video: self = .video
        default: self = .picture
        }
    }
}
