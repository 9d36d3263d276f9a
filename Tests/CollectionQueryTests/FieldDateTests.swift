import CollectionQuery
import Testing

@Suite struct FieldDateTests {
    @Test func `dates are read as cameras and queries write them`() {
        let readings: [(text: String, written: String?)] = [
            ("2024", "2024-01-01T00:00:00"), ("2024-05", "2024-05-01T00:00:00"), ("2024-02-29", "2024-02-29T00:00:00"),
            ("2024-05-01T12:30", "2024-05-01T12:30:00"), ("2024-05-01 12:30:05.25", "2024-05-01T12:30:05.25"),
            ("2024-05-01T12:30:05+09:00", "2024-05-01T12:30:05+09:00"),
            ("2024-05-01T12:30:05-0330", "2024-05-01T12:30:05-03:30"),
            ("2024-05-01T12:30:05Z", "2024-05-01T12:30:05+00:00"),
            ("2024-05-01T12:30:05.000+01:00", "2024-05-01T12:30:05+01:00"),
            ("2024-05-01T12:30:05,1239", "2024-05-01T12:30:05.123"),
            ("0000-01-01", "0000-01-01T00:00:00"), ("9999-12-31T23:59:60", "9999-12-31T23:59:59"),
            ("1969-12-31T23:59:59", "1969-12-31T23:59:59"), ("2107-12-31", "2107-12-31T00:00:00"),
            ("2023-02-29", nil), ("2024-13", nil), ("2024-00-01", nil), ("24-05-01", nil), ("2024-05-01T24:00", nil),
            ("2024-05-01T12", nil), ("2024-5-1", nil), ("", nil), ("2024-05-01T12:30+9", nil), ("yesterday", nil),
        ]
        for (text, written) in readings { #expect(FieldDate(iso8601: text)?.text == written, "\(text)") }
    }

    @Test func `EXIF's dates are read, and blanks of a camera without a clock are none`() {
        #expect(FieldDate(exif: "2024:05:01 12:30:05")?.text == "2024-05-01T12:30:05")
        #expect(FieldDate(exif: "2024:05:01 12:30:05", offset: "-03:00")?.text == "2024-05-01T12:30:05-03:00")
        #expect(FieldDate(exif: "2024:05:01 12:30:05\0")?.text == "2024-05-01T12:30:05")
        for blank in ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024:05", "2024:05:32 00:00:00"] {
            #expect(FieldDate(exif: blank) == nil, "\(blank)")
        }
    }

    @Test func `dates are ordered by local time, wherever they were taken`() throws {
        let texts = [
            "0000", "1969-12-31T23:59:59", "1970", "2024-05-01T12:00:00-11:00", "2024-05-01T12:00:00.5-11:00",
            "2024-05-01T12:00:01+14:00", "2107",
        ]
        let dates = try texts.map { try #require(FieldDate(iso8601: $0)) }
        #expect(dates.sorted() == dates)
        #expect(FieldDate(localSeconds: .max).text == "9999-12-31T23:59:59")
        #expect(FieldDate(localSeconds: .min).text == "0000-01-01T00:00:00")
    }

    @Test func `the days of four centuries are read as they are written`() throws {
        for day in stride(from: -73_000, to: 73_000, by: 11) {
            let date = FieldDate(localSeconds: Int64(day) * 86_400 + Int64((day * 7919) & 65535))
            #expect(FieldDate(iso8601: date.text) == date)
        }
    }
}
