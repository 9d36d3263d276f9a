import GridEngine
import Synchronization

/// Keeps texels in memory, as far as the test has room for them; its pictures are the pixels themselves.
package final class ScriptedTexels: TexelStore {
    /// The test's hand on all shelves.
    private final class Script: Sendable {
        struct State {
            var room: TexelRoom
            var sheets = 0
            var whenRead: (@Sendable () -> Void)?
        }

        let state: Mutex<State>

        init(_ room: TexelRoom) { state = Mutex(State(room: room)) }
    }

    private let shelves = Mutex<[String: Shelf]>([:])
    private let script: Script

    package init(sizes: [TexelSize] = TexelSize.allCases) {
        script = Script(TexelRoom(sizes: sizes, isPaused: false))
    }

    /// The room from now on.
    package var room: TexelRoom {
        get { script.state.withLock { $0.room } }
        set { script.state.withLock { $0.room = newValue } }
    }

    /// How many pictures of texels were made.
    package var sheets: Int { script.state.withLock { $0.sheets } }

    /// Called when pixels are read, on the thread that reads them.
    package func whenRead(_ body: @escaping @Sendable () -> Void) { script.state.withLock { $0.whenRead = body } }

    package func shelf(of collection: String) -> any TexelShelf { known(collection) }

    private func known(_ collection: String) -> Shelf {
        shelves.withLock { shelves in
            if let shelf = shelves[collection] { return shelf }
            let shelf = Shelf(script)
            shelves[collection] = shelf
            return shelf
        }
    }

    /// Loses the pixels of an item, as a damaged disk does.
    package func damage(_ ordinal: UInt32, of collection: String, in sizes: [TexelSize] = TexelSize.allCases) {
        known(collection).state.withLock { state in
            for size in sizes { state.pixels[size]?[ordinal] = nil }
        }
    }

    /// How many items have pixels of a size.
    package func pixels(_ size: TexelSize, of collection: String) -> Int {
        known(collection).state.withLock { $0.pixels[size]?.count ?? 0 }
    }

    /// The texels that are kept for a collection, and how often words of it were written.
    package func kept(of collection: String) -> (words: Int, writes: Int) {
        known(collection).state.withLock { ($0.words.count, $0.writes) }
    }

    package func sheet(
        ofPixels rgb: [UInt8], width: Int, height: Int
    ) -> (bytes: [UInt8], contentType: String)? {
        script.state.withLock { $0.sheets += 1 }
        return (rgb, "image/x-rgb")
    }

    private final class Shelf: TexelShelf {
        struct State {
            var words: [UInt32: TexelSlot] = [:]
            /// Calls that wrote words.
            var writes = 0
            var pixels: [TexelSize: [UInt32: (tag: UInt32, bytes: [UInt8])]] = [:]
        }

        let blockSlots = 16
        let state = Mutex(State())
        private let script: Script

        init(_ script: Script) { self.script = script }

        func words(inBlock block: Int) -> [TexelSlot]? {
            state.withLock { state in
                (0..<blockSlots).map {
                    state.words[UInt32(block * blockSlots + $0)] ?? TexelSlot(tag: 0, word: .unknown)
                }
            }
        }

        func setWords(_ slots: [TexelSlot], of ordinals: [UInt32]) -> Bool {
            state.withLock { state in
                state.writes += 1
                for (slot, ordinal) in zip(slots, ordinals) { state.words[ordinal] = slot }
            }
            return true
        }

        func keep(_ texel: Texel, in sizes: [TexelSize], tag: UInt32, of ordinal: UInt32) -> [TexelSize] {
            let room = room
            let kept = room.isPaused ? [] : sizes.filter(room.sizes.contains)
            state.withLock { state in
                for size in kept {
                    state.pixels[size, default: [:]][ordinal] = (tag, size == .small ? texel.half : texel.rgb)
                }
            }
            return kept
        }

        func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void) {
            script.state.withLock { $0.whenRead }?()
            let found = state.withLock { state in
                slots.map { slot in state.pixels[size]?[slot.ordinal].flatMap { $0.tag == slot.tag ? $0.bytes : nil } }
            }
            for (slot, bytes) in zip(slots, found) { bytes?.withUnsafeBytes { body(slot, $0) } }
        }

        func reserve(items: Int) {}
        var keptSizes: [TexelSize] { room.sizes }
        var room: TexelRoom { script.state.withLock { $0.room } }
        func remove() { state.withLock { $0 = State() } }
    }
}

extension Texel {
    /// One colour, 0xRRGGBB.
    package static func plain(_ colour: UInt32) -> Texel {
        let pixel = [UInt32(16), 8, 0].map { UInt8(truncatingIfNeeded: colour >> $0) }
        return Texel(rgb: Array(repeatElement(pixel, count: side * side).joined()))!
    }
}
