import GridEngine
import JSONText

extension PhotoFolder: DataSetSource {
    /// Lines that are handed on together.
    private static let linesAtOnce = 1024

    package var dataSets: [DataSetFile] {
        contents.withLock { $0.notes.dataSets }.map { found in
            let folder = FolderPlace(root: found.place.root, path: found.place.path)
            let path = FolderPlace.path(folder.path, found.name)
            let text = String(decoding: path, as: UTF8.self)
            let name = roots.count == 1 ? text : "\(sectionTitle(root: folder.root, path: []))/\(text)"
            return DataSetFile(root: folder.root, path: path, name: name, revision: found.revision)
        }.sorted { ($0.root, $0.name) < ($1.root, $1.name) }
    }

    package var namesRevision: Int { contents.withLock { $0.names.revision } }

    package func read(_ file: DataSetFile, _ take: (DataSetPart) -> Bool) throws(LoadFailure) {
        guard let form = DataSetForm(file.path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []) else {
            throw .missing
        }
        var records = try DataSetRecords(open(file), form)
        let folder = file.path.lastIndex(of: UInt8(ascii: "/")).map { Array(file.path[..<$0]) } ?? []
        var isOver = false
        while !isOver {
            var lines: [DataSetRecord] = []
            while lines.count < Self.linesAtOnce, let line = try records.next() { lines.append(line) }
            isOver = lines.count < Self.linesAtOnce
            if !take(part(lines, from: FolderPlace(root: file.root, path: folder))) { return }
        }
    }

    package func read(table: [UInt8], _ take: (DataSetRecord) -> Bool) throws(LoadFailure) {
        var records = try DataSetRecords(table: table)
        while let record = try records.next(), take(record) {}
    }

    package func item(at path: String) -> String? {
        contents.withLock { contents in
            for root in roots.indices {
                if let item = item(at: path, from: FolderPlace(root: root, path: []), in: contents) { return item }
            }
            return nil
        }
    }

    private func open(_ file: DataSetFile) throws(LoadFailure) -> OpenFile {
        do throws(FolderHandle.Failure) {
            let root = try FolderHandle.open(path: roots[file.root])
            let opened = OpenFile(descriptor: try root.fileBeneath(file.path))
            if try FolderHandle.status(of: opened).kind == .file { return opened }
        } catch {
            throw LoadFailure(systemError: error.code)
        }
        throw .unavailable(.notAFile)
    }

    private func part(
        _ lines: [DataSetRecord], from folder: FolderPlace
    ) -> DataSetPart {
        var part = DataSetPart()
        contents.withLock { contents in
            for line in lines {
                guard let path = line.path else {
                    part.invalid += 1
                    part.firstInvalid = part.firstInvalid ?? line.line
                    continue
                }
                if let item = item(at: path, from: folder, in: contents) {
                    part.rows.append((item, line.fields))
                } else {
                    part.unknown += 1
                    part.firstUnknown = part.firstUnknown ?? path
                }
            }
        }
        return part
    }

    /// The item whose file has a path, from a folder or absolute.
    private func item(at text: String, from folder: FolderPlace, in contents: borrowing Contents) -> String? {
        let slash = UInt8(ascii: "/")
        var parts = folder.path.split(separator: slash)
        var bytes = Array(text.utf8)[...]
        if bytes.first == slash {
            let root = absoluteRoots[folder.root] + [slash]
            guard bytes.starts(with: root) else { return nil }
            (parts, bytes) = ([], bytes.dropFirst(root.count))
        }
        for part in bytes.split(separator: slash) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        let path = Array(parts.joined(separator: [slash]))
        let identifier = ItemIdentifier(hash: hash(path, root: folder.root, salt: 0))
        guard let file = contents.catalogue.file(identifier), contents.catalogue.path(of: file) == path else {
            return nil
        }
        return contents.names.item(listedAs: identifier)
    }
}
