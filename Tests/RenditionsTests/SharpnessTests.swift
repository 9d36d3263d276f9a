import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Figures of photographs, as decoders measure them.
@Suite struct SharpnessTests {
    private let folder = TemporaryFolder()

    private func figure(_ jpeg: [UInt8], _ form: RenditionForm = .width(960)) throws -> Int {
        try #require(try RealPhoto.rendition(of: jpeg, as: form).sharpness)
    }

    /// Whether two figures differ by less than a tenth. A blur of 1.5 px in the size in which pictures are compared takes a sixth and more.
    private func isNear(_ figure: Int, _ other: Int) -> Bool { abs(figure - other) * 10 < other }

    @Test(arguments: RealPhoto.paths)
    func `a blurred copy of a photo has less, and the more the less`(path: String) throws {
        let photo = try RealPhoto(path)
        let sharp = try figure(photo.jpeg())
        var last = sharp
        // In px of 1600 along the longer side.
        for radius in ["1", "1.5", "2.5", "4"] {
            let blurred = try figure(photo.by("gaussblur", "sigma=\(radius)").jpeg())
            #expect(Double(blurred) < 0.97 * Double(last), "by \(radius): \(blurred), before \(last)")
            last = blurred
        }
        #expect(last * 6 < sharp * 5, "\(last), not \(sharp)")
    }

    @Test(arguments: RealPhoto.paths)
    func `quality and brightness of a photo change little`(path: String) throws {
        let photo = try RealPhoto(path)
        let figure = try figure(photo.jpeg())
        for quality: Int32 in [50, 75, 98] {
            let found = try self.figure(photo.jpeg(quality: quality))
            #expect(isNear(found, figure), "quality \(quality): \(found), not \(figure)")
        }
        for exponent in ["0.7", "1.4"] {
            let found = try self.figure(photo.by("gamma", "exponent=\(exponent)").jpeg())
            #expect(isNear(found, figure), "exponent \(exponent): \(found), not \(figure)")
        }
    }

    @Test(arguments: RealPhoto.paths)
    func `the size of a file, and that of the rendition, change little`(path: String) throws {
        let photo = try RealPhoto(path).jpeg()
        let figure = try figure(photo)
        let smaller = try RealPhoto(path, longest: 1200).jpeg()
        for (jpeg, form) in [(photo, RenditionForm.width(800)), (photo, .width(1280)), (smaller, .width(960))] {
            let found = try self.figure(jpeg, form)
            #expect(isNear(found, figure), "\(form): \(found), not \(figure)")
        }
    }

    @Test func `it is measured of what passes by, beside a preview and alone, and of nothing else`() throws {
        let jpeg = try RealPhoto(RealPhoto.paths[0]).jpeg()
        func renditions(_ forms: [RenditionForm]) throws -> [Int?] {
            try VipsDecoder().renditions(
                of: .encoded(jpeg), as: forms, cancellation: Cancellation(), whenSlow: {}
            ).map(\.sharpness)
        }
        let alone = try #require(try renditions([.width(960)])[0])
        #expect(try renditions([.width(960), .preview]) == [alone, nil])
        // Of too few pixels, or more than anybody has a use for.
        for forms in [[RenditionForm.width(320)], [.preview], [.whole]] { #expect(try renditions(forms) == [nil]) }
    }

    @Test func `what has no edges, or transparent parts, has no figure`() throws {
        let plain = TestPicture(width: 1000, height: 1000, bands: 1) { _, _ in [90] }
        let clear = TestPicture(width: 1000, height: 1000, bands: 4) { x, y in [UInt16((x ^ y) & 255), 0, 0, 128] }
        for (name, picture) in [("plain.png", plain), ("clear.png", clear)] {
            try picture.save("pngsave", to: folder.file(name))
            #expect(try RealPhoto.rendition(of: folder.read(name), as: .width(1280)).sharpness == nil, "\(name)")
        }
    }
}
