import CProcess
import Glibc

/// The system calls that a decoder process may make; every other one fails with `EPERM`.
///
/// Found by tracing every loader over a corpus of all formats, and the calls that the C library makes when memory is short, a
/// thread is started or a check fails. There is none among them that names a file, another process or an address.
package struct SystemCallFilter: Sendable {
    package enum Condition: Sendable, Equatable {
        case always
        /// The argument's low word, without the bits of `ignoring`, must be one of these values.
        case argument(Int, ignoring: UInt32 = 0, isOneOf: [UInt32])
    }

    package struct Rule: Sendable {
        package var name: String
        package var number: Int32
        package var condition: Condition

        fileprivate init(_ name: String, _ number: Int32, _ condition: Condition = .always) {
            (self.name, self.number, self.condition) = (name, number, condition)
        }
    }

    /// In the order in which the kernel compares them: what is called most stands first.
    package let rules: [Rule]

    /// `clone3` has its flags in memory, where a filter cannot look. This error makes glibc fall back to `clone`.
    package static let clone3: Int32 = 435

    /// - Parameter process: the process that the filter is for, the only one that it may signal.
    package init(process: pid_t = getpid()) {
        rules =
            Self.memory + Self.descriptors + Self.threads + [
                // `abort` ends the process by a signal to itself.
                Rule("tgkill", SYS_tgkill, .argument(0, isOneOf: [UInt32(bitPattern: process)]))
            ]
    }

    private static let memory = [
        Rule("mprotect", SYS_mprotect), Rule("brk", SYS_brk), Rule("mmap", SYS_mmap), Rule("munmap", SYS_munmap),
        Rule("madvise", SYS_madvise), Rule("mremap", SYS_mremap),
    ]

    /// On what was open at the start, and what arrives over the socket.
    private static let descriptors = [
        Rule("read", SYS_read), Rule("lseek", SYS_lseek), Rule("pread64", SYS_pread64), Rule("close", SYS_close),
        Rule("sendto", SYS_sendto), Rule("recvmsg", SYS_recvmsg), Rule("dup", SYS_dup), Rule("fstat", SYS_fstat),
        // How glibc 2.33 to 2.38 spell `fstat`: an empty path.
        Rule("newfstatat", SYS_newfstatat, .argument(3, isOneOf: [0x1000])),
        // No locks, leases, owners of signals: flags and duplicates only.
        Rule(
            "fcntl", SYS_fcntl,
            .argument(1, isOneOf: [UInt32(F_GETFD), UInt32(F_SETFD), UInt32(F_GETFL), UInt32(F_DUPFD_CLOEXEC)])),
    ]

    private static let threads = [
        Rule("futex", SYS_futex), Rule("rt_sigprocmask", SYS_rt_sigprocmask), Rule("exit", SYS_exit),
        Rule("exit_group", SYS_exit_group), Rule("gettid", SYS_gettid), Rule("getpid", SYS_getpid),
        Rule("set_robust_list", SYS_set_robust_list), Rule("rseq", SYS_rseq), Rule("sched_yield", SYS_sched_yield),
        Rule("sched_getaffinity", SYS_sched_getaffinity), Rule("rt_sigaction", SYS_rt_sigaction),
        Rule("rt_sigreturn", SYS_rt_sigreturn), Rule("sigaltstack", SYS_sigaltstack),
        Rule("restart_syscall", SYS_restart_syscall), Rule("clock_gettime", SYS_clock_gettime),
        Rule("clock_nanosleep", SYS_clock_nanosleep), Rule("getrandom", SYS_getrandom), Rule("sysinfo", SYS_sysinfo),
        // Threads, never processes or namespaces: CLONE_VM, SIGHAND and THREAD, with any of FS, FILES, SYSVSEM, SETTLS,
        // PARENT_SETTID, CHILD_CLEARTID, DETACHED and CHILD_SETTID.
        Rule("clone", SYS_clone, .argument(0, ignoring: 0x017c_0600, isOneOf: [0x0001_0900])),
        // The names that libraries give their threads.
        Rule("prctl", SYS_prctl, .argument(0, isOneOf: [UInt32(PR_SET_NAME)])),
    ]

    /// Lays the filter on all threads of this process, for ever. It must have renounced privileges before.
    /// - Returns: `false` where the kernel has no filters.
    package func install() -> Bool {
        var instructions = program
        return lookahead_install_filter(&instructions, UInt16(instructions.count)) == 0
    }

    /// The filter in the kernel's language: each rule skips to the next one when it does not apply.
    var program: [sock_filter] {
        var program: [sock_filter] = [
            .load(offset: Self.architectureOffset), .jump(ifEqual: LOOKAHEAD_AUDIT_ARCH, 1, else: 0), .fail(EPERM),
            .load(offset: Self.numberOffset),
        ]
        // The x32 calls of x86-64 have numbers of their own, which are equal to none of these.
        for rule in rules { program += Self.instructions(rule) }
        return program + [.jump(ifEqual: UInt32(Self.clone3), 0, else: 1), .fail(ENOSYS), .fail(EPERM)]
    }

    private static func instructions(_ rule: Rule) -> [sock_filter] {
        let body: [sock_filter]
        switch rule.condition {
        case .always: body = [.allow]
        case .argument(let index, let ignoring, let values):
            // Each equal value jumps to the last instruction.
            let comparisons = values.indices.map {
                sock_filter.jump(ifEqual: values[$0], UInt8(values.count - $0), else: 0)
            }
            body =
                [.load(offset: argumentOffset(index)), .and(~ignoring)] + comparisons + [.fail(EPERM), .allow]
        }
        return [.jump(ifEqual: UInt32(rule.number), 0, else: UInt8(body.count))] + body
    }

    // Where the kernel's `seccomp_data` has them: int nr; u32 arch; u64 instruction pointer; u64 args[6], low words first.
    private static let numberOffset: UInt32 = 0
    private static let architectureOffset: UInt32 = 4
    private static func argumentOffset(_ index: Int) -> UInt32 { UInt32(16 + 8 * index) }
}

extension sock_filter {
    fileprivate static func load(offset: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
    }

    fileprivate static func and(_ mask: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: mask)
    }

    /// Skips `skip` instructions when the loaded value is equal, else `other`.
    fileprivate static func jump(ifEqual value: UInt32, _ skip: UInt8, else other: UInt8) -> sock_filter {
        sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: skip, jf: other, k: value)
    }

    fileprivate static var allow: sock_filter {
        sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: UInt32(SECCOMP_RET_ALLOW))
    }

    /// Ends the filter: the call returns this error and does nothing.
    fileprivate static func fail(_ error: Int32) -> sock_filter {
        sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: UInt32(SECCOMP_RET_ERRNO) | UInt32(error))
    }
}
