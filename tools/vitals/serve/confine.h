/* What `vitals serve` gives up before it reads anything that others have written. */
#ifndef CLI_SERVE_CONFINE_H
#define CLI_SERVE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* Sanitizers need descriptors, memory and system calls of their own, and their leak checker traces the process. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CONFINE_SANITIZED true
#else
#define CONFINE_SANITIZED false
#endif

/* The measures that took effect; static texts. */
typedef struct confinement {
    const char *measures[12];
    size_t count;
} confinement;

void confinement_note(confinement *out, const char *measure);

/* Which programs the process goes on starting. */
typedef enum confine_programs {
    CONFINE_NO_PROGRAM,
    CONFINE_OWN_PROGRAM, /* itself, for rules */
    CONFINE_ANY_PROGRAM  /* credential plugins of kubeconfigs too */
} confine_programs;

/*
** Restrict the process, as far as the kernel can, before it has threads:
**
**   no-new-privileges   programs that it starts gain no rights
**   not-dumpable        no core file, and other processes of the user cannot read its memory
**   landlock            it can create, change and remove no file
**   seccomp             system calls that a server never needs fail: mounts, kernel modules, tracing, namespaces, keys
**
** `writable` is a file that it goes on writing to, and the directory of which it therefore can change; NULL: none.
** Starting other programs than `programs` fails as well; without Landlock, CONFINE_OWN_PROGRAM allows all.
*/
confinement confine(confine_programs programs, const char *writable);

/* What a process that runs rules has given up, as bits. */
enum {
    RULE_PROCESS_LIMITED = 1, /* by resource limits */
    RULE_PROCESS_LANDLOCK = 2,
    RULE_PROCESS_SECCOMP = 4
};

/*
** Restrict a process that runs rules, to descriptor 0 and its own memory:
**
**   descriptors    all others are closed
**   limits         memory, no files to write, no further processes, no core file
**   landlock       no files but those of time zones
**   seccomp        any system call but those for memory, the socket and reading time zones ends the process; without
**                  Landlock opening a file fails
**
** Returns the bits of what took effect.
*/
unsigned confine_rule_process(void);

#endif
