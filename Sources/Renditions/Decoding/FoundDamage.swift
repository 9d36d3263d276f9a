import CVips
import Glibc
import GridEngine
import Synchronization

/// Damage that a decode found and went on from, by thread.
///
/// libjpeg counts what it complains of, and libvips says it in its log alone: on the thread that lets go of the picture.
enum FoundDamage {
    private static let threads = Mutex<Set<pthread_t>>([])
    /// After any of these some pixels are missing, or are others than they were. Bytes that are passed over cost none.
    private static let complaints = [
        "premature end of data segment", "bad Huffman code", "found marker", "Premature end of", "Bad progression",
        "Inconsistent progression",
    ]

    static func note() { threads.withLock { _ = $0.insert(pthread_self()) } }

    /// Reads a line of libvips' log.
    static func read(_ words: UnsafePointer<CChar>?) {
        guard let words, strstr(words, "VipsJpeg") != nil, complaints.contains(where: { strstr(words, $0) != nil })
        else { return }
        note()
    }

    /// What was said of an earlier decode is not said of the next one: libvips' words are in one buffer.
    static func forget() {
        vips_error_clear()
        _ = take()
    }

    /// Whether damage was found on this thread since the last call.
    static func take() -> Bool { threads.withLock { $0.remove(pthread_self()) != nil } }

    /// The renditions, marked as damaged where that was found on this thread.
    static func marking(_ renditions: [Rendition]) -> [Rendition] {
        guard take() else { return renditions }
        return renditions.map { rendition in
            var rendition = rendition
            rendition.isDamaged = true
            return rendition
        }
    }
}
