import Glibc
import GridEngine
import LookaheadTesting

extension TemporaryFolder {
    /// A file as a source would open it.
    func original(_ name: String) throws(LoadFailure) -> Original {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .missing }
        return .file(OpenFile(descriptor: descriptor), name: name)
    }
}
