extension OpenAPISchemas {
    /// Patches, in both forms.
    static let patches = #"""
        {
          "Patch": {
            "description": "from and deletes are places before the change, at and to places after it; empty members are omitted",
            "type": "object",
            "required": ["collection", "from", "to"],
            "properties": {
              "collection": { "type": "string" },
              "from": { "type": "integer", "minimum": 0 },
              "to": { "type": "integer", "minimum": 0 },
              "stamp": { "description": "of the version in to, where several servers share a database", "type": "string" },
              "deletes": { "type": "array", "items": {"$ref": "#/components/schemas/IndexPath"} },
              "inserts": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/PatchInsert" }
              },
              "moves": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/PatchMove" }
              },
              "reloads": { "$ref": "#/components/schemas/Identifiers" },
              "reconfigures": { "type": "array", "items": {"$ref": "#/components/schemas/Item"} },
              "deleteSections": { "type": "array", "items": {"type": "integer", "minimum": 0} },
              "insertSections": {
                "description": "their items are among the inserts and moves",
                "type": "array",
                "items": { "$ref": "#/components/schemas/PatchSectionInsert" }
              },
              "moveSections": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/SectionMove" }
              },
              "reconfigureSections": {
                "description": "sections with another title",
                "type": "array",
                "items": { "$ref": "#/components/schemas/SectionName" }
              },
              "title": { "description": "the collection's new title", "type": "string" },
              "change": { "$ref": "#/components/schemas/Change" }
            },
            "additionalProperties": false
          },
          "Change": {
            "description": "what undo or redo took back, or can take back",
            "type": "object",
            "required": ["name", "kind", "count", "own"],
            "properties": {
              "name": { "description": "the version that it led to; of marks through an album another text", "type": "string" },
              "kind": {
                "enum": ["move", "insert", "delete", "mark", "contents", "sections", "title", "batch", "section-title"]
              },
              "count": { "description": "of the items that it concerned", "type": "integer", "minimum": 0 },
              "item": {
                "description": "the first of them",
                "type": "object",
                "required": ["id", "title"],
                "properties": { "id": {"type": "string"}, "title": {"type": "string"} },
                "additionalProperties": false
              },
              "time": { "description": "milliseconds since 1970", "type": "integer", "minimum": 0 },
              "own": { "description": "whether the one who asks made it", "type": "boolean" }
            },
            "additionalProperties": false
          },
          "History": {
            "type": "object",
            "properties": {
              "undo": { "$ref": "#/components/schemas/Change" },
              "redo": { "$ref": "#/components/schemas/Change" },
              "newest": { "$ref": "#/components/schemas/Change" }
            },
            "additionalProperties": false
          },
          "PatchSectionInsert": {
            "type": "object",
            "required": ["at", "section"],
            "properties": {
              "at": { "type": "integer", "minimum": 0 },
              "section": { "$ref": "#/components/schemas/SectionName" }
            },
            "additionalProperties": false
          },
          "PatchMove": {
            "type": "object",
            "required": ["item", "from", "to"],
            "properties": {
              "item": { "type": "string" },
              "from": { "$ref": "#/components/schemas/IndexPath" },
              "to": { "$ref": "#/components/schemas/IndexPath" }
            },
            "additionalProperties": false
          },
          "PatchInsert": {
            "type": "object",
            "required": ["at", "item"],
            "properties": {
              "at": { "$ref": "#/components/schemas/IndexPath" },
              "item": { "$ref": "#/components/schemas/Item" }
            },
            "additionalProperties": false
          },
          "SectionName": {
            "type": "object",
            "required": ["id", "title"],
            "properties": { "id": {"type": "string"}, "title": {"type": "string"} },
            "additionalProperties": false
          },
          "Patches": {
            "type": "object",
            "required": ["patches"],
            "properties": { "patches": {"type": "array", "items": {"$ref": "#/components/schemas/Patch"}} },
            "additionalProperties": false
          },
          "JSONPatch": {
            "description": "RFC 6902, for the snapshot document of the requested version; begins with a test of that version",
            "type": "array",
            "items": { "$ref": "#/components/schemas/JSONPatchOperation" }
          },
          "JSONPatchOperation": {
            "type": "object",
            "required": ["op", "path"],
            "properties": {
              "op": { "enum": ["test", "add", "remove", "replace", "move"] },
              "path": { "type": "string" },
              "from": { "type": "string" },
              "value": {}
            },
            "additionalProperties": false
          }
        }
        """#
}
