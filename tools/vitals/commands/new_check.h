/* vitals new check, vitals new expression: drafts from the objects or the schema of a kind. */
#ifndef CLI_COMMANDS_NEW_CHECK_H
#define CLI_COMMANDS_NEW_CHECK_H

#include "input/command.h"
#include "input/options.h"

typedef struct check_options {
    const char *kind; /* GROUP/KIND */
    option_list from, schemas;
    const char *directory; /* of the tree */
    bool expressions;      /* print healthCheckExprs; nothing is written */
} check_options;

/* Returns the exit status. */
int new_check(const check_options *options);

#endif
