import Renditions

extension RenditionKeyFile.Refusal {
    /// In words of the command line.
    var description: String {
        switch self {
        case .missing:
            "--rendition-store needs an access key: a file that --rendition-key-file names, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment."
        case .unreadable(let path): "The file \(path) of --rendition-key-file cannot be read."
        case .incomplete(let path):
            "The file \(path) of --rendition-key-file needs two lines: aws_access_key_id = … and aws_secret_access_key = …"
        case .unfit(let place): "\(place) has characters that no key has."
        }
    }
}
