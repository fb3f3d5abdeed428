/*
** Functions that must not be called: they are unbounded, depend on the locale or the time zone, keep
** hidden state, or start a shell; and, in the library, those that end the process, print, or read the
** environment. The build includes this file before every C source: of the library, and, with
** VITALS_BANNED_IN_PROGRAMS, of the command line, tests and benchmarks. The compiler then refuses the
** names, whatever they are used for. Names that headers of the system or of Lua use cannot be refused so:
** tools/lint/symbols holds the library to a list of what it may call.
*/
#ifndef VITALS_BASE_BANNED_H
#define VITALS_BASE_BANNED_H

#ifndef __cplusplus
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __APPLE__
#include <unistd.h> /* declares some of the names below */
#endif

/* Headers of macOS and musl have some as macros. */
#undef strcpy
#undef stpcpy
#undef strcat
#undef strncpy
#undef stpncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef alloca
#undef strdupa
#undef strndupa

/* Unbounded, or without a way to report an error. */
#pragma GCC poison strcpy stpcpy strcat strncpy stpncpy strncat gets sprintf vsprintf
#pragma GCC poison atoi atol atoll atof alloca strdupa strndupa bcopy bzero
/* Hidden state. */
#pragma GCC poison strtok asctime ctime localtime gmtime rand srand drand48 srand48 tmpnam tempnam \
    mktemp
/* A shell. */
#pragma GCC poison system

#ifdef VITALS_BANNED_IN_PROGRAMS
#pragma GCC poison popen
#else
/* The locale and the time zone. */
#pragma GCC poison setlocale uselocale strcoll strxfrm strftime mktime tzset
#pragma GCC poison asctime_r ctime_r localtime_r gmtime_r strtof strtold
#pragma GCC poison strerror strerror_r perror psignal
/* The environment, and the end of the process. */
#pragma GCC poison getenv secure_getenv setenv putenv unsetenv
#pragma GCC poison exit abort _Exit quick_exit atexit at_quick_exit
/* Printing, and input of unknown size. */
#pragma GCC poison printf vprintf vfprintf puts fputs putchar putc fputc getchar
#pragma GCC poison scanf fscanf sscanf vscanf vfscanf vsscanf
/* Memory that the caller's allocator does not know of. */
#pragma GCC poison calloc strdup strndup
#endif

#endif

#endif
