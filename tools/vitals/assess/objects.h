/* Reading all objects of a command into one set, for commands other than `assess`. */
#ifndef CLI_ASSESS_OBJECTS_H
#define CLI_ASSESS_OBJECTS_H

#include "assess/assess.h"

/* Read the sources into run->entries and run->set. Needs the rules' engine, the selection and
** run->keeps_set; problems are printed as they occur. */
void objects_read(cli_run *run, const option_list *files);
/* Report what the selection does not find, and an input without any object. */
void objects_check(cli_run *run);
size_t objects_count(const cli_run *run);
/* The objects in the order of the input: start with `*next` 0; NULL at the end. */
const vitals_document *objects_next(const cli_run *run, size_t *next);
void objects_done(cli_run *run);

#endif
