// What reads files that cameras wrote: the headers of videos, without a library, and the pictures in RAW files, which exiv2 finds. Both
// run in confined workers.

import Glibc

func fuzzFiles(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    switch kind % 4 {
    case 0: fuzzRaw(Array(bytes.dropFirst()))
    default: if let file = fileInMemory(bytes.dropFirst()) { fuzzVideo(file) }
    }
}

/// What a header says is possible, or left out; and a worker can answer it.
private func fuzzVideo(_ file: OpenFile) {
    if var reader = HeaderReader(file) {
        precondition(reader.bytes(at: reader.sizeBytes, count: 1) == nil && reader.bytes(at: -1, count: 1) == nil)
    }
    guard let facts = VideoFacts(of: file) else { return }
    if let duration = facts.duration { precondition(duration.isFinite && duration > 0 && duration < 1e9) }
    precondition((facts.width == nil) == (facts.height == nil))
    for side in [facts.width, facts.height] { precondition(1...65_535 ~= side ?? 1) }
    let metadata = PictureMetadata(facts)
    let again = PictureMetadata(decoding: metadata.encoded[...])
    precondition(again?.width == facts.width && again?.height == facts.height && again?.taken == metadata.taken)
}

/// A RAW file with a preview of any bytes. The structures around it are exiv2's to read: it ends the process on some that are damaged
/// ("Overflow in addition", thrown where nothing may be), which is what its worker is for.
private func fuzzRaw(_ bytes: [UInt8]) {
    guard MetadataLibrary.isReady, let first = bytes.first else { return }
    let preview: [UInt8] = [0xff, 0xd8] + bytes.dropFirst()
    let orientation = first % 10
    guard let file = fileInMemory(rawFile(preview, orientation)) else { return }
    var tried = 0
    do throws(LoadFailure) {
        let none: Int? = try RawPreviews.withPreviews(in: file) { found throws(LoadFailure) in
            tried += 1
            // As it is, or behind the mark that turns it.
            precondition(found.count == preview.count || found.count == preview.count + 36, "another preview")
            precondition(found.suffix(preview.count - 2).elementsEqual(preview.dropFirst(2)))
            throw .unreadable(.rawWithoutPreview)
        }
        precondition(none == nil)
    } catch {
        precondition(tried <= 1, "a preview that is not there")
    }
}

/// A TIFF of one directory, with a JPEG of 100 by 100 px behind it.
private func rawFile(_ preview: [UInt8], _ orientation: UInt8) -> [UInt8] {
    let entries: [(tag: UInt8, high: UInt8, type: UInt8, value: Int)] = [
        (0x00, 1, 3, 100), (0x01, 1, 3, 100), (0x03, 1, 3, 6), (0x12, 1, 3, Int(orientation)), (0x01, 2, 4, 86),
        (0x02, 2, 4, preview.count),
    ]
    var file = Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(entries.count), 0]
    for entry in entries {
        file += [entry.tag, entry.high, entry.type, 0, 1, 0, 0, 0]
        for shift in stride(from: 0, to: 32, by: 8) { file.append(UInt8(truncatingIfNeeded: entry.value >> shift)) }
    }
    // No directory follows.
    return file + [0, 0, 0, 0] + preview
}

/// A file that is in no folder; `nil` when the system has no more.
func fileInMemory(_ bytes: some Collection<UInt8>) -> OpenFile? {
    var name = Array("/dev/shm/lookahead-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    let content = Array(bytes)
    precondition(write(descriptor, content, content.count) == content.count)
    return OpenFile(descriptor: descriptor)
}
