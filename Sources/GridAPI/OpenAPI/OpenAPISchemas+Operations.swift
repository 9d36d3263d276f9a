extension OpenAPISchemas {
    /// Statistics, settings and health.
    static let operations = #"""
        {
          "Description": { "description": "in OpenAPI 3.1", "type": "object" },
          "Metrics": { "description": "in the text format of Prometheus", "type": "string" },
          "Backup": { "description": "lines of JSON, as lookahead import reads them", "type": "string", "format": "binary" },
          "File": { "description": "bytes, of the type that Content-Type names", "type": "string", "format": "binary" },
          "Statistics": {
            "type": "object",
            "required": ["loads", "viewers", "movements", "collections"],
            "properties": {
              "loads": { "type": "object" },
              "viewers": { "type": "integer", "minimum": 0 },
              "movements": { "type": "integer", "minimum": 0 },
              "caches": { "type": "object" },
              "server": { "type": "object" },
              "collections": { "type": "array", "items": {"$ref": "#/components/schemas/Collection"} }
            },
            "additionalProperties": false
          },
          "Settings": {
            "type": "object",
            "required": ["loaders"],
            "properties": {
              "loaders": { "type": "integer", "minimum": 0 },
              "readOnly": { "description": "true where who asks may change nothing: by the token of --read-only-token", "type": "boolean" },
              "latency": {
                "description": "[minimum, maximum] in ms, by the name of the slow part of the demos: origin, or a collection",
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": { "type": "integer", "minimum": 0 },
                  "minItems": 2,
                  "maxItems": 2
                }
              },
              "origin": { "$ref": "#/components/schemas/OriginSettings" }
            },
            "additionalProperties": false
          },
          "OriginSettings": {
            "description": "the demos' picture server",
            "type": "object",
            "required": ["plugged", "asked", "served", "abandoned", "collections"],
            "properties": {
              "plugged": { "type": "boolean" },
              "asked": { "type": "integer", "minimum": 0 },
              "served": { "type": "integer", "minimum": 0 },
              "abandoned": { "type": "integer", "minimum": 0 },
              "collections": {
                "description": "the collections whose pictures it serves",
                "type": "array",
                "items": { "type": "string" }
              }
            },
            "additionalProperties": false
          },
          "SettingsChange": {
            "description": "merge patch",
            "type": "object",
            "properties": {
              "loaders": { "type": "integer", "minimum": 1, "maximum": 32 },
              "latency": {
                "description": "[minimum, maximum] in ms, by one of the names in the settings",
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": { "type": "integer", "minimum": 0, "maximum": 60000 },
                  "minItems": 2,
                  "maxItems": 2
                }
              },
              "origin": { "$ref": "#/components/schemas/OriginChange" }
            },
            "additionalProperties": false
          },
          "OriginChange": { "type": "object", "properties": {"plugged": {"type": "boolean"}} },
          "Health": {
            "type": "object",
            "required": ["status", "version"],
            "properties": {
              "version": { "description": "of the program", "type": "string" },
              "status": {
                "description": "ok, or degraded when a source or a collection cannot be read or changes cannot be stored",
                "enum": ["ok", "degraded"]
              },
              "store": {
                "description": "what keeps changes from being stored, or from being as safe as promised",
                "type": "string"
              },
              "problems": {
                "description": "by collection",
                "type": "object",
                "additionalProperties": { "type": "string" }
              },
              "missingConfinement": {
                "description": "what this system lacks to confine the decoder processes",
                "type": "array",
                "items": { "enum": ["systemCalls", "files", "capabilities", "session", "threads"] }
              }
            },
            "additionalProperties": false
          }
        }
        """#
}
