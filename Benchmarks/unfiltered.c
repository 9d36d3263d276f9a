// Preloaded into a decoder, to measure what its filter of system calls costs: all of its confinement but the filter is as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/syscall.h>

long syscall(long number, long a, long b, long c, long d, long e, long f)
{
    if (number == SYS_seccomp)
        return 0;
    long (*next)(long, long, long, long, long, long, long) =
        (long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, "syscall");
    return next(number, a, b, c, d, e, f);
}
