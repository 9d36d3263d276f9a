import CollectionModel
import Prefetching

extension GridEngine {
    /// Maximum bytes of pictures in one event: with Base64 and the identifiers about 8 KB, so that what is newly in view waits
    /// for no more than that.
    private static let previewEventBytes = 5600

    /// The next previews for a viewer's stream, what is in view first; what the viewer has left behind is dropped. What exceeds
    /// one event is announced again. Called when the stream is ready for them, on its thread.
    package func takePreviews(of id: ViewerID) -> [PreviewPicture] {
        let waiting = events.takePreviews(of: id)
        guard !waiting.isEmpty, let viewer = viewers[id] else { return [] }
        let (window, visible, order) = viewer.state.withLock { ($0.window, $0.viewport.visible, $0.order) }
        let places = viewer.collection.state.withLock { state in
            waiting.map { state.snapshot(of: order).flatIndex(of: $0.ordinal) }
        }
        var seen: [PreviewPicture] = []
        var near: [PreviewPicture] = []
        for (preview, place) in zip(waiting, places) {
            guard let place else { continue }
            if visible.contains(place) {
                seen.append(preview)
            } else if window.contains(place) {
                near.append(preview)
            }
        }
        let wanted = seen + near
        var count = 0
        var bytes = 0
        while count < wanted.count, count == 0 || bytes + wanted[count].bytes.count <= Self.previewEventBytes {
            bytes += wanted[count].bytes.count
            count += 1
        }
        events.giveBack(Array(wanted[count...]), of: id)
        return Array(wanted[..<count])
    }
}
