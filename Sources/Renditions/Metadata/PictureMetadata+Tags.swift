import Glibc
import GridEngine

/// Which tag says what. Of several tags for one field the first that has a value counts: what programs of people write (XMP,
/// IPTC) before what cameras do for texts, cameras first for everything else.
extension PictureMetadata {
    init(_ tags: MetadataTags) {
        self.init()
        taken = Self.taken(tags)
        camera = CameraName.name(
            maker: tags.text("Exif.Image.Make") ?? tags.text("Xmp.tiff.Make"),
            model: tags.text("Exif.Image.Model") ?? tags.text("Xmp.tiff.Model"))
        cameraSerial = Self.serial(tags)
        lens = Self.lens(tags)
        focalLength = MetadataNumber.positive(
            tags.text("Exif.Photo.FocalLength") ?? tags.text("Xmp.exif.FocalLength"), upTo: 100_000)
        aperture = Self.aperture(tags)
        exposure = Self.exposure(tags)
        iso = Self.iso(tags)
        if let place = Self.place(tags) { (latitude, longitude) = place }
        if let focus = Self.focus(tags) { (focusX, focusY) = focus }
        stars = Self.stars(tags)
        flag = Self.flag(tags)
        keywords = Self.keywords(tags)
        label = tags.text("Xmp.xmp.Label")
        title = Self.firstText(
            tags, ["Xmp.dc.title", "Iptc.Application2.ObjectName"], windows: "Exif.Image.XPTitle", else: [])
        caption = Self.firstText(
            tags, ["Xmp.dc.description", "Iptc.Application2.Caption"], windows: "Exif.Image.XPComment",
            else: ["Exif.Image.ImageDescription"])
        caption = caption ?? Self.comment(tags)
    }

    private static func taken(_ tags: MetadataTags) -> String? {
        // OffsetTime is the zone of the last edit.
        MetadataDate.text(
            tags.text("Exif.Photo.DateTimeOriginal"), fraction: tags.text("Exif.Photo.SubSecTimeOriginal"),
            zone: tags.text("Exif.Photo.OffsetTimeOriginal"))
            ?? MetadataDate.text(tags.text("Exif.Image.DateTimeOriginal"))
            ?? MetadataDate.text(tags.text("Xmp.exif.DateTimeOriginal"))
            ?? MetadataDate.text(tags.text("Xmp.photoshop.DateCreated"))
            ?? MetadataDate.text(
                tags.text("Iptc.Application2.DateCreated"), time: tags.text("Iptc.Application2.TimeCreated"))
            ?? MetadataDate.text(
                tags.text("Exif.Photo.DateTimeDigitized"), fraction: tags.text("Exif.Photo.SubSecTimeDigitized"),
                zone: tags.text("Exif.Photo.OffsetTimeDigitized"))
            ?? MetadataDate.text(tags.text("Xmp.exif.DateTimeDigitized"))
            ?? MetadataDate.text(tags.text("Xmp.xmp.CreateDate"))
    }

    /// Two cameras of one model are told apart by it. Makers wrote it into their own notes before Exif 2.3 had a tag for it.
    private static func serial(_ tags: MetadataTags) -> String? {
        for tag in [
            "Exif.Photo.BodySerialNumber", "Xmp.exifEX.BodySerialNumber", "Xmp.aux.SerialNumber",
            "Exif.Image.CameraSerialNumber", "Exif.Canon.SerialNumber", "Exif.Nikon3.SerialNumber",
            "Exif.OlympusEq.SerialNumber", "Exif.Fujifilm.SerialNumber",
        ] {
            // Nothing but zeros is of a camera that has none.
            if let text = tags.text(tag).map(MetadataText.trimmed),
                text.contains(where: { $0.isLetter || "1"..."9" ~= $0 })
            {
                return text
            }
        }
        return nil
    }

    private static func lens(_ tags: MetadataTags) -> String? {
        for tag in [
            "Exif.Photo.LensModel", "Exif.Canon.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens",
        ] {
            if let text = tags.text(tag), CameraName.isLens(text) { return text }
        }
        // The camera wrote a number, of which exiv2 knows the name; an unknown one is "(61182)".
        for tag in [
            "Exif.CanonCs.LensType", "Exif.NikonLd3.LensIDNumber", "Exif.NikonLd2.LensIDNumber",
            "Exif.NikonLd1.LensIDNumber", "Exif.Pentax.LensType", "Exif.PentaxDng.LensType", "Exif.Sony2.LensID",
            "Exif.OlympusEq.LensType", "Exif.Panasonic.LensType",
        ] {
            if let text = tags.interpreted(tag), text.first != "(", CameraName.isLens(text) { return text }
        }
        return nil
    }

    private static func aperture(_ tags: MetadataTags) -> Double? {
        if let number = MetadataNumber.positive(
            tags.text("Exif.Photo.FNumber") ?? tags.text("Xmp.exif.FNumber"), upTo: 1000)
        {
            return number
        }
        // In steps of half the light (APEX).
        guard let steps = MetadataNumber.first(tags.text("Exif.Photo.ApertureValue")), (-10...20).contains(steps) else {
            return nil
        }
        return (pow(2, steps / 2) * 10).rounded() / 10
    }

    private static func exposure(_ tags: MetadataTags) -> Double? {
        if let seconds = MetadataNumber.positive(
            tags.text("Exif.Photo.ExposureTime") ?? tags.text("Xmp.exif.ExposureTime"), upTo: 1_000_000)
        {
            return seconds
        }
        guard let steps = MetadataNumber.first(tags.text("Exif.Photo.ShutterSpeedValue")), (-20...20).contains(steps)
        else { return nil }
        return pow(2, -steps)
    }

    private static func iso(_ tags: MetadataTags) -> Double? {
        let limit = 100_000_000.0
        let short = MetadataNumber.positive(
            tags.text("Exif.Photo.ISOSpeedRatings") ?? tags.text("Xmp.exif.ISOSpeedRatings"), upTo: limit)
        // A value that does not fit into 16 bits has a tag of its own.
        guard short == nil || short == 65535 else { return short }
        return MetadataNumber.positive(tags.text("Exif.Photo.RecommendedExposureIndex"), upTo: limit)
            ?? MetadataNumber.positive(tags.text("Exif.Photo.ISOSpeed"), upTo: limit) ?? short
    }

    private static func place(_ tags: MetadataTags) -> (Double, Double)? {
        let latitude =
            MetadataNumber.degrees(
                tags.text("Exif.GPSInfo.GPSLatitude"), direction: tags.text("Exif.GPSInfo.GPSLatitudeRef"))
            ?? MetadataNumber.degrees(tags.text("Xmp.exif.GPSLatitude"))
        let longitude =
            MetadataNumber.degrees(
                tags.text("Exif.GPSInfo.GPSLongitude"), direction: tags.text("Exif.GPSInfo.GPSLongitudeRef"))
            ?? MetadataNumber.degrees(tags.text("Xmp.exif.GPSLongitude"))
        guard let latitude, let longitude, isPlace(latitude, longitude) else { return nil }
        return (latitude, longitude)
    }

    /// 0°, 0° is what receivers write before they know.
    static func isPlace(_ latitude: Double, _ longitude: Double) -> Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180 && (latitude != 0 || longitude != 0)
    }

    private static func stars(_ tags: MetadataTags) -> Int? {
        for tag in ["Xmp.xmp.Rating", "Exif.Image.Rating"] {
            if let number = MetadataNumber.first(tags.text(tag)), (0...5).contains(number.rounded()) {
                return Int(number.rounded())
            }
        }
        return nil
    }

    private static func flag(_ tags: MetadataTags) -> Flag? {
        if MetadataNumber.first(tags.text("Xmp.xmp.Rating"))?.rounded() == -1 { return .reject }
        switch tags.text("Xmp.xmpDM.pick") {
        case "1": return .pick
        case "-1": return .reject
        default: break
        }
        // 2 is a picture that waits to be judged.
        switch tags.text("Xmp.digiKam.PickLabel") {
        case "1": return .reject
        case "3": return .pick
        default: return nil
        }
    }

    private static func keywords(_ tags: MetadataTags) -> [String] {
        let windows =
            MetadataText.utf16(tags.bytes("Exif.Image.XPKeywords"))?.split(separator: ";").map(String.init) ?? []
        var seen: Set<String> = []
        return
            (tags.texts("Xmp.dc.subject") + tags.texts("Iptc.Application2.Keywords") + windows
            + levels(tags.texts("Xmp.lr.hierarchicalSubject"), separator: "|")
            + levels(tags.texts("Xmp.digiKam.TagsList"), separator: "/"))
            .map(MetadataText.trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Each level of a tree is a keyword: who looks for "Animals" finds "Animals|Dog".
    private static func levels(_ paths: [String], separator: Character) -> [String] {
        paths.flatMap { $0.split(separator: separator).map(String.init) }
    }

    private static func firstText(
        _ tags: MetadataTags, _ first: [String], windows: String, else last: [String]
    ) -> String? {
        for tag in first {
            if let text = languageText(tags, tag) { return text }
        }
        if let text = MetadataText.utf16(tags.bytes(windows)) { return text }
        for tag in last {
            // As bytes: some programs write texts with a type of numbers.
            let text = MetadataText.decoded(tags.bytes(tag))
            if !text.isEmpty, !isWrittenByItself(text, tags) { return text }
        }
        return nil
    }

    /// The text for all other languages, where there are several, else the first.
    private static func languageText(_ tags: MetadataTags, _ tag: String) -> String? {
        // The library gives the one for all others, empty where there is none.
        if tag.hasPrefix("Xmp."), let text = tags.texts(tag).first, !text.isEmpty, !text.hasPrefix("lang=") {
            return text
        }
        return MetadataText.unlabelled(tags.text(tag))
    }

    private static func comment(_ tags: MetadataTags) -> String? {
        let bytes = tags.bytes("Exif.Photo.UserComment")
        let text = MetadataText.comment(bytes, isLittleEndian: tags.isLittleEndian)
        return text.flatMap { isWrittenByItself($0, tags) ? nil : $0 }
    }

    private static func isWrittenByItself(_ text: String, _ tags: MetadataTags) -> Bool {
        CameraName.isWrittenByItself(
            text, maker: tags.text("Exif.Image.Make"), model: tags.text("Exif.Image.Model"))
    }
}
