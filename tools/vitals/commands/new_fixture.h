/* vitals new fixture: a live object, fit to be shared, as a fixture of its check. */
#ifndef CLI_COMMANDS_NEW_FIXTURE_H
#define CLI_COMMANDS_NEW_FIXTURE_H

#include "input/command.h"
#include "input/rules.h"
#include "input/selection.h"

typedef struct fixture_options {
    object_options *objects;
    const rule_options *rules;
    const char *directory; /* of the tree; "-": the standard output */
    const char *name;      /* NULL: by the status */
} fixture_options;

/* Returns the exit status. `words` select the object. */
int new_fixture(const cli_command *self, const fixture_options *options, const option_list *words);

#endif
