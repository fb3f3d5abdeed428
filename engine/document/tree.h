/*
** Inside the document module: what a vitals_document is made of.
**
** Everything that a parse needs is kept in the document and used again by the next parse into it,
** so that a worker that reads object after object soon allocates nothing.
*/
#ifndef VITALS_DOCUMENT_TREE_H
#define VITALS_DOCUMENT_TREE_H

#include "document/builder.h"

/* Objects with more keys than this get a hash index. */
#define VT_MOST_KEYS_WITHOUT_INDEX 16

/* The text of a number that does not stand in the source at the number's offset. */
typedef struct vt_number_text {
    uint32_t index; /* of the value */
    vt_text text;
} vt_number_text;

/* What the public getters give, looked up once. */
typedef struct vt_identity {
    vt_text api_version, group, version, kind, namespace_, name, uid;
} vt_identity;

/* The values that most rules begin at; NULL when missing. */
typedef struct vt_parts {
    const vt_value *metadata, *spec, *status;
} vt_parts;

struct vitals_document {
    vitals_allocator allocator;
    vt_arena arena; /* source, strings, file name */
    vt_value *values;
    size_t value_count, value_capacity;
    /* Hash indexes one after another, each a mask and mask + 1 slots. A slot holds where a key is,
    ** counted from its object, or 0. */
    uint32_t *slots;
    size_t slot_count, slot_capacity;
    vt_number_text *number_texts; /* in the order of their indexes */
    size_t number_text_count, number_text_capacity;
    uint32_t *open; /* of the builder: indexes of the containers that are open */
    size_t open_capacity;
    uint64_t hash_seed;
    vt_text source;
    vt_place start; /* where the source begins */
    const vt_source_map *map;
    vt_identity identity;
    vt_parts parts;
};

/* Builder: more memory for values, or the limit. */
bool vt_tree_grow(vt_builder *builder);
/* Builder: note a failure; always false. */
bool vt_tree_fail(vt_builder *builder, vitals_status status, const char *limit);

/* Append one step of a path: a key, or an index when `key` is absent. */
bool vt_tree_append_step(vt_buffer *buffer, vt_text key, size_t index);

/* Append a value without its content; NULL once anything failed. */
static inline vt_value *vt_tree_append(vt_builder *builder, vt_type type, uint32_t offset) {
    vitals_document *document = builder->document;
    if (document->value_count >= builder->room && !vt_tree_grow(builder)) return NULL;
    vt_value *value = &document->values[document->value_count++];
    value->type = (uint8_t)type;
    value->flags = 0;
    value->depth = (uint16_t)builder->depth;
    value->size = 0;
    value->as.integer = 0;
    value->offset = offset;
    value->next = 1;
    return value;
}

/* The container that is open innermost; NULL when none is. */
static inline vt_value *vt_tree_innermost(const vt_builder *builder) {
    const vitals_document *document = builder->document;
    return builder->depth ? &document->values[document->open[builder->depth - 1]] : NULL;
}

#endif
