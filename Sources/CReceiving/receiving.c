#include "CReceiving.h"

// In Swift, in HTTPServer.
ssize_t lookahead_receive_for_connection(int descriptor, void *buffer, size_t count, int flags);
ssize_t lookahead_receive_for_session(void *session, void *buffer, size_t count);

ssize_t lookahead_recv(int descriptor, void *buffer, size_t count, int flags)
{
    return lookahead_receive_for_connection(descriptor, buffer, count, flags);
}

ssize_t lookahead_gnutls_record_recv(void *session, void *buffer, size_t count)
{
    return lookahead_receive_for_session(session, buffer, count);
}

// A linker exports a program's function by itself when a shared library refers to it by the same name *and version*. With them no option
// is needed, which packages that others depend on by version may not have.
#if defined(__x86_64__)
#define LIBC_VERSION "GLIBC_2.2.5"
#else
#define LIBC_VERSION "GLIBC_2.17"
#endif
__asm__(".symver lookahead_recv, recv@" LIBC_VERSION);
__asm__(".symver lookahead_gnutls_record_recv, gnutls_record_recv@GNUTLS_3_4");
