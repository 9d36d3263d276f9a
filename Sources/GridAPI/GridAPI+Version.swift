extension GridAPI {
    /// The program's version (Semantic Versioning): in `--version`, `/healthz` and the interface's description.
    package static let version = "0.1.0"
}
