extension OpenAPISchemas {
    /// Queries, fields and facets.
    static let queries = #"""
        {
          "Query": {
            "description": "which items, in which order, in which sections; all members are optional",
            "type": "object",
            "properties": {
              "search": {
                "description": "words that are all wanted, \"several in quotes\" together; looked for in every text and keyword field, also inside words, blind to case, width and accents",
                "type": ["string", "null"],
                "maxLength": 256
              },
              "where": { "anyOf": [{"$ref": "#/components/schemas/Filter"}, {"type": "null"}] },
              "sort": {
                "description": "items without a value are last in both directions; ties keep the collection's own order",
                "type": ["array", "null"],
                "items": { "$ref": "#/components/schemas/SortKey" },
                "maxItems": 4
              },
              "group": { "anyOf": [{"$ref": "#/components/schemas/Grouping"}, {"type": "null"}] },
              "fold": { "anyOf": [{"$ref": "#/components/schemas/Folding"}, {"type": "null"}] }
            },
            "additionalProperties": false
          },
          "Folding": {
            "description": "sections that are in the result without their items: those named, or with all every one but those named",
            "type": "object",
            "properties": {
              "all": {"type": "boolean"},
              "sections": {"type": "array", "items": {"type": "string"}, "maxItems": 1000}
            },
            "additionalProperties": false
          },
          "Filter": {
            "description": "one of all, any and not, or a field with one condition; at most 64 filters in a query, 8 in each other",
            "type": "object",
            "properties": {
              "all": { "type": "array", "items": {"$ref": "#/components/schemas/Filter"} },
              "any": { "type": "array", "items": {"$ref": "#/components/schemas/Filter"} },
              "not": { "$ref": "#/components/schemas/Filter" },
              "field": { "type": "string" },
              "in": {
                "description": "one of these; of a date, also a day, month or year",
                "type": "array",
                "items": { "$ref": "#/components/schemas/Operand" },
                "maxItems": 256
              },
              "from": { "description": "numbers and dates: at least this", "$ref": "#/components/schemas/Operand" },
              "until": {
                "description": "numbers and dates: before this; a day, month or year with all of it excluded",
                "$ref": "#/components/schemas/Operand"
              },
              "contains": { "description": "texts and keywords: these characters somewhere", "type": "string", "maxLength": 256 },
              "exists": { "type": "boolean" }
            },
            "if": { "required": ["all"] },
            "then": { "maxProperties": 1 },
            "else": {
              "if": { "required": ["any"] },
              "then": { "maxProperties": 1 },
              "else": {
                "if": { "required": ["not"] },
                "then": { "maxProperties": 1 },
                "else": {
                  "required": ["field"],
                  "minProperties": 2,
                  "if": { "required": ["from"] },
                  "then": { "propertyNames": {"enum": ["field", "from", "until"]} },
                  "else": { "maxProperties": 2 }
                }
              }
            },
            "additionalProperties": false
          },
          "Operand": {
            "description": "a value of the field's type; a date as ISO 8601 text: 2024-05-17T12:33:01, 2024-05-17, 2024-05 or 2024",
            "type": ["string", "number", "boolean"]
          },
          "SortKey": {
            "type": "object",
            "required": ["field"],
            "properties": { "field": {"type": "string"}, "descending": {"type": "boolean", "default": false} },
            "additionalProperties": false
          },
          "Sort": {
            "description": "what the query finds is sorted within its sections; what search and where hide keeps its place",
            "type": "object",
            "required": ["sort"],
            "properties": {
              "search": { "description": "as of a query", "type": ["string", "null"], "maxLength": 256 },
              "where": { "anyOf": [{"$ref": "#/components/schemas/Filter"}, {"type": "null"}] },
              "sort": {
                "description": "items without a value are last in both directions; ties keep their order",
                "type": "array",
                "items": { "$ref": "#/components/schemas/SortKey" },
                "minItems": 1,
                "maxItems": 4
              },
              "group": { "description": "none: items stay in the collection's sections", "type": "null" }
            },
            "additionalProperties": false
          },
          "Grouping": {
            "description": "a section for each value of a keyword, number, boolean or date field; items without a value are last",
            "type": "object",
            "required": ["field"],
            "properties": {
              "field": { "type": "string" },
              "by": { "description": "of a date; month when omitted", "enum": ["year", "month", "day"] }
            },
            "additionalProperties": false
          },
          "Result": {
            "description": "the result of a query, as a collection of its own: id is used as a collection's; dropped 60 s after its last use",
            "type": "object",
            "required": ["id", "collection", "version", "itemCount", "sectionCount", "complete", "query"],
            "properties": {
              "id": { "type": "string" },
              "collection": { "description": "whose items they are", "type": "string" },
              "version": { "type": "integer", "minimum": 0 },
              "itemCount": { "type": "integer", "minimum": 0 },
              "sectionCount": { "type": "integer", "minimum": 0 },
              "complete": { "description": "of the collection's fields; false where more may be found soon", "type": "boolean" },
              "reading": { "$ref": "#/components/schemas/Reading" },
              "waiting": { "$ref": "#/components/schemas/Waiting" },
              "query": { "$ref": "#/components/schemas/Query" }
            },
            "additionalProperties": false
          },
          "FieldType": { "enum": ["text", "keyword", "number", "date", "boolean"] },
          "Fields": {
            "type": "object",
            "required": ["collection", "total", "complete", "fields"],
            "properties": {
              "collection": { "type": "string" },
              "total": { "description": "the number of items", "type": "integer", "minimum": 0 },
              "complete": {
                "description": "whether every item was looked at, and every file has been read or has failed for a reason of its own",
                "type": "boolean"
              },
              "reading": { "$ref": "#/components/schemas/Reading" },
              "waiting": { "$ref": "#/components/schemas/Waiting" },
              "fields": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/Field" }
              }
            },
            "additionalProperties": false
          },
          "Field": {
            "type": "object",
            "required": ["field", "type", "known"],
            "properties": {
              "field": { "type": "string" },
              "type": { "$ref": "#/components/schemas/FieldType" },
              "known": { "description": "the number of items with a value", "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "Reading": {
            "description": "the files whose metadata has been read, while it is being read; the total is 0 until the files are looked up",
            "type": "object",
            "required": ["done", "total"],
            "properties": { "done": {"type": "integer", "minimum": 0}, "total": {"type": "integer", "minimum": 0} },
            "additionalProperties": false
          },
          "Waiting": {
            "description": "items whose file could not be read for a reason that may pass (a disk that is away, no permission); they are read again, at the latest after the next refresh",
            "type": "integer",
            "minimum": 1
          },
          "ItemFields": {
            "type": "object",
            "required": ["item", "fields"],
            "properties": {
              "item": { "type": "string" },
              "fields": {
                "description": "every value that is known, by field; dates are ISO 8601 in local time, with a zone where it is known",
                "type": "object",
                "additionalProperties": {
                  "anyOf": [
                    { "$ref": "#/components/schemas/Operand" },
                    {
                      "description": "several keywords; one is a text",
                      "type": "array",
                      "items": { "type": "string" },
                      "minItems": 2
                    }
                  ]
                }
              }
            },
            "additionalProperties": false
          },
          "ImagesRequest": {
            "type": "object",
            "required": ["items", "width"],
            "properties": {
              "items": { "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 32 },
              "width": {
                "description": "of the square that each picture covers, in px",
                "type": "integer",
                "minimum": 1,
                "maximum": 2560
              }
            },
            "additionalProperties": false
          },
          "FacetRequest": {
            "type": "object",
            "required": ["fields"],
            "properties": {
              "fields": { "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 32 },
              "query": { "$ref": "#/components/schemas/Query" },
              "limit": {
                "description": "maximum values of a field",
                "type": "integer",
                "minimum": 1,
                "maximum": 1000,
                "default": 50
              }
            },
            "additionalProperties": false
          },
          "Facets": {
            "description": "the counts of a field ignore the query's conditions on that field itself",
            "type": "object",
            "required": ["facets", "complete"],
            "properties": {
              "facets": {"type": "array", "items": {"$ref": "#/components/schemas/Facet"}},
              "complete": { "description": "of the collection's fields; false where there may be more soon", "type": "boolean" },
              "reading": { "$ref": "#/components/schemas/Reading" },
              "waiting": { "$ref": "#/components/schemas/Waiting" }
            },
            "additionalProperties": false
          },
          "Facet": {
            "type": "object",
            "required": ["field", "type", "values", "buckets", "missing", "more"],
            "properties": {
              "field": { "type": "string" },
              "type": { "$ref": "#/components/schemas/FieldType" },
              "values": {
                "description": "the most frequent first",
                "type": "array",
                "items": { "$ref": "#/components/schemas/FacetValue" }
              },
              "buckets": {
                "description": "of numbers and dates, ascending",
                "type": "array",
                "items": { "$ref": "#/components/schemas/FacetBucket" }
              },
              "missing": { "description": "items without a value", "type": "integer", "minimum": 0 },
              "more": { "description": "whether there are more values than are listed", "type": "boolean" }
            },
            "additionalProperties": false
          },
          "FacetBucket": {
            "type": "object",
            "required": ["from", "until", "count"],
            "properties": {
              "from": { "$ref": "#/components/schemas/Operand" },
              "until": { "description": "excluded", "$ref": "#/components/schemas/Operand" },
              "count": { "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "FacetValue": {
            "type": "object",
            "required": ["value", "count"],
            "properties": {
              "value": { "$ref": "#/components/schemas/Operand" },
              "count": { "type": "integer", "minimum": 0 }
            },
            "additionalProperties": false
          },
          "SavedQueryChange": {
            "type": "object",
            "required": ["query"],
            "properties": {
              "title": { "description": "the name when omitted", "type": "string" },
              "query": {
                "description": "its fields need not be known yet",
                "$ref": "#/components/schemas/Query"
              }
            },
            "additionalProperties": false
          },
          "SavedQuery": {
            "type": "object",
            "required": ["name", "title", "query"],
            "properties": {
              "name": { "type": "string" },
              "title": { "type": "string" },
              "query": { "$ref": "#/components/schemas/Query" }
            },
            "additionalProperties": false
          },
          "SavedQueries": {
            "type": "object",
            "required": ["queries"],
            "properties": { "queries": {"type": "array", "items": {"$ref": "#/components/schemas/SavedQuery"}} },
            "additionalProperties": false
          }
        }
        """#
}
