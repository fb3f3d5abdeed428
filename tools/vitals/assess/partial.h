/*
** A part of the objects of a run, as `assess -o partial` writes it and `merge` reads it: JSON lines. One for
** each application is its partial aggregate with two more members, and one for each object that may explain why
** others are not healthy has the object. The first line also says how many lines with an application or an object
** there are, and what was not read; where there is no application it says nothing else:
**
**     {"cluster":…,"lines":…,"coverage":{…},"summary":{…},…}
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

enum { PARTIAL_COUNTS = 7 };
extern const partial_count_row partial_counts[PARTIAL_COUNTS];

static inline size_t *partial_count(const partial_count_row *row, cli_tally *tally) {
    return (size_t *)(void *)((char *)tally + row->at);
}

/* The member "summary" of a line. */
void partial_add_summary(vt_buffer *out, const cli_group *group);
/* The lines. `cluster` may be NULL; `coverage` has the members of a first line, else NULL. */
void partial_write_group(const cli_group *group, const char *cluster, const char *coverage);
void partial_write_object(const vitals_document *object, const char *cluster);

/* What the lines of a file say of it. */
typedef struct partial_file {
    const char *path;
    size_t lines, promised; /* of applications and objects */
    bool says_coverage;
} partial_file;

/* Read a line into the groups of a run, or its object among those that may explain others; `number`
** names the line. What cannot be read is a problem of the run. */
void partial_read_line(cli_run *run, partial_file *file, vitals_text line, size_t number);
/* After the last line: what the file lacks is a problem, too. */
void partial_end_file(cli_run *run, const partial_file *file);

#endif
