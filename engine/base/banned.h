/* Functions that the library must not call: they are unbounded, depend on the locale, keep hidden
** state, or end the process. The build includes this file before every C source of the library. */
#ifndef VITALS_BASE_BANNED_H
#define VITALS_BASE_BANNED_H

#ifndef __cplusplus
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma GCC poison strcpy strcat sprintf vsprintf strtok strncpy strncat gets atoi atol atof
#pragma GCC poison asctime ctime localtime gmtime setlocale getenv
#pragma GCC poison exit abort _Exit quick_exit atexit perror
#endif

#endif
