import CollectionQuery
import JSONText
import Testing

@Suite struct QueryDocumentTests {
    @Test func `a document is read and written again as it was`() throws {
        let documents = [
            "{}",
            #"{"search":"sea \"two birds\""}"#,
            #"{"where":{"all":[{"field":"rating","in":["like"]},{"not":{"field":"width","from":1000,"until":4000.5}}]}}"#,
            #"{"where":{"any":[{"field":"title","contains":"sea"},{"field":"taken","exists":false}]}}"#,
            #"{"sort":[{"field":"taken","descending":true},{"field":"name"}],"group":{"field":"taken","by":"year"}}"#,
            #"{"group":{"field":"taken","by":"gap","minutes":15}}"#,
        ]
        for document in documents { #expect(try written(query(document)) == document) }
    }

    @Test func `what is no query is refused with a pointer to the place`() {
        let refused: [(document: String, pointer: String)] = [
            ("[]", ""),
            (#"{"q":"sea"}"#, "/q"),
            (#"{"search":5}"#, "/search"),
            (#"{"where":{}}"#, "/where"),
            (#"{"where":{"field":"a"}}"#, "/where"),
            (#"{"where":{"in":["a"]}}"#, "/where"),
            (#"{"where":{"field":"a","in":["a"],"from":1}}"#, "/where"),
            (#"{"where":{"all":[],"any":[]}}"#, "/where"),
            (#"{"where":{"field":"a","not":{"field":"b","exists":true}}}"#, "/where"),
            (#"{"where":{"all":[{"field":"a","in":[null]}]}}"#, "/where/all/0/in/0"),
            (#"{"where":{"field":"a","like":"b"}}"#, "/where/like"),
            (#"{"sort":[{"descending":true}]}"#, "/sort/0"),
            (#"{"sort":[{"field":"a","order":1}]}"#, "/sort/0/order"),
            (#"{"group":{"field":"a","by":"week"}}"#, "/group/by"),
            (#"{"group":{"field":"a","by":"gap","minutes":0}}"#, "/group/minutes"),
            (#"{"group":{"field":"a","by":"day","minutes":5}}"#, "/group"),
        ]
        for (document, pointer) in refused {
            let error = #expect(throws: JSONError.self, "\(document)") { try query(document) }
            #expect(error?.pointer == pointer, "\(document)")
            #expect(error?.isWellFormed == true, "\(document)")
        }
    }

    @Test func `a query has at most 64 filters, eight deep`() throws {
        let leaf = #"{"field":"a","exists":true}"#
        func many(_ count: Int) -> String {
            #"{"where":{"all":["# + Array(repeating: leaf, count: count - 1).joined(separator: ",") + "]}}"
        }
        func deep(_ depth: Int) -> String {
            #"{"where":"# + String(repeating: #"{"not":"#, count: depth - 1) + leaf
                + String(repeating: "}", count: depth - 1) + "}"
        }
        _ = try query(many(64))
        _ = try query(deep(8))
        #expect(throws: JSONError.self) { try query(many(65)) }.map {
            #expect($0.kind == .tooMany("filters", limit: 64))
        }
        #expect(throws: JSONError.self) { try query(deep(9)) }
            .map { #expect($0.kind == .tooMany("filters in each other", limit: 8)) }
    }

    @Test func `queries that mean the same are equal`() throws {
        let a = #"{"field":"a","in":["x","y"]}"#
        let b = #"{"field":"b","exists":true}"#
        let same = [
            (#"{"where":{"all":[\#(a),\#(b)]}}"#, #"{"where":{"all":[\#(b),{"all":[\#(a)]},\#(b)]}}"#),
            (#"{"where":\#(a)}"#, #"{"where":{"any":[{"field":"a","in":["y","x","y"]}]}}"#),
            (#"{"where":\#(b)}"#, #"{"where":{"not":{"not":\#(b)}}}"#),
            (#"{"search":" Sea  BIRD"}"#, #"{"search":"bird \"sea\" "}"#),
            ("{}", #"{"search":" ","sort":[]}"#),
        ]
        for (one, other) in same {
            #expect(try query(one) == query(other), "\(one) \(other)")
            #expect(try query(one).hashValue == query(other).hashValue)
        }
        let different = [
            (#"{"where":\#(a)}"#, #"{"where":{"not":\#(a)}}"#),
            (#"{"search":"sea bird"}"#, #"{"search":"\"sea bird\""}"#),
            (#"{"sort":[{"field":"a"},{"field":"b"}]}"#, #"{"sort":[{"field":"b"},{"field":"a"}]}"#),
            (#"{"group":{"field":"a","by":"day"}}"#, #"{"group":{"field":"a","by":"year"}}"#),
            (#"{"group":{"field":"a","by":"day"}}"#, #"{"group":{"field":"a","by":"hour"}}"#),
            (#"{"group":{"field":"a","by":"gap"}}"#, #"{"group":{"field":"a","by":"gap","minutes":61}}"#),
            (
                #"{"where":{"field":"a","timeOfDay":["09:00","17:30"]}}"#,
                #"{"where":{"field":"a","timeOfDay":["09:00","17:30:01"]}}"#
            ),
        ]
        for (one, other) in different { #expect(try query(one) != query(other), "\(one) \(other)") }
    }

    @Test func `a query is checked against the fields, with a pointer to what does not fit`() throws {
        var columns = FieldColumns()
        for type in FieldType.allCases { columns.declare(type.rawValue, type) }
        let refused: [(document: String, pointer: String)] = [
            (#"{"where":{"any":[{"not":{"field":"none","exists":true}}]}}"#, "/where/any/0/not/field"),
            (#"{"where":{"field":"number","contains":"1"}}"#, "/where/field"),
            (#"{"where":{"field":"keyword","from":1}}"#, "/where/field"),
            (#"{"where":{"field":"number","from":"1"}}"#, "/where/from"),
            (#"{"where":{"field":"date","until":"May"}}"#, "/where/until"),
            (#"{"where":{"field":"boolean","in":[true,1]}}"#, "/where/in/1"),
            (#"{"where":{"field":"number","timeOfDay":["09:00","17:00"]}}"#, "/where/field"),
            (#"{"sort":[{"field":"text"},{"field":"none"}]}"#, "/sort/1/field"),
            (#"{"group":{"field":"none"}}"#, "/group/field"),
            (#"{"group":{"field":"text"}}"#, "/group/field"),
            (#"{"group":{"field":"number","by":"day"}}"#, "/group/by"),
            (#"{"group":{"field":"number","by":"gap"}}"#, "/group/by"),
        ]
        for (document, pointer) in refused {
            switch #expect(
                throws: QueryError.self, "\(document)", performing: { try query(document).check(in: columns) })
            {
            case .unknownField("none", let at)?: #expect(at == pointer)
            case .unsuitable(_, let at)?: #expect(at == pointer)
            case let other: Issue.record("\(document) \(String(describing: other))")
            }
        }
        try query(#"{"where":{"field":"date","from":"2024","until":"2024-05"},"group":{"field":"keyword"}}"#)
            .check(in: columns)
    }

    @Test(arguments: [
        #"["9:00","17:00"]"#, #"["09:00"]"#, #"["09:00","17:60"]"#, #"["24:01","01:00"]"#, #"[9,17]"#, "[]",
    ])
    func `what is no pair of times of day is refused`(times: String) {
        #expect(throws: (any Error).self) { try query(#"{"where":{"field":"a","timeOfDay":\#(times)}}"#) }
    }

    private func query(_ document: String) throws -> Query {
        var reader = JSONReader(Array(document.utf8))
        let query = try Query(from: &reader)
        try reader.end()
        return query
    }

    private func written(_ query: Query) -> String {
        var writer = JSONWriter()
        query.write(to: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }
}
