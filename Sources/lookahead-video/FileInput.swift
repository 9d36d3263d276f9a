import CLibAV
import Glibc
import GridEngine

/// The input that libavformat reads a video through: an open file, and no name, so that it can open nothing else.
///
/// Used by one thread; freed before the file is closed.
final class FileInput {
    /// Maximum bytes read of one file: an index of an hour is some MB, a key frame of 8K as much.
    private static let mostBytes = 512 << 20
    private static let bufferBytes: Int32 = 65_536

    let context: UnsafeMutablePointer<AVIOContext>
    private let position: UnsafeMutablePointer<Position>

    private struct Position {
        var descriptor: Int32
        var offset: Int
        var sizeBytes: Int
        var left: Int
    }

    /// `nil` without memory.
    init?(_ file: OpenFile) {
        guard let buffer = av_malloc(Int(Self.bufferBytes)) else { return nil }
        position = .allocate(capacity: 1)
        position.initialize(
            to: Position(
                descriptor: file.descriptor, offset: 0, sizeBytes: file.sizeBytes ?? 0, left: Self.mostBytes))
        guard
            let context = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Self.bufferBytes, 0, position, Self.read, nil, Self.seek)
        else {
            av_free(buffer)
            position.deallocate()
            return nil
        }
        self.context = context
    }

    deinit {
        // libavformat may have replaced the buffer.
        av_free(context.pointee.buffer)
        var freed: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&freed)
        position.deallocate()
    }

    private static let read: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
        opaque, buffer, count in
        guard let opaque, let buffer, count > 0 else { return lookahead_av_eof }
        let position = opaque.assumingMemoryBound(to: Position.self)
        let wanted = min(Int(count), position.pointee.left)
        guard wanted > 0 else { return lookahead_av_eof }
        var got: Int
        repeat {
            got = pread(position.pointee.descriptor, buffer, wanted, off_t(position.pointee.offset))
        } while got < 0 && errno == EINTR
        guard got > 0 else { return lookahead_av_eof }
        position.pointee.offset += got
        position.pointee.left -= got
        return Int32(got)
    }

    private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = {
        opaque, offset, whence in
        guard let opaque else { return -1 }
        let position = opaque.assumingMemoryBound(to: Position.self)
        let size = position.pointee.sizeBytes
        let base: Int
        switch whence & ~AVSEEK_FORCE {
        case AVSEEK_SIZE: return Int64(size)
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position.pointee.offset
        case SEEK_END: base = size
        default: return -1
        }
        let (target, overflow) = base.addingReportingOverflow(Int(offset))
        guard !overflow, 0...size ~= target else { return -1 }
        position.pointee.offset = target
        return Int64(target)
    }
}
