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

    /// A preview for which the original need not be read: of the full picture in a cache, or of the source's small content.
    /// `nil` when there is neither.
    func smallPreview(_ flight: RenditionFlight) throws(LoadFailure) -> LoadedRendition? {
        if let form = flight.request.byProduct {
            let key = flight.key.with(form)
            if let full = memory.rendition(for: key) ?? disk?.rendition(for: key) {
                let preview = try decode(.encoded(full.bytes), as: [.preview], for: flight)
                return LoadedRendition(preview[0], isFromSource: false)
            }
        }
        guard let small = try flight.request.smallOriginal(flight.cancellation) else { return nil }
        return LoadedRendition(try decode(small, as: [.preview], for: flight)[0])
    }

    /// Makes the flight's rendition, and its by-product where memory has none. A preview comes from the thumbnail in the file
    /// where there is one.
    func make(_ flight: RenditionFlight, of original: Original) throws(LoadFailure) -> [RenditionForm: Rendition] {
        if case .file(let file, _) = original {
            if flight.key.form == .preview, let preview = try embeddedPreview(in: file, for: flight) {
                return [.preview: preview]
            }
            state.withLock { $0.statistics.originals += 1 }
        }
        let forms = flight.forms.filter { form in
            form == flight.key.form || memory.rendition(for: flight.key.with(form)) == nil
        }
        let renditions = try decode(original, as: forms, for: flight)
        return Dictionary(zip(forms, renditions)) { first, _ in first }
    }

    private func embeddedPreview(
        in file: OpenFile, for flight: RenditionFlight
    ) throws(LoadFailure) -> Rendition? {
        guard let thumbnail = EmbeddedThumbnail(file) else { return nil }
        do throws(LoadFailure) {
            return try decode(.encoded(thumbnail.bytes), as: [.preview], for: flight)[0]
        } catch {
            // A damaged thumbnail does not make the preview fail.
            if flight.cancellation.isCancelled { throw .cancelled }
            return nil
        }
    }

    private func decode(
        _ original: Original, as forms: [RenditionForm], for flight: RenditionFlight
    ) throws(LoadFailure) -> [Rendition] {
        let cancellation = flight.cancellation
        let file = SettlingFile(original, pauseSeconds: configuration.settlingSeconds)
        return try decoding.pass(leavingEarly: { leave throws(LoadFailure) in
            guard !cancellation.isCancelled else { throw .cancelled }
            state.withLock { $0.statistics.decodes += 1 }
            let renditions: [Rendition]
            do throws(LoadFailure) {
                renditions = try decoder.renditions(of: original, as: forms, cancellation: cancellation) {
                    leave()
                    flight.request.whenSlow()
                }
            } catch {
                if case .unreadable = error, file?.isBeingWritten == true { throw SettlingFile.failure }
                throw error
            }
            guard !cancellation.isCancelled else { throw .cancelled }
            return renditions
        })
    }
}
