import GridEngine

extension PictureMetadata {
    /// Values of the file beside a picture count before those of the picture's own file: people wrote them later.
    func overridden(by sidecar: PictureMetadata) -> PictureMetadata {
        var result = self
        result.taken = sidecar.taken ?? taken
        result.camera = sidecar.camera ?? camera
        result.lens = sidecar.lens ?? lens
        result.focalLength = sidecar.focalLength ?? focalLength
        result.aperture = sidecar.aperture ?? aperture
        result.exposure = sidecar.exposure ?? exposure
        result.iso = sidecar.iso ?? iso
        if sidecar.latitude != nil { (result.latitude, result.longitude) = (sidecar.latitude, sidecar.longitude) }
        result.stars = sidecar.stars ?? stars
        // Stars in the place of −1 take the rejection back.
        result.flag = sidecar.flag ?? (sidecar.stars == nil ? flag : nil)
        if !sidecar.keywords.isEmpty { result.keywords = sidecar.keywords }
        result.label = sidecar.label ?? label
        result.title = sidecar.title ?? title
        result.caption = sidecar.caption ?? caption
        return result
    }
}
