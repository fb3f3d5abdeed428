/* What `vitals serve` gives up before it reads anything that others have written. */
#ifndef CLI_SERVE_CONFINE_H
#define CLI_SERVE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* The measures that took effect; static texts. */
typedef struct confinement {
    const char *measures[8];
    size_t count;
} confinement;

/*
** Restrict the process, as far as the kernel can, before it has threads:
**
**   no-new-privileges   programs that it starts gain no rights
**   not-dumpable        no core file, and other processes of the user cannot read its memory
**   landlock            it can create, change and remove no file
**   seccomp             system calls that a server never needs fail: mounts, kernel modules, tracing, namespaces, keys
**
** `writable` is a file that it goes on writing to, and the directory of which it therefore can change; NULL: none.
** `starts_programs`: credential plugins of kubeconfigs; otherwise starting programs fails as well.
*/
confinement confine(bool starts_programs, const char *writable);

#endif
