import GridEngine

/// A script for any POSIX shell that moves files to another folder, with the folders that they are in. Without a folder to move them to it
/// only prints what it would do.
///
/// The server never runs it: files are moved by the person who does.
enum MoveScript {
    static let head = Array(
        #"""
        #!/bin/sh
        # Moves pictures, each with the XMP file beside it, to a folder of yours:
        #     sh this-file            prints what would be moved, and moves nothing
        #     sh this-file FOLDER     moves them there, into the folders that they are in
        # Nothing is overwritten. Run it where the paths below are those of the pictures.
        to=${1-}
        moved=0 left=0
        case $to in
        '' | /*) ;;
        *) to=./$to ;;
        esac

        # $1: the file; $2: its folder below the one to move to
        move() {
            set -- "$1" "$2" "$to/$2"
            if [ ! -e "$1" ] && [ ! -L "$1" ]; then
                printf 'Not there: %s\n' "$1" >&2
                left=$((left + 1))
            elif [ -z "$to" ]; then
                printf 'mv -- %s\n' "$1"
                moved=$((moved + 1))
            elif [ -e "$3/${1##*/}" ] || [ -L "$3/${1##*/}" ]; then
                printf 'Already in %s: %s\n' "$3" "$1" >&2
                left=$((left + 1))
            elif mkdir -p -- "$3" && mv -- "$1" "$3/"; then
                moved=$((moved + 1))
            else
                left=$((left + 1))
            fi
        }

        # A picture, and what is beside it.
        reject() {
            move "$1" "$2"
            for beside in "$1.xmp" "$1.XMP"; do
                [ ! -f "$beside" ] || move "$beside" "$2"
            done
        }


        """#.utf8)

    static let end = Array(
        #"""

        if [ -z "$to" ]; then
            echo "A dry run: $moved would be moved, nothing was. To move them: sh $0 FOLDER" >&2
        else
            echo "Moved $moved; left where they are: $left." >&2
        fi
        [ "$left" -eq 0 ]

        """#.utf8)

    /// Empty for an original that is not a file of this machine.
    static func line(_ place: OriginalPlace?) -> [UInt8] {
        guard case .file(let path, let folderBytes)? = place else { return [] }
        let slash = UInt8(ascii: "/")
        let below = path[folderBytes...].drop { $0 == slash }
        let folder = below.lastIndex(of: slash).map { below[..<$0] } ?? []
        return Array("reject ".utf8) + quoted(path[...]) + [UInt8(ascii: " ")] + quoted(folder) + [UInt8(ascii: "\n")]
    }

    /// Within single quotes a shell takes every byte as it is, but the quote.
    private static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + text.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] } + [quote]
    }
}
