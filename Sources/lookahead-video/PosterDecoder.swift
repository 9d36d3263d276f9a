import GridEngine
import Renditions

/// Makes renditions of a video: of a key frame that tells something, near its beginning.
struct PosterDecoder: PictureDecoder {
    /// Parts of the length: the first picture is often black, or a title.
    private static let places = [0.1, 0.35, 0.65]
    /// s; beyond this a tenth is too far from the beginning.
    private static let latest = 60.0
    /// Darker ones are looked past, 0…255.
    private static let darkest = 26

    private let pictures = VipsDecoder()

    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard case .file(let file, _) = original else { throw .unreadable(.videoWithoutPoster) }
        let found = poster(of: file, cancellation)
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let found else { throw .unreadable(.videoWithoutPoster) }
        return try pictures.renditions(
            of: .pixels(width: found.width, height: found.height, rgb: found.rgb), as: forms,
            cancellation: cancellation, whenSlow: {})
    }

    private func poster(of file: OpenFile, _ cancellation: Cancellation) -> VideoPicture? {
        guard let stream = VideoStream(file, pixelLimit: pictures.pixelLimit) else { return nil }
        let length = stream.duration ?? 0
        var best: VideoPicture?
        for place in Self.places {
            guard
                let picture = stream.picture(
                    at: min(length * place, Self.latest * place / 0.1), cancellation: cancellation)
            else { continue }
            if picture.brightness >= Self.darkest { return picture }
            if picture.brightness >= best?.brightness ?? 0 { best = picture }
            if length == 0 { break }
        }
        return best
    }
}
