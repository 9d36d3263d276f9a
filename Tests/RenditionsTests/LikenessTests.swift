import CollectionQuery
import GridEngine
import Testing

@testable import Renditions

/// The likeness of photographs after people and programs have changed them, by the texels that decoders make of them.
@Suite struct LikenessTests {
    private static func likeness(_ jpeg: [UInt8]) throws -> Likeness {
        try #require(try RealPhoto.rendition(of: jpeg, as: .preview).texel).likeness
    }

    @Test(arguments: RealPhoto.paths)
    func `a copy of a photo is alike, however it was resized, compressed or brightened`(path: String) throws {
        let photo = try RealPhoto(path)
        let original = try Self.likeness(photo.jpeg())
        let (width, height) = photo.size
        for (name, copy) in [
            ("smaller", try RealPhoto(path, longest: 500).jpeg()), ("compressed", try photo.jpeg(quality: 25)),
            ("brighter", try photo.by("gamma", "exponent=1.3").jpeg()),
            ("darker", try photo.by("gamma", "exponent=0.75").jpeg()),
            ("blurred", try photo.by("gaussblur", "sigma=3").jpeg()),
            (
                "cropped by 2 %",
                try photo.by(
                    "extract_area",
                    "left=\(width / 100),top=\(height / 100),width=\(width * 98 / 100),height=\(height * 98 / 100)"
                ).jpeg()
            ),
        ] {
            let distance = try Self.likeness(copy).distance(to: original)
            #expect(distance <= Likeness.usualDistance, "\(name): \(distance)")
        }
    }

    @Test func `no two photos are alike`() throws {
        let all = try RealPhoto.paths.map { ($0, try Self.likeness(RealPhoto($0).jpeg())) }
        for (index, one) in all.enumerated() {
            for other in all[(index + 1)...] {
                let distance = one.1.distance(to: other.1)
                #expect(distance > Likeness.usualDistance + 4, "\(one.0) and \(other.0): \(distance)")
            }
        }
    }
}
