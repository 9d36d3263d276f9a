import GridEngine

extension RenditionLoader {
    func cachedAnywhere(_ key: RenditionKey) -> Rendition? {
        if let rendition = memory.rendition(for: key) {
            state.withLock { $0.statistics.memoryHits += 1 }
            return rendition
        }
        guard let rendition = disk?.rendition(for: key) else { return nil }
        state.withLock { $0.statistics.diskHits += 1 }
        return rendition
    }

    /// A preview with the texel that earlier versions did not keep with it, made of the preview itself.
    func withTexel(_ rendition: Rendition, _ flight: RenditionFlight) -> Rendition {
        guard flight.key.form == .preview, rendition.texel == nil else { return rendition }
        let again = try? decode(
            .encoded(rendition.bytes), as: [.preview], for: flight, whenSlow: flight.request.whenSlow)
        var rendition = rendition
        rendition.texel = again?[0].texel
        return rendition
    }

    /// A preview for which the original need not be read: of the full picture in a cache, or of the source's small content.
    /// `nil` when there is neither.
    func smallPreview(_ flight: RenditionFlight) throws(LoadFailure) -> LoadedRendition? {
        if let form = flight.request.byProduct {
            let key = flight.key.with(form)
            if let full = memory.rendition(for: key) ?? disk?.rendition(for: key) {
                let preview = try decode(
                    .encoded(full.bytes), as: [.preview], for: flight, whenSlow: flight.request.whenSlow)
                return LoadedRendition(preview[0], isFromSource: false)
            }
        }
        guard let small = try flight.request.smallOriginal(flight.cancellation) else { return nil }
        let preview = try decode(
            small, as: [.preview], for: flight, settling: settlingFile(small), whenSlow: flight.request.whenSlow)
        return LoadedRendition(preview[0])
    }

    /// Makes the flight's rendition, and its by-products where memory has none. A preview comes from the thumbnail in the file
    /// where there is one.
    func make(
        _ flight: RenditionFlight, of shared: SharedOriginal, whenSlow: () -> Void
    ) throws(LoadFailure) -> [RenditionForm: Rendition] {
        var settling: SettlingFile?
        let making = state.withLock { _ in flight.making }
        if shared.isFile, case .file(let file, _) = shared.original {
            // By itself a preview is made of it anyway.
            if flight.key.form == .preview, making.count > 1,
                let preview = try embeddedPreview(in: file, of: shared.original, for: flight)
            {
                return [.preview: preview]
            }
            state.withLock { $0.statistics.originals += 1 }
            settling = settlingFile(shared.original)
        }
        let forms = making.filter { form in
            form == flight.key.form || memory.rendition(for: flight.key.with(form)) == nil
        }
        let renditions = try decode(shared.original, as: forms, for: flight, settling: settling, whenSlow: whenSlow)
        return Dictionary(zip(forms, renditions)) { first, _ in first }
    }

    private func settlingFile(_ original: Original) -> SettlingFile? {
        SettlingFile(original, pauseSeconds: configuration.settlingSeconds)
    }

    /// The decoder sees whether the thumbnail shows the picture as it is now.
    private func embeddedPreview(
        in file: OpenFile, of original: Original, for flight: RenditionFlight
    ) throws(LoadFailure) -> Rendition? {
        guard EmbeddedThumbnail(file) != nil else { return nil }
        do throws(LoadFailure) {
            return try decode(original, as: [.preview], for: flight, whenSlow: flight.request.whenSlow)[0]
        } catch {
            // An unreadable file may still be written to.
            if flight.cancellation.isCancelled { throw .cancelled }
            return nil
        }
    }

    /// - Parameters:
    ///   - original: the content.
    ///   - forms: what to make of it.
    ///   - flight: stops it when it is cancelled.
    ///   - settling: the original, where it is a file that others may write to: then what is damaged may not be whole yet.
    ///   - whenSlow: called on this thread, once or more, when it takes long.
    /// - Returns: the renditions, at least the first.
    /// - Throws: as the decoder; `.notYet` for a damaged file that others may be writing to.
    private func decode(
        _ original: Original, as forms: [RenditionForm], for flight: RenditionFlight, settling: SettlingFile? = nil,
        whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        let cancellation = flight.cancellation
        return try decoding.pass(leavingEarly: { leave throws(LoadFailure) in
            guard !cancellation.isCancelled else { throw .cancelled }
            state.withLock { $0.statistics.decodes += 1 }
            let renditions: [Rendition]
            do throws(LoadFailure) {
                renditions = try decoder.renditions(of: original, as: forms, cancellation: cancellation) {
                    leave()
                    whenSlow()
                }
            } catch {
                if case .unreadable = error, settling?.isBeingWritten == true { throw SettlingFile.failure }
                throw error
            }
            guard !cancellation.isCancelled else { throw .cancelled }
            return renditions
        })
    }
}
