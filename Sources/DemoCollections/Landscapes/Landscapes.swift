import GridEngine
import ItemSources
import SeededRandom

/// Landscape pictures painted by the program: no file, no network, the same on every machine.
package struct Landscapes: ItemSource {
    /// The pictures of a mood in the short collection.
    private static let picturesOfMood = 9

    package let id: String
    package let title: String
    package var capabilities: Capabilities { Capabilities(refresh: true) }
    package var abilities: SourceAbilities { SourceAbilities() }
    private let count: Int
    private let isEndless: Bool
    private let paintings: Int
    /// The size of every picture, in px.
    package let width: Int
    package let height: Int

    /// Thirty-six pictures, nine of each mood.
    /// - Parameter width: half as much again as the height. The painter takes about 0.15 s for one of 1200 px.
    package init(width: Int = 1200) {
        paintings = .max
        self.width = width
        height = width * 2 / 3
        id = "landscapes"
        title = "Landscapes"
        count = Landscape.Mood.allCases.count * Self.picturesOfMood
        isEndless = false
    }

    /// `count` landscapes in one section, each painted when it is loaded. After `paintings` they repeat.
    package init(
        count: Int, id: String = "landscapes-endless", title: String = "Landscapes, endless", width: Int = 1200,
        paintings: Int = .max
    ) {
        self.paintings = max(1, paintings)
        self.width = width
        height = width * 2 / 3
        self.id = id
        self.title = title
        self.count = max(0, count)
        isEndless = true
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let entries = (0..<count).map { SourceListing.Entry(id: Self.id(of: $0), revision: 1) }
        guard !cancellation.isCancelled else { throw .cancelled }
        progress(count)
        guard !isEndless else {
            return SourceListing(sections: [SourceListing.Section(id: "endless", title: title, items: entries)])
        }
        return SourceListing(
            sections: Landscape.Mood.allCases.map { mood in
                let first = mood.rawValue * Self.picturesOfMood
                return SourceListing.Section(
                    id: mood.title.lowercased(), title: mood.title,
                    items: Array(entries[first..<(first + Self.picturesOfMood)]))
            })
    }

    package func item(_ id: String) -> SourceItem? {
        guard let number = number(of: id) else { return nil }
        let title = landscape(number).title
        return SourceItem(
            id: id, title: isEndless ? "\(title), no. \(number + 1)" : title, revision: 1, width: width, height: height)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        guard let number = number(of: id) else { throw .missing }
        guard !cancellation.isCancelled else { throw .cancelled }
        var painter = LandscapePainter(landscape(number), width: width, height: height)
        let rgb = painter.paint()
        guard !cancellation.isCancelled else { throw .cancelled }
        return .pixels(width: width, height: height, rgb: rgb)
    }

    /// Names the painting of an item: the same for all that are alike, whatever their collection.
    package func painting(of id: String) -> String? {
        guard let number = number(of: id) else { return nil }
        return "\(isEndless ? "endless" : "four moods") \(number % paintings) \(width)"
    }

    func landscape(_ number: Int) -> Landscape {
        let number = number % paintings
        let moods = Landscape.Mood.allCases
        // The endless ones go through the moods in turn, a mood for some twenty pictures.
        let place = isEndless ? number : number % Self.picturesOfMood
        let mood = isEndless ? moods[number / 20 % moods.count] : moods[number / Self.picturesOfMood % moods.count]
        return Landscape(number: number, mood: mood, place: place)
    }

    private static func id(of number: Int) -> String { "landscape-\(number + 1)" }

    private func number(of id: String) -> Int? {
        guard id.hasPrefix("landscape-"), let number = Int(id.dropFirst(10)), number >= 1, number <= count,
            Self.id(of: number - 1) == id
        else { return nil }
        return number - 1
    }
}

/// The landscapes on the program's own picture server, for `URLListSource`. An item takes no memory.
package struct LandscapeURLs: URLCatalogue {
    private let landscapes: Landscapes
    private let root: String

    /// `origin` is the server's address, without a slash at its end.
    package init(_ landscapes: Landscapes, origin: String) {
        self.landscapes = landscapes
        root = "\(origin)/\(landscapes.id)/"
    }

    package func sections(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> [SourceListing.Section] {
        try landscapes.list(cancellation: cancellation, progress: progress).sections
    }

    /// The port may be another each time; the picture is the same.
    package func entry(_ id: String) -> URLEntry? {
        guard let item = landscapes.item(id) else { return nil }
        return URLEntry(
            id: id, title: item.title, address: "\(root)\(id).jpg", width: item.width, height: item.height,
            revision: item.revision)
    }
}

/// The scene of one landscape: decided by its number alone, painted by `LandscapePainter`.
struct Landscape {
    enum Mood: Int, CaseIterable {
        case dawn, day, dusk, night

        var title: String {
            switch self {
            case .dawn: "Dawn"
            case .day: "Day"
            case .dusk: "Dusk"
            case .night: "Night"
            }
        }
    }

    enum Scene: Int, CaseIterable { case lake, ridges, hills, sea, forest }

    let seed: UInt64
    let mood: Mood
    let scene: Scene
    let palette: LandscapePalette
    let title: String

    /// The first 36 numbers, from 0, go through the moods in groups of nine; later ones take them in turn.
    init(number: Int, mood: Mood, place: Int) {
        var random = SeededRandom(seed: UInt64(number) &* 0x9e37_79b9 &+ 0x5eed)
        self.mood = mood
        scene = Scene.allCases[(place + mood.rawValue) % Scene.allCases.count]
        let palettes: [LandscapePalette]
        switch mood {
        case .dawn: palettes = LandscapePalette.dawn
        case .day: palettes = LandscapePalette.day
        case .dusk: palettes = LandscapePalette.dusk
        case .night: palettes = LandscapePalette.night
        }
        palette = palettes[(place + place / Scene.allCases.count) % palettes.count]
        seed = random.next()
        title = Self.title(mood: mood, scene: scene, place: place)
    }

    private static func title(mood: Mood, scene: Scene, place: Int) -> String {
        let words = places(of: scene)
        return "\(mood.title) \(words[(place / Scene.allCases.count + mood.rawValue * 2) % words.count])"
    }

    private static func places(of scene: Scene) -> [String] {
        switch scene {
        case .lake:
            [
                "on the still lake", "by the long water", "at the mirror tarn", "over the glacier lake",
                "on the reed shore", "at the quiet cove", "across the reservoir", "by the two islands",
            ]
        case .ridges:
            [
                "over the northern ridge", "in the seven ranges", "above the mist", "on the high pass",
                "under the white peaks", "along the old border", "beyond the saddle", "over the blue ranges",
            ]
        case .hills:
            [
                "in the rolling hills", "over the meadows", "on the sheep walk", "beyond the last farm",
                "in the broad valley", "on the downs", "over the barley fields", "along the drove road",
            ]
        case .sea:
            [
                "over the open sea", "off the headland", "at the skerries", "in the western sound",
                "by the outer islands",
                "at low tide", "past the lighthouse rocks", "on the calm strait",
            ]
        case .forest:
            [
                "at the edge of the forest", "above the spruces", "in the pine valley", "over the dark woods",
                "by the clearing", "on the timber line", "among the firs", "behind the larches",
            ]
        }
    }
}
