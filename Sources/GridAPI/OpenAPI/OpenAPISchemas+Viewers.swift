extension OpenAPISchemas {
    /// Viewers, range events and their answers.
    static let viewers = #"""
        {
          "ViewerSettings": {
            "type": "object",
            "properties": {
              "layout": { "$ref": "#/components/schemas/LayoutOptions" },
              "width": { "type": "number", "minimum": 1, "maximum": 100000 },
              "height": { "type": "number", "minimum": 1, "maximum": 100000 },
              "pixelRatio": { "type": "number", "minimum": 0.25, "maximum": 8 },
              "policy": { "enum": ["none", "fixed-window", "nearest", "directional", "skewport", "predictive"] },
              "reach": {
                "description": "how far ahead the policy looks: a factor of its default",
                "type": "number",
                "minimum": 0.25,
                "maximum": 4,
                "default": 1
              },
              "query": {
                "description": "what to show, and in which order; null for the collection's own order. The viewer receives the difference as a patch",
                "anyOf": [{"$ref": "#/components/schemas/Query"}, {"type": "null"}]
              }
            }
          },
          "LayoutOptions": {
            "description": "the kind, and options of that kind, in px",
            "type": "object",
            "properties": {
              "kind": { "enum": ["column", "justified", "mosaic", "list"] },
              "minColumnWidth": { "type": "number", "minimum": 16, "maximum": 4096 },
              "cellHeight": { "type": "number", "minimum": 16, "maximum": 4096 },
              "spacing": { "type": "number", "minimum": 0, "maximum": 256 },
              "inset": { "type": "number", "minimum": 0, "maximum": 256 },
              "headerHeight": { "type": "number", "minimum": 0, "maximum": 256 },
              "minSectionWidth": { "type": "number", "minimum": 0, "maximum": 4096 },
              "segmentHeight": { "type": "number", "minimum": 40, "maximum": 4096 },
              "rowHeight": { "type": "number", "minimum": 40, "maximum": 4096 },
              "keepsShapes": { "description": "1: the shapes of pictures", "enum": [0, 1] }
            },
            "additionalProperties": false
          },
          "NewViewer": {
            "allOf": [
              { "$ref": "#/components/schemas/ViewerSettings" },
              {
                "type": "object",
                "properties": {
                  "range": {
                    "description": "the first visible-range event: its answer comes with the viewer's, which saves a round trip. Its version is taken to be the viewer's",
                    "$ref": "#/components/schemas/RangeEvent"
                  }
                }
              }
            ]
          },
          "Viewer": {
            "type": "object",
            "required": [
              "viewer", "collection", "version", "contentSize", "itemCount", "open", "width", "height",
              "pixelRatio", "policy", "reach", "lastEventID"
            ],
            "properties": {
              "viewer": { "type": "string" },
              "collection": { "type": "string" },
              "result": { "description": "the result that the viewer sees; absent when it sees the collection's own order. Places and versions count in it", "type": "string" },
              "query": { "$ref": "#/components/schemas/Query" },
              "version": { "description": "of the result, where there is one", "type": "integer", "minimum": 0 },
              "contentSize": { "$ref": "#/components/schemas/Size" },
              "itemCount": { "type": "integer", "minimum": 0 },
              "open": { "type": "boolean" },
              "width": { "type": "number", "minimum": 1, "maximum": 100000 },
              "height": { "type": "number", "minimum": 1, "maximum": 100000 },
              "pixelRatio": { "type": "number", "minimum": 0.25, "maximum": 8 },
              "policy": { "type": "string" },
              "reach": { "type": "number", "minimum": 0.25, "maximum": 4 },
              "lastEventID": { "description": "the event to listen from", "type": "integer", "minimum": 0 },
              "storeAway": { "description": "true while the database cannot be reached: changes wait, and are refused with 503. store events say when that begins and ends", "type": "boolean" },
              "range": {
                "description": "the answer to the visible-range event that the viewer was created with",
                "$ref": "#/components/schemas/RangeAnswer"
              }
            },
            "additionalProperties": false
          },
          "Viewers": {
            "type": "object",
            "required": ["viewers"],
            "properties": { "viewers": {"type": "array", "items": {"$ref": "#/components/schemas/Viewer"}} },
            "additionalProperties": false
          },
          "RangeEvent": {
            "description": "rect or visible is required",
            "type": "object",
            "required": ["seq"],
            "properties": {
              "seq": { "type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 },
              "time": { "description": "ignored", "deprecated": true },
              "version": { "type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991 },
              "rect": { "$ref": "#/components/schemas/Rect" },
              "visible": { "$ref": "#/components/schemas/Range" },
              "velocity": {
                "description": "[vx, vy] in px/s",
                "type": "array",
                "items": { "type": "number" },
                "minItems": 2,
                "maxItems": 2
              },
              "phase": {
                "enum": ["dragging", "decelerating", "wheel", "scrubbing", "keys", "jump", "settled", "hidden"]
              },
              "decay": { "description": "measured decay of the velocity, 1/s", "type": ["number", "null"] },
              "end": {
                "description": "where the browser expects the scroll to end, the rect's y",
                "type": ["number", "null"]
              },
              "have": {
                "description": "the cells that the browser holds",
                "anyOf": [{"$ref": "#/components/schemas/Range"}, {"type": "null"}]
              },
              "pictureDelay": {
                "description": "how long the last pictures that were made took from their request until they were there, ms; at up to 50, previews are not sent together with their pictures. To be left out while no pictures are requested",
                "type": ["number", "null"]
              }
            },
            "if": { "required": ["visible"] },
            "then": {},
            "else": { "required": ["rect"] }
          },
          "Cell": {
            "type": "object",
            "required": ["id", "index", "indexPath", "frame", "state", "item"],
            "properties": {
              "id": { "type": "string" },
              "index": { "type": "integer", "minimum": 0 },
              "indexPath": { "$ref": "#/components/schemas/IndexPath" },
              "frame": { "$ref": "#/components/schemas/Rect" },
              "state": { "enum": ["idle", "queued", "loading", "ready", "failed"] },
              "item": { "$ref": "#/components/schemas/Item" },
              "image": { "description": "URL of the picture", "type": "string" },
              "tier": {
                "description": "what the server has of the picture: 0 nothing, 1 a preview (sent on the event stream), 2 the picture",
                "enum": [0, 1, 2]
              },
              "placeholder": {
                "description": "the colour behind the picture, once known: its mean, or one that contrasts with a transparent picture",
                "type": "string"
              },
              "error": { "description": "why the picture could not be loaded", "type": "string" },
              "reason": { "description": "of the error", "$ref": "#/components/schemas/Reason" }
            },
            "additionalProperties": false
          },
          "RangeAnswer": {
            "type": "object",
            "required": [
              "seq", "version", "visible", "window", "contentSize", "itemCount", "cells", "headers", "prefetch",
              "cancel"
            ],
            "properties": {
              "seq": { "type": "integer", "format": "int64" },
              "version": { "type": "integer", "minimum": 0 },
              "visible": { "$ref": "#/components/schemas/Range" },
              "window": { "$ref": "#/components/schemas/Range" },
              "contentSize": { "$ref": "#/components/schemas/Size" },
              "itemCount": { "type": "integer", "minimum": 0 },
              "patches": { "type": "array", "items": {"$ref": "#/components/schemas/Patch"} },
              "reset": {
                "description": "instead of patches: the log no longer has the changes since the browser's version",
                "type": "boolean"
              },
              "cells": { "type": "array", "items": {"$ref": "#/components/schemas/Cell"} },
              "headers": { "type": "array", "items": {"$ref": "#/components/schemas/Header"} },
              "prefetch": { "$ref": "#/components/schemas/Identifiers" },
              "cancel": { "$ref": "#/components/schemas/Identifiers" }
            },
            "additionalProperties": false
          },
          "EventStream": {
            "description": "server-sent events: cells, preview, patch, refresh, store (away: whether the database cannot be reached) and reset, with data in JSON and an id that Last-Event-ID takes; a comment every 12 s",
            "type": "string"
          },
          "CollectionEventStream": {
            "description": "server-sent events whose id is a version, with its stamp where several servers share a database: version (the first event, with collection, version and stamp), patch (a Patch), reset (the changes since are no longer known, or the database was restored from a backup: read the snapshot), removed; a comment every 12 s",
            "type": "string"
          },
          "Events": {
            "type": "object",
            "required": ["last", "events"],
            "properties": {
              "last": { "type": "integer", "minimum": 0 },
              "events": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/Event" }
              }
            },
            "additionalProperties": false
          },
          "Event": {
            "type": "object",
            "required": ["id", "event", "data"],
            "properties": {
              "id": { "type": "integer", "minimum": 0 },
              "event": { "enum": ["cells", "patch", "preview", "refresh", "store", "reset"] },
              "data": { "type": "object" }
            },
            "additionalProperties": false
          }
        }
        """#
}
