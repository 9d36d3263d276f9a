// What reads bytes that another process wrote: other servers' rows in a shared database, marks in the log, records of the cache. What is
// read and written again is read as the same; anything else is damage with words.

import Foundation

func fuzzStored(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let body = Array(bytes.dropFirst())
    switch kind % 9 {
    case 0, 1: fuzzChange(body)
    case 7, 8: fuzzRows(body)
    case 2: fuzzMarks(body)
    case 3:
        let itemCount = 1 << 12
        guard let patch = try? Patch(decoding: body, itemCount: itemCount) else { return }
        precondition(patch.reconfigures.count <= max(itemCount, body.count), "it names more items than there are")
        let written = patch.encode()
        // Written as runs, those of single rows may be above the limit.
        guard let again = try? Patch(decoding: written, itemCount: Patch.ordinalCount) else {
            preconditionFailure("what was written is no patch")
        }
        precondition(again.encode() == written, "written once more, it is another patch")
    case 4:
        var ids = IdentifierTable.stored(capacity: 0)
        do throws(Damage) {
            try IdentifierRun.decode(Data(body.dropFirst()), count: Int(body.first ?? 0), into: &ids)
            precondition(ids.reduce(0) { $0 + $1.utf8.count } <= body.count)
            for ordinal in ids.indices where ids.duplicate == nil {
                precondition(ids.ordinal(of: ids[ordinal]) == ordinal, "an identifier is not found")
            }
        } catch { precondition(!error.finding.isEmpty) }
    case 5:
        var ordinals: [UInt32] = []
        try? OrdinalBlob.decode(Data(body), into: &ordinals)
        precondition(ordinals.count <= body.count / 4)
        if let page = try? RevisionPage(Data(body)) {
            let written = page.encoded()
            guard let again = try? RevisionPage(Data(written)) else {
                preconditionFailure("what was written is no page")
            }
            precondition(again.encoded() == written)
        }
    default: fuzzRecord(body)
    }
}

/// The body of a row of the log, as `SharedStore` reads it.
private func fuzzChange(_ bytes: [UInt8]) {
    do throws(Damage) {
        let change = try ChangeForm.decode(bytes, of: "birds", version: 7)
        let written = ChangeForm.encode(change)
        let again = try ChangeForm.decode(written, of: "birds", version: 7)
        precondition(ChangeForm.encode(again) == written, "written once more, it is another change")
    } catch {
        precondition(!error.finding.isEmpty)
    }
}

private func fuzzMarks(_ bytes: [UInt8]) {
    var table = MarkTable()
    let itemCount = 100
    guard let record = try? table.decode(bytes, itemCount: itemCount) else { return }
    precondition(record.items.allSatisfy { Int($0.rawValue) < itemCount }, "a mark of an item that is not there")
    let written = table.encode(record)
    guard (try? table.decode(written, itemCount: itemCount)) != nil else {
        preconditionFailure("what was written is no record of marks")
    }
}

/// A line of the log of metadata, and an entry of the disk cache, with the checksums that they need.
private func fuzzRecord(_ bytes: [UInt8]) {
    guard bytes.count >= MetadataRecord.headBytes else { return }
    let (head, body) = (bytes.prefix(MetadataRecord.headBytes), bytes.dropFirst(MetadataRecord.headBytes))
    _ = MetadataRecord.bodyCount(head)
    _ = MetadataRecord(head: head, body: body)
    // With the right checksum, so that what is behind it is tried too.
    var right: [UInt8] = []
    right.append(littleEndian: UInt32(body.count))
    let sum = Checksum.fnv(body)
    right.append(littleEndian: UInt32(truncatingIfNeeded: sum ^ sum >> 32))
    // Metadata in which no field is right are written as none.
    if let record = MetadataRecord(head: right[...], body: body), let metadata = record.metadata,
        metadata != PictureMetadata()
    {
        let written = record.encoded
        precondition(!written.isEmpty)
        let again = MetadataRecord(
            head: written.prefix(MetadataRecord.headBytes), body: written.dropFirst(MetadataRecord.headBytes))
        precondition(again == record, "written once more, it is another record")
    }
}
