/* Labels, annotations and other fields of an object that the command line itself looks at. */
#ifndef FIELDS_H
#define FIELDS_H

#include "text.h"

/* The metadata of one object, read once and asked often. Start from FIELDS_INIT. */
typedef struct cli_fields {
    void *tree; /* of cJSON; NULL when nothing was read */
} cli_fields;

#define FIELDS_INIT                                                                                \
    { NULL }

void fields_read(cli_fields *fields, const vitals_document *document);
void fields_done(cli_fields *fields);

/* NULL when there is none. Borrowed until fields_done. */
const char *fields_label(const cli_fields *fields, const char *key);
const char *fields_annotation(const cli_fields *fields, const char *key);
bool fields_has_status(const cli_fields *fields);
/* metadata.ownerReferences[index].uid; NULL past the end. */
const char *fields_owner_uid(const cli_fields *fields, size_t index);

#endif
