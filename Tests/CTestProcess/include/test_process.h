#ifndef LOOKAHEAD_TEST_PROCESS_H
#define LOOKAHEAD_TEST_PROCESS_H

// The process that runs the tests ignores SIGPIPE from its start, as `lookahead serve` does: OpenSSL below libcurl writes without
// MSG_NOSIGNAL, and a peer that hung up would end every test at once. Linking this target is enough.

#endif
