/// A RAW file as the TIFF-based ones are: a main directory that tells of the camera, and a directory for each preview. What the
/// sensor measured is left out: nobody reads it.
struct RawFile {
    /// JPEG files, whatever is in them.
    var previews: [(jpeg: [UInt8], width: Int, height: Int)] = []
    /// As Exif has it.
    var orientation = 1
    var camera = "Model One"

    var bytes: [UInt8] {
        typealias Entry = DescribedPicture.Entry
        let model = DescribedPicture.ascii(camera) + [0]
        let mainEntries = 4
        let modelAt = 8 + 6 + 12 * mainEntries
        let listAt = modelAt + model.count + model.count % 2
        let firstAt = listAt + 4 * previews.count
        let directoryBytes = 6 + 12 * 6
        let dataAt = firstAt + directoryBytes * previews.count
        var file = DescribedPicture.bytes(DescribedPicture.ascii("II*\0"), DescribedPicture.little(8, 4))
        let places = previews.indices.map { firstAt + directoryBytes * $0 }
        let list = places.flatMap { DescribedPicture.little($0, 4) }
        file += Self.directory([
            (0x00fe, 4, 1, 1), (0x0110, 2, model.count, modelAt), (0x0112, 3, 1, orientation),
            (0x014a, 4, previews.count, previews.count == 1 ? places[0] : listAt),
        ])
        file += model + (model.count.isMultiple(of: 2) ? [] : [0]) + list
        var at = dataAt
        for preview in previews {
            // A reduced picture, compressed as JPEG.
            file += Self.directory([
                (0x00fe, 4, 1, 1), (0x0100, 4, 1, preview.width), (0x0101, 4, 1, preview.height), (0x0103, 3, 1, 6),
                (0x0201, 4, 1, at), (0x0202, 4, 1, preview.jpeg.count),
            ])
            at += preview.jpeg.count
        }
        for preview in previews { file += preview.jpeg }
        return file
    }

    private static func directory(_ entries: [(tag: Int, type: Int, count: Int, value: Int)]) -> [UInt8] {
        var bytes = DescribedPicture.little(entries.count, 2)
        for entry in entries {
            bytes += DescribedPicture.little(entry.tag, 2) + DescribedPicture.little(entry.type, 2)
            bytes += DescribedPicture.little(entry.count, 4) + DescribedPicture.little(entry.value, 4)
        }
        return bytes + DescribedPicture.little(0, 4)
    }
}
