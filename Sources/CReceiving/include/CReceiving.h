#ifndef LOOKAHEAD_CRECEIVING_H
#define LOOKAHEAD_CRECEIVING_H

#include <sys/types.h>

/// The functions that libmicrohttpd finds in the place of the C library's `recv` and of GnuTLS's `gnutls_record_recv` (decision 0030).
/// For the check that they are those which it finds.
ssize_t lookahead_recv(int descriptor, void *buffer, size_t count, int flags);
ssize_t lookahead_gnutls_record_recv(void *session, void *buffer, size_t count);

#endif
