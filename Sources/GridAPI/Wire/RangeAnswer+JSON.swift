import CollectionLayout
import CollectionModel
import GridEngine
import JSONText

extension RangeAnswer {
    /// The answer as it goes out, written in one pass.
    func json(patches encoded: EncodedPatches) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512 + cells.count * 320)
        var urls: ImageURLs?
        writer.beginObject()
        writer.member("seq", sequence)
        writer.member("version", version)
        writer.member("visible", visible)
        writer.member("window", window)
        writer.member("contentSize", contentSize)
        writer.member("itemCount", itemCount)
        if let patches {
            writer.key("patches")
            writer.beginArray()
            for change in patches { writer.raw(encoded.json(of: change)) }
            writer.endArray()
        } else {
            // The log no longer reaches back to the browser's version.
            writer.member("reset", true)
        }
        writer.key("cells")
        writer.beginArray()
        for cell in cells {
            if cell.imageWidth != nil, urls == nil { urls = ImageURLs(collection: collection) }
            writer.cell(cell, urls)
        }
        writer.endArray()
        writer.key("headers")
        writer.beginArray()
        for header in headers { writer.header(header) }
        writer.endArray()
        writer.member("prefetch", prefetch)
        writer.member("cancel", cancel)
        writer.endObject()
        return writer.take()
    }
}

extension JSONWriter {
    mutating func cell(_ cell: Cell, _ urls: ImageURLs?) {
        beginObject()
        member("id", cell.item.id)
        member("index", cell.index)
        member("indexPath", cell.indexPath)
        member("frame", cell.frame)
        member("state", cell.state.rawValue)
        if cell.imageWidth != nil { member("tier", cell.tier.rawValue) }
        placeholder(cell.colour)
        key("item")
        item(cell.item)
        if let width = cell.imageWidth, let urls {
            key("image")
            urls.write(cell.item, width: width, to: &self)
        }
        failure(cell.failure)
        endObject()
    }

    /// The colour behind a cell's picture, once known.
    mutating func placeholder(_ colour: UInt32?) {
        guard let colour else { return }
        key("placeholder")
        string(colour: colour)
    }

    /// 0xRRGGBB as CSS writes it.
    mutating func string(colour: UInt32) {
        let digits = String(colour, radix: 16)
        string("#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
    }

    mutating func header(_ header: SectionHeader) {
        beginObject()
        member("section", header.section)
        member("id", header.id)
        member("title", header.title)
        member("frame", header.frame)
        member("sectionFrame", header.sectionFrame)
        member("itemCount", header.itemCount)
        if header.isFolded { member("folded", true) }
        if let count = header.foldedCount { member("foldedCount", count) }
        endObject()
    }
}
