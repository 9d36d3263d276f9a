import ArgumentParser
import Glibc

extension Serve {
    func run() throws {
        if let disagreement { throw ValidationError(disagreement) }
        do throws(ServiceError) {
            try Service(self).run()
        } catch {
            writeError(error.description)
            throw ExitCode(error.exitCode)
        }
        // Everything is on disk. Threads may still decode pictures: `exit` would unload the libraries that they use.
        fflush(nil)
        _exit(0)
    }
}
