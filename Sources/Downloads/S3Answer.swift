/// The meaning of an answer of a store of objects that is not a success.
struct S3Answer {
    let status: Int
    /// `NoSuchBucket` and the like; `nil` where it gives none.
    let code: String?

    /// Errors are small XML documents with one `Code`. Not a parser: only a plain word counts as a code.
    static func code(in body: [UInt8]) -> String? {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard let start = text.firstRange(of: "<Code>"),
            let end = text[start.upperBound...].firstRange(of: "</Code>")
        else {
            return nil
        }
        let code = text[start.upperBound..<end.lowerBound]
        guard (1...64).contains(code.utf8.count), code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            return nil
        }
        return String(code)
    }

    /// Whether asking again would give the same.
    var isLasting: Bool { (300..<500).contains(status) && status != 408 && status != 429 && status != 409 }

    var words: String {
        switch code {
        case "NoSuchBucket": "there is no such bucket"
        case "InvalidAccessKeyId": "it does not know the access key"
        case "SignatureDoesNotMatch": "the secret key is wrong"
        case "ExpiredToken", "InvalidToken": "the session token is not valid any more"
        case "RequestTimeTooSkewed": "the clock of this machine differs from its own: set it"
        case "AccessDenied":
            "it refuses access: the key needs to get, put and delete objects, and to list the bucket "
                + "(without that, Amazon refuses access to an object that is missing)"
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException":
            "the region is wrong, or the endpoint"
        case let code?: "it answers \(status) (\(code))"
        case nil:
            switch status {
            case 300..<400: "it sends elsewhere: the region or the endpoint may be wrong"
            case 401, 403: "it refuses access (\(status))"
            default: "it answers \(status)"
            }
        }
    }
}
