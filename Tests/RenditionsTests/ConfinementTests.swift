import Glibc
import GridEngine
import LookaheadTesting
import Renditions
import Testing

/// What a decoder process may do, asked of the kernel: the probe runs in a worker's place and reports.
@Suite struct ConfinementTests {
    private let folder = TemporaryFolder()

    /// The probe's report: lines by their first word.
    private func report() throws -> [Substring: [[Substring]]] {
        let decoder = WorkerDecoder(program: try #require(Self.program), arguments: [], width: 1)
        folder.write(Array("a picture".utf8), to: "picture.jpg")
        let made = try decoder.rendition(
            of: folder.original("picture.jpg"), as: .width(96), cancellation: Cancellation())
        let lines = String(decoding: made.bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(grouping: lines) { $0[0] }
    }

    /// Beside the program.
    private static let program: String? = {
        let named = getenv("LOOKAHEAD_BINARY").map { String(cString: $0) }
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let binary = named ?? "/\(root)/.build/debug/lookahead"
        return binary.lastIndex(of: "/").map { binary[...$0] + "confinement-probe" }
    }()

    @Test func `the kernel lets through the listed system calls, of all numbers, and no other`() throws {
        let report = try report()
        guard try #require(report["confined"]).joined().contains("systemCalls,") else { return }
        let rules = SystemCallFilter().rules
        let allowed = Set(rules.filter { $0.condition == .always }.map { Int($0.number) })
        let calls = try #require(report["call"])
        #expect(calls.count > 2390)
        for call in calls {
            let (number, error) = (try #require(Int(call[1])), try #require(Int32(call[2])))
            if number == SystemCallFilter.clone3 {
                #expect(error == ENOSYS)
            } else {
                // Those with a condition were made with arguments that do not meet it.
                #expect((error != EPERM) == allowed.contains(number), "system call \(number): \(error)")
            }
        }
    }

    @Test func `at most 40 system calls are open to a decoder, none of them twice`() {
        let rules = SystemCallFilter().rules
        #expect(rules.count <= 40)
        #expect(Set(rules.map(\.number)).count == rules.count && Set(rules.map(\.name)).count == rules.count)
    }

    @Test func `the calls of 32-bit programs are refused too`() throws {
        let report = try report()
        guard try #require(report["confined"]).joined().contains("systemCalls,") else { return }
        let error = try #require(Int32(report["32-bit"]?.first?.last ?? ""))
        // −1: the processor or the kernel has none.
        #expect(error == EPERM || error == -1)
    }

    @Test func `every attack is refused by the kernel`() throws {
        let report = try report()
        guard try #require(report["confined"]).joined().contains("systemCalls,") else { return }
        let attacks = try #require(report["attack"])
        #expect(attacks.count > 110)
        for attack in attacks { #expect(Int32(attack[2]) == EPERM, "\(attack)") }
    }

    @Test func `a decoder has a maximum of threads of its own`() throws {
        let report = try report()
        guard try #require(report["confined"]).joined().contains("threads") else { return }
        let threads = try #require(Int(report["threads"]?.first?.last ?? ""))
        #expect((8..<64).contains(threads))
    }

    @Test func `what is missing is named, in a fixed order`() {
        #expect(Confinement.complete.missing == [])
        #expect(Confinement([.systemCalls, .session]).missing == ["files", "capabilities", "threads"])
        #expect(Confinement(rawValue: .max).missing == [])
    }
}
