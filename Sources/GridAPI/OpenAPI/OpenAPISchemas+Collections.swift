extension OpenAPISchemas {
    /// Collections, items, sections and layouts.
    static let collections = #"""
        {
          "Capabilities": {
            "type": "object",
            "required": ["move", "insert", "delete", "refresh", "rate", "originals", "paths"],
            "properties": {
              "move": { "type": "boolean" },
              "insert": { "type": "boolean" },
              "delete": { "type": "boolean" },
              "refresh": { "type": "boolean" },
              "rate": { "$ref": "#/components/schemas/Identifiers" },
              "originals": { "type": "boolean" },
              "paths": { "type": "boolean" }
            },
            "additionalProperties": false
          },
          "Collection": {
            "type": "object",
            "required": ["id", "title", "itemCount", "sectionCount", "version", "open", "layouts", "capabilities"],
            "properties": {
              "id": { "type": "string" },
              "title": { "type": "string" },
              "itemCount": { "type": "integer", "minimum": 0 },
              "sectionCount": { "type": "integer", "minimum": 0 },
              "version": { "type": "integer", "minimum": 0 },
              "stamp": {
                "description": "of the version, where several servers share a database: another one says that the database was restored from a backup, and gave the version to other changes",
                "type": "string"
              },
              "open": { "description": "false while the source is being read for the first time", "type": "boolean" },
              "refresh": { "description": "the refresh that is running", "type": "string" },
              "found": { "description": "items found so far, while the source is being read for the first time", "type": "integer" },
              "skipped": {
                "description": "the number of files or lines that the last listing left out, by the code of the reason",
                "type": "object",
                "additionalProperties": { "type": "integer", "minimum": 0 }
              },
              "problem": { "description": "why what is shown may differ from what the source has", "type": "string" },
              "problemReason": { "description": "of the problem", "$ref": "#/components/schemas/Reason" },
              "watched": { "description": "true where changes of the source show up by themselves", "type": "boolean" },
              "late": { "description": "why changes of the source show up late", "$ref": "#/components/schemas/Reason" },
              "prepared": {
                "description": "how many pictures are prepared that nobody has looked at; full: the disk cache has no room for more",
                "type": "object",
                "required": ["done", "total", "full"],
                "properties": { "done": {"type": "integer", "minimum": 0}, "total": {"type": "integer", "minimum": 0}, "full": {"type": "boolean"} },
                "additionalProperties": false
              },
              "savedQueries": {
                "description": "by name; GET …/queries has the queries themselves",
                "type": "array",
                "items": { "$ref": "#/components/schemas/SavedQueryName" }
              },
              "readOnly": { "description": "true where who asks may change nothing: by the token of --read-only-token", "type": "boolean" },
              "album": { "description": "true where its items are those of other collections", "type": "boolean" },
              "cover": { "description": "the address of the picture that stands for an album", "type": "string" },
              "layouts": { "$ref": "#/components/schemas/Identifiers" },
              "capabilities": { "$ref": "#/components/schemas/Capabilities" }
            },
            "additionalProperties": false
          },
          "SavedQueryName": {
            "type": "object",
            "required": ["name", "title"],
            "properties": { "name": {"type": "string"}, "title": {"type": "string"} },
            "additionalProperties": false
          },
          "Collections": {
            "type": "object",
            "required": ["collections"],
            "properties": { "collections": {"type": "array", "items": {"$ref": "#/components/schemas/Collection"}} },
            "additionalProperties": false
          },
          "Item": {
            "type": "object",
            "required": ["id", "revision", "title", "kind", "attributes"],
            "properties": {
              "id": { "type": "string" },
              "revision": { "type": "integer", "minimum": 0 },
              "title": { "type": "string" },
              "kind": { "description": "names the cell registration", "type": "string" },
              "width": { "type": "integer", "minimum": 0 },
              "height": { "type": "integer", "minimum": 0 },
              "lastPath": { "description": "of an item whose original is gone (kind gone): where its file was, from the folder", "type": "string" },
              "original": {
                "description": "in an album: the item that this one is",
                "type": "object",
                "required": ["collection", "item"],
                "properties": { "collection": { "type": "string" }, "item": { "type": "string" } },
                "additionalProperties": false
              },
              "media": {
                "description": "of an item that can be played",
                "type": "object",
                "required": ["kind"],
                "properties": {
                  "kind": { "enum": ["video"] },
                  "duration": { "description": "in seconds, once known", "type": "number" }
                },
                "additionalProperties": false
              },
              "picture": { "description": "of a posted item: its address, or upload:NAME", "type": "string" },
              "attributes": { "type": "object" },
              "indexPath": { "$ref": "#/components/schemas/IndexPath" }
            },
            "additionalProperties": false
          },
          "ItemDate": {
            "type": "object",
            "properties": {
              "date": { "description": "local time without a zone: 2024-05-17T12:33:01", "type": "string" },
              "sizeBytes": { "description": "of the picture's file", "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "Ticket": {
            "type": "object",
            "required": ["ticket", "seconds"],
            "properties": {
              "ticket": { "description": "goes into addresses as the query parameter ticket", "type": "string" },
              "seconds": { "description": "for which it counts", "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "Items": {
            "type": "object",
            "required": ["collection", "version", "offset", "total", "items"],
            "properties": {
              "collection": { "type": "string" },
              "version": { "type": "integer", "minimum": 0 },
              "offset": { "type": "integer", "minimum": 0 },
              "total": { "type": "integer", "minimum": 0 },
              "items": { "type": "array", "items": {"$ref": "#/components/schemas/Item"} },
              "next": {
                "description": "the cursor of the next page, in this version: absent on the last page",
                "type": "string"
              }
            },
            "additionalProperties": false
          },
          "Snapshot": {
            "type": "object",
            "required": ["collection", "version", "sections"],
            "properties": {
              "collection": { "type": "string" },
              "version": { "type": "integer", "minimum": 0 },
              "sections": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/SnapshotSection" }
              }
            },
            "additionalProperties": false
          },
          "SnapshotSection": {
            "type": "object",
            "required": ["id", "title", "items"],
            "properties": {
              "id": { "type": "string" },
              "title": { "type": "string" },
              "items": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/SnapshotItem" }
              }
            },
            "additionalProperties": false
          },
          "SnapshotItem": {
            "type": "object",
            "required": ["id", "revision"],
            "properties": { "id": {"type": "string"}, "revision": {"type": "integer", "minimum": 0} },
            "additionalProperties": false
          },
          "Sections": {
            "type": "object",
            "required": ["collection", "version", "itemCount", "offset", "total", "sections"],
            "properties": {
              "collection": { "type": "string" },
              "version": { "type": "integer", "minimum": 0 },
              "itemCount": { "type": "integer", "minimum": 0 },
              "offset": { "type": "integer", "minimum": 0 },
              "total": { "type": "integer", "minimum": 0 },
              "sections": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/SectionSummary" }
              }
            },
            "additionalProperties": false
          },
          "SectionSummary": {
            "type": "object",
            "required": ["id", "title", "first", "itemCount"],
            "properties": {
              "id": { "type": "string" },
              "title": { "type": "string" },
              "first": { "description": "flat index of the first item", "type": "integer", "minimum": 0 },
              "itemCount": { "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "SectionMarks": {
            "type": "object",
            "required": ["version", "sections"],
            "properties": {
              "version": { "type": "integer", "minimum": 0 },
              "sections": {
                "description": "at most limit, evenly distributed",
                "type": "array",
                "items": { "$ref": "#/components/schemas/SectionMark" }
              }
            },
            "additionalProperties": false
          },
          "SectionMark": {
            "type": "object",
            "required": ["id", "title", "first", "itemCount", "top"],
            "properties": {
              "id": { "type": "string" },
              "title": { "type": "string" },
              "first": { "type": "integer", "minimum": 0 },
              "itemCount": { "type": "integer", "minimum": 0 },
              "top": { "description": "the first item's top, in content px", "type": "number" }
            },
            "additionalProperties": false
          },
          "Header": {
            "type": "object",
            "required": ["section", "id", "title", "frame", "sectionFrame", "itemCount"],
            "properties": {
              "section": { "type": "integer", "minimum": 0 },
              "id": { "type": "string" },
              "title": { "type": "string" },
              "frame": { "$ref": "#/components/schemas/Rect" },
              "sectionFrame": {
                "description": "the whole section: the bounds of a sticky header",
                "$ref": "#/components/schemas/Rect"
              },
              "itemCount": { "type": "integer", "minimum": 0 },
              "folded": { "type": "boolean" },
              "foldedCount": {
                "description": "the items of a section that is folded, where nothing else is left out of the result",
                "type": "integer"
              }
            },
            "additionalProperties": false
          },
          "Layout": {
            "type": "object",
            "required": ["collection", "version", "contentSize", "elements", "headers"],
            "properties": {
              "collection": { "type": "string" },
              "version": { "type": "integer", "minimum": 0 },
              "contentSize": { "$ref": "#/components/schemas/Size" },
              "elements": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/LayoutElement" }
              },
              "headers": { "type": "array", "items": {"$ref": "#/components/schemas/Header"} }
            },
            "additionalProperties": false
          },
          "LayoutElement": {
            "type": "object",
            "required": ["indexPath", "frame"],
            "properties": {
              "indexPath": { "$ref": "#/components/schemas/IndexPath" },
              "frame": { "$ref": "#/components/schemas/Rect" }
            },
            "additionalProperties": false
          }
        }
        """#
}
