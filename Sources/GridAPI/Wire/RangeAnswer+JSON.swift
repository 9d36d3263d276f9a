import CollectionLayout
import CollectionModel
import GridEngine
import JSONText

extension RangeAnswer {
    /// The answer as it goes out, written in one pass.
    func json(patches encoded: EncodedPatches) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512 + cells.count * 320)
        var urls: ImageURLs?
        writer.object { writer in
            writer.member("seq", sequence)
            writer.member("version", version)
            writer.member("visible", visible)
            writer.member("window", window)
            writer.member("contentSize", contentSize)
            writer.member("itemCount", itemCount)
            if let patches {
                writer.array("patches") { writer in
                    for change in patches { writer.raw(encoded.json(of: change)) }
                }
            } else {
                // The log no longer reaches back to the browser's version.
                writer.member("reset", true)
            }
            writer.array("cells") { writer in
                for cell in cells {
                    if cell.imageWidth != nil, urls == nil { urls = ImageURLs(collection: collection) }
                    writer.cell(cell, urls)
                }
            }
            writer.array("headers") { writer in for header in headers { writer.header(header) } }
            writer.member("prefetch", prefetch)
            writer.member("cancel", cancel)
        }
        return writer.take()
    }
}

extension JSONWriter {
    mutating func cell(_ cell: Cell, _ urls: ImageURLs?) {
        object { writer in
            writer.member("id", cell.item.id)
            writer.member("index", cell.index)
            writer.member("indexPath", cell.indexPath)
            writer.member("frame", cell.frame)
            writer.member("state", cell.state.rawValue)
            if cell.imageWidth != nil { writer.member("tier", cell.tier.rawValue) }
            writer.placeholder(cell.colour)
            writer.key("item")
            writer.item(cell.item)
            if let width = cell.imageWidth, let urls {
                writer.key("image")
                urls.write(cell.item, width: width, to: &writer)
            }
            writer.failure(cell.failure)
        }
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
        object { writer in
            writer.member("section", header.section)
            writer.member("id", header.id)
            writer.member("title", header.title)
            writer.member("frame", header.frame)
            writer.member("sectionFrame", header.sectionFrame)
            writer.member("itemCount", header.itemCount)
            if header.isFolded { writer.member("folded", true) }
            if let count = header.foldedCount { writer.member("foldedCount", count) }
        }
    }
}
