import CVips
import Glibc
import GridEngine

extension PictureBytes {
    /// Calls `body` with a source of libvips that reads the content in place.
    func withSource<Answer>(
        _ body: (UnsafeMutablePointer<VipsSource>) throws(LoadFailure) -> Answer
    ) throws(LoadFailure) -> Answer {
        switch self {
        case .file(let file):
            guard lseek(file.descriptor, 0, SEEK_SET) >= 0,
                let source = vips_source_new_from_descriptor(file.descriptor)
            else { throw VipsDecoder.systemFailure(errno) }
            // libvips works on a duplicate of the descriptor; the file is held open all the same, until the source is gone.
            defer {
                g_object_unref(source)
                withExtendedLifetime(file) {}
            }
            return try body(source)
        case .memory(let bytes):
            return try bytes.withUnsafeBufferPointer { buffer throws(LoadFailure) in
                guard let source = vips_source_new_from_memory(buffer.baseAddress, buffer.count) else {
                    throw VipsDecoder.broken()
                }
                defer { g_object_unref(source) }
                return try body(source)
            }
        }
    }
}
