import GridEngine

extension RenditionLoader {
    /// Makes a preview in the cheapest way: from the full picture in a cache, from the source's small content, from the
    /// thumbnail in the file; otherwise the full picture is made as well, with one read.
    func makePreview(_ flight: Flight) throws(LoadFailure) -> Rendition {
        let (request, cancellation) = (flight.request, flight.cancellation)
        var fullKey = request.key
        fullKey.form = .width(request.fullWidth ?? widthSteps[0])
        if let full = memory.rendition(for: fullKey) ?? disk?.rendition(for: fullKey) {
            return try preview(of: .encoded(full.bytes), cancellation)
        }
        if let small = try request.smallOriginal(cancellation) { return try preview(of: small, cancellation) }
        let original = try request.original(cancellation)
        if case .file(let file, _) = original, let thumbnail = EmbeddedThumbnail(file) {
            // A damaged thumbnail does not make the preview fail.
            do throws(LoadFailure) {
                return try preview(of: .encoded(thumbnail.bytes), cancellation)
            } catch {
                if cancellation.isCancelled { throw error }
            }
        }
        var fullRequest = RenditionRequest(key: fullKey) { _ in original }
        fullRequest.whenSlow = request.whenSlow
        let full = try make(Flight(fullRequest, cancellation: cancellation))
        memory.insert(full, for: fullKey)
        flight.byProduct = (fullKey, full)
        return try preview(of: .encoded(full.bytes), cancellation)
    }

    private func preview(of original: Original, _ cancellation: Cancellation) throws(LoadFailure) -> Rendition {
        try decoding.pass { () throws(LoadFailure) in
            guard !cancellation.isCancelled else { throw .cancelled }
            state.withLock { $0.statistics.decodes += 1 }
            let preview = try decoder.rendition(
                of: original, as: .preview, cancellation: cancellation)
            guard !cancellation.isCancelled else { throw .cancelled }
            return preview
        }
    }
}
