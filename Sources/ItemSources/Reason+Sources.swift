#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine

/// Why a folder or a list could not be read as a whole.
extension Reason {
    /// The folder at `path` could not be read; `code` is an `errno`.
    static func folder(_ path: String, _ code: Int32) -> Reason {
        switch code {
        case ENOENT, ENOTDIR:
            Reason(
                "folder-missing", "There is no folder at \(path). Check the path, and whether its disk is mounted.",
                values: ["path": path])
        case EACCES, EPERM:
            Reason(
                "folder-no-permission",
                "The server has no permission to read the folder \(path). Change its permissions, then refresh.",
                values: ["path": path])
        default:
            Reason(
                "folder-unreadable",
                "The folder \(path) could not be read: \(String(cString: strerror(code))). Check its disk, then refresh.",
                values: ["path": path, "error": "\(code)"])
        }
    }

    /// The list at `path` could not be read; `code` is an `errno`.
    package static func list(_ path: String, _ code: Int32) -> Reason {
        switch code {
        case ENOENT, ENOTDIR:
            Reason("list-missing", "There is no list of pictures at \(path).", values: ["path": path])
        case EACCES, EPERM:
            Reason(
                "list-no-permission",
                "The server has no permission to read the list \(path). Change its permissions, then refresh.",
                values: ["path": path])
        default:
            Reason(
                "list-unreadable", "The list \(path) could not be read: \(String(cString: strerror(code))).",
                values: ["path": path, "error": "\(code)"])
        }
    }

}

/// Why a listing leaves out a file or a line; some are reasons of files too.
extension Reason {
    static let hidden = Reason("hidden", "Hidden files and folders are left out.")
    /// Links to folders (they may form circles, and show pictures twice), out of the folder, and to nothing.
    static let linkNotFollowed = Reason(
        "link-not-followed", "Links to folders, out of the folder or to nothing are not followed.")
    /// By `.nomedia` or `.lookaheadignore`.
    static let leftOutByFile = Reason(
        "left-out-by-file", "What a file .nomedia or .lookaheadignore says is left out.")
    static let documentFile = Reason("document-file", "Documents cannot be shown.")
    static let archiveFile = Reason("archive-file", "Archives cannot be shown.")
    static let audioFile = Reason("audio-file", "Sounds cannot be shown.")
    /// Layers and drawings: Photoshop's, Illustrator's and those of other programs.
    static let editorFile = Reason("editor-file", "Image editor files cannot be shown.")
    static let dataSetUnreadable = Reason("data-set-unreadable", "The data set could not be read to its end.")
    static let dataSetWithoutPaths = Reason(
        "data-set-without-paths", "The first line of a table of data must name a column path or file_name.")
    static let nestedTooDeep = Reason("nested-too-deep", "The folder is nested too deep.")
    static let uploadsUnsupported = Reason("uploads-unsupported", "Pictures cannot be uploaded to this server.")
    static let notJSON = Reason("not-json", "The line is not valid JSON.")
    static let notAWebAddress = Reason("not-a-web-address", "The line has no http or https address.")
    static let identifierLength = Reason("identifier-length", "An identifier must have 1 to 200 bytes.")
    static let listedTwice = Reason("listed-twice", "The identifier or address is already in the list.")
}
