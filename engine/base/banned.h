/* Functions that do not compile here: they are unbounded, read the locale or keep hidden state.
** Included by the build in front of every source of the library. */
#ifndef VITALS_BASE_BANNED_H
#define VITALS_BASE_BANNED_H

#ifndef __cplusplus
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma GCC poison strcpy strcat sprintf vsprintf strtok strncpy strncat gets atoi atol atof
#pragma GCC poison asctime ctime localtime gmtime setlocale getenv
#endif

#endif
