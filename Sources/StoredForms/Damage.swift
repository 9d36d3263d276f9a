/// A contradiction found in what was stored; reported as `.damaged`.
package struct Damage: Error {
    package var finding: String

    package init(_ finding: String) { self.finding = finding }
}
