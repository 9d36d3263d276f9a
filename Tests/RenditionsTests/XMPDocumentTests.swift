import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// XMP of programs that write it in another way than the library reads it.
@Suite struct XMPDocumentTests {
    private let folder = TemporaryFolder()

    private func metadata(_ xmp: [UInt8]) throws -> PictureMetadata? {
        try TestPicture.quarters(width: 32, height: 24).save(
            "jpegsave", to: folder.file("plain"), options: "strip=true")
        let plain = folder.read("plain")
        let segment = DescribedPicture.segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
        folder.write(plain[..<2] + segment + plain[2...], to: "file")
        guard case .file(let file, _) = try folder.original("file") else { return nil }
        return MetadataExtractor.metadata(in: file)
    }

    @Test(arguments: [false, true]) func `XMP in UTF-16 is read`(isLittle: Bool) throws {
        let xmp = DescribedPicture.xmp("<xmp:Rating>4</xmp:Rating><xmp:Label>갈매기</xmp:Label>")
        let units = ("\u{feff}" + xmp).utf16
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xff)]
            return isLittle ? pair.reversed() : pair
        }
        let read = try metadata(bytes)
        #expect(read?.stars == 4 && read?.label == "갈매기")
    }

    @Test func `a property that is there twice leaves all others, and counts once`() throws {
        let xmp = DescribedPicture.xmp(
            """
            <xmp:Label>Red > "blue"</xmp:Label><xmp:Label><rdf:Bag><rdf:li/></rdf:Bag></xmp:Label><xmp:Nickname/>\
            <xmp:Nickname/><xmp:Rating>4</xmp:Rating><xmp:Rating>2</xmp:Rating>
            """)
        let read = try metadata(Array(xmp.utf8))
        #expect(read?.stars == 4 && read?.label == #"Red > "blue""#)
    }

    @Test func `the rest of a longer document behind a shorter one hides nothing`() throws {
        let xmp = DescribedPicture.xmp("<xmp:Label>Red</xmp:Label><xmp:Rating>4</xmp:Rating>")
        let rest = "li>\n</rdf:Bag>\n</xmp:Old>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end='r'?>"
        let read = try metadata(Array((xmp + "<?xpacket end='r'?>" + rest).utf8))
        #expect(read?.stars == 4 && read?.label == "Red")
    }

    @Test func `what is no document is left as it is`() {
        for text in ["", "<", "<a", "</a></a>", "<a b='>", "<!-- <a>", "<a/><a/>", "text"] {
            _ = XMPDocument.withoutRepetitions(Array(text.utf8))
            _ = XMPDocument.text(Array(text.utf8))
        }
        #expect(XMPDocument.withoutRepetitions(Array("<a>1</a><b>2</b>".utf8)) == Array("<a>1</a><b>2</b>".utf8))
        #expect(XMPDocument.withoutRepetitions(Array("<a/><a/>".utf8)) == Array("<a/>".utf8))
    }
}
