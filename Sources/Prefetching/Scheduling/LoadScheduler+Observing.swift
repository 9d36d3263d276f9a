extension LoadScheduler {
    /// A viewer's wants and the state of each, in its order of priority. For the dashboard; O(its wants).
    package func wants(of viewer: ViewerID) -> [(key: LoadKey, state: LoadState)] {
        guard let slot = viewerSlots[viewer] else { return [] }
        return viewers[Int(slot)].wants.map { (records[Int($0.slot)].key, records[Int($0.slot)].state) }
    }
}
