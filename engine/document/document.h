/*
** The public header of the document module: parsed objects and how to read them.
**
** A vitals_document is one immutable tree (document/value.h) with the text it came from. Numbers
** keep their source text, strings are UTF-8 with a size, keys keep their order. The builder limits
** depth, values and bytes while it receives events.
*/
#ifndef VITALS_DOCUMENT_DOCUMENT_H
#define VITALS_DOCUMENT_DOCUMENT_H

#include "base/memory/arena.h"
#include "base/run/diagnostic.h"
#include "base/run/interrupt.h"
#include "document/value.h"

/* The root; never NULL for a document that parsed. */
const vt_value *vt_document_root(const vitals_document *document);

/* The byte of the source where something begins that was not read: another YAML document that is not
** empty, or what YAML ignores after the first one. 0: all was read. */
size_t vt_document_rest_at(const vitals_document *document);

/* Empty the document and overwrite its content with zeroes; its memory is kept. */
void vt_document_scrub(vitals_document *document);

/* A member of an object by its key, the last one of that name; NULL when missing. Not traced. */
const vt_value *vt_document_get(const vitals_document *document, const vt_value *object,
                                vt_text key);
/* The key of that member. */
const vt_value *vt_document_find_key(const vitals_document *document, const vt_value *object,
                                     vt_text key);
/* The seed of its tables: hash_seed of the options and its address. 0 for NULL. */
uint64_t vt_document_hash_seed(const vitals_document *document);
/* The values of the whole document, deferred ones included. */
uint64_t vt_document_value_count(const vitals_document *document);
/* How often a deferred value could not be opened for want of memory. Code that reads values compares
** the number before and after: a difference means that it may have read an empty array instead. */
unsigned vt_document_failures(const vitals_document *document);
/* The same, inlined for a key that is a literal. */
static inline const vt_value *vt_document_field(const vitals_document *document,
                                                const vt_value *object, vt_text key) {
    if (!vt_value_is_object(object)) return NULL;
    if (object->flags & VT_FLAG_INDEXED) return vt_document_get(document, object, key);
    return vt_object_scan(object, key);
}
/* A condition: its texts, empty where they are missing or null, and its value in the tree. */
typedef struct vt_condition {
    vt_text type, status, reason, message;
    const vt_value *value;
} vt_condition;
typedef struct vt_conditions {
    vt_condition *items;
    size_t count;
} vt_conditions;
/* The names of an object. */
typedef struct vt_identity {
    vt_text api_version, group, version, kind, namespace_, name, uid;
    vt_text group_kind; /* group/Kind, or Kind without a group; empty without a kind */
} vt_identity;
/* The fields that most rules start from, looked up when the document was parsed; of any type, NULL
** when missing. Not traced. */
typedef struct vt_parts {
    vt_identity identity;
    const vt_value *metadata, *spec, *status;
    const vt_value *annotations, *owner_references;   /* of the metadata */
    const vt_value *deletion_timestamp, *generation;  /* likewise */
    const vt_value *observed_generation, *conditions; /* of the status */
} vt_parts;
/* They are the first member of a document, so that this needs no call. */
static inline const vt_parts *vt_document_parts(const vitals_document *document) {
    return (const vt_parts *)(const void *)document;
}
static inline const vt_value *vt_document_metadata(const vitals_document *document) {
    return vt_document_parts(document)->metadata;
}
static inline const vt_value *vt_document_spec(const vitals_document *document) {
    return vt_document_parts(document)->spec;
}
static inline const vt_value *vt_document_status(const vitals_document *document) {
    return vt_document_parts(document)->status;
}
/* Follow keys from the root: vt_document_find(d, "metadata", "name", NULL). Not traced. */
const vt_value *vt_document_find(const vitals_document *document, ...);

/* The memory that a document holds now. Values that are deferred and not built yet are not in it. */
size_t vt_document_memory_bytes(const vitals_document *document);

/* Whether an owner reference has `controller: true`. */
bool vt_document_has_controller(const vitals_document *document);

/* The source text of a number: as written in JSON; as sigs.k8s.io/yaml normalises it in YAML. */
vt_text vt_document_number_text(const vitals_document *document, const vt_value *number,
                                char scratch[40]);
/* The text of a scalar where a string is wanted, as sigs.k8s.io/yaml converts any: "" for null and
** for NULL, absent for a list and a map. */
vt_text vt_document_scalar_text(const vitals_document *document, const vt_value *value,
                                char scratch[40]);

/* The position in its file of byte `offset` of the text that the document was read from. */
vt_place vt_document_locate(const vitals_document *document, size_t offset);
/* Where a value starts: file, document, line and column of the original text. */
vt_place vt_document_place(const vitals_document *document, const vt_value *value);
/* Index the lines of a document, before any other thread reads it, so that finding a place no longer
** costs more the later it is: for readers that need the places of many values. false: no memory. */
bool vt_document_index_lines(vitals_document *document);
/* Append the path from the root: .status.conditions[0].type, .metadata.labels["a.b/c"];
** a single dot for the root. */
bool vt_document_append_path(const vitals_document *document, const vt_value *value,
                             vt_buffer *buffer);
/* The innermost container that holds `value`; NULL for the root. O(depth * siblings). */
const vt_value *vt_document_parent(const vitals_document *document, const vt_value *value);

/* Write any value of the document as JSON (indent 0: one line). */
bool vt_document_append_json(const vitals_document *document, const vt_value *value,
                             unsigned indent, vt_buffer *buffer);

/* Text to read and its position: its first byte is at `start` of a file (zeroes: line 1, column 1),
** or each of its lines is located through `map`. */
typedef struct vt_source_map vt_source_map;
typedef struct vt_source {
    vt_text text;
    vt_place start;
    const vt_source_map *map;          /* or NULL */
    vt_interrupt interrupt;            /* asked while YAML is read */
    bool build_all;                    /* nothing is deferred: all of it will be read */
    const struct vt_json_level *level; /* of the JSON reader, for tests; NULL: the best */
} vt_source;

/* A caller's options with defaults for NULL and for the fields that they lack: themselves, or a copy in `own`.
** NULL: they are not valid. */
const vitals_read_options *vt_read_options_of(const vitals_read_options *options,
                                              vitals_read_options *own);
/* A complete copy of them. False: they are not valid. */
bool vt_read_options_read(const vitals_read_options *options, vitals_read_options *own);

/* vitals_document_parse for text that is part of a file. The file named in `options` is used when
** `start` names none. */
vitals_status vt_document_parse_source(const vt_source *source, const vitals_read_options *options,
                                       vitals_document **document, vitals_diagnostics *diagnostics);

/* A document of one member that is read as it is: {key: the source from `from` on, `size` bytes}. The
** place of the member is that of the source. Errors: VITALS_ESYNTAX, the text is not UTF-8;
** VITALS_ELIMIT; VITALS_ENOMEM. */
vitals_status vt_document_of_text(const vt_source *source, vt_text key, size_t from, size_t size,
                                  const vitals_read_options *options, vitals_document **document);

/* Parse text that came out of a value inside another file (a block scalar in a ConfigMap):
** positions are mapped through `map` back to the outer file. `map` may be NULL. */
vitals_status vt_document_parse_inner(vt_text text, const vitals_read_options *options,
                                      const vt_source_map *map, vitals_document **document,
                                      vitals_diagnostics *diagnostics);

/*
** A source map locates each line of a decoded string in the file it came from: block scalars lose
** their indentation, quoted ones their escapes. Maps nest: Lua may be in a block scalar of YAML
** that is itself in a block scalar. Ownership: allocated in `arena`; borrows the document. NULL
** when memory runs out.
*/
const vt_source_map *vt_source_map_of(vt_arena *arena, const vitals_document *document,
                                      const vt_value *string);
/* The position in the outermost file of a line and column of the decoded text. */
vt_place vt_source_map_place(const vt_source_map *map, uint32_t line, uint32_t column);

#endif
