/*
** Schemas of kinds: which fields an object has, and of which types they are.
**
** They are read from CustomResourceDefinitions, from the OpenAPI v3 documents of a cluster and from
** compact tables (table.c). What Kubernetes requires of every object is known without any.
** Schemas live in the arena of their collection and never change once they are read.
*/
#ifndef VITALS_SCHEMA_SCHEMA_H
#define VITALS_SCHEMA_SCHEMA_H

#include "base/memory/arena.h"
#include "base/memory/map.h"
#include "document/document.h"

typedef enum vt_schema_type {
    VT_SCHEMA_ANY, /* nothing is known */
    VT_SCHEMA_OBJECT,
    VT_SCHEMA_ARRAY,
    VT_SCHEMA_STRING,
    VT_SCHEMA_INTEGER,
    VT_SCHEMA_NUMBER,
    VT_SCHEMA_BOOLEAN,
    VT_SCHEMA_INT_OR_STRING
} vt_schema_type;

typedef struct vt_schema vt_schema;

typedef struct vt_schema_field {
    vt_text name;
    const vt_schema *schema;
    bool present;        /* it is there when its object is: required, or with a default */
    vt_text description; /* what the schema says about it, or absent */
} vt_schema_field;

struct vt_schema {
    uint8_t type;   /* vt_schema_type */
    bool open;      /* OBJECT: it may have other fields, which are not known */
    bool nullable;  /* the value may be null */
    bool by_custom; /* the fields are those that such objects have by custom, whatever the kind */
    bool sealed;    /* being filled: a part of itself */
    const vt_schema *items; /* of an ARRAY; of an OBJECT: of the values of its other keys, a map */
    const vt_schema_field *fields; /* OBJECT, in the order of their names */
    uint32_t field_count;
    const vt_text *values; /* STRING: the only ones, or NULL */
    uint32_t value_count;
};

/* A collection of schemas by kind. Threads: one at a time while it is filled, then any. */
typedef struct vt_schemas {
    vt_arena *arena;
    vt_map kinds; /* "group/Kind": the first of its versions */
    size_t count; /* of kinds and versions */
    bool no_memory;
} vt_schemas;

void vt_schemas_init(vt_schemas *schemas, vt_arena *arena, const vitals_allocator *allocator);
void vt_schemas_done(vt_schemas *schemas);

/* Take the schemas of a CustomResourceDefinition, or of an OpenAPI v3 document. The number of them;
** 0: it is neither. A version that was taken before is replaced. */
size_t vt_schemas_take(vt_schemas *schemas, const vitals_document *document);
/* Take one schema, written as a value of JSON Schema. */
void vt_schemas_add(vt_schemas *schemas, vt_text group, vt_text version, vt_text kind,
                    const vt_schema *schema);

/* The schema of a kind, NULL: none is known. `version` absent or unknown: what all versions have in
** common, where a field that one of them has is known, and only what all of them require is
** present. */
const vt_schema *vt_schemas_find(vt_schemas *schemas, vt_text group, vt_text version, vt_text kind);

/* What an object of any kind is known to be: metadata and conditions, and nothing about the rest. */
const vt_schema *vt_schema_of_any_object(void);
/* The schema of the metadata of objects, and of a condition by custom. */
extern const vt_schema vt_schema_metadata, vt_schema_condition;

/* The field, or NULL. */
const vt_schema_field *vt_schema_field_of(const vt_schema *schema, vt_text name);
/* The value under a key: a field, the value of a map; NULL: nothing is known, or there is none. */
const vt_schema *vt_schema_get(const vt_schema *schema, vt_text name);
/* Whether an object can have no such field. */
bool vt_schema_lacks(const vt_schema *schema, vt_text name);
/* The field that is meant by a name that is not one: it differs in case or in a few letters; absent:
** none is near. */
vt_text vt_schema_nearest(const vt_schema *schema, vt_text name);
/* Whether a text can be the value; by custom a kind may have values of its own, unless they are
** hardly different. */
bool vt_schema_has_value(const vt_schema *schema, vt_text value);
/* The value that is meant by another text; absent: none is near. */
vt_text vt_schema_nearest_value(const vt_schema *schema, vt_text value);

/* reader.c: a schema from a JSON Schema value of a document. */
typedef struct vt_schema_reader {
    vt_schemas *schemas;
    const vitals_document *document;
    const vt_value *components; /* what references name, or NULL */
    vt_map read;                /* by name, those that were followed */
} vt_schema_reader;
const vt_schema *vt_schema_read(vt_schema_reader *reader, const vt_value *value);
/* The root of a kind: with apiVersion, kind and metadata. */
const vt_schema *vt_schema_read_root(vt_schema_reader *reader, const vt_value *value);
/* merge.c: what two versions have in common; NULL without memory. */
const vt_schema *vt_schema_merge(vt_schemas *schemas, const vt_schema *a, const vt_schema *b);

#endif
