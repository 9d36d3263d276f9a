import CProcess
import Glibc

/// The memory of this process: pictures, orders and the access token lie in it.
package enum ProcessMemory {
    /// Keeps the user's other processes from reading it, by `ptrace` or in `/proc`. The kernel writes no core file then.
    package static func hide() { _ = lookahead_hide_memory() }

    /// Keeps a process that runs for years from holding much more memory than it uses. To be called before any thread begins.
    ///
    /// What clients leave behind lies scattered in the allocator's arenas, of which there are eight for each processor otherwise; one
    /// is as quick. Large blocks are mapped on their own, and leave no holes: otherwise the first that is freed raises the size
    /// from which blocks are mapped, up to 32 MiB.
    package static func limitFragmentation() {
        lookahead_bound_arenas(Int32(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        lookahead_map_blocks(1 << 20)
    }
}
