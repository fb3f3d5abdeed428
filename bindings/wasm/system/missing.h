/* Included before each file of the command line: functions of POSIX that wasi-libc does not declare. See system.c. */
#ifndef VITALS_WASM_SYSTEM_MISSING_H
#define VITALS_WASM_SYSTEM_MISSING_H

#include <sys/stat.h>

/* WASI has no file permissions. The host sets them. */
#define fchmod(file, mode) ((void)(file), (void)(mode), 0)

int pipe(int ends[2]);
int mkstemp(char *name);

#endif
