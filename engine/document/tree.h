/*
** Internal to the document module: the contents of a vitals_document.
**
** All memory that parsing needs stays in the document for the next parse into it, so that a worker
** that reads one object after another soon stops allocating.
*/
#ifndef VITALS_DOCUMENT_TREE_H
#define VITALS_DOCUMENT_TREE_H

#include <stdatomic.h>

#include "base/run/limits.h"
#include "base/text/lines.h"
#include "document/builder.h"

/* Objects with more keys than this get a hash index. */
#define VT_MOST_KEYS_WITHOUT_INDEX 16

/* On an open object: a key is a duplicate. In addition to vt_value_flag. */
#define VT_FLAG_REPEATED 8

/* The text of a number that is not in the source at the number's offset. */
typedef struct vt_number_text {
    uint32_t index; /* of the value */
    vt_text text;
} vt_number_text;

/* A value that is not built yet: a span of the source. Allocated in the arena of its document. */
typedef struct vt_deferred {
    struct vt_deferred *next; /* of the same document */
    vitals_document *document;
    vt_value key;          /* a copy */
    uint32_t offset, size; /* in the source */
    uint16_t depth;
    _Atomic(vitals_document *) opened; /* NULL: not yet. Its values are the key and the content. */
} vt_deferred;

struct vitals_document {
    vt_parts parts; /* first: see vt_document_parts */
    vitals_allocator allocator;
    vt_arena arena; /* source, strings, file name */
    vt_value *values;
    size_t value_count, value_capacity;
    /* Consecutive hash indexes, each a mask and mask + 1 slots. A slot holds the distance of a key
    ** from its object, or 0. */
    uint32_t *slots;
    size_t slot_count, slot_capacity;
    vt_number_text *number_texts; /* in the order of their indexes */
    size_t number_text_count, number_text_capacity;
    uint64_t hash_seed;
    size_t dropped; /* members */
    vt_deferred *deferred;
    uint64_t deferred_values; /* that are not in `values` */
    atomic_uint failures;     /* to open them */
    vt_text source;
    vt_lines lines; /* without marks unless vt_document_index_lines was called */
    vt_place start; /* where the source begins */
    size_t rest_at; /* see vt_document_rest_at */
    bool verbatim;  /* of vt_document_of_text: strings are in the source as they are */
    const vt_source_map *map;
};

_Static_assert(offsetof(struct vitals_document, parts) == 0, "a document begins with its parts");

/* Read the one JSON value that the builder's source is, by RFC 8259. A failure is one diagnostic
** with rule "json-syntax" or "limit". */
vitals_status vt_json_read(vt_builder *builder, vitals_diagnostics *diagnostics);
/*
** Read the first YAML document of the builder's source; null when there is none. Begin and end of
** the builder are the caller's. Map keys become strings, the last of several equal ones holds,
** aliases are expanded within limit alias_values, merge keys are merged where they stand.
**
** What differs from upstream: %YAML 1.2 is accepted; keys that are floats keep all their digits
** (upstream rounds them to 32 bits); libyaml 0.2.5 reads a few flow scalars that hold ? or end in a
** colon in its own way.
**
** A failure is one diagnostic with rule "yaml-syntax" or "limit". Its text is that of go-yaml
** ("yaml: line 3: did not find expected key") with the line counted as go-yaml counts it, or that
** of encoding/json ("json: unsupported value: NaN").
*/
vitals_status vt_yaml_read(vt_builder *builder, vitals_diagnostics *diagnostics);

/* Builder: allocate room for more values, or fail with the limit. */
bool vt_tree_grow(vt_builder *builder);
/* Builder: count values that were read and are not in the tree. */
void vt_tree_skip_values(vt_builder *builder, uint64_t count);
/* Builder: record a failure; always false. */
bool vt_tree_fail(vt_builder *builder, vitals_status status, const char *limit);

/* Append the value of the key that was appended last: an array of `items` and `values` values in
** all, which is the `size` bytes of the source from `offset` on. NULL once anything has failed. */
vt_value *vt_tree_defer(vt_builder *builder, uint32_t offset, uint32_t size, uint32_t items,
                        uint64_t values);
/* Free what was built of deferred values, and forget them. */
void vt_tree_free_deferred(vitals_document *document);
/* The deferred value that `value`, which is not in the array of the document, is in. */
const vt_deferred *vt_tree_deferred_of(const vitals_document *document, const vt_value *value);
/* Whether a value is in the array of the document. */
static inline bool vt_tree_holds(const vitals_document *document, const vt_value *value) {
    uintptr_t start = (uintptr_t)document->values, at = (uintptr_t)value;
    return at >= start && at < start + document->value_count * sizeof *value;
}

/* A document without content, or NULL. */
vitals_document *vt_tree_new(const vitals_allocator *allocator);
/* Forget the content and keep the memory. */
void vt_tree_empty(vitals_document *document);
/* Look up identity, parts and conditions of a tree that is complete. false: no memory. */
bool vt_tree_find_parts(vitals_document *document);
/* Writers: what asks the host on the way. */
typedef struct vt_writing {
    vt_interrupt interrupt;
    size_t values, asked_bytes; /* written so far; bytes when the host was asked last */
    bool stopped;
} vt_writing;

/* Whether there is memory and the host does not want to stop. Called for each value. */
static inline bool vt_writing_goes_on(vt_writing *writing, const vt_buffer *buffer) {
    enum { VALUES_PER_ASK = 4096, BYTES_PER_ASK = 65536 };
    if (buffer->failed || writing->stopped) return false;
    bool is_due = ++writing->values % VALUES_PER_ASK == 0 ||
                  buffer->size - writing->asked_bytes >= BYTES_PER_ASK;
    if (!is_due) return true;
    writing->asked_bytes = buffer->size;
    writing->stopped = vt_interrupt_asked(writing->interrupt);
    return !writing->stopped;
}

/* Append a value, NULL for null, to the buffer: vitals_document_write. false: no memory, or the host
** stopped it. */
bool vt_document_write_json(const vitals_document *document, const vt_value *value, unsigned indent,
                            vt_writing *writing, vt_buffer *buffer);
bool vt_document_write_yaml(const vitals_document *document, const vt_value *value,
                            vt_writing *writing, vt_buffer *buffer);
/* Writers: one bit for each level of nesting. Levels are set in order from 0, so that nothing needs
** to be cleared first. */
typedef struct vt_level_bits {
    uint8_t bytes[(UINT16_MAX + 1) / 8];
} vt_level_bits;

static inline void vt_level_set(vt_level_bits *bits, uint32_t level, bool on) {
    uint8_t *byte = &bits->bytes[level / 8];
    uint8_t bit = (uint8_t)(1u << level % 8);
    if (level % 8 == 0) *byte = 0;
    *byte = (uint8_t)(on ? *byte | bit : *byte & ~bit);
}

static inline bool vt_level_get(const vt_level_bits *bits, uint32_t level) {
    return bits->bytes[level / 8] >> level % 8 & 1;
}

/* Append one step of a path: a key, or an index when `key` is absent. */
bool vt_tree_append_step(vt_buffer *buffer, vt_text key, size_t index);

/* Append a value without its content; NULL once anything has failed. */
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

/* The innermost open container; NULL when none is open. */
static inline vt_value *vt_tree_innermost(const vt_builder *builder) {
    return builder->depth ? &builder->document->values[builder->innermost] : NULL;
}

/* Append an open container: until it is closed its `next` is the index of its parent. It counts as
** nesting even when it is empty. */
static inline bool vt_tree_open(vt_builder *builder, vt_type container, uint32_t offset) {
    if (builder->depth >= builder->limits.document_depth) {
        return vt_tree_fail(builder, VITALS_ELIMIT, VT_LIMIT_NAME(document_depth));
    }
    vt_value *opened = vt_tree_append(builder, container, offset);
    if (!opened) return false;
    opened->next = builder->innermost;
    builder->innermost = (uint32_t)(opened - builder->document->values);
    builder->depth++;
    return true;
}

/* A cheap fingerprint of a key, below 64: keys with different ones differ. Of 23,600 keys of Kubernetes objects
** 96 have that of another one before them in their object. */
static inline unsigned vt_tree_key_print(vt_text key) {
    return ((unsigned char)key.bytes[key.size / 2] + (unsigned)key.size * 3) & 63;
}

/* Builder: a key of an open object has the fingerprint of one before it: mark the object if they are equal,
** unless it has so many keys that it is looked through anyway. */
void vt_tree_compare_key(vt_value *object, const vt_value *key);

/* Count a key of an open object, which collects the fingerprints of its keys as bits: as long as they differ
** there is no duplicate. An object with many keys is looked through when it is closed. `name` is the text of
** `key`. */
static inline void vt_tree_count_key(vt_value *object, vt_text name, const vt_value *key) {
    unsigned print = vt_tree_key_print(name);
    uint64_t seen = object->as.index;
    if (seen >> print & 1) vt_tree_compare_key(object, key);
    object->as.index = seen | UINT64_C(1) << print;
    object->size++;
}

/* Whether closing a container, whose `size` counts its members, takes more than the number of its
** values. */
static inline bool vt_tree_is_doubtful(const vt_value *container) {
    return container->type == VT_OBJECT &&
           (container->flags || container->size > VT_MOST_KEYS_WITHOUT_INDEX);
}

#endif
