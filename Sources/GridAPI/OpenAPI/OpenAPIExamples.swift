import JSONText

/// An example of each schema, by its name. A test compares them with the schemas.
enum OpenAPIExamples {
    /// The example of a schema as JSON.
    static subscript(schema: String) -> JSONValue? { all[schema] }

    private static let all: JSONObject = {
        var all = JSONObject()
        for text in [shapes, reading, changing, parts, viewing, operating, queries] {
            guard case .object(let examples)? = try? JSONValue(decoding: Array(text.utf8)) else {
                preconditionFailure("not a JSON object: \(text.prefix(40))")
            }
            for example in examples.members { all[example.name] = example.value }
        }
        return all
    }()

    private static let shapes = #"""
        {
          "IndexPath": [0, 3],
          "Range": [0, 23],
          "ItemRange": [0, 199],
          "Identifier": "harbour",
          "Rect": [0, 0, 1280, 800],
          "Size": [1280, 4200],
          "Identifiers": ["harbour", "market"],
          "Problem": {
            "type": "about:blank",
            "title": "Unprocessable Content",
            "status": 422,
            "detail": "There is no field \"colour\".",
            "pointer": "/where/field",
            "code": "field-unknown",
            "values": { "field": "colour" }
          },
          "Reason": { "code": "item-gone", "values": {"item": "harbour"} },
          "ReasonValues": { "item": "harbour" }
        }
        """#

    private static let item = #"""
        {"id":"harbour","revision":1,"title":"Harbour","kind":"plain","width":4000,"height":3000,"attributes":{"rating":"like"}}
        """#

    private static let collection = #"""
        {
          "id": "trip", "title": "Trip", "itemCount": 2, "sectionCount": 1, "version": 1, "open": true,
          "layouts": ["column", "justified", "mosaic", "list"],
          "capabilities": {"move": true, "insert": true, "delete": true, "refresh": false, "rate": ["like", "dislike"], "originals": false, "paths": false}
        }
        """#

    private static let reading = #"""
        {
          "Capabilities": {"move": true, "insert": true, "delete": true, "refresh": false, "rate": ["like", "dislike"], "originals": false, "paths": false},
          "Collection": \#(collection),
          "Collections": { "collections": [\#(collection)] },
          "Item": \#(item),
          "Ticket": { "ticket": "6a1b2c30-5d2f", "seconds": 5400 },
          "ItemDate": { "date": "2024-05-17T12:33:01", "sizeBytes": 2480113 },
          "Items": { "collection": "trip", "version": 1, "offset": 0, "total": 1, "items": [\#(item)] },
          "Snapshot": {
            "collection": "trip", "version": 1,
            "sections": [{"id": "day-1", "title": "Day 1", "items": [{"id": "harbour", "revision": 1}]}]
          },
          "Sections": {
            "collection": "trip", "version": 1, "itemCount": 2, "offset": 0, "total": 1,
            "sections": [{"id": "day-1", "title": "Day 1", "first": 0, "itemCount": 2}]
          },
          "SectionMarks": {
            "version": 1, "sections": [{"id": "day-1", "title": "Day 1", "first": 0, "itemCount": 2, "top": 8}]
          },
          "Header": {
            "section": 0, "id": "day-1", "title": "Day 1", "frame": [0, 0, 1280, 32],
            "sectionFrame": [0, 0, 1280, 208], "itemCount": 2
          },
          "Layout": {
            "collection": "trip", "version": 1, "contentSize": [1280, 176],
            "elements": [{"indexPath": [0, 0], "frame": [8, 8, 173, 160]}], "headers": []
          }
        }
        """#

    private static let changing = #"""
        {
          "Batch": { "deletes": [[0, 1]], "inserts": [{"at": [0, 0], "item": {"id": "bridge", "title": "Bridge"}}], "version": 1 },
          "GivenItem": { "id": "harbour", "title": "Harbour", "attributes": {"place": "Busan"} },
          "GivenSection": { "id": "day-1", "title": "Day 1", "items": [{"id": "harbour"}] },
          "NewCollection": {
            "id": "trip", "title": "Trip",
            "sections": [{"id": "day-1", "title": "Day 1", "items": [{"id": "harbour", "title": "Harbour"}]}]
          },
          "NewCollectionLines": "{\"id\":\"tour\",\"title\":\"Tour\"}\n{\"section\":\"day-1\"}\n{\"id\":\"harbour\"}\n{\"end\":true,\"items\":1}\n",
          "Order": { "version": 1, "sections": [{"id": "day-1", "items": [{"id": "market"}, {"id": "harbour"}]}] },
          "Move": { "item": "harbour", "to": [0, 1], "version": 1 },
          "NewItems": { "items": [{"id": "market", "title": "Market"}], "after": "harbour" },
          "ItemPatchLines": "{\"id\":\"harbour\",\"attributes\":{\"price\":3}}\n{\"id\":\"market\",\"title\":\"Market hall\"}\n",
          "NewAlbum": { "title": "For the wall" },
          "Addition": { "collection": "trip", "items": ["harbour"] },
          "Removal": { "items": ["harbour"] },
          "Marks": { "version": 1, "ranges": [[0, 199]], "stars": 4, "labels": {"add": [{"name": "Print", "colour": "green"}]} },
          "GivenLabels": ["Print", {"name": "Client", "colour": "blue"}],
          "Label": { "name": "Print", "colour": "green" },
          "Labels": { "labels": [{"name": "Print", "colour": "green"}] },
          "ItemPatch": { "attributes": {"rating": "like"} },
          "TitlePatch": { "title": "A trip to Busan" },
          "PictureAddress": "https://photos.example/harbour.jpg",
          "PictureFile": "GIF89a",
          "SectionName": { "id": "day-1", "title": "Day 1" },
          "Refresh": { "refresh": "1" },
          "PickUp": { "item": "harbour" },
          "Movement": { "movement": "1f0c2b9a", "item": "harbour", "from": [0, 0] },
          "Proposal": { "to": [0, 1] },
          "Target": { "target": [0, 1], "version": 1 },
          "Patch": {
            "collection": "trip", "from": 1, "to": 2, "moves": [{"item": "harbour", "from": [0, 0], "to": [0, 1]}]
          },
          "History": {
            "undo": {"name": "2", "kind": "move", "count": 1, "item": {"id": "harbour", "title": "Harbour"}, "time": 1780000000000, "own": true}
          },
          "Patches": {
            "patches": [
              {
                "collection": "trip", "from": 1, "to": 2,
                "moves": [{"item": "harbour", "from": [0, 0], "to": [0, 1]}]
              }
            ]
          },
          "JSONPatch": [
            {"op": "test", "path": "/version", "value": 1},
            {"op": "move", "from": "/sections/0/items/0", "path": "/sections/0/items/1"},
            {"op": "replace", "path": "/version", "value": 2}
          ]
        }
        """#

    /// Of schemas that are parts of others.
    private static let parts = #"""
        {
          "BatchInsert": { "at": [0, 0], "item": {"id": "bridge", "title": "Bridge"} },
          "BatchMove": { "from": [0, 0], "to": [0, 1] },
          "BatchSectionInsert": { "at": 1, "section": {"id": "day-2", "title": "Day 2"} },
          "SectionMove": { "from": 0, "to": 1 },
          "Change": {
            "name": "2", "kind": "move", "count": 1, "item": {"id": "harbour", "title": "Harbour"}, "time": 1780000000000, "own": true
          },
          "PatchInsert": { "at": [0, 0], "item": \#(item) },
          "PatchMove": { "item": "harbour", "from": [0, 0], "to": [0, 1] },
          "PatchSectionInsert": { "at": 1, "section": {"id": "day-2", "title": "Day 2"} },
          "JSONPatchOperation": { "op": "replace", "path": "/version", "value": 2 },
          "LabelChange": { "add": [{"name": "Print", "colour": "green"}], "remove": ["Client"] },
          "SavedQueryName": { "name": "birds", "title": "Birds I like" },
          "SnapshotSection": { "id": "day-1", "title": "Day 1", "items": [{"id": "harbour", "revision": 1}] },
          "SnapshotItem": { "id": "harbour", "revision": 1 },
          "SectionSummary": { "id": "day-1", "title": "Day 1", "first": 0, "itemCount": 2 },
          "SectionMark": { "id": "day-1", "title": "Day 1", "first": 0, "itemCount": 2, "top": 8 },
          "LayoutElement": { "indexPath": [0, 0], "frame": [8, 8, 173, 160] },
          "LayoutOptions": { "kind": "column", "minColumnWidth": 160 },
          "Event": { "id": 12, "event": "reset", "data": {"version": 2} },
          "Reading": { "done": 12345, "total": 20000 },
          "Field": { "field": "taken", "type": "date", "known": 12345 },
          "FacetValue": { "value": "like", "count": 3 },
          "FacetBucket": { "from": 0, "until": 1000, "count": 3 },
          "OriginSettings": { "plugged": true, "asked": 12, "served": 12, "abandoned": 0, "collections": ["colours"] },
          "OriginChange": { "plugged": false }
        }
        """#

    private static let cell = #"""
        {"id":"harbour","index":0,"indexPath":[0,0],"frame":[8,8,173,160],"state":"ready","item":\#(item)}
        """#

    private static let viewer = #"""
        {
          "viewer": "3f9d0c1b2a4e5f60", "collection": "trip", "version": 1, "contentSize": [1280, 176],
          "itemCount": 2, "open": true, "width": 1280, "height": 800, "pixelRatio": 2, "policy": "predictive",
          "reach": 1, "lastEventID": 0
        }
        """#

    private static let viewing = #"""
        {
          "ViewerSettings": {
            "layout": {"kind": "column", "minColumnWidth": 160}, "width": 1280, "height": 800, "pixelRatio": 2
          },
          "NewViewer": {
            "layout": {"kind": "column"}, "width": 1280, "height": 800,
            "range": {"seq": 0, "version": 0, "rect": [0, 0, 1280, 800]}
          },
          "Viewer": \#(viewer),
          "Viewers": { "viewers": [\#(viewer)] },
          "RangeEvent": {
            "seq": 57, "version": 1, "rect": [0, 0, 1280, 800], "velocity": [0, 1200], "phase": "dragging",
            "have": [0, 23]
          },
          "Cell": \#(cell),
          "RangeAnswer": {
            "seq": 57, "version": 1, "visible": [0, 0], "window": [0, 0], "contentSize": [1280, 176],
            "itemCount": 1, "patches": [], "cells": [\#(cell)], "headers": [], "prefetch": [], "cancel": []
          },
          "EventStream": "id: 12\nevent: reset\ndata: {\"version\":2}\n\n",
          "CollectionEventStream": "id: 2\nevent: patch\ndata: {\"collection\":\"trip\",\"from\":1,\"to\":2,\"moves\":[{\"item\":\"harbour\",\"from\":[0,0],\"to\":[0,1]}]}\n\n",
          "Events": { "last": 12, "events": [{"id": 12, "event": "reset", "data": {"version": 2}}] }
        }
        """#

    private static let operating = #"""
        {
          "Description": { "openapi": "3.1.0" },
          "Metrics": "# TYPE lookahead_viewers gauge\nlookahead_viewers 2\n",
          "Backup": "{\"lookahead\":\"backup\",\"form\":1}\n",
          "File": "GIF89a",
          "Statistics": { "loads": {"loaders": 4}, "viewers": 1, "movements": 0, "collections": [] },
          "Settings": { "loaders": 4 },
          "SettingsChange": { "loaders": 8 },
          "Health": { "status": "ok", "version": "\#(GridAPI.version)" }
        }
        """#

    private static let query = #"""
        {
          "search": "sea bird", "where": {"field": "rating", "in": ["like"]},
          "sort": [{"field": "taken", "descending": true}], "group": {"field": "taken", "by": "month"}
        }
        """#

    private static let facet = #"""
        {
          "field": "rating", "type": "keyword", "values": [{"value": "like", "count": 3}], "buckets": [],
          "missing": 7, "more": false
        }
        """#

    private static let queries = #"""
        {
          "Query": \#(query),
          "Filter": { "all": [{"field": "width", "from": 1000, "until": 4000}, {"not": {"field": "taken", "exists": false}}] },
          "Operand": "2024-05",
          "SortKey": { "field": "taken", "descending": true },
          "Sort": { "sort": [{"field": "taken", "descending": true}] },
          "Grouping": { "field": "taken", "by": "month" },
          "Folding": { "sections": ["2014/2014-01-09 Seaside"] },
          "Result": {
            "id": "query-5d1c7a90e2b34f68", "collection": "trip", "version": 1099511627777, "itemCount": 3,
            "sectionCount": 2, "complete": true, "query": \#(query)
          },
          "FieldType": "date",
          "Fields": {
            "collection": "trip", "total": 20000, "complete": false, "reading": {"done": 12345, "total": 20000},
            "fields": [{"field": "taken", "type": "date", "known": 12345}]
          },
          "Waiting": 3,
          "ItemFields": {
            "item": "harbour",
            "fields": {"taken": "2024-05-17T12:33:01", "camera": "Canon EOS R5", "iso": 100, "keywords": ["sea", "gull"]}
          },
          "ImagesRequest": { "items": ["harbour", "market"], "width": 160 },
          "FacetRequest": { "fields": ["rating", "camera"], "query": {"search": "sea"}, "limit": 50 },
          "Facets": { "facets": [\#(facet)], "complete": true },
          "Facet": \#(facet),
          "SavedQueryChange": { "title": "Birds I like", "query": \#(query) },
          "SavedQuery": { "name": "birds", "title": "Birds I like", "query": \#(query) },
          "SavedQueries": { "queries": [{"name": "birds", "title": "Birds I like", "query": \#(query)}] }
        }
        """#
}
