/*
** The part of kubectl's JSONPath that names one value: fields, items by their number, and the first item of
** which a field has a value.
**
**     {.status.conditions[?(@.type=="Ready")].status}   .metadata.labels['app.kubernetes.io/name']   .a.b\.c[0]
*/
#ifndef CLI_CLUSTER_JSON_PATH_H
#define CLI_CLUSTER_JSON_PATH_H

#include <vitals/vitals.h>

#include "base/memory.h"

typedef struct json_step {
    char *path;   /* as vitals_document_field takes it; of a filter, within the item */
    char *equals; /* NULL, or the value that the item must have at `path` */
} json_step;

typedef struct json_path {
    json_step *steps;
    size_t count;
} json_path;

/* Read a path from the beginning of `text`. Returns what is behind it, or NULL: then `*wrong` is where it cannot be
** read. Free it with json_path_done in any case. */
const char *json_path_read(json_path *path, const char *text, const char **wrong);
void json_path_done(json_path *path);
/* NULL: there is no such value. */
const vitals_value *json_path_find(const json_path *path, const vitals_document *document);

/* A text as it is, any other value as JSON; the caller frees it. */
char *json_value_text(const vitals_document *document, const vitals_value *value);

#endif
