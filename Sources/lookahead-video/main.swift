import CLibAV
import Glibc
import Renditions

// The worker process that takes pictures from videos. Started by the server, with a socket as descriptor 3 and the limit of its address
// space as its argument. A program of its own: libavcodec comes with eighty libraries, which a server of photos does without.

let words = CommandLine.arguments.dropFirst()
guard let bytes = words.first.flatMap({ Int($0) }), bytes > 0, VipsDecoder.startOneByOne() else {
    let explanation = "This program belongs to lookahead, which starts it.\n"
    _ = write(STDERR_FILENO, explanation, explanation.utf8.count)
    exit(2)
}
if words.contains("--behind") { WorkerPriority.lower(by: WorkerPriority.last) }
av_log_set_level(AV_LOG_QUIET)
var limits = WorkerLimits.video
limits.addressSpaceBytes = bytes
WorkerService(socket: 3, confinement: limits.confine(), videos: PosterDecoder()).run()
