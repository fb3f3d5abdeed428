/* Filters of system calls, line by line, for the architectures that vitals knows the numbers of. */
#ifndef CLI_SERVE_SECCOMP_H
#define CLI_SERVE_SECCOMP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define SECCOMP_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SECCOMP_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef SECCOMP_ARCHITECTURE
enum { SECCOMP_MOST_LINES = 96 };

typedef struct seccomp_filter {
    struct sock_filter lines[SECCOMP_MOST_LINES];
    unsigned short count;
} seccomp_filter;

/* An empty filter that gives `otherwise` to calls of another architecture, and has loaded the number of the call. */
seccomp_filter seccomp_begin(uint32_t otherwise);
/* Load a word at this offset of struct seccomp_data. */
void seccomp_add_load(seccomp_filter *filter, uint32_t offset);
/* Compare what was loaded (BPF_JEQ, BPF_JGE, BPF_JSET), and skip so many lines. */
void seccomp_add_jump(seccomp_filter *filter, unsigned comparison, uint32_t value, uint8_t if_true,
                      uint8_t if_false);
void seccomp_add_result(seccomp_filter *filter, uint32_t result);
/* A result for the call of this number. */
void seccomp_add_call(seccomp_filter *filter, int call, uint32_t result);
/* false: the kernel has no filters. */
bool seccomp_use(const seccomp_filter *filter);
#endif

#endif
