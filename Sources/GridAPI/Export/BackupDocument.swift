import GridEngine
import JSONText
import Synchronization

/// A backup as lines of JSON, made part by part while it is sent. Its last line says how much came before: a backup that was cut short
/// is refused by `lookahead import`.
final class BackupDocument: Sendable {
    private static let itemsAtOnce = 256

    private enum Place {
        case head
        case collection(Int)
        case items(collection: Int, section: Int, item: Int)
        case left(collection: Int)
        case end
        case done
    }

    private struct State {
        var place = Place.head
        var counts = BackupCounts()
    }

    private let collections: [CollectionBackup]
    private let state = Mutex(State())

    init(_ collections: [CollectionBackup]) { self.collections = collections }

    /// The next part; `nil` after the last.
    func next() -> [UInt8]? {
        state.withLock { state in
            while true {
                if case .done = state.place { return nil }
                let lines = step(&state)
                if !lines.isEmpty { return text(of: lines, &state.counts) }
            }
        }
    }

    /// The lines at a place, which becomes the next one.
    private func step(_ state: inout State) -> [BackupLine] {
        switch state.place {
        case .head:
            state.place = .collection(0)
            return [.head(form: BackupLine.form)]
        case .collection(let index):
            guard index < collections.count else {
                state.place = .end
                return []
            }
            let backup = collections[index]
            state.place = .items(collection: index, section: 0, item: 0)
            return [.collection(id: backup.id, version: backup.version, postedTitle: backup.postedTitle)]
                + backup.queries.map { .query($0) }
        case .items(let index, let section, let item):
            let backup = collections[index]
            guard section < backup.itemCounts.count else {
                state.place = .left(collection: index)
                return []
            }
            let end = min(backup.itemCounts[section], item + BackupDocument.itemsAtOnce)
            let isLast = end == backup.itemCounts[section]
            state.place = .items(collection: index, section: isLast ? section + 1 : section, item: isLast ? 0 : end)
            return (item == 0 ? [backup.section(at: section)] : []) + backup.items(ofSection: section, item..<end)
        case .left(let index):
            state.place = .collection(index + 1)
            return collections[index].leftItems
        case .end:
            state.place = .done
            return [.end(state.counts)]
        case .done: return []
        }
    }

    private func text(of lines: [BackupLine], _ counts: inout BackupCounts) -> [UInt8] {
        var text: [UInt8] = []
        for line in lines {
            counts.count(line)
            var writer = JSONWriter()
            writer.backupLine(line)
            text += writer.take()
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
