import Dispatch
import GridEngine
import ItemSources
import Renditions
import Synchronization

/// Painted landscapes as JPEG files. The latest are kept, because painting takes longer than any network.
final class PaintedPictures: Sendable {
    private struct State: Sendable {
        var files: [String: [UInt8]] = [:]
        /// Oldest first.
        var order: [String] = []
        var sizeBytes = 0
    }

    private static let limitBytes = 64 << 20

    private let state = Mutex(State())
    private let decoder = VipsDecoder()
    /// Painting keeps a core busy: two at once leave the others to the server.
    private let paintingSlots = DispatchSemaphore(value: 2)

    /// Blocks while it paints.
    func picture(_ id: String, of source: Landscapes, cancellation: Cancellation) throws(LoadFailure) -> [UInt8] {
        guard let name = source.painting(of: id) else { throw .missing }
        if let file = state.withLock({ $0.files[name] }) { return file }
        paintingSlots.wait()
        defer { paintingSlots.signal() }
        if let file = state.withLock({ $0.files[name] }) { return file }
        let original = try source.original(of: id, cancellation: cancellation)
        // A step as wide as the picture does not scale it.
        let file = try decoder.rendition(
            of: original, as: .width(source.width), cancellation: cancellation
        ).bytes
        state.withLock { state in
            guard state.files.updateValue(file, forKey: name) == nil else { return }
            state.order.append(name)
            state.sizeBytes += file.count
            while state.sizeBytes > Self.limitBytes, let oldest = state.order.first {
                state.order.removeFirst()
                state.sizeBytes -= state.files.removeValue(forKey: oldest)?.count ?? 0
            }
        }
        return file
    }
}
