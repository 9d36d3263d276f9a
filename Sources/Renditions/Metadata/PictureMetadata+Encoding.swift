import GridEngine

/// Metadata as bytes, on the socket of a worker and on disk: for each field its number (a byte), the count of its bytes (two,
/// least significant first), and those.
///
/// A worker has seen the file, so that what it sends is read as if its writer were hostile.
extension PictureMetadata {
    /// Maximum bytes of all fields.
    static let encodedLimit = 60_000
    private static let nameLimit = 256
    private static let titleLimit = 1024
    private static let captionLimit = 8192
    private static let keywordLimit = 128
    private static let keywordCountLimit = 256

    private enum Field: UInt8 {
        case taken = 1
        case camera, lens, focalLength, aperture, exposure, iso, latitude, longitude, stars, keyword, title, caption
        case duration, width, height, label, flag, focusX, focusY, cameraSerial
    }

    /// Too long texts and too many keywords are cut.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let add = { (field: Field, value: [UInt8]) in
            bytes.append(field.rawValue)
            bytes.append(UInt8(truncatingIfNeeded: value.count))
            bytes.append(UInt8(truncatingIfNeeded: value.count >> 8))
            bytes += value
        }
        let texts: [(Field, String?, Int)] = [
            (.taken, taken, Self.nameLimit), (.camera, camera, Self.nameLimit), (.lens, lens, Self.nameLimit),
            (.title, title, Self.titleLimit), (.caption, caption, Self.captionLimit), (.label, label, Self.nameLimit),
            (.flag, flag?.rawValue, Self.nameLimit), (.cameraSerial, cameraSerial, Self.nameLimit),
        ]
        for case (let field, let text?, let limit) in texts { add(field, Self.cut(text, limit)) }
        let numbers: [(Field, Double?)] = [
            (.focalLength, focalLength), (.aperture, aperture), (.exposure, exposure), (.iso, iso),
            (.latitude, latitude), (.longitude, longitude), (.stars, stars.map(Double.init)),
            (.duration, duration), (.width, width.map(Double.init)), (.height, height.map(Double.init)),
            (.focusX, focusX), (.focusY, focusY),
        ]
        for case (let field, let number?) in numbers {
            add(field, withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) })
        }
        for keyword in keywords.prefix(Self.keywordCountLimit) { add(.keyword, Self.cut(keyword, Self.keywordLimit)) }
        return bytes
    }

    /// `nil` for anything but `encoded` metadata; a value out of its range is left out.
    init?(decoding bytes: ArraySlice<UInt8>) {
        guard bytes.count <= Self.encodedLimit else { return nil }
        self.init()
        var rest = bytes
        while let number = rest.popFirst() {
            guard let field = Field(rawValue: number), let low = rest.popFirst(), let high = rest.popFirst() else {
                return nil
            }
            let count = Int(low) | Int(high) << 8
            guard count <= rest.count else { return nil }
            read(field, rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        if latitude == nil || longitude == nil { (latitude, longitude) = (nil, nil) }
        if width == nil || height == nil { (width, height) = (nil, nil) }
        if focusX == nil || focusY == nil { (focusX, focusY) = (nil, nil) }
    }

    private mutating func read(_ field: Field, _ bytes: ArraySlice<UInt8>) {
        switch field {
        case .taken: taken = MetadataDate.text(Self.text(bytes, Self.nameLimit))
        case .camera: camera = Self.text(bytes, Self.nameLimit)
        case .cameraSerial: cameraSerial = Self.text(bytes, Self.nameLimit)
        case .lens: lens = Self.text(bytes, Self.nameLimit)
        case .label: label = Self.text(bytes, Self.nameLimit)
        case .flag: flag = Self.text(bytes, Self.nameLimit).flatMap(Flag.init)
        case .title: title = Self.text(bytes, Self.titleLimit)
        case .caption: caption = Self.text(bytes, Self.captionLimit)
        case .keyword:
            guard let keyword = Self.text(bytes, Self.keywordLimit), keywords.count < Self.keywordCountLimit else {
                return
            }
            keywords.append(keyword)
        case .focalLength: focalLength = Self.number(bytes, Self.positive)
        case .aperture: aperture = Self.number(bytes, Self.positive)
        case .exposure: exposure = Self.number(bytes, Self.positive)
        case .iso: iso = Self.number(bytes, Self.positive)
        case .latitude: latitude = Self.number(bytes, -90...90)
        case .longitude: longitude = Self.number(bytes, -180...180)
        case .stars: stars = Self.number(bytes, 0...5).map { Int($0) }
        case .duration: duration = Self.number(bytes, Self.positive)
        case .width: width = Self.number(bytes, Self.sides).map { Int($0) }
        case .height: height = Self.number(bytes, Self.sides).map { Int($0) }
        case .focusX: focusX = Self.number(bytes, 0...1)
        case .focusY: focusY = Self.number(bytes, 0...1)
        }
    }

    private static let positive = Double.leastNonzeroMagnitude...1e9
    private static let sides = 1.0...Double(1 << 28)

    private static func number(_ bytes: ArraySlice<UInt8>, _ range: ClosedRange<Double>) -> Double? {
        guard bytes.count == 8 else { return nil }
        let number = Double(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
        return range.contains(number) ? number : nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> String? {
        // Invalid UTF-8 becomes longer when it is mended.
        let mended = String(decoding: bytes.prefix(limit).prefix { $0 != 0 }, as: UTF8.self)
        let text = MetadataText.trimmed(String(decoding: cut(mended, limit), as: UTF8.self))
        return text.isEmpty ? nil : text
    }

    /// The beginning of a text, in whole characters.
    private static func cut(_ text: String, _ limit: Int) -> [UInt8] {
        guard text.utf8.count > limit else { return Array(text.utf8) }
        var end = text.startIndex
        var count = 0
        for index in text.indices {
            let next = text.index(after: index)
            count += text[index..<next].utf8.count
            guard count <= limit else { break }
            end = next
        }
        return Array(text[..<end].utf8)
    }
}
