// What a picture that took its decoder over would try. None of it does harm that the tests do not look for.
#define _GNU_SOURCE
#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef const struct lookahead_target *target_t;

static char text[64];

/// The folder or a file of the server in /proc.
static const char *process(target_t target, const char *file)
{
    snprintf(text, sizeof text, "/proc/%d/%s", target->server, file);
    return text;
}

static const char *const path = "/tmp/lookahead-attack";
static char *const words[] = {"true", NULL};
static struct timespec then[2];
static struct sockaddr_in address = {.sin_family = AF_INET};
static siginfo_t information = {.si_code = SI_QUEUE};
static struct flock lock = {.l_type = F_RDLCK};
static struct rlimit few = {8, 8};
static char bytes[64];

#define ATTACK(name, call) \
    static long name(target_t target) { (void)target; return (long)(call); }

// The terminal.
ATTACK(open_terminal, open("/dev/tty", O_RDONLY))
ATTACK(type_into_terminal, ioctl(0, TIOCSTI, "x"))
ATTACK(control_picture, ioctl(target->picture, FIONREAD, bytes))
ATTACK(take_terminal, ioctl(0, TIOCSCTTY, 1))
// Signals.
ATTACK(kill_server, kill(target->server, SIGKILL))
ATTACK(kill_everyone, kill(-1, 0))
ATTACK(tgkill_server, syscall(SYS_tgkill, target->server, target->server, SIGKILL))
ATTACK(tkill_server, syscall(SYS_tkill, target->server, SIGKILL))
ATTACK(queue_to_server, syscall(SYS_rt_sigqueueinfo, target->server, SIGTERM, &information))
ATTACK(queue_to_thread, syscall(SYS_rt_tgsigqueueinfo, target->server, target->server, SIGTERM, &information))
ATTACK(open_process, syscall(434 /* pidfd_open */, target->server, 0))
ATTACK(signal_by_descriptor, syscall(424 /* pidfd_send_signal */, 3, SIGTERM, NULL, 0))
ATTACK(descriptor_of_server, syscall(438 /* pidfd_getfd */, 3, 0, 0))
ATTACK(owner_of_signals, fcntl(target->picture, F_SETOWN, target->server))
ATTACK(timer_signal, syscall(SYS_timer_create, 0, NULL, bytes))
// Owner, mode, attributes and content of files.
ATTACK(change_owner, syscall(SYS_fchownat, AT_FDCWD, path, 65534, 65534, 0))
ATTACK(change_owner_of_link, syscall(SYS_fchownat, AT_FDCWD, path, 65534, 65534, AT_SYMLINK_NOFOLLOW))
ATTACK(change_owner_of_picture, fchown(target->picture, 65534, 65534))
ATTACK(change_mode, fchmodat(AT_FDCWD, path, 0666, 0))
ATTACK(change_mode_of_picture, fchmod(target->picture, 0666))
ATTACK(change_mode_newly, syscall(452 /* fchmodat2 */, target->picture, "", 0666, AT_EMPTY_PATH))
ATTACK(set_attribute, syscall(SYS_setxattr, path, "user.x", "y", 1, 0))
ATTACK(set_attribute_of_link, syscall(SYS_lsetxattr, path, "user.x", "y", 1, 0))
ATTACK(set_attribute_of_picture, syscall(SYS_fsetxattr, target->picture, "user.x", "y", 1, 0))
ATTACK(remove_attribute, syscall(SYS_fremovexattr, target->picture, "user.x"))
ATTACK(set_attribute_newly, syscall(463 /* setxattrat */, target->picture, "", AT_EMPTY_PATH, "user.x", bytes, 16))
ATTACK(set_flags_newly, syscall(469 /* file_setattr */, target->picture, "", bytes, 24, AT_EMPTY_PATH))
ATTACK(set_flags, ioctl(target->picture, FS_IOC_SETFLAGS, bytes))
ATTACK(set_times, syscall(SYS_utimensat, AT_FDCWD, path, then, 0))
ATTACK(set_times_of_picture, syscall(SYS_utimensat, target->picture, NULL, then, 0))
ATTACK(write_picture, write(target->picture, "x", 1))
ATTACK(cut_picture, ftruncate(target->picture, 0))
ATTACK(cut_file, truncate(path, 0))
ATTACK(reserve_room, syscall(SYS_fallocate, target->picture, 0, 0, 4096))
ATTACK(make_file, open(path, O_CREAT | O_WRONLY, 0600))
ATTACK(make_nameless_file, open("/tmp", O_TMPFILE | O_RDWR, 0600))
ATTACK(remove_file, unlinkat(AT_FDCWD, path, 0))
ATTACK(rename_file, syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, "/tmp/lookahead-attack-2", 0))
ATTACK(make_folder, mkdirat(AT_FDCWD, path, 0700))
ATTACK(make_link, symlinkat("/etc", AT_FDCWD, path))
ATTACK(make_hard_link, linkat(target->picture, "", AT_FDCWD, path, AT_EMPTY_PATH))
ATTACK(make_device, mknodat(AT_FDCWD, path, S_IFIFO | 0600, 0))
// Locks.
ATTACK(lock_whole_picture, syscall(SYS_flock, target->picture, 2 /* LOCK_EX */))
ATTACK(lock_picture, fcntl(target->picture, F_SETLK, &lock))
ATTACK(lock_picture_openly, fcntl(target->picture, 37 /* F_OFD_SETLK */, &lock))
ATTACK(lease_picture, fcntl(target->picture, F_SETLEASE, F_RDLCK))
ATTACK(watch_folder, fcntl(target->picture, F_NOTIFY, 1))
ATTACK(change_descriptor, fcntl(target->picture, F_SETFL, O_ASYNC))
// Limits and turns of others.
ATTACK(limit_server, prlimit(target->server, RLIMIT_NOFILE, &few, NULL))
ATTACK(limit_itself, prlimit(0, RLIMIT_CPU, &few, NULL))
ATTACK(bind_server_to_processor, syscall(SYS_sched_setaffinity, target->server, 8, "\1\0\0\0\0\0\0"))
ATTACK(slow_server, setpriority(PRIO_PROCESS, target->server, 19))
ATTACK(slow_server_input, syscall(SYS_ioprio_set, 1, target->server, 3 << 13))
ATTACK(schedule_server, syscall(SYS_sched_setscheduler, target->server, SCHED_IDLE, bytes))
ATTACK(schedule_server_newly, syscall(SYS_sched_setattr, target->server, bytes, 0))
// Memory that outlives the process, or is not counted as its own.
ATTACK(shared_memory, syscall(SYS_shmget, 0, 4096, 01600))
ATTACK(message_queue, syscall(SYS_msgget, 0, 01600))
ATTACK(semaphores, syscall(SYS_semget, 0, 1, 01600))
ATTACK(named_queue, syscall(SYS_mq_open, "lookahead", O_CREAT | O_RDWR, 0600, NULL))
ATTACK(memory_file, syscall(SYS_memfd_create, "x", 0))
ATTACK(secret_memory, syscall(447 /* memfd_secret */, 0))
ATTACK(pipe_pair, syscall(SYS_pipe2, bytes, 0))
ATTACK(lock_memory, syscall(SYS_mlockall, 1))
// Reading.
ATTACK(read_memory_of_server, open(process(target, "mem"), O_RDONLY))
ATTACK(read_environment_of_server, open(process(target, "environ"), O_RDONLY))
ATTACK(read_own_memory, open("/proc/self/mem", O_RDWR))
ATTACK(open_folder, open("/", O_RDONLY | O_DIRECTORY))
ATTACK(open_path, open("/etc/passwd", O_PATH))
ATTACK(read_passwords, open("/etc/passwd", O_RDONLY))
ATTACK(open_picture_again, open("/proc/self/fd/4", O_RDWR))
ATTACK(open_newly, syscall(437 /* openat2 */, AT_FDCWD, "/etc/passwd", &(struct open_how){0}, sizeof(struct open_how)))
ATTACK(open_by_handle, syscall(SYS_open_by_handle_at, AT_FDCWD, bytes, O_RDONLY))
ATTACK(look_for_file, faccessat(AT_FDCWD, "/etc/passwd", R_OK, 0))
ATTACK(look_at_file, syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", bytes, 0))
ATTACK(look_at_file_newly, syscall(SYS_statx, AT_FDCWD, "/etc/passwd", 0, 0, bytes))
ATTACK(read_link, readlinkat(AT_FDCWD, "/proc/self/exe", bytes, sizeof bytes))
ATTACK(list_folder, syscall(SYS_getdents64, 3, bytes, sizeof bytes))
ATTACK(trace_server, syscall(SYS_ptrace, 0x4206 /* PTRACE_SEIZE */, target->server, 0, 0))
ATTACK(read_server, syscall(SYS_process_vm_readv, target->server, bytes, 0, bytes, 0, 0))
ATTACK(write_server, syscall(SYS_process_vm_writev, target->server, bytes, 0, bytes, 0, 0))
ATTACK(compare_with_server, syscall(SYS_kcmp, target->server, getpid(), 0, 0, 0))
ATTACK(drop_pages_of_server, syscall(440 /* process_madvise */, 3, bytes, 0, 4, 0))
// The network.
ATTACK(internet_socket, socket(AF_INET, SOCK_STREAM, 0))
ATTACK(local_socket, socket(AF_UNIX, SOCK_STREAM, 0))
ATTACK(kernel_socket, socket(16 /* AF_NETLINK */, SOCK_RAW, 0))
ATTACK(pair_of_sockets, syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, bytes))
ATTACK(connect_socket, connect(3, (struct sockaddr *)&address, sizeof address))
ATTACK(bind_socket, bind(3, (struct sockaddr *)&address, sizeof address))
ATTACK(listen_on_socket, listen(3, 1))
ATTACK(send_descriptor, syscall(SYS_sendmsg, 3, bytes, 0))
ATTACK(socket_option, setsockopt(3, SOL_SOCKET, SO_SNDBUF, &(int){1 << 30}, sizeof(int)))
ATTACK(io_ring, syscall(425 /* io_uring_setup */, 1, bytes))
// Programs and processes.
ATTACK(new_process, syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0))
ATTACK(new_process_in_memory, syscall(SYS_clone, CLONE_VM | SIGCHLD, 0, 0, 0, 0))
ATTACK(new_namespace, syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0))
ATTACK(thread_in_namespace, syscall(SYS_clone, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWNET, 0, 0, 0, 0))
ATTACK(new_program, syscall(SYS_execve, "/bin/true", words, NULL))
ATTACK(new_program_by_descriptor, syscall(SYS_execveat, 3, "", words, NULL, AT_EMPTY_PATH))
ATTACK(leave_namespace, syscall(SYS_unshare, CLONE_NEWUSER))
ATTACK(enter_namespace, syscall(SYS_setns, 3, 0))
ATTACK(become_root, syscall(SYS_setresuid, 0, 0, 0))
ATTACK(gain_capabilities, syscall(SYS_capset, bytes, bytes))
ATTACK(show_memory, syscall(SYS_prctl, 4 /* PR_SET_DUMPABLE */, 1, 0, 0, 0))
ATTACK(let_be_traced, syscall(SYS_prctl, 0x59616d61 /* PR_SET_PTRACER */, -1, 0, 0, 0))
ATTACK(change_filter, syscall(SYS_seccomp, 1, 0, bytes))
// The machine, for a server that is root.
ATTACK(change_root, chroot("/"))
ATTACK(change_folder, chdir("/tmp"))
ATTACK(open_file_system, syscall(430 /* fsopen */, "tmpfs", 0))
ATTACK(mount_file_system, syscall(SYS_mount, "none", "/mnt", "tmpfs", 0, NULL))
ATTACK(unmount, syscall(SYS_umount2, "/lookahead", 0))
ATTACK(swap_roots, syscall(SYS_pivot_root, "/", "/"))
ATTACK(restart_machine, syscall(SYS_reboot, 0xfee1dead, 0x28121969, 0 /* CAD_OFF */, 0))
ATTACK(name_machine, syscall(SYS_sethostname, "lookahead", 9))
ATTACK(set_clock, syscall(SYS_clock_settime, CLOCK_MONOTONIC, then))
ATTACK(adjust_clock, syscall(SYS_adjtimex, NULL))
ATTACK(count_events, syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0))
ATTACK(load_program_into_kernel, syscall(SYS_bpf, 0, bytes, 0))
ATTACK(handle_faults, syscall(SYS_userfaultfd, 1))
ATTACK(add_key, syscall(SYS_add_key, "user", "x", "y", 1, -3))
ATTACK(use_keys, syscall(SYS_keyctl, 0, -3, 0))
ATTACK(ask_for_key, syscall(SYS_request_key, "user", "x", NULL, 0))
ATTACK(read_kernel_log, syscall(SYS_syslog, 10, NULL, 0))
ATTACK(load_module, syscall(SYS_init_module, bytes, 0, ""))
ATTACK(swap_on, syscall(SYS_swapon, "/lookahead", 0))
ATTACK(account, syscall(SYS_acct, "/lookahead"))
ATTACK(watch_files, syscall(SYS_inotify_init1, 0))
ATTACK(watch_all_files, syscall(SYS_fanotify_init, 0, 0))
ATTACK(wait_for_events, syscall(SYS_epoll_create1, 0))
ATTACK(event_descriptor, syscall(SYS_eventfd2, 0, 0))
ATTACK(change_personality, syscall(SYS_personality, 0x0040000 /* ADDR_NO_RANDOMIZE */))
#ifdef __x86_64__
ATTACK(old_open, syscall(SYS_open, "/etc/passwd", O_RDONLY))
ATTACK(old_create, syscall(SYS_creat, path, 0600))
ATTACK(old_remove, syscall(SYS_unlink, path))
ATTACK(old_mode, syscall(SYS_chmod, path, 0666))
ATTACK(old_owner, syscall(SYS_chown, path, 65534, 65534))
ATTACK(old_owner_of_link, syscall(SYS_lchown, path, 65534, 65534))
ATTACK(old_fork, syscall(SYS_fork))
ATTACK(old_fork_in_memory, syscall(SYS_vfork))
ATTACK(use_ports, syscall(SYS_iopl, 3))
#endif

#define NAMED(name) {#name, name}
static const struct {
    const char *name;
    long (*try)(target_t);
} attacks[] = {
    NAMED(open_terminal), NAMED(type_into_terminal), NAMED(control_picture), NAMED(take_terminal),
    NAMED(kill_server), NAMED(kill_everyone), NAMED(tgkill_server), NAMED(tkill_server), NAMED(queue_to_server),
    NAMED(queue_to_thread), NAMED(open_process), NAMED(signal_by_descriptor), NAMED(descriptor_of_server),
    NAMED(owner_of_signals), NAMED(timer_signal),
    NAMED(change_owner), NAMED(change_owner_of_link), NAMED(change_owner_of_picture), NAMED(change_mode),
    NAMED(change_mode_of_picture), NAMED(change_mode_newly), NAMED(set_attribute), NAMED(set_attribute_of_link),
    NAMED(set_attribute_of_picture), NAMED(remove_attribute), NAMED(set_attribute_newly), NAMED(set_flags_newly),
    NAMED(set_flags), NAMED(set_times), NAMED(set_times_of_picture), NAMED(write_picture), NAMED(cut_picture),
    NAMED(cut_file), NAMED(reserve_room), NAMED(make_file), NAMED(make_nameless_file), NAMED(remove_file),
    NAMED(rename_file), NAMED(make_folder), NAMED(make_link), NAMED(make_hard_link), NAMED(make_device),
    NAMED(lock_whole_picture), NAMED(lock_picture), NAMED(lock_picture_openly), NAMED(lease_picture),
    NAMED(watch_folder), NAMED(change_descriptor),
    NAMED(limit_server), NAMED(limit_itself), NAMED(bind_server_to_processor), NAMED(slow_server),
    NAMED(slow_server_input), NAMED(schedule_server), NAMED(schedule_server_newly),
    NAMED(shared_memory), NAMED(message_queue), NAMED(semaphores), NAMED(named_queue), NAMED(memory_file),
    NAMED(secret_memory), NAMED(pipe_pair), NAMED(lock_memory),
    NAMED(read_memory_of_server), NAMED(read_environment_of_server), NAMED(read_own_memory), NAMED(open_folder),
    NAMED(open_path), NAMED(read_passwords), NAMED(open_picture_again), NAMED(open_newly), NAMED(open_by_handle),
    NAMED(look_for_file), NAMED(look_at_file), NAMED(look_at_file_newly), NAMED(read_link), NAMED(list_folder),
    NAMED(trace_server), NAMED(read_server), NAMED(write_server), NAMED(compare_with_server),
    NAMED(drop_pages_of_server),
    NAMED(internet_socket), NAMED(local_socket), NAMED(kernel_socket), NAMED(pair_of_sockets), NAMED(connect_socket),
    NAMED(bind_socket), NAMED(listen_on_socket), NAMED(send_descriptor), NAMED(socket_option), NAMED(io_ring),
    NAMED(new_process), NAMED(new_process_in_memory), NAMED(new_namespace), NAMED(thread_in_namespace),
    NAMED(new_program), NAMED(new_program_by_descriptor), NAMED(leave_namespace), NAMED(enter_namespace),
    NAMED(become_root), NAMED(gain_capabilities), NAMED(show_memory), NAMED(let_be_traced), NAMED(change_filter),
    NAMED(change_root), NAMED(change_folder), NAMED(open_file_system), NAMED(mount_file_system), NAMED(unmount),
    NAMED(swap_roots), NAMED(restart_machine), NAMED(name_machine), NAMED(set_clock), NAMED(adjust_clock),
    NAMED(count_events), NAMED(load_program_into_kernel), NAMED(handle_faults), NAMED(add_key), NAMED(use_keys),
    NAMED(ask_for_key), NAMED(read_kernel_log), NAMED(load_module), NAMED(swap_on), NAMED(account),
    NAMED(watch_files), NAMED(watch_all_files), NAMED(wait_for_events), NAMED(event_descriptor),
    NAMED(change_personality),
#ifdef __x86_64__
    NAMED(old_open), NAMED(old_create), NAMED(old_remove), NAMED(old_mode), NAMED(old_owner),
    NAMED(old_owner_of_link), NAMED(old_fork), NAMED(old_fork_in_memory), NAMED(use_ports),
#endif
};

const char *lookahead_attack(int index, const struct lookahead_target *target, int *error)
{
    if (index < 0 || (size_t)index >= sizeof attacks / sizeof attacks[0]) return NULL;
    const pid_t probe = getpid();
    const long result = attacks[index].try(target);
    *error = result == -1 ? errno : 0;
    // A new process is not the probe: it must not answer in its stead.
    if (getpid() != probe) _exit(0);
    return attacks[index].name;
}

int lookahead_call(long number, long argument)
{
    errno = 0;
    return syscall(number, argument, argument, argument, argument, argument, argument) == -1 ? errno : 0;
}

#ifdef __x86_64__
static sigjmp_buf without_32_bits;

static void no_32_bits(int signal)
{
    (void)signal;
    siglongjmp(without_32_bits, 1);
}
#endif

int lookahead_call_of_32_bits(void)
{
#ifdef __x86_64__
    struct sigaction action = {.sa_handler = no_32_bits, .sa_flags = SA_NODEFER}, before;
    sigaction(SIGSEGV, &action, &before);
    int result = -1;
    if (sigsetjmp(without_32_bits, 1) == 0) {
        int32_t answer;
        __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20 /* getpid */) : "memory", "r8", "r9", "r10", "r11");
        result = answer < 0 ? -answer : 0;
    }
    sigaction(SIGSEGV, &before, NULL);
    return result;
#else
    return -1;
#endif
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *wait_at_gate(void *nothing)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return nothing;
}

int lookahead_threads(int most)
{
    pthread_t threads[1024];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    int count = 0;
    pthread_mutex_lock(&gate);
    while (count < most && count < 1024 && pthread_create(&threads[count], &small, wait_at_gate, NULL) == 0) count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    pthread_attr_destroy(&small);
    return count;
}
