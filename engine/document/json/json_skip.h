/*
** Skipping a JSON value that nobody reads: it is checked by the grammar of the reader, and its
** values are counted, but nothing is built.
**
** What the reader would refuse, warn of or count differently is not skipped; the reader then reads
** the value after all, so that there is one place where errors and warnings come from.
*/
#ifndef VITALS_DOCUMENT_JSON_SKIP_H
#define VITALS_DOCUMENT_JSON_SKIP_H

#include "document/json/json_index.h"

typedef struct vt_json_skip {
    uint32_t most_levels; /* of nesting: more is not skipped, and never more than 64 */
    uint64_t most_values;
    bool plain;      /* skip only ASCII, with no \u among the escapes */
    uint64_t values; /* out: values and keys, the outermost one included */
    uint32_t items;  /* out: of an array that is not empty */
    bool entries;    /* out: an array of objects whose members have the types of managed fields: a
                        time that needs no parsing, fields, and strings */
} vt_json_skip;

/* The byte after the value that starts at `at`, to which `index` has come. NULL: it cannot be skipped, and
** `index` is where it was. */
const char *vt_json_skip_value(vt_json_skip *skip, vt_json_index *index, const char *at);

#endif
