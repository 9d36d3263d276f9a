import Glibc
import GridEngine

/// Reads the metadata of an open file in this process: what runs in a worker.
enum MetadataExtractor {
    /// What is behind this in a larger file is not looked at; address space is limited.
    private static let limit = 1 << 30

    /// `nil` for a file without metadata, or in no known form.
    ///
    /// The file is mapped, so that only the pages that the parser looks at are read. When another program makes it shorter
    /// meanwhile, the process ends (`SIGBUS`).
    static func metadata(in file: OpenFile) -> PictureMetadata? {
        guard MetadataLibrary.isReady, let sizeBytes = file.sizeBytes, sizeBytes > 0 else { return nil }
        let count = min(sizeBytes, limit)
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        defer { munmap(start, count) }
        guard let tags = MetadataTags(UnsafeRawBufferPointer(start: start, count: count)) else { return nil }
        defer { withExtendedLifetime(tags) {} }
        let metadata = PictureMetadata(tags)
        return metadata.isEmpty ? nil : metadata
    }
}
