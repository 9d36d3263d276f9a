import CollectionQuery

extension Rendition {
    var measures: PictureMeasures { PictureMeasures(sharpness: sharpness, likeness: texel?.likeness) }
}

/// The measures of one item's content.
package struct MeasuredPicture: Sendable {
    package var request: MetadataRequest
    package var measures: PictureMeasures

    package init(_ request: MetadataRequest, _ measures: PictureMeasures) {
        self.request = request
        self.measures = measures
    }
}
