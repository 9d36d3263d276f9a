import CAttacks
import GridEngine
import Glibc
import Renditions

/// A decoder that was taken over: confined as every decoder is, it tries all that an attacker would, for each picture that
/// it is given. What the kernel said to it comes back as the picture.
@main
struct ConfinementProbe {
    static func main() {
        guard VipsDecoder.isAvailable else { _exit(1) }
        let server = getppid()
        let confinement = WorkerLimits().confine()
        let attacker = Attacker(server: server, confinement: confinement)
        WorkerService(socket: 3, confinement: confinement, decoder: attacker).run()
    }
}

private struct Attacker: PictureDecoder {
    let server: pid_t
    let confinement: Confinement

    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard case .file(let picture, _) = original else { throw .transient(.notAFile) }
        defer { withExtendedLifetime(picture) {} }
        let report = (header + attacks(on: picture) + calls).joined(separator: "\n")
        return [
            Rendition(
                bytes: Array(report.utf8), contentType: "image/jpeg", width: 1, height: 1, originalWidth: 1,
                originalHeight: 1)
        ]
    }

    private var header: [String] {
        [
            "confined \(confinement)", "32-bit \(lookahead_call_of_32_bits())", "threads \(lookahead_threads(500))",
        ]
    }

    /// `attack NAME ERROR`, 0 where it succeeded.
    private func attacks(on picture: OpenFile) -> [String] {
        var target = lookahead_target(server: server, picture: picture.descriptor)
        var lines: [String] = []
        var error: Int32 = 0
        while let name = lookahead_attack(Int32(lines.count), &target, &error) {
            lines.append("attack \(String(cString: name)) \(error)")
        }
        return lines
    }

    /// What no filter sees from Linux 6.14 on: `uretprobe` and `uprobe` work from a trampoline of the kernel's, and end the
    /// process that calls them from elsewhere.
    #if arch(x86_64)
        private static let ofTheKernel: Set<Int> = [335, 336]
    #else
        private static let ofTheKernel: Set<Int> = []
    #endif

    /// `call NUMBER ERROR` for every number there is, and many more. What is allowed gets arguments that it refuses; what
    /// would end the process or the call is left out.
    private var calls: [String] {
        let rules = SystemCallFilter().rules
        let allowed = Set(rules.filter { $0.condition == .always }.map { Int($0.number) })
        let untried = Set(
            rules.filter { ["exit", "exit_group", "rt_sigreturn", "restart_syscall"].contains($0.name) }
                .map { Int($0.number) }
        ).union(Self.ofTheKernel)
        let numbers = Array(0..<1200) + Array(0..<1200).map { $0 | 0x4000_0000 } + [-1, 0x7fff_ffff, 0x3fff_ffff]
        return numbers.filter { !untried.contains($0) }.map { number in
            "call \(number) \(lookahead_call(number, allowed.contains(number) ? -1 : 0))"
        }
    }
}
