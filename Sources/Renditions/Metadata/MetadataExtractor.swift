import Glibc
import GridEngine

/// Reads the metadata of an open file in this process: what runs in a worker.
enum MetadataExtractor {
    /// `nil` for a file without metadata, or in no known form.
    static func metadata(
        in file: OpenFile, holding content: WorkerMessage.Request.Content = .picture
    ) -> PictureMetadata? {
        if content == .video {
            let metadata = VideoFacts(of: file).map { PictureMetadata($0) }
            return metadata?.isEmpty == true ? nil : metadata
        }
        guard MetadataLibrary.isReady else { return nil }
        var metadata =
            file.mapped { content in
                MetadataTags(content).map { tags in
                    defer { withExtendedLifetime(tags) {} }
                    return PictureMetadata(tags)
                }
            } ?? PictureMetadata()
        if let size = PictureSizeReader.size(of: file, holding: content) {
            (metadata.width, metadata.height) = (size.width, size.height)
        }
        return metadata.isEmpty ? nil : metadata
    }
}

extension OpenFile {
    /// Maximum bytes of a file that are read; address space is limited.
    private static let mappedLimit = 1 << 30

    /// Calls `body` with the content; `nil` when there is none.
    ///
    /// The file is mapped, so that only the pages that a parser looks at are read. When another program makes it shorter
    /// meanwhile, the process ends (`SIGBUS`).
    func mapped<Answer, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer?
    ) throws(Failure) -> Answer? {
        guard let sizeBytes, sizeBytes > 0 else { return nil }
        let count = min(sizeBytes, Self.mappedLimit)
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        defer { munmap(start, count) }
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
