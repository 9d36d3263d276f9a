import CProcess

/// The memory of this process: pictures, orders and the access token lie in it.
package enum ProcessMemory {
    /// Keeps the user's other processes from reading it, by `ptrace` or in `/proc`. The kernel writes no core file then.
    package static func hide() { _ = lookahead_hide_memory() }
}
