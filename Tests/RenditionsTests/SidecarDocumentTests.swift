import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

/// Documents of XMP as other programs leave them, changed by the library.
@Suite struct SidecarDocumentTests {
    private let folder = TemporaryFolder()

    /// As Lightroom writes them: settings, a curve, a look with parameters of its own, a history, a tree of keywords.
    private static let lightroom = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"\
         xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"\
         xmlns:mine="http://example.org/mine/1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"\
         crs:Exposure2012="+1.35" mine:note="keep" xmp:Rating="1">\
        <crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 250</rdf:li></rdf:Seq></crs:ToneCurvePV2012>\
        <crs:Look><rdf:Description crs:Name="Vivid"><crs:Parameters><rdf:Description crs:Version="15.0"/>\
        </crs:Parameters></rdf:Description></crs:Look>\
        <dc:subject><rdf:Bag><rdf:li>Dog</rdf:li></rdf:Bag></dc:subject>\
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>Animals|Dog</rdf:li></rdf:Bag></lr:hierarchicalSubject>\
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    private func edited(_ text: String, _ edits: [SidecarEdit]) throws -> String {
        let document = try #require(SidecarDocument(Array(text.utf8)))
        for edit in edits { #expect(document.apply(edit), "\(edit)") }
        return String(decoding: try #require(document.text), as: UTF8.self)
    }

    private func metadata(_ text: String) throws -> PictureMetadata {
        folder.write(text, to: "a.xmp")
        guard case .file(let file, _) = try folder.original("a.xmp") else { return PictureMetadata() }
        return MetadataExtractor.metadata(in: file) ?? PictureMetadata()
    }

    @Test func `what other programs wrote stays`() throws {
        let text = try edited(
            Self.lightroom,
            [
                .set("Xmp.xmp.Rating", "-1"), .set("Xmp.xmp.Label", "Green"), .remove("Xmp.xmpDM.pick"),
                .fill("Xmp.dc.subject", ["never"]), .add("Xmp.dc.subject", ["<Anna & \"Bo\"> 'é𝄞"]),
                .addIfListed("Xmp.lr.hierarchicalSubject", ["Print"]), .addIfListed("Xmp.digiKam.TagsList", ["Print"]),
            ])
        for kept in [
            #"crs:Exposure2012="+1.35""#, #"mine:note="keep""#, "255, 250", #"crs:Name="Vivid""#,
            #"crs:Version="15.0""#,
            "Animals|Dog",
        ] { #expect(text.contains(kept), "\(kept) is lost: \(text)") }
        #expect(!text.contains("never") && !text.contains("TagsList") && text.contains("<rdf:li>Print</rdf:li>"))
        #expect(text.hasPrefix("<x:xmpmeta") && text.hasSuffix("</x:xmpmeta>\n"), "without the room behind it")
        let read = try metadata(text)
        #expect(read.flag == .reject && read.stars == nil && read.label == "Green")
        #expect(read.keywords == ["Dog", "<Anna & \"Bo\"> 'é𝄞", "Animals", "Print"])
        // Once more, the same changes change nothing.
        #expect(try edited(text, [.set("Xmp.xmp.Rating", "-1"), .add("Xmp.dc.subject", ["Dog"])]) == text)
    }

    @Test func `a new document has what is set, and nothing else`() throws {
        let text = try edited(
            "", [.set("Xmp.xmp.Rating", "4"), .set("Xmp.xmpDM.pick", "1"), .fill("Xmp.dc.subject", ["a"])])
        let read = try metadata(text)
        #expect(read.stars == 4 && read.flag == .pick && read.keywords == ["a"] && read.label == nil)
    }

    @Test func `a document that cannot be read is not replaced`() throws {
        for damaged in [
            String(Self.lightroom.prefix(400)), Self.lightroom.replacing("</rdf:Bag>", with: ""), "no document",
        ] {
            #expect(SidecarDocument(Array(damaged.utf8)) == nil, "\(damaged)")
        }
    }

    @Test func `edits come to a worker as they were sent`() throws {
        let edits: [SidecarEdit] = [
            .set("a", ""), .remove("b"), .fill("c", []), .add("d", ["1", "2\n", ""]), .addIfListed("e", ["é"]),
        ]
        let sent = SidecarMessage.encoded(edits, document: [1, 0, 2])
        let got = try #require(SidecarMessage.decoded(sent))
        #expect(got.edits == edits && got.document == [1, 0, 2])
        for end in 0..<(sent.count - 3) { #expect(SidecarMessage.decoded(Array(sent[..<end])) == nil, "\(end)") }
    }

    @Test(arguments: [
        ("<xmp:Rating>-1</xmp:Rating>", PictureMetadata.Flag.reject),
        ("<digiKam:PickLabel>3</digiKam:PickLabel>", .pick),
        ("<digiKam:PickLabel>1</digiKam:PickLabel>", .reject), ("<digiKam:PickLabel>2</digiKam:PickLabel>", nil),
        ("<xmpDM:pick>1</xmpDM:pick><xmp:Rating>2</xmp:Rating>", .pick), ("<xmpDM:pick>0</xmpDM:pick>", nil),
    ])
    func `flags of other programs are read`(properties: String, flag: PictureMetadata.Flag?) throws {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"\
             xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmlns:digiKam="http://www.digikam.org/ns/1.0/">\
            \(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let read = try metadata(text)
        #expect(read.flag == flag)
        #expect(PictureMetadata(decoding: read.encoded[...]) == read)
    }

    @Test func `stars beside a picture take back that its file rejects it`() {
        var (file, beside) = (PictureMetadata(), PictureMetadata())
        file.flag = .reject
        #expect(file.overridden(by: beside).flag == .reject)
        beside.stars = 3
        #expect(file.overridden(by: beside).flag == nil)
        beside.flag = .pick
        #expect(file.overridden(by: beside).flag == .pick)
    }
}
