#ifndef LOOKAHEAD_CPROCESS_SHIM_H
#define LOOKAHEAD_CPROCESS_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// What worker processes need of the system and Swift cannot call: variadic functions, macros with casts in them, and
// declarations that glibc shows to GNU sources only.

/// Declared by glibc for GNU sources only: closes every descriptor from `first` on in the new process.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

/// `syscall` is variadic. A file without a name, in memory; −1 with `errno` set.
static inline int lookahead_memory_file(void)
{
    return (int)syscall(SYS_memfd_create, "picture", 1 /* MFD_CLOEXEC */);
}

/// Sends `count` bytes and a descriptor with them (none when it is negative). `CMSG_DATA` and its kin are macros.
static inline ssize_t lookahead_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor)
{
    struct iovec part = {(void *)bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

/// Receives up to `count` bytes and the descriptor that came with them; `*descriptor` is −1 when none did.
static inline ssize_t lookahead_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor)
{
    struct iovec part = {bytes, count};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
    *descriptor = -1;
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0) return got;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return got;
}

/// Bounds what malloc reserves: each arena takes 64 MiB of address space, one for each thread otherwise.
static inline void lookahead_bound_arenas(int arenas)
{
    mallopt(M_ARENA_MAX, arenas);
}

#if defined(__x86_64__)
#define LOOKAHEAD_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LOOKAHEAD_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define LOOKAHEAD_REFUSE(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/// Gives up, for this process and for ever: new programs, new processes, new sockets, other processes' memory, and every
/// way to write to the file system. What is open stays usable, reading and threads stay allowed.
/// Returns 0, or −1 with `errno` set where the kernel has no filters.
static inline int lookahead_confine(void)
{
#ifndef LOOKAHEAD_AUDIT_ARCH
    errno = ENOSYS;
    return -1;
#else
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LOOKAHEAD_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
        // The x32 numbers of the same calls.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        LOOKAHEAD_REFUSE(SYS_fork),
        LOOKAHEAD_REFUSE(SYS_vfork),
        LOOKAHEAD_REFUSE(SYS_creat),
        LOOKAHEAD_REFUSE(SYS_unlink),
        LOOKAHEAD_REFUSE(SYS_rename),
        LOOKAHEAD_REFUSE(SYS_mkdir),
        LOOKAHEAD_REFUSE(SYS_rmdir),
        LOOKAHEAD_REFUSE(SYS_link),
        LOOKAHEAD_REFUSE(SYS_symlink),
        LOOKAHEAD_REFUSE(SYS_chmod),
        LOOKAHEAD_REFUSE(SYS_chown),
        LOOKAHEAD_REFUSE(SYS_mknod),
        // open(path, flags): nothing but O_RDONLY, O_CLOEXEC, O_NOFOLLOW and the like.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // clone(flags): threads (CLONE_THREAD), not processes.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        // Its flags lie in memory, where a filter cannot look: glibc falls back to clone.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        LOOKAHEAD_REFUSE(437 /* openat2 */),
        LOOKAHEAD_REFUSE(425 /* io_uring_setup */),
        LOOKAHEAD_REFUSE(SYS_execve),
        LOOKAHEAD_REFUSE(SYS_execveat),
        LOOKAHEAD_REFUSE(SYS_socket),
        LOOKAHEAD_REFUSE(SYS_socketpair),
        LOOKAHEAD_REFUSE(SYS_connect),
        LOOKAHEAD_REFUSE(SYS_bind),
        LOOKAHEAD_REFUSE(SYS_listen),
        LOOKAHEAD_REFUSE(SYS_ptrace),
        LOOKAHEAD_REFUSE(SYS_process_vm_readv),
        LOOKAHEAD_REFUSE(SYS_process_vm_writev),
        LOOKAHEAD_REFUSE(434 /* pidfd_open */),
        LOOKAHEAD_REFUSE(SYS_kill),
        LOOKAHEAD_REFUSE(SYS_unlinkat),
        LOOKAHEAD_REFUSE(SYS_renameat),
        LOOKAHEAD_REFUSE(SYS_renameat2),
        LOOKAHEAD_REFUSE(SYS_mkdirat),
        LOOKAHEAD_REFUSE(SYS_mknodat),
        LOOKAHEAD_REFUSE(SYS_linkat),
        LOOKAHEAD_REFUSE(SYS_symlinkat),
        LOOKAHEAD_REFUSE(SYS_fchmodat),
        LOOKAHEAD_REFUSE(SYS_fchownat),
        LOOKAHEAD_REFUSE(SYS_fchmod),
        LOOKAHEAD_REFUSE(SYS_fchown),
        LOOKAHEAD_REFUSE(SYS_truncate),
        LOOKAHEAD_REFUSE(SYS_ftruncate),
        LOOKAHEAD_REFUSE(SYS_setxattr),
        LOOKAHEAD_REFUSE(SYS_fsetxattr),
        LOOKAHEAD_REFUSE(SYS_mount),
        LOOKAHEAD_REFUSE(SYS_unshare),
        LOOKAHEAD_REFUSE(SYS_setns),
        LOOKAHEAD_REFUSE(SYS_bpf),
        LOOKAHEAD_REFUSE(SYS_userfaultfd),
        LOOKAHEAD_REFUSE(SYS_add_key),
        LOOKAHEAD_REFUSE(SYS_keyctl),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    // With TSYNC: for the threads that libraries have started already too.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
#endif
}

#endif
