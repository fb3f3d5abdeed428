/* What a process that runs rules gives up: everything but its memory and one socket. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "base/memory.h"
#include "serve/confine.h"
#include "serve/landlock.h"

long syscall(long number, ...);

/* All memory of the process, mapped libraries included: rules, the object and what they build have limits of
** their own, which are far below. */
#define MOST_MEMORY_BYTES ((rlim_t)2 << 30)
/* For the files of time zones. */
#define MOST_DESCRIPTORS ((rlim_t)8)

static void close_others(void) {
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, 1, ~0U, 0) == 0) return;
#endif
    const long most = sysconf(_SC_OPEN_MAX);
    for (int i = 1; i < (most > 0 && most < 65536 ? most : 65536); i++) (void)close(i);
}

static bool limit(int what, rlim_t most) {
    const struct rlimit limit = { most, most };
    return setrlimit(what, &limit) == 0;
}

static bool use_limits(void) {
    bool used = limit(RLIMIT_CORE, 0);
    used &= limit(RLIMIT_FSIZE, 0);
    used &= limit(RLIMIT_NPROC, 0);
    used &= limit(RLIMIT_NOFILE, MOST_DESCRIPTORS);
    used &= limit(RLIMIT_AS, MOST_MEMORY_BYTES);
    return used;
}

static bool use_landlock(void) {
    static const landlock_row zones[] = {
        { "/usr/share/zoneinfo", RIGHT_READ_FILE, true },
        { "/usr/lib/zoneinfo", RIGHT_READ_FILE, true },
        { "/usr/share/lib/zoneinfo", RIGHT_READ_FILE, true },
        { "/etc/zoneinfo", RIGHT_READ_FILE, true },
    };
    return landlock_use(RIGHTS_ALL, zones, COUNT_OF(zones));
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
static const int allowed_calls[] = {
    SYS_read,    SYS_write,         SYS_recvfrom,     SYS_sendto,
    SYS_munmap,  SYS_mremap,        SYS_madvise,      SYS_brk,
    SYS_futex,   SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom,
    SYS_exit,    SYS_exit_group,    SYS_rt_sigreturn, SYS_restart_syscall,
    SYS_close,   SYS_fstat,         SYS_newfstatat,   SYS_lseek,
    SYS_pread64,
};

/* Allowed for memory that cannot be executed: their third argument says so. */
static const int mapping_calls[] = { SYS_mmap, SYS_mprotect };

enum { CALLS = COUNT_OF(allowed_calls), MAPPINGS = COUNT_OF(mapping_calls), PARTS = 8 };

typedef struct filter_text {
    struct sock_filter lines[2 * CALLS + 5 * MAPPINGS + PARTS];
    unsigned short count;
} filter_text;

static void add(filter_text *filter, struct sock_filter line) {
    filter->lines[filter->count++] = line;
}

static void add_load(filter_text *filter, uint32_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void add_result(filter_text *filter, uint32_t result) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result));
}

/* Skip `lines` unless the value that was loaded is this one. */
static void add_unless_equal(filter_text *filter, uint32_t value, uint8_t lines) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, lines));
}

static void add_mapping(filter_text *filter, int call) {
    /* The lower half of the argument, where numbers are little-endian. */
    enum { THIRD = offsetof(struct seccomp_data, args) + 2 * sizeof(uint64_t) };
    add_unless_equal(filter, (uint32_t)call, 4);
    add_load(filter, THIRD);
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
    add_result(filter, SECCOMP_RET_ALLOW);
    add_result(filter, SECCOMP_RET_KILL_PROCESS);
}

static bool use_seccomp(bool may_open) {
    filter_text filter = { .count = 0 };
    add_load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    add_result(&filter, SECCOMP_RET_KILL_PROCESS);
    add_load(&filter, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < CALLS; i++) {
        add_unless_equal(&filter, (uint32_t)allowed_calls[i], 1);
        add_result(&filter, SECCOMP_RET_ALLOW);
    }
    add_unless_equal(&filter, SYS_openat, 1);
    add_result(&filter, may_open ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES);
    for (size_t i = 0; i < MAPPINGS; i++) add_mapping(&filter, mapping_calls[i]);
    add_result(&filter, SECCOMP_RET_KILL_PROCESS);
    const struct sock_fprog program = { filter.count, filter.lines };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
#else
static bool use_seccomp(bool may_open) {
    (void)may_open;
    return false;
}
#endif

/* Sanitizers need descriptors, memory and calls of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#else
#define SANITIZED false
#endif

unsigned confine_rule_process(void) {
    unsigned used = 0;
    if (SANITIZED) return used;
    close_others();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (use_limits()) used |= RULE_PROCESS_LIMITED;
    if (use_landlock()) used |= RULE_PROCESS_LANDLOCK;
    if (use_seccomp(used & RULE_PROCESS_LANDLOCK)) used |= RULE_PROCESS_SECCOMP;
    return used;
}
