/* The schemas of the API's answers. */
#ifndef VITALS_SERVER_SCHEMAS_H
#define VITALS_SERVER_SCHEMAS_H

typedef struct vt_schema {
    const char *name, *json;
} vt_schema;

/* Ends with a NULL name. */
extern const vt_schema vt_schemas[];

#endif
