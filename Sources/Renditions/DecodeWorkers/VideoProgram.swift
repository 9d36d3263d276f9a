import Glibc

/// The program that takes pictures from videos: beside this one, or where packages keep what nobody calls by name. There may be
/// none: videos are played all the same.
package enum VideoProgram {
    private static let name = "lookahead-video"

    /// `nil` where it is not installed.
    package static var path: String? {
        guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(resolved) }
        let folder = String(cString: resolved).split(separator: "/").dropLast().joined(separator: "/")
        return ["/\(folder)/\(name)", "/\(folder)/../lib/lookahead/\(name)"].first { access($0, X_OK) == 0 }
    }

    /// Workers that start with the first video.
    package static func decoder(width: Int, isBehind: Bool = false) -> WorkerDecoder? {
        let limits = WorkerLimits.video
        return path.map {
            WorkerDecoder(
                program: $0, arguments: ["\(limits.addressSpaceBytes)"] + (isBehind ? ["--behind"] : []), width: width,
                limits: limits, startsAtOnce: false)
        }
    }
}
