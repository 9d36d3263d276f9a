import Foundation
import GridEngine
import LookaheadTesting

@testable import Renditions

/// Videos of four quarters (Tests/Support/videos), and boxes and elements that a test puts together itself.
enum VideoFile {
    static func bytes(_ name: String) throws -> [UInt8] {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try Array(Data(contentsOf: URL(fileURLWithPath: "/\(root)/Tests/Support/videos/\(name)")))
    }

    /// A box of an MP4 file.
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// Such a box with a size of eight bytes, which may be more than it has.
    static func longBox(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
        number(1, 4) + Array(type.utf8) + number(size ?? content.count + 16, 8) + content
    }

    /// The header of a film, version 1.
    static func movie(units: Int, duration: UInt64) -> [UInt8] {
        box("moov", box("mvhd", [1, 0, 0, 0] + number(0, 16) + number(units, 4) + number(duration, 8) + number(0, 80)))
    }

    static func number(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: UInt64(value) >> (8 * UInt64($0))) : 0 }
    }
}
