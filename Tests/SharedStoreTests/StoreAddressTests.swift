import SharedStore
import Testing

@Suite struct StoreAddressTests {
    @Test(arguments: [
        ("postgresql://me@a,b,c/photos?target_session_attrs=read-write", "postgresql://me@a,b,c/photos"),
        ("postgresql://a:5433,b/photos", "postgresql://a,b:5433,/photos"),
        ("postgresql://me:secret@a:5433/photos", "postgresql://me@a:5433/photos"),
        ("postgresql:///photos", "postgresql:///photos"),
    ])
    func `an address is described without a password, or ports that it has not`(
        text: String, described: String
    ) throws {
        #expect(try StoreAddress(text).description == described)
    }
}
