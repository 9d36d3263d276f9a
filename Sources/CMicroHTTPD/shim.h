#ifndef LOOKAHEAD_CMICROHTTPD_SHIM_H
#define LOOKAHEAD_CMICROHTTPD_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <microhttpd.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

/// `MHD_start_daemon` is variadic: invisible to Swift. Every option goes through one array.
static inline struct MHD_Daemon *lookahead_start_daemon(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *context, const struct MHD_OptionItem *options)
{
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/// Options of two pointers carry the function in an `intptr_t`, a cast that Swift has no word for.
static inline struct MHD_OptionItem lookahead_option_completed(MHD_RequestCompletedCallback function, void *context)
{
    struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)function, context};
    return item;
}

static inline struct MHD_OptionItem lookahead_option_connection(MHD_NotifyConnectionCallback function, void *context)
{
    struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)function, context};
    return item;
}

/// The library declares no type for this callback.
typedef void *(*lookahead_request_line_callback)(void *context, const char *target, struct MHD_Connection *connection);

static inline struct MHD_OptionItem lookahead_option_request_line(
    lookahead_request_line_callback function, void *context)
{
    struct MHD_OptionItem item = {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)function, context};
    return item;
}

typedef size_t (*lookahead_unescape_callback)(void *context, struct MHD_Connection *connection, char *text);

static inline struct MHD_OptionItem lookahead_option_unescape(lookahead_unescape_callback function, void *context)
{
    struct MHD_OptionItem item = {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)function, context};
    return item;
}

/// `MHD_get_connection_info` is variadic. The object that the server hung on the connection when it was accepted.
static inline void *lookahead_connection_context(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// The same for the connection's socket; −1 when there is none.
static inline int lookahead_connection_descriptor(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The same for the connection's TLS session, a `gnutls_session_t`; NULL without TLS.
static inline void *lookahead_connection_session(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    return info ? info->tls_session : NULL;
}

/// Whether the library was built with TLS.
static inline int lookahead_has_tls(void)
{
    return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES;
}

/// Asks for the credentials of each session. libmicrohttpd starts only with credentials of its own or such a function; the
/// server gives each session its credentials before, so that this one is never called. −1 refuses a handshake.
static inline int lookahead_no_credentials(
    void *session, const void *authorities, int authority_count, const void *algorithms, int algorithm_count,
    void *certificates, unsigned int *certificate_count, void *key)
{
    return -1;
}

static inline struct MHD_OptionItem lookahead_option_no_credentials(void)
{
    struct MHD_OptionItem item = {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)lookahead_no_credentials};
    return item;
}

/// A macro with a cast in it: not imported.
static inline uint64_t lookahead_size_unknown(void)
{
    return MHD_SIZE_UNKNOWN;
}

/// `syscall` is variadic, and glibc has no `openat2` before 2.42. Opens for reading below `directory` only: neither `..`
/// nor a symbolic link may lead out. Returns −1 with `errno` set; `ENOSYS` where the kernel has no such call.
static inline int lookahead_open_beneath(int directory, const char *path)
{
    struct open_how how = {
        .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

/// A new file in a folder, without a name, to write and to read. Returns −1 with `errno` set.
static inline int lookahead_open_temporary(const char *folder)
{
    // O_TMPFILE, which is shown to GNU sources only. NFS and some others have none.
    int descriptor = open(folder, 020000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        return descriptor;
    }
    char path[4096];
    if (snprintf(path, sizeof path, "%s/lookahead-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    descriptor = mkstemp(path);
    if (descriptor >= 0) {
        unlink(path);
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
    return descriptor;
}

#endif
