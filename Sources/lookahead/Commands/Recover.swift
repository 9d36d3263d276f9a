import ArgumentParser
import CollectionStore
import GridEngine

/// `lookahead recover`: what can be had from a damaged data folder, and how it is had.
struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what can be recovered from a damaged data folder, and recover it.",
        discussion: """
            Without --take nothing is changed. Databases that can be put together from the files and backups in the folder are \
            listed, the best one first. --take puts one of them into a new folder (--to), or in the place of the damaged one \
            (--in-place), whose files are moved to its folder "aside" and never deleted. The server must not be running.
            """)

    @Option(help: "The folder of orders and ratings. (default: $XDG_DATA_HOME/lookahead)", completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("Recover this one of the list.", valueName: "number"))
    var take: Int?

    @Option(help: ArgumentHelp("The new data folder.", valueName: "folder"), completion: .directory)
    var to: String?

    @Flag(help: "Put it in the place of the damaged files, which are moved aside.")
    var inPlace = false

    func validate() throws {
        guard take == nil ? to == nil && !inPlace : (to != nil) != inPlace else {
            throw ValidationError("--take goes with either --to or --in-place.")
        }
    }

    func run() throws {
        let folder = data ?? UserFolders.data
        do throws(StoreError) {
            guard isFolder(folder) else {
                throw .failed("There is no folder \(folder). Name the data folder with --data.")
            }
            let recovery = try Recovery(folder: folder)
            var skipped: [String] = []
            let candidates = recovery.candidates { skipped.append($0) }
            guard let take else { return show(recovery, candidates, skipped) }
            guard candidates.indices.contains(take - 1) else {
                throw .failed("There is no number \(take) in the list of what can be recovered.")
            }
            let target = to ?? folder
            let aside = try recovery.restore(candidates[take - 1], into: target)
            writeError("Recovered \(candidates[take - 1].name) in \(target).")
            if let aside { writeError("The damaged files are in \(aside).") }
        } catch {
            let error = ServiceError.store(error, folder: folder)
            writeError(error.description)
            throw ExitCode(error.exitCode)
        }
    }

    private func show(_ recovery: Recovery, _ candidates: [Recovery.Candidate], _ skipped: [String]) {
        for finding in recovery.findings { print("Damage: \(finding)") }
        if recovery.findings.isEmpty { print("No damage was found. A server would start on this folder.") }
        if candidates.isEmpty, skipped.isEmpty { print("Nothing can be recovered.") }
        for (index, candidate) in candidates.enumerated() {
            print("\(index + 1)  \(candidate.name)\(candidate.isComplete ? ": nothing is missing" : "")")
            for finding in candidate.findings { print("   \(finding)") }
            for collection in candidate.collections {
                print("   \(collection.id): version \(collection.version), \(collection.itemCount) items")
            }
        }
        for reason in skipped { print("Left out: \(reason)") }
    }
}
