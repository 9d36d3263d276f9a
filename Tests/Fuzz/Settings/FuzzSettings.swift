// Compiled by Scripts/fuzz against the program as it was built, with a parser of YAML that tells the fuzzer where it goes.

import Glibc

@testable import lookahead

/// A configuration file: it is taken or refused, each refusal says on which of its lines, and no line is blamed that is not there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneSetting(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var name = Array("/dev/shm/lookahead-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return 0 }
    unlink(name)
    defer { close(descriptor) }
    precondition(write(descriptor, start, count) == count)
    let content = UnsafeBufferPointer(start: start, count: count)
    let path = "/proc/self/fd/\(descriptor)"
    do throws(SettingProblems) {
        let settings = try ConfigurationFile(path: path).settings
        precondition(Set(settings.map(\.option.key)).count == settings.count, "an option is set twice")
        for setting in settings { check(setting.origin, of: content) }
        // What is right option by option is right together, or is refused in words.
        do { _ = try Serve.parse(Settings.arguments(settings, before: [])) } catch {
            precondition(!Serve.message(for: error).isEmpty)
        }
    } catch {
        precondition(!error.problems.isEmpty)
        for problem in error.problems {
            precondition(!problem.text.isEmpty)
            check(problem.origin, of: content)
        }
    }
    return 0
}

/// YAML ends lines by any of the signs that Unicode has for it.
private func check(_ origin: Setting.Origin, of content: UnsafeBufferPointer<UInt8>) {
    guard case .file(_, let line) = origin else { preconditionFailure("another place than the file") }
    let text = String(decoding: content, as: UTF8.self)
    let count = text.unicodeScalars.count { [0xa, 0xb, 0xc, 0xd, 0x85, 0x2028, 0x2029].contains($0.value) } + 1
    precondition(1...count ~= line, "line \(line) of \(count)")
}
