/* Filters of system calls. */
#include "serve/seccomp.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef SECCOMP_ARCHITECTURE
/* <unistd.h> declares it together with alloca, which is refused here. */
long syscall(long number, ...);

static void add(seccomp_filter *filter, struct sock_filter line) {
    if (filter->count == SECCOMP_MOST_LINES) abort(); /* filters are constant: a mistake here */
    filter->lines[filter->count++] = line;
}

void seccomp_add_load(seccomp_filter *filter, uint32_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

void seccomp_add_jump(seccomp_filter *filter, unsigned comparison, uint32_t value, uint8_t if_true,
                      uint8_t if_false) {
    const unsigned short code = (unsigned short)(BPF_JMP | comparison | BPF_K);
    add(filter, (struct sock_filter)BPF_JUMP(code, value, if_true, if_false));
}

void seccomp_add_result(seccomp_filter *filter, uint32_t result) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, result));
}

void seccomp_add_call(seccomp_filter *filter, int call, uint32_t result) {
    seccomp_add_jump(filter, BPF_JEQ, (uint32_t)call, 0, 1);
    seccomp_add_result(filter, result);
}

seccomp_filter seccomp_begin(uint32_t otherwise) {
    seccomp_filter filter = { .count = 0 };
    seccomp_add_load(&filter, offsetof(struct seccomp_data, arch));
    seccomp_add_jump(&filter, BPF_JEQ, SECCOMP_ARCHITECTURE, 1, 0);
    seccomp_add_result(&filter, otherwise);
    seccomp_add_load(&filter, offsetof(struct seccomp_data, nr));
    return filter;
}

bool seccomp_use(const seccomp_filter *filter) {
    /* The kernel reads the lines. */
    seccomp_filter own = *filter;
    const struct sock_fprog program = { own.count, own.lines };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}
#endif
