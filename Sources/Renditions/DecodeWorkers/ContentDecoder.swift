import GridEngine

/// Sends each original to the processes that can decode it: pictures to one decoder, videos to another.
package struct ContentDecoder: PictureDecoder {
    private let pictures: any PictureDecoder
    private let videos: (any PictureDecoder)?

    /// - Parameters:
    ///   - pictures: of everything that is no video by its name.
    ///   - videos: `nil` where nothing can decode one: then each says so.
    package init(pictures: any PictureDecoder, videos: (any PictureDecoder)?) {
        self.pictures = pictures
        self.videos = videos
    }

    package func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard case .file(_, let name) = original, WorkerMessage.Request.Content(ofFileNamed: name) == .video else {
            return try pictures.renditions(of: original, as: forms, cancellation: cancellation, whenSlow: whenSlow)
        }
        guard let videos else { throw .unreadable(.videoWithoutPoster) }
        do throws(LoadFailure) {
            return try videos.renditions(of: original, as: forms, cancellation: cancellation, whenSlow: whenSlow)
        } catch {
            // The program is there, and its libraries are not.
            guard case .transient(.decodersKeepCrashing) = error else { throw error }
            throw .unavailable(.videoWithoutPoster)
        }
    }
}
