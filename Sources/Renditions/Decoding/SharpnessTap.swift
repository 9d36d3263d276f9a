import CVips
import GridEngine

/// Copies the brightness of a picture while its pixels go to the encoder, so that they are decoded once and held by nobody.
final class SharpnessTap {
    /// The picture, whose pixels pass by here.
    let picture: VipsPicture
    private let plane: UnsafeMutableBufferPointer<UInt8>
    private let size: RenditionSize

    /// `nil` for a picture that has no figure: a small one, one with transparent parts, or of unusual pixels.
    init?(_ picture: VipsPicture) {
        let image = picture.image
        let bands = vips_image_get_bands(image)
        size = RenditionSize(width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image)))
        guard max(size.width, size.height) >= Sharpness.side, bands == 1 || bands == 3,
            vips_image_get_format(image) == VIPS_FORMAT_UCHAR, vips_image_get_coding(image) == VIPS_CODING_NONE
        else { return nil }
        plane = .allocate(capacity: size.width * size.height)
        var tapped: UnsafeMutablePointer<VipsImage>?
        guard lookahead_vips_tapped(image, &tapped, plane.baseAddress) == 0, let tapped else {
            vips_error_clear()
            plane.deallocate()
            return nil
        }
        self.picture = VipsPicture(tapped)
    }

    deinit { plane.deallocate() }

    /// Once all pixels have passed.
    var sharpness: Int? { Sharpness.figure(of: UnsafeRawBufferPointer(plane), size) }
}

extension RenditionForm {
    /// Whether pictures are measured that are made in this form. One in its own pixels was made smaller before, and is large.
    var isMeasured: Bool {
        if case .width(let width) = self { width < RenditionForm.wholeWidth } else { false }
    }
}
