import GridEngine

extension RenditionLoader {
    enum Origin { case memory, disk, original }

    /// Runs one load on this thread, and checks the cancellation after each slow part.
    func rendition(for flight: Flight) -> (Result<Rendition, LoadFailure>, Origin) {
        let key = flight.request.key
        if let rendition = memory.rendition(for: key) {
            state.withLock { $0.statistics.memoryHits += 1 }
            return (.success(rendition), .memory)
        }
        if let rendition = disk?.rendition(for: key) {
            state.withLock { $0.statistics.diskHits += 1 }
            memory.insert(rendition, for: key)
            return (.success(rendition), .disk)
        }
        do throws(LoadFailure) {
            let rendition = key.form == .preview ? try makePreview(flight) : try make(flight)
            memory.insert(rendition, for: key)
            return (.success(rendition), .original)
        } catch {
            return (.failure(flight.cancellation.isCancelled ? .cancelled : error), .original)
        }
    }

    func make(_ flight: Flight) throws(LoadFailure) -> Rendition {
        let cancellation = flight.cancellation
        guard !cancellation.isCancelled else { throw .cancelled }
        state.withLock { $0.statistics.originals += 1 }
        let original = try flight.request.original(cancellation)
        let file = SettlingFile(original, pauseSeconds: configuration.settlingSeconds)
        return try decoding.pass(leavingEarly: { leave throws(LoadFailure) in
            guard !cancellation.isCancelled else { throw .cancelled }
            state.withLock { $0.statistics.decodes += 1 }
            let rendition: Rendition
            do throws(LoadFailure) {
                rendition = try decoder.rendition(
                    of: original, as: flight.request.key.form, cancellation: cancellation
                ) {
                    leave()
                    flight.request.whenSlow()
                }
            } catch {
                if case .unreadable = error, file?.isBeingWritten == true { throw SettlingFile.failure }
                throw error
            }
            guard !cancellation.isCancelled else { throw .cancelled }
            return rendition
        })
    }
}
