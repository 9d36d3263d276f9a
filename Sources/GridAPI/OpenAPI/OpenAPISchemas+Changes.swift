extension OpenAPISchemas {
    /// The bodies of changes, and movements.
    static let changes = #"""
        {
          "Batch": {
            "description": "deletes, from, reloads and deleteSections are places before the update, at and to places after it; at most 100,000 operations, including the items of inserted sections",
            "type": "object",
            "properties": {
              "deletes": { "type": "array", "items": {"$ref": "#/components/schemas/IndexPath"} },
              "inserts": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/BatchInsert" }
              },
              "moves": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/BatchMove" }
              },
              "reloads": { "type": "array", "items": {"$ref": "#/components/schemas/IndexPath"} },
              "reconfigures": { "$ref": "#/components/schemas/Identifiers" },
              "deleteSections": { "type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 9007199254740991} },
              "insertSections": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/BatchSectionInsert" }
              },
              "moveSections": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/SectionMove" }
              },
              "version": {
                "description": "the version of the places before the change, or of the place of a move: the change is rebased onto later changes, or refused with 409; the newest when omitted",
                "type": "integer",
                "minimum": 0, "maximum": 9007199254740991
              }
            },
            "additionalProperties": false
          },
          "SectionMove": {
            "type": "object",
            "required": ["from", "to"],
            "properties": {
              "from": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
              "to": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 }
            },
            "additionalProperties": false
          },
          "BatchSectionInsert": {
            "type": "object",
            "required": ["at", "section"],
            "properties": {
              "at": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
              "section": { "$ref": "#/components/schemas/GivenSection" }
            },
            "additionalProperties": false
          },
          "BatchMove": {
            "type": "object",
            "required": ["from", "to"],
            "properties": {
              "item": { "description": "ignored" },
              "from": { "$ref": "#/components/schemas/IndexPath" },
              "to": { "$ref": "#/components/schemas/IndexPath" }
            },
            "additionalProperties": false
          },
          "BatchInsert": {
            "type": "object",
            "required": ["at", "item"],
            "properties": {
              "at": { "$ref": "#/components/schemas/IndexPath" },
              "item": { "$ref": "#/components/schemas/GivenItem" }
            },
            "additionalProperties": false
          },
          "GivenItem": {
            "description": "revision and indexPath are ignored; with the id alone, an item of the collection stays as it is",
            "type": "object",
            "required": ["id"],
            "properties": {
              "id": { "$ref": "#/components/schemas/Identifier" },
              "title": { "description": "at most 4 KiB; the identifier when omitted", "type": "string" },
              "kind": {
                "description": "names the cell registration; photo with a picture, colour with an attribute of that name, otherwise plain when omitted; at most 100 bytes",
                "type": "string"
              },
              "width": { "description": "of the picture; there is none without a height", "type": "integer", "minimum": 1, "maximum": 1000000 },
              "height": { "type": "integer", "minimum": 1, "maximum": 1000000 },
              "picture": { "$ref": "#/components/schemas/PictureAddress" },
              "attributes": {
                "description": "at most 16 KiB; stars, flag, rating and labels are marks, and refused with other values than theirs",
                "type": "object"
              },
              "revision": { "description": "ignored" },
              "indexPath": { "description": "ignored" }
            },
            "additionalProperties": false
          },
          "GivenSection": {
            "type": "object",
            "required": ["id"],
            "properties": {
              "id": { "$ref": "#/components/schemas/Identifier" },
              "title": { "type": "string" },
              "items": { "type": "array", "items": {"$ref": "#/components/schemas/GivenItem"} }
            },
            "additionalProperties": false
          },
          "NewCollection": {
            "type": "object",
            "required": ["id"],
            "properties": {
              "id": { "$ref": "#/components/schemas/Identifier" },
              "title": { "type": "string" },
              "sections": { "type": "array", "items": {"$ref": "#/components/schemas/GivenSection"} }
            },
            "additionalProperties": false
          },
          "NewCollectionLines": {
            "description": "one JSON object a line: the collection (id, title), then each section (section, title) with its items (as GivenItem) below it, and at the end {\"end\": true, \"items\": n} with their number; read while it arrives",
            "type": "string",
            "format": "binary"
          },
          "Order": {
            "description": "a snapshot, or one with whole items; omitted items are deleted",
            "type": "object",
            "required": ["sections"],
            "properties": {
              "collection": { "description": "ignored" },
              "version": {
                "description": "the version that it was made from: later changes are kept, or the response is 409; the newest when omitted",
                "type": "integer",
                "minimum": 0, "maximum": 9007199254740991
              },
              "sections": { "type": "array", "items": {"$ref": "#/components/schemas/GivenSection"} }
            },
            "additionalProperties": false
          },
          "Move": {
            "description": "item and to, before, after or section: one item; version and ranges with to or section: all items of the ranges together, in their order, all or none",
            "type": "object",
            "properties": {
              "item": { "type": "string" },
              "to": {
                "description": "the place after the move: of the item, or of the first item of the ranges",
                "$ref": "#/components/schemas/IndexPath"
              },
              "ranges": {
                "description": "flat indices in that version, ascending, apart",
                "type": "array",
                "items": { "$ref": "#/components/schemas/ItemRange" }
              },
              "version": {
                "description": "the version of to (the move is rebased onto later changes, or refused with 409; the newest when omitted), or of the ranges (409 when it is not the newest)",
                "type": "integer",
                "minimum": 0, "maximum": 9007199254740991
              },
              "section": { "description": "to the end of this section", "type": "string" },
              "before": { "description": "before this item", "type": "string" },
              "after": { "description": "after this item", "type": "string" }
            },
            "additionalProperties": false,
            "if": { "required": ["item"] },
            "then": {
              "properties": {"ranges": false},
              "oneOf": [
                { "required": ["to"] },
                { "required": ["before"], "properties": {"version": false} },
                { "required": ["after"], "properties": {"version": false} },
                { "required": ["section"], "properties": {"version": false} }
              ]
            },
            "else": {
              "required": ["ranges", "version"],
              "properties": {"before": false, "after": false},
              "if": { "required": ["section"] },
              "then": {},
              "else": { "required": ["to"] }
            }
          },
          "NewItems": {
            "description": "in their order; at the end of the section without before and after",
            "type": "object",
            "required": ["items"],
            "properties": {
              "items": { "type": "array", "maxItems": 100000, "items": {"$ref": "#/components/schemas/GivenItem"} },
              "before": { "description": "an item of the section", "type": "string" },
              "after": { "description": "an item of the section", "type": "string" }
            },
            "not": { "required": ["before", "after"] },
            "additionalProperties": false
          },
          "ItemPatchLines": {
            "description": "NDJSON: each line is an item's id, and a merge patch of the item (RFC 7396)",
            "type": "string"
          },
          "NewAlbum": {
            "type": "object",
            "required": ["title"],
            "properties": { "title": { "description": "not of white space alone", "type": "string", "minLength": 1 } },
            "additionalProperties": false
          },
          "Addition": {
            "description": "items of a collection or of a result, all of them without items and ranges; those that the album has stay where they are",
            "type": "object",
            "required": ["collection"],
            "properties": {
              "collection": { "description": "or a result, as POST …/queries makes one", "type": "string" },
              "items": { "$ref": "#/components/schemas/Identifiers" },
              "ranges": {
                "description": "flat indices in that version of the collection, ascending, apart",
                "type": "array",
                "items": { "$ref": "#/components/schemas/ItemRange" }
              },
              "version": { "description": "of the ranges; 409 where an item has moved since", "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
              "to": {
                "description": "the place of the first in the album; the end of its last section without one",
                "$ref": "#/components/schemas/IndexPath"
              },
              "section": { "description": "in the place of to: the end of this section of the album", "type": "string" }
            },
            "if": { "required": ["items"] },
            "then": { "properties": {"ranges": false} },
            "else": { "if": {"required": ["ranges"]}, "then": {"required": ["version"]} },
            "additionalProperties": false
          },
          "Removal": {
            "description": "items, or all items of the ranges",
            "type": "object",
            "properties": {
              "items": { "$ref": "#/components/schemas/Identifiers" },
              "ranges": {
                "description": "flat indices in that version, ascending, apart",
                "type": "array",
                "items": { "$ref": "#/components/schemas/ItemRange" }
              },
              "version": { "description": "of the ranges; 409 where an item has moved since", "type": "integer", "minimum": 0, "maximum": 9007199254740991 }
            },
            "if": { "required": ["items"] },
            "then": { "properties": {"ranges": false} },
            "else": { "required": ["ranges", "version"] },
            "additionalProperties": false
          },
          "Marks": {
            "description": "the marks of the items, or of all items of the ranges; what is not named stays; all or none",
            "type": "object",
            "properties": {
              "items": { "$ref": "#/components/schemas/Identifiers" },
              "ranges": {
                "description": "flat indices in that version, ascending, apart",
                "type": "array",
                "items": { "$ref": "#/components/schemas/ItemRange" }
              },
              "version": {
                "description": "of the ranges; 409 where an item has moved since",
                "type": "integer",
                "minimum": 0, "maximum": 9007199254740991
              },
              "stars": { "description": "0 and null are none", "type": ["integer", "null"], "minimum": 0, "maximum": 5 },
              "flag": { "type": ["string", "null"], "enum": ["pick", "reject", null] },
              "rating": { "description": "one of the collection's capabilities.rate", "type": ["string", "null"] },
              "labels": {
                "description": "in the place of those that an item has, at most 16 of an item; or those to add and to remove",
                "oneOf": [
                  { "type": "null" },
                  { "$ref": "#/components/schemas/GivenLabels" },
                  { "$ref": "#/components/schemas/LabelChange" }
                ]
              }
            },
            "if": { "required": ["items"] },
            "then": { "properties": {"ranges": false} },
            "else": { "required": ["ranges", "version"] },
            "additionalProperties": false
          },
          "LabelChange": {
            "description": "beside those that an item has",
            "type": "object",
            "properties": {
              "add": { "$ref": "#/components/schemas/GivenLabels" },
              "remove": { "$ref": "#/components/schemas/GivenLabels" }
            },
            "additionalProperties": false
          },
          "GivenLabels": {
            "description": "by name; with a colour, the label has it on all items",
            "type": "array",
            "maxItems": 16,
            "items": {
              "oneOf": [
                { "type": "string", "minLength": 1, "maxLength": 100 },
                { "$ref": "#/components/schemas/Label" }
              ]
            }
          },
          "Label": {
            "type": "object",
            "required": ["name"],
            "properties": {
              "name": {
                "description": "at most 100 bytes of UTF-8, no control characters",
                "type": "string",
                "minLength": 1,
                "maxLength": 100
              },
              "colour": {
                "type": ["string", "null"],
                "enum": ["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey", null]
              }
            }
          },
          "Labels": {
            "type": "object",
            "required": ["labels"],
            "properties": {
              "labels": { "type": "array", "items": {"$ref": "#/components/schemas/Label"} }
            },
            "additionalProperties": false
          },
          "ItemPatch": {
            "description": "RFC 7396 merge patch of the item; of one that was not posted only the attributes can be changed. Stars, flag, rating and labels are its marks",
            "type": "object",
            "properties": {
              "title": { "description": "null: its identifier", "type": ["string", "null"] },
              "kind": { "description": "names the cell registration", "type": ["string", "null"] },
              "width": { "description": "of the picture; there is none without a height", "type": ["integer", "null"], "minimum": 1, "maximum": 1000000 },
              "height": { "type": ["integer", "null"], "minimum": 1, "maximum": 1000000 },
              "picture": { "anyOf": [{"$ref": "#/components/schemas/PictureAddress"}, {"type": "null"}] },
              "attributes": { "description": "at most 16 KiB; null takes one away", "type": "object" }
            },
            "additionalProperties": false
          },
          "TitlePatch": {
            "description": "RFC 7396 merge patch; at most 4 KiB",
            "type": "object",
            "required": ["title"],
            "properties": { "title": {"type": "string"} },
            "additionalProperties": false
          },
          "PictureAddress": {
            "description": "an http or https address, downloaded by the rules of --urls; or upload:NAME, a file that was uploaded for this collection",
            "type": "string",
            "maxLength": 2048,
            "pattern": "^(https?://[a-zA-Z0-9.-]+(:[0-9]{1,5})?(/[!-~]*)?|upload:[0-9a-f]{32}([0-9a-f]{32})?)$"
          },
          "PictureFile": { "description": "JPEG, PNG, WebP, GIF, AVIF, HEIF or TIFF", "type": "string", "format": "binary" },
          "Refresh": {
            "type": "object",
            "required": ["refresh"],
            "properties": { "refresh": {"type": "string"} },
            "additionalProperties": false
          },
          "PickUp": { "type": "object", "required": ["item"], "properties": {"item": {"type": "string"}} },
          "Movement": {
            "type": "object",
            "required": ["movement", "item", "from"],
            "properties": {
              "movement": { "type": "string" },
              "item": { "type": "string" },
              "from": { "$ref": "#/components/schemas/IndexPath" }
            },
            "additionalProperties": false
          },
          "Proposal": {
            "type": "object",
            "required": ["to"],
            "properties": {
              "to": { "$ref": "#/components/schemas/IndexPath" },
              "version": {
                "description": "the version of the places before the change, or of the place of a move: the change is rebased onto later changes, or refused with 409; the newest when omitted",
                "type": "integer",
                "minimum": 0, "maximum": 9007199254740991
              }
            }
          },
          "Target": {
            "type": "object",
            "required": ["target", "version"],
            "properties": {
              "target": {
                "description": "the place where the item would land",
                "$ref": "#/components/schemas/IndexPath"
              },
              "version": { "description": "the version of the target", "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          }
        }
        """#
}
