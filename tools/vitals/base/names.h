/* Texts that many objects share, each kept once. */
#ifndef CLI_BASE_NAMES_H
#define CLI_BASE_NAMES_H

#include "base/index.h"

/* Zeroed: empty. */
typedef struct cli_names {
    char **items;
    size_t count;
    cli_index index;
} cli_names;

/* The one copy of this text, which stays where it is: equal texts have equal addresses. */
char *names_keep(cli_names *names, const char *text);
void names_done(cli_names *names);

#endif
