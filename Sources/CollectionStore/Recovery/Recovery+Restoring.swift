import GridEngine

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension Recovery {
    /// Puts a candidate into a new data folder, or in the place of the damaged one, whose files are moved to `aside` first.
    /// - Returns: the folder that the old files were moved to, if any.
    /// - Throws: `.failed` when `folder` has a database, or too little room.
    package func restore(_ candidate: Candidate, into folder: String) throws(StoreError) -> String? {
        try restore(candidate, into: folder) { () throws(StoreError) in }
    }

    /// - Parameters:
    ///   - candidate: what is put together.
    ///   - folder: where it goes.
    ///   - afterStep: is called after each step. Whichever is the last before a crash, no start takes what it leaves for a new
    ///     folder, and nothing that was put together is lost.
    /// - Returns: the folder that the old files were moved to, if any.
    /// - Throws: `.failed` when `folder` has a database, or too little room; what `afterStep` throws.
    func restore(
        _ candidate: Candidate, into folder: String, afterStep: () throws(StoreError) -> Void
    ) throws(StoreError) -> String? {
        let target = StoreFiles(folder: folder)
        let isInPlace = folder == files.folder
        try PrivateFolder.make(folder)
        let lock = isInPlace ? nil : try FolderLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        guard isInPlace || !StoreFiles.exists(target.database) && !StoreFiles.exists(target.mark) else {
            throw .failed("\(folder) has a database already")
        }
        try assemble(candidate.piece, in: target)
        try afterStep()
        let aside = try isInPlace ? moveAside(afterStep) : nil
        // A crash from here on leaves a folder whose database is missing, not a new one.
        _ = try MarkFile(
            target.mark,
            StoreMark(identity: .random(in: 1 ... .max), changes: 0, sums: 0, isFounding: true, hadDatabase: true))
        try afterStep()
        guard rename(target.recovered, target.database) == 0 else { throw StoreFiles.failure("write", target.database) }
        try StoreFiles.flushFolder(of: target.database)
        return aside
    }

    /// Puts a piece together under a name that it has only when it is whole.
    private func assemble(_ piece: Piece, in target: StoreFiles) throws(StoreError) {
        let unfinished = target.recovered + ".unfinished"
        unlink(unfinished)
        var isFinished = false
        defer { if !isFinished { unlink(unfinished) } }
        do throws(StoreError) {
            _ = try assemble(piece, at: unfinished)
        } catch .diskFull {
            throw .failed("There is too little room in \(target.folder) for \(piece.name).")
        }
        // A file of an earlier recovery may be the better one.
        let isThat = if case .interrupted = piece { target.folder == files.folder } else { false }
        if !isThat, StoreFiles.exists(target.recovered) { try Aside(in: target).keep(target.recovered) }
        guard rename(unfinished, target.recovered) == 0 else { throw StoreFiles.failure("write", target.recovered) }
        isFinished = true
        try StoreFiles.flushFolder(of: target.recovered)
    }

    /// Moves the files aside. A mark stays: it says that no database is served until another one is in place.
    private func moveAside(_ afterStep: () throws(StoreError) -> Void) throws(StoreError) -> String {
        let aside = try Aside(in: files)
        try aside.keep(files.mark)
        var mark = inspection.mark ?? StoreMark(identity: .random(in: 1 ... .max), changes: 0, sums: 0)
        mark.isBeingReplaced = true
        _ = try MarkFile(files.mark, mark)
        try afterStep()
        for path in [files.database, files.log, files.database + "-shm", files.sums] {
            try aside.move([path])
            try afterStep()
        }
        return aside.folder
    }
}
