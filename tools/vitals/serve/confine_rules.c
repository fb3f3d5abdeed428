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

#include "base/memory.h"
#include "serve/confine.h"
#include "serve/landlock.h"
#include "serve/seccomp.h"

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

#ifdef SECCOMP_ARCHITECTURE
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

static void add_mapping(seccomp_filter *filter, int call) {
    /* The lower half of the argument, where numbers are little-endian. */
    enum { THIRD = offsetof(struct seccomp_data, args) + 2 * sizeof(uint64_t) };
    seccomp_add_jump(filter, BPF_JEQ, (uint32_t)call, 0, 4);
    seccomp_add_load(filter, THIRD);
    seccomp_add_jump(filter, BPF_JSET, PROT_EXEC, 1, 0);
    seccomp_add_result(filter, SECCOMP_RET_ALLOW);
    seccomp_add_result(filter, SECCOMP_RET_KILL_PROCESS);
}

static bool use_seccomp(bool may_open) {
    seccomp_filter filter = seccomp_begin(SECCOMP_RET_KILL_PROCESS);
    for (size_t i = 0; i < COUNT_OF(allowed_calls); i++) {
        seccomp_add_call(&filter, allowed_calls[i], SECCOMP_RET_ALLOW);
    }
    seccomp_add_call(&filter, SYS_openat,
                     may_open ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES);
    for (size_t i = 0; i < COUNT_OF(mapping_calls); i++) add_mapping(&filter, mapping_calls[i]);
    seccomp_add_result(&filter, SECCOMP_RET_KILL_PROCESS);
    return seccomp_use(&filter);
}
#else
static bool use_seccomp(bool may_open) {
    (void)may_open;
    return false;
}
#endif

unsigned confine_rule_process(void) {
    unsigned used = 0;
    if (CONFINE_SANITIZED) return used;
    close_others();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (use_limits()) used |= RULE_PROCESS_LIMITED;
    if (use_landlock()) used |= RULE_PROCESS_LANDLOCK;
    if (use_seccomp(used & RULE_PROCESS_LANDLOCK)) used |= RULE_PROCESS_SECCOMP;
    return used;
}
