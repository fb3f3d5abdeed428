/* What `vitals serve` gives up. */
#include "serve/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "base/memory.h"
#include "base/text.h"

/* <unistd.h> declares it together with alloca, which is refused here. */
long syscall(long number, ...);

static void note(confinement *out, const char *measure) {
    out->measures[out->count++] = measure;
}

/* -------------------------------------------------------------------- Landlock */

/* As in linux/landlock.h, which older systems lack. Rights of the first version. */
enum {
    RIGHT_EXECUTE = 1 << 0,
    RIGHT_WRITE_FILE = 1 << 1,
    RIGHT_REMOVE_FILE = 1 << 5,
    RIGHT_MAKE_FILE = 1 << 8,
    RIGHTS_TO_CHANGE = RIGHT_WRITE_FILE | 0x1ff0 /* remove, and make of every sort */
};

struct landlock_ruleset {
    uint64_t handled_access_fs;
};

struct landlock_path {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));

#if defined(SYS_landlock_create_ruleset)
static bool allow(int ruleset, const char *name, uint64_t rights) {
    enum { RULE_PATH_BENEATH = 1 };
    struct landlock_path path = { rights, open(name, O_RDONLY | O_CLOEXEC) };
    if (path.parent_fd < 0) return false;
    const bool added = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &path, 0) == 0;
    close(path.parent_fd);
    return added;
}

/* SQLite makes and removes files beside the one that it writes. */
static bool allow_directory_of(int ruleset, const char *file) {
    cli_text directory = TEXT_INIT;
    const char *slash = strrchr(file, '/');
    if (slash == file) {
        text_add_string(&directory, "/");
    } else if (slash) {
        text_add(&directory, file, (size_t)(slash - file));
    } else {
        text_add_string(&directory, ".");
    }
    const bool allowed = allow(ruleset, text_string(&directory),
                               RIGHT_WRITE_FILE | RIGHT_REMOVE_FILE | RIGHT_MAKE_FILE);
    text_done(&directory);
    return allowed;
}

/* Files can be read, but not changed. */
static bool use_landlock(bool starts_programs, const char *writable) {
    const struct landlock_ruleset handled = { (uint64_t)RIGHTS_TO_CHANGE |
                                              (starts_programs ? 0 : RIGHT_EXECUTE) };
    const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    if (ruleset < 0) return false;
    const bool used = allow(ruleset, "/dev/null", RIGHT_WRITE_FILE) &&
                      (!writable || allow_directory_of(ruleset, writable)) &&
                      syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return used;
}
#else
static bool use_landlock(bool starts_programs, const char *writable) {
    (void)starts_programs, (void)writable;
    return false;
}
#endif

/* --------------------------------------------------------------------- seccomp */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
static const int refused_calls[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_keyctl,
    SYS_request_key,
    SYS_open_by_handle_at,
    SYS_personality,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_sethostname,
    SYS_execve, /* the last two: unless programs are started */
    SYS_execveat,
};

enum { CALLS = COUNT_OF(refused_calls), HIGHEST_CALL = 0x40000000 };

/* Another architecture, and the numbers of x32, are refused as a whole. */
static bool use_seccomp(bool starts_programs) {
    struct sock_filter filter[2 * CALLS + 8];
    unsigned short count = 0;
    const size_t calls = CALLS - (starts_programs ? 2 : 0);
    const struct sock_filter refuse =
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA));
    filter[count++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    filter[count++] = refuse;
    filter[count++] =
        (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, HIGHEST_CALL, 0, 1);
    filter[count++] = refuse;
    for (size_t i = 0; i < calls; i++) {
        filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                                       (uint32_t)refused_calls[i], 0, 1);
        filter[count++] = refuse;
    }
    filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog program = { count, filter };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
#else
static bool use_seccomp(bool starts_programs) {
    (void)starts_programs;
    return false;
}
#endif

/* The leak checker of sanitizers traces the process that it is in. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#else
#define SANITIZED false
#endif

confinement confine(bool starts_programs, const char *writable) {
    confinement out = { .count = 0 };
    if (SANITIZED) return out;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) note(&out, "no-new-privileges");
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) note(&out, "not-dumpable");
    if (use_landlock(starts_programs, writable)) note(&out, "landlock");
    if (use_seccomp(starts_programs)) note(&out, "seccomp");
    return out;
}
