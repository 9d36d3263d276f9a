#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Why a picture could not be loaded. Shared by everything that opens files.
extension Reason {
    package static let loadCancelled = Reason("load-cancelled", "Loading the picture was cancelled. Try again.")
    package static let notAPicture = Reason(
        "not-a-picture", "This is not a picture in a format that can be read.")
    package static let fileMissing = Reason(
        "file-missing", "The file no longer exists. Refresh to remove it.")
    package static let fileEmpty = Reason("file-empty", "The file is empty.")
    package static let notAFile = Reason("not-a-file", "This is not a regular file.")
    package static let noPermission = Reason(
        "no-permission", "The server has no permission to read the file. Change its permissions, then try again.")
    package static let linkLeavesFolder = Reason(
        "link-leaves-folder", "The link points outside the folder, so it is not followed.")
    package static let tooManyFilesOpen = Reason(
        "too-many-files-open", "The server has too many files open. Try again in a moment.")
    package static let outOfMemory = Reason(
        "out-of-memory", "The server does not have enough memory. Try again in a moment.")

    /// `code` is an `errno`.
    package static func fileUnreadable(_ code: Int32) -> Reason {
        Reason(
            "file-unreadable", "The file could not be read: \(String(cString: strerror(code))).",
            values: ["error": "\(code)"])
    }

    /// Codes of what may be wrong with a file, or with the folder or the disk that it lies on.
    static let ofFiles: Set<String> = [
        fileMissing.code, noPermission.code, notAFile.code, fileUnreadable(EIO).code,
    ]
}

extension LoadFailure {
    /// The failure of a system call on a file that ended with the `errno` `code`.
    package init(systemError code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .missing
            case EMFILE, ENFILE: .exhausted(.tooManyFilesOpen)
            case ENOMEM: .exhausted(.outOfMemory)
            case EACCES, EPERM: .unavailable(.noPermission)
            case EXDEV, ELOOP: .unreadable(.linkLeavesFolder)
            case EISDIR, ENXIO: .unavailable(.notAFile)
            default: .transient(.fileUnreadable(code))
            }
    }
}
