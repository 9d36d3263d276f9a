import SeededRandom

/// What one landscape shows: decided by its number alone, painted by `LandscapePainter`.
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
