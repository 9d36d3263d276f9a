import Prefetching

/// The consequences of a range event: everything that is to be done once the viewer's lock is released, as one value.
struct RangeAction: Sendable, Equatable {
    /// For the browser that sent the event.
    var answer: RangeAnswer
    /// For the viewer's event streams: cells that the browser holds from before and that turned out to need no load.
    var updates: [CellUpdate] = []
    /// For the viewer's event streams: previews of the answer's cells that are in memory.
    var previews: [PreviewPicture] = []
    /// Whether pictures that are made are seen so soon that their previews are of no use any more; `nil` when that is as before.
    var picturesComeSoon: Bool?
    /// Contents that are loaded and not in memory any more.
    var lostContents: [LoadKey] = []
    /// The items that the viewer shows as texels from now on: none in an empty range. `nil` when that is as before.
    var texels: TexelSight?
    /// Loads to start, to cancel, to promote.
    var loads: [LoadEffect] = []
}
