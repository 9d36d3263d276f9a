import Prefetching

/// Names one held request, so that it can be withdrawn.
package struct PictureDemand: Sendable {
    let key: LoadKey
    let number: Int
}
