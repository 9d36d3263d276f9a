import Glibc

/// Raises the limit of open files to the system's, at most 65,536: each connection and each load takes one.
/// - Returns: the limit that holds then.
func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return 1024 }
    let before = limit.rlim_cur
    if before < 65_536 {
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        if setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
    }
    return Int(clamping: limit.rlim_cur)
}

/// Opens an address or a file with `xdg-open`, as an argument that other users of the machine can see. Does not wait for it.
/// - Returns: whether `xdg-open` could be started.
func startBrowser(_ address: String) -> Bool {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The browser must get the signals that this program blocks.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words: [String] = ["xdg-open", address]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    return posix_spawnp(&process, "xdg-open", nil, &attributes, arguments + [nil], environ) == 0
}
