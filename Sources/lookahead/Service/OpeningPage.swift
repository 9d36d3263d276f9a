import Dispatch
import Glibc

/// A page that leads the browser of `--open` to the address with the token. Only the user can read it: other users of the machine see the
/// arguments of every program, and would see the token in an address there.
struct OpeningPage {
    let path: String

    /// Writes the page; `nil` when it cannot be written.
    init?(leadingTo address: String, in folder: String) {
        path = folder + "/lookahead.open.html"
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let target = Self.escaped(address)
        let page = Array(
            """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(target)">
            <title>Lookahead</title>
            <p><a href="\(target)">Lookahead</a></p>

            """.utf8)
        guard write(descriptor, page, page.count) == page.count else {
            unlink(path)
            return nil
        }
    }

    /// After the time that a browser may take to start.
    func deleteSoon() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60)) { delete() }
    }

    func delete() { unlink(path) }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
