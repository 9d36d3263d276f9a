// Compiled by Scripts/fuzz together with the sources that it tries, as one module, for libFuzzer: `-sanitize=fuzzer`.

import Glibc

/// What this process tries, one of seven beside each other. In each, the first byte says what the others are given to.
private enum Target: String {
    case gate, decoders, patches, stored, pictures, files, shared

    static let chosen = getenv("FUZZ_TARGET").flatMap { Target(rawValue: String(cString: $0)) }
}

/// A crash, a trap or a broken rule below ends the run with the bytes that did it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let target = Target.chosen else {
        preconditionFailure("FUZZ_TARGET must be gate, decoders, patches, stored, pictures, files or shared")
    }
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch target {
    case .gate:
        switch start[0] % 6 {
        case 0: fuzzTarget(bytes)
        case 1: fuzzFraming(bytes)
        case 2, 3: fuzzFields(bytes)
        default: fuzzGate(bytes)
        }
    case .decoders:
        switch start[0] % 6 {
        case 0: fuzzJSON(bytes)
        case 1: fuzzBackup(bytes)
        case 2: fuzzPostedLines(bytes)
        // Half of the time: there are fifteen kinds.
        default: fuzzBody(bytes)
        }
    case .patches: start[0] % 2 == 0 ? fuzzPatch(bytes) : fuzzBatch(bytes)
    case .stored: fuzzStored(bytes)
    case .pictures: fuzzPictures(bytes)
    case .files: fuzzFiles(bytes)
    case .shared: fuzzShared(bytes)
    }
    return 0
}

/// A request's head: method, target, and header lines, as libmicrohttpd would hand them over.
private func fuzzGate(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    let method = (lines.first ?? []).filter { $0 != 0 } + [0]
    let target = (lines.count > 1 ? lines[1] : []) + [0]
    let hosts = AllowedHosts(host: "127.0.0.1", port: 8080, more: ["photos.example"], isWildcard: true)
    let token = AccessToken("a secret of this run")
    method.withUnsafeBytes { method in
        target.withUnsafeBufferPointer { target in
            let kept = lines.dropFirst(2).map { line -> (name: [UInt8], value: [UInt8]) in
                let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
                return (Array(line[..<colon]) + [0], Array(line[min(colon + 1, line.count)...]) + [0])
            }
            var head = RequestHead(
                method: HeaderText(method.baseAddress!.assumingMemoryBound(to: CChar.self)),
                target: HeaderText(start: target.baseAddress!, count: target.count - 1),
                version: HeaderText(start: UnsafePointer(strdup8("HTTP/1.1")), count: 8))
            for (name, value) in kept {
                name.withUnsafeBufferPointer { name in
                    value.withUnsafeBufferPointer { value in
                        head.add(
                            name: HeaderText(start: name.baseAddress!, count: name.count - 1),
                            value: HeaderText(start: value.baseAddress!, count: value.count - 1))
                    }
                }
            }
            _ = head.hasBody
        }
    }
    // The whole of the gate, on values that stay where they are.
    let text = kept(lines.count > 2 ? lines[2] : [])
    let gate = SecurityGate(hosts: hosts, token: token, port: 8080, guests: GuestOrigins(["https://a.example"]))
    for name in ["host", "origin", "cookie", "authorization", "sec-fetch-site", "content-length"] {
        var head = RequestHead(
            method: kept(Array("POST".utf8)), target: kept(target), version: kept(Array("HTTP/1.1".utf8)))
        if name != "host" { head.add(name: kept(Array("host".utf8)), value: kept(Array("127.0.0.1:8080".utf8))) }
        head.add(name: kept(Array(name.utf8)), value: text)
        head.finish()
        if case .pass = gate.check(head) {
            precondition(name == "authorization" || name == "cookie", "let in without the token by \(name)")
        }
    }
    release()
}

/// Whatever the pieces in which bytes come, the same of them pass, for the same reason.
private func fuzzFraming(_ bytes: [UInt8]) {
    var whole = RequestFraming()
    let passed = bytes.withUnsafeBufferPointer { whole.examine($0) }
    precondition(whole.refusal != nil || passed <= bytes.count)
    var pieces = RequestFraming()
    var waiting: [UInt8] = []
    var passedInPieces = 0
    for byte in bytes where pieces.refusal == nil {
        waiting.append(byte)
        let count = waiting.withUnsafeBufferPointer { pieces.examine($0) }
        waiting.removeFirst(count)
        passedInPieces += count
    }
    precondition(pieces.refusal == whole.refusal, "in pieces it is refused for another reason")
    precondition(passedInPieces == passed, "in pieces other bytes pass")
}

/// What is read as JSON and written again is read as the same.
private func fuzzJSON(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(decoding: bytes) else { return }
    let written = value.encoded
    guard let again = try? JSONValue(decoding: written) else { preconditionFailure("what was written is no JSON") }
    precondition(again.encoded == written, "written once more, it is another text")
}

/// What is read as a patch either applies and can be taken back, or is refused and changes nothing.
private func fuzzPatch(_ bytes: [UInt8]) {
    guard let patch = try? Patch(decoding: bytes, itemCount: 12) else { return }
    let items = (0..<12).map { ItemOrdinal(rawValue: $0) }
    guard
        let before = try? Snapshot(sections: [
            (SectionOrdinal(rawValue: 0), Array(items[..<7])), (SectionOrdinal(rawValue: 1), Array(items[7...])),
        ])
    else { preconditionFailure() }
    var after = before
    do { try after.apply(patch) } catch {
        precondition(after.itemCounts == before.itemCounts, "a refused patch changed something")
        return
    }
    do { try after.apply(patch.inverted()) } catch { preconditionFailure("what was done cannot be taken back") }
    precondition(after.itemCounts == before.itemCounts)
    for index in 0..<12 { precondition(after.item(atFlat: index) == before.item(atFlat: index)) }
}

/// A path's segments decode to text without separators, or not at all.
private func fuzzTarget(_ bytes: [UInt8]) {
    guard let text = PercentCoding.decode(bytes[...]) else { return }
    precondition(text.utf8.count <= bytes.count)
}

// Memory that lies still for one run.
nonisolated(unsafe) private var pieces: [UnsafeMutablePointer<UInt8>] = []  // Guard: libFuzzer has one thread.

private func strdup8(_ text: String) -> UnsafeMutablePointer<UInt8> { copy(Array(text.utf8)) }

private func kept(_ bytes: [UInt8]) -> HeaderText { HeaderText(start: copy(bytes), count: bytes.count) }

private func kept(_ bytes: UnsafeBufferPointer<UInt8>) -> HeaderText { kept(Array(bytes)) }

private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8> {
    let place = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    place.initialize(from: bytes + [0], count: bytes.count + 1)
    pieces.append(place)
    return place
}

private func release() {
    for piece in pieces { piece.deallocate() }
    pieces = []
}
