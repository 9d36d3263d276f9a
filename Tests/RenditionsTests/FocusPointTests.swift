import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Where a camera focused, of real files.
@Suite struct FocusPointTests {
    private let folder = TemporaryFolder()

    private func focus(_ picture: DescribedPicture) throws -> [Double]? {
        let plain = TestPicture.quarters(width: 32, height: 24)
        try plain.save("jpegsave", to: folder.file("plain"), options: "strip=true")
        folder.write(picture.jpeg(folder.read("plain")), to: "file")
        guard case .file(let file, _) = try folder.original("file"),
            let metadata = MetadataExtractor.metadata(in: file), let x = metadata.focusX, let y = metadata.focusY
        else { return nil }
        return [x, y].map { ($0 * 1e6).rounded() / 1e6 }
    }

    /// A file of 400 × 200 px as its camera stored it.
    private func picture(_ area: [Int], tag: Int = 0x9214, orientation: Int = 1) -> DescribedPicture {
        var picture = DescribedPicture()
        picture.main = [.number(0x112, orientation)]
        picture.exif = [.number(0xa002, 400), .number(0xa003, 200), .numbers(tag, area)]
        return picture
    }

    @Test func `a point, a circle and a rectangle have their middles, as shares of the picture`() throws {
        for area in [[100, 50], [100, 50, 20], [100, 50, 20, 10]] { #expect(try focus(picture(area)) == [0.25, 0.25]) }
        #expect(try focus(picture([300, 150], tag: 0xa214)) == [0.75, 0.75])
    }

    @Test(arguments: [
        (1, [0.25, 0.1]), (2, [0.75, 0.1]), (3, [0.75, 0.9]), (4, [0.25, 0.9]), (5, [0.1, 0.25]), (6, [0.9, 0.25]),
        (7, [0.9, 0.75]), (8, [0.1, 0.75]),
    ])
    func `the point is that of the picture as it is shown`(orientation: Int, shown: [Double]) throws {
        #expect(try focus(picture([100, 20], orientation: orientation)) == shown)
    }

    @Test func `a region of the focus comes first, among others`() throws {
        var described = picture([100, 50], orientation: 6)
        let region = { (kind: String, x: Double) in
            """
            <rdf:li rdf:parseType="Resource"><mwg-rs:Type>\(kind)</mwg-rs:Type>\
            <mwg-rs:Area stArea:x="\(x)" stArea:y="0.2" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/></rdf:li>
            """
        }
        described.xmp = DescribedPicture.xmp(
            """
            <mwg-rs:Regions xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" \
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>\
            \(region("Face", 0.5))\(region("Focus", 0.4))</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            """)
        #expect(try focus(described) == [0.8, 0.4])
    }

    /// As `AFInfo2` of Canon has them: areas of 6000 × 4000 px in a picture that is stored in a third of it.
    private func canon(_ areas: [(x: Int, y: Int)], inFocus: Int, model: String = "Canon EOS R5") -> DescribedPicture {
        var picture = DescribedPicture()
        picture.main = [.text(0x10f, "Canon"), .text(0x110, model)]
        picture.exif = [.number(0xa002, 2000), .number(0xa003, 1333)]
        let sizes = areas.map { _ in 100 }
        let values = [0, 2, areas.count, areas.count, 6000, 4000, 6000, 4000] + sizes + sizes + areas.map(\.x)
        let all = values + areas.map(\.y) + [inFocus, inFocus, 0]
        picture.maker = [.numbers(0x26, [all.count * 2] + all.dropFirst())]
        return picture
    }

    @Test func `Canon's area in focus counts, from the middle and upwards, of several the one amid them`() throws {
        let areas = [(-1500, 1000), (0, 0), (1500, 1000), (1500, -1000), (1400, 0)]
        #expect(try focus(canon(areas, inFocus: 0b1)) == [0.25, 0.25])
        #expect(try focus(canon(areas, inFocus: 0b1000)) == [0.75, 0.75])
        #expect(try focus(canon(areas, inFocus: 0b11100)) == [0.733333, 0.5])
        var turned = canon(areas, inFocus: 0b1)
        turned.main.append(.number(0x112, 6))
        #expect(try focus(turned) == [0.75, 0.25])
    }

    @Test func `Canon's areas say nothing without focus, outside, of a picture that was cut, and of other cameras`()
        throws
    {
        let areas = [(-1500, 1000), (3100, 0)]
        #expect(try focus(canon(areas, inFocus: 0)) == nil)
        #expect(try focus(canon(areas, inFocus: 0b10)) == nil)
        #expect(try focus(canon(areas, inFocus: 0b100)) == nil)
        #expect(try focus(canon(areas, inFocus: 1, model: "Canon PowerShot G11")) == nil)
        var cut = canon(areas, inFocus: 1)
        cut.exif[1] = .number(0xa003, 2000)
        #expect(try focus(cut) == nil)
    }

    @Test func `a point outside, and one of a picture whose size is not known, is none`() throws {
        #expect(try focus(picture([401, 50])) == nil)
        #expect(try focus(picture([100])) == nil)
        var described = picture([100, 50])
        described.exif.removeFirst()
        #expect(try focus(described) == nil)
    }
}

extension DescribedPicture.Entry {
    fileprivate static func numbers(_ tag: Int, _ numbers: [Int]) -> Self {
        Self(tag: tag, type: 3, count: numbers.count, bytes: numbers.flatMap { DescribedPicture.little($0, 2) })
    }
}
