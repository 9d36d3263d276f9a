extension OpenAPISchemas {
    /// Shapes that others are made of, problem details and reasons.
    static let shapes = #"""
        {
          "IndexPath": {
            "description": "[section, item], both from 0",
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
            "minItems": 2,
            "maxItems": 2
          },
          "Range": {
            "description": "[first, last], the last included; an empty range ends before it begins",
            "type": "array",
            "items": { "type": "integer", "minimum": -1, "maximum": 9007199254740991 },
            "minItems": 2,
            "maxItems": 2
          },
          "ItemRange": {
            "description": "[first, last], the last included: flat indices",
            "type": "array",
            "items": { "type": "integer", "minimum": 0, "maximum": 9007199254740991 },
            "minItems": 2,
            "maxItems": 2
          },
          "Identifier": {
            "description": "at most 200 bytes of UTF-8 without control characters, neither . nor ..",
            "anyOf": [
              { "type": "string", "pattern": "^[ -~]{3,200}$" },
              { "type": "string", "minLength": 1, "maxLength": 50, "pattern": "^[^\\u0000-\\u001f\\u007f.]+$" }
            ]
          },
          "Rect": {
            "description": "[x, y, width, height] in CSS px from the content's top left; width and height are from 0 to 1,000,000 in a request",
            "type": "array",
            "items": { "type": "number", "minimum": -1000000000000, "maximum": 1000000000000 },
            "minItems": 4,
            "maxItems": 4
          },
          "Size": {
            "description": "[width, height] in CSS px",
            "type": "array",
            "items": { "type": "number", "minimum": 0 },
            "minItems": 2,
            "maxItems": 2
          },
          "Identifiers": { "type": "array", "items": {"type": "string"} },
          "Problem": {
            "description": "RFC 9457",
            "type": "object",
            "required": ["type", "title", "status"],
            "properties": {
              "type": { "type": "string" },
              "title": { "type": "string" },
              "status": { "type": "integer", "minimum": 400, "maximum": 599 },
              "detail": { "type": "string" },
              "pointer": { "description": "RFC 6901 pointer to the bad field", "type": "string" },
              "code": { "description": "of the reason: stable, for programs", "type": "string" },
              "version": { "description": "the newest one, of a change that was to be made to another", "type": "integer" },
              "stamp": { "description": "of that version, where several servers share a database", "type": "string" },
              "values": { "$ref": "#/components/schemas/ReasonValues" },
              "language": { "description": "of the detail, where it is not English", "type": "string" },
              "byte": { "description": "where a body is no JSON", "type": "integer", "minimum": 0 },
              "line": { "description": "of a body of lines, from 1 on", "type": "integer", "minimum": 1 }
            }
          },
          "Reason": {
            "description": "why something failed, for programs and pages in other languages",
            "type": "object",
            "required": ["code"],
            "properties": {
              "code": { "description": "stable, such as file-empty", "type": "string" },
              "values": { "$ref": "#/components/schemas/ReasonValues" },
              "language": { "description": "of the sentence beside it, where it is not English", "type": "string" }
            },
            "additionalProperties": false
          },
          "ReasonValues": {
            "description": "what the sentence of the reason names",
            "type": "object",
            "additionalProperties": { "type": "string" }
          }
        }
        """#
}
