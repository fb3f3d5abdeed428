/*
** A part of the objects of a run, as `assess -o partial` writes it and `merge` reads it: JSON lines. One for
** each application is its partial aggregate with two more members, and one for each object that may explain why
** others are not healthy has the object:
**
**     {"cluster":…,"summary":{…},"schema":"vitals/partial/v1","application":…,"aggregate":…,"resources":[…]}
**     {"cluster":…,"schema":"vitals/partial/v1","object":{…}}
*/
#ifndef CLI_ASSESS_PARTIAL_H
#define CLI_ASSESS_PARTIAL_H

#include "assess/assess.h"

#define PARTIAL_SCHEMA "vitals/partial/v1"

/* A count of the summary. */
typedef struct partial_count_row {
    const char *name;
    size_t at; /* offsetof the size_t in cli_tally */
} partial_count_row;

enum { PARTIAL_COUNTS = 6 };
extern const partial_count_row partial_counts[PARTIAL_COUNTS];

static inline size_t *partial_count(const partial_count_row *row, cli_tally *tally) {
    return (size_t *)(void *)((char *)tally + row->at);
}

/* The member "summary" of a line. */
void partial_add_summary(cli_text *out, const cli_group *group);
/* The lines. `cluster` may be NULL. */
void partial_write_group(const cli_group *group, const char *cluster);
void partial_write_object(const vitals_document *object, const char *cluster);

/* Read a line into the groups of a run, or its object among those that may explain others; `path` and `number`
** name the line. What cannot be read is a problem of the run. */
void partial_read_line(cli_run *run, vitals_text line, const char *path, size_t number);

#endif
