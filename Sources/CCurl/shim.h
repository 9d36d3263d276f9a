#ifndef LOOKAHEAD_CCURL_SHIM_H
#define LOOKAHEAD_CCURL_SHIM_H

// The checks of types are macros around the calls below; Swift cannot see through them.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// `curl_easy_setopt` and its like are variadic, and so invisible to Swift: one inline for each type of argument.

static inline CURLcode lookahead_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

/// The text is copied by libcurl.
static inline CURLcode lookahead_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode lookahead_curl_set_pointer(CURL *transfer, CURLoption option, void *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode lookahead_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(transfer, option, value);
}

/// With `CURL_BLOB_NOCOPY` the bytes stay the caller's.
static inline CURLcode lookahead_curl_set_blob(CURL *transfer, CURLoption option, struct curl_blob *value) {
    return curl_easy_setopt(transfer, option, value);
}

/// As many bytes as `CURLOPT_POSTFIELDSIZE_LARGE` has said before are copied by libcurl.
static inline CURLcode lookahead_curl_copy_body(CURL *transfer, const void *bytes) {
    return curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Body and headers have callbacks of one shape.
static inline CURLcode lookahead_curl_set_reader(
    CURL *transfer, CURLoption option, size_t (*reader)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(transfer, option, reader);
}

static inline CURLcode lookahead_curl_set_opener(CURL *transfer, curl_opensocket_callback opener) {
    return curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opener);
}

static inline CURLcode lookahead_curl_get_number(CURL *transfer, CURLINFO info, long *value) {
    return curl_easy_getinfo(transfer, info, value);
}

static inline CURLcode lookahead_curl_get_pointer(CURL *transfer, CURLINFO info, void **value) {
    return curl_easy_getinfo(transfer, info, value);
}

static inline CURLMcode lookahead_curl_set_multi(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The result of a message lies in a union.
static inline CURLcode lookahead_curl_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
