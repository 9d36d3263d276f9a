#ifndef LOOKAHEAD_CGNUTLS_SHIM_H
#define LOOKAHEAD_CGNUTLS_SHIM_H

#include <dlfcn.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/// `gnutls_record_recv` of the library. The program defines a function of this name, which comes first (decision 0044).
/// `RTLD_NEXT` is a cast, and shown to GNU sources only. NULL when the library has none.
typedef ssize_t (*lookahead_record_recv)(gnutls_session_t session, void *data, size_t count);

static inline lookahead_record_recv lookahead_library_record_recv(void)
{
    return (lookahead_record_recv)dlsym((void *)-1L, "gnutls_record_recv");
}

/// Error codes are macros of negative numbers in parentheses, some of which are not imported.
static const int lookahead_tls_again = GNUTLS_E_AGAIN;
static const int lookahead_tls_interrupted = GNUTLS_E_INTERRUPTED;
static const int lookahead_tls_pull_error = GNUTLS_E_PULL_ERROR;
static const int lookahead_tls_key_mismatch = GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
static const int lookahead_tls_decryption_failed = GNUTLS_E_DECRYPTION_FAILED;

#endif
