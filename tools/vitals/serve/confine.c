/* What `vitals serve` gives up. */
#include "serve/confine.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

#include "base/memory.h"
#include "serve/landlock.h"
#include "serve/seccomp.h"

void confinement_note(confinement *out, const char *measure) {
    out->measures[out->count++] = measure;
}

/* -------------------------------------------------------------------- Landlock */

/* SQLite makes and removes files beside the one that it writes. */
static char *directory_of(const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash) return memory_copy_string(".");
    return memory_copy(file, slash == file ? 1 : (size_t)(slash - file));
}

/* The program that loads this one; NULL: it loads itself. */
static const char *loader(void) {
    const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
    const unsigned long count = getauxval(AT_PHNUM);
    const char *base = NULL;
    for (unsigned long i = 0; headers && i < count; i++) {
        if (headers[i].p_type == PT_PHDR) base = (const char *)headers - headers[i].p_vaddr;
        if (headers[i].p_type == PT_INTERP && base) return base + headers[i].p_vaddr;
    }
    return NULL;
}

/* Files can be read, but not changed. */
static bool use_landlock(confine_programs programs, const char *writable) {
    landlock_row rows[4] = { { "/dev/null", RIGHT_WRITE_FILE, false } };
    size_t count = 1;
    char *directory = writable ? directory_of(writable) : NULL;
    if (directory) {
        rows[count++] =
            (landlock_row){ directory, RIGHT_WRITE_FILE | RIGHT_REMOVE_FILE | RIGHT_MAKE_FILE,
                            false };
    }
    if (programs == CONFINE_OWN_PROGRAM) {
        rows[count++] = (landlock_row){ "/proc/self/exe", RIGHT_EXECUTE, false };
        if (loader()) rows[count++] = (landlock_row){ loader(), RIGHT_EXECUTE, false };
    }
    const bool used = landlock_use((uint64_t)RIGHTS_TO_CHANGE |
                                       (programs == CONFINE_ANY_PROGRAM ? 0 : RIGHT_EXECUTE),
                                   rows, count);
    free(directory);
    return used;
}

/* --------------------------------------------------------------------- seccomp */

#ifdef SECCOMP_ARCHITECTURE
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
static bool use_seccomp(confine_programs programs) {
    const size_t calls = CALLS - (programs == CONFINE_NO_PROGRAM ? 0 : 2);
    const uint32_t refuse = SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA);
    seccomp_filter filter = seccomp_begin(refuse);
    seccomp_add_jump(&filter, BPF_JGE, HIGHEST_CALL, 0, 1);
    seccomp_add_result(&filter, refuse);
    for (size_t i = 0; i < calls; i++) seccomp_add_call(&filter, refused_calls[i], refuse);
    seccomp_add_result(&filter, SECCOMP_RET_ALLOW);
    return seccomp_use(&filter);
}
#else
static bool use_seccomp(confine_programs programs) {
    (void)programs;
    return false;
}
#endif

confinement confine(confine_programs programs, const char *writable) {
    confinement out = { .count = 0 };
    if (CONFINE_SANITIZED) return out;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) confinement_note(&out, "no-new-privileges");
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) confinement_note(&out, "not-dumpable");
    if (use_landlock(programs, writable)) confinement_note(&out, "landlock");
    if (use_seccomp(programs)) confinement_note(&out, "seccomp");
    return out;
}
