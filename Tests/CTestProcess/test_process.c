#include "test_process.h"

#include <signal.h>

__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
