import CVips
import LookaheadTesting
import Testing

@testable import Renditions

/// Profiles are judged by what they say about colours. Those here are written by `ColourDescription`, and named as a test wants.
@Suite struct ColourProfileTests {
    private func isStandard(_ bytes: [UInt8]) -> Bool? { bytes.withUnsafeBytes { ColourProfile($0)?.isStandardRGB } }

    /// The same profile with a name.
    private func named(_ profile: [UInt8], _ name: String) -> [UInt8] {
        var profile = profile
        let count = profile[131]
        profile[131] = count + 1
        let text = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(name.utf8.count)] + Array(name.utf8)
        // All contents move by the new entry.
        for entry in 0..<Int(count) {
            let at = 132 + entry * 12 + 7
            let offset = Int(profile[at - 1]) << 8 | Int(profile[at]) + 12
            (profile[at - 1], profile[at]) = (UInt8(offset >> 8), UInt8(offset & 255))
        }
        let end = profile.count + 12
        let entry = Array("desc".utf8) + [0, 0, UInt8(end >> 8), UInt8(end & 255), 0, 0, 0, UInt8(text.count)]
        profile.insert(contentsOf: entry, at: 132 + Int(count) * 12)
        return profile + text
    }

    @Test(arguments: ["GIMP built-in Linear sRGB", "P3 with an sRGB transfer"])
    func `a name with sRGB in it says nothing`(
        name: String
    ) throws {
        let linear = try #require(ColourDescription(curve: .gamma(1)).profile())
        #expect(isStandard(named(linear, name)) == false)
        let wide = try #require(ColourDescription(primaries: 12, transfer: 13)?.profile())
        #expect(isStandard(named(wide, name)) == false)
    }

    @Test func `what describes sRGB by numbers needs no profile`() {
        #expect(ColourDescription(curve: .standard).profile() == nil)
        #expect(ColourDescription(primaries: 1, transfer: 13)?.profile() == nil)
        #expect(ColourDescription(curve: .standard).profile(isGrey: true) == nil)
        #expect(ColourDescription(primaries: 9, transfer: 16) == nil, "a high dynamic range")
        #expect(ColourDescription(curve: .gamma(2.2)).profile() != nil)
    }

    @Test func `libvips' own sRGB is sRGB, and its P3 is not`() throws {
        let folder = TemporaryFolder()
        for (name, isSame) in [("srgb", true), ("p3", false)] {
            var picture = TestPicture(width: 8, height: 8) { _, _ in [110, 220, 80] }
            picture.profile = name
            try picture.save("jpegsave", to: folder.file("a.jpg"))
            // The profile is in one segment, behind its name and two numbers.
            let bytes = folder.read("a.jpg")
            let at = try #require(bytes.firstRange(of: Array("ICC_PROFILE\0".utf8))).upperBound + 2
            let size = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            #expect(isStandard(Array(bytes[at..<(at + size)])) == isSame, "\(name)")
        }
    }

    @Test func `a profile fits pictures of its own colours alone`() throws {
        let rgb = try #require(ColourDescription(curve: .gamma(1)).profile())
        let grey = try #require(ColourDescription(curve: .gamma(1)).profile(isGrey: true))
        rgb.withUnsafeBytes { bytes in
            let profile = ColourProfile(bytes)
            #expect(profile?.fits(bands: 3, VIPS_INTERPRETATION_sRGB) == true)
            #expect(profile?.fits(bands: 4, VIPS_INTERPRETATION_RGB16) == true)
            #expect(profile?.fits(bands: 1, VIPS_INTERPRETATION_B_W) == false)
            #expect(profile?.fits(bands: 4, VIPS_INTERPRETATION_CMYK) == false)
            #expect(profile?.intent == VIPS_INTENT_RELATIVE)
        }
        grey.withUnsafeBytes { bytes in
            #expect(ColourProfile(bytes)?.fits(bands: 2, VIPS_INTERPRETATION_B_W) == true)
            #expect(ColourProfile(bytes)?.fits(bands: 3, VIPS_INTERPRETATION_sRGB) == false)
        }
    }

    @Test func `whatever a profile says, nothing beyond it is read`() throws {
        let good = try #require(ColourDescription(curve: .gamma(1.8)).profile())
        for place in good.indices {
            for value: UInt8 in [0, 1, 0x7f, 0xff] {
                var damaged = good
                damaged[place] = value
                _ = isStandard(damaged)
            }
        }
        for count in good.indices { _ = isStandard(Array(good.prefix(count))) }
    }
}
