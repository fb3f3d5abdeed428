/*
** The tree that all evaluators read: a flat array of values in document order.
**
**     { "a": [1, true], "b": "x" }
**
**     index  0       1    2       3  4     5    6
**     value  object  "a"  array   1  true  "b"  "x"
**
** A container's children follow it; `next` is the number of values that the whole value occupies,
** itself included, so a sibling is found by one addition. In an object each key (a string value) is
** followed by its value. A duplicate key shadows the earlier one: the earlier key has
** VT_FLAG_SHADOWED, is skipped by every function here, and is not counted in `size`.
**
** A large array that is seldom read, the managed fields, may be deferred: it is one value without
** content until its key is followed with vt_object_value, which builds the content elsewhere. Walks
** over the flat array that do not use that function meet it as it is: VT_FLAG_DEFERRED.
**
** A missing value is NULL. Every accessor accepts NULL and any type and returns "missing", so calls
** can be chained without checks.
*/
#ifndef VITALS_DOCUMENT_VALUE_H
#define VITALS_DOCUMENT_VALUE_H

#include "base/text/text.h"

typedef enum vt_type {
    VT_NULL,
    VT_FALSE,
    VT_TRUE,
    VT_INTEGER, /* written without point or exponent, and fits int64 */
    VT_DOUBLE,  /* every other number */
    VT_STRING,
    VT_ARRAY,
    VT_OBJECT
} vt_type;

enum vt_value_flag {
    VT_FLAG_SHADOWED = 1,    /* on a key: a later one of the same name replaces it */
    VT_FLAG_NUMBER_TEXT = 2, /* on a number: its source text differs from the canonical one
                                   and is found by vt_document_number_text */
    VT_FLAG_INDEXED = 4,     /* on an object: it has more than 16 keys and a hash index */
    VT_FLAG_DEFERRED = 16,   /* on an array: it is not built; `size` counts its items */
    VT_FLAG_ENTRIES = 32,    /* on such an array: it has the types of managed fields */
    VT_FLAG_OWN_INDEX = 64   /* on an object with an index that was deferred: `as` points to it */
};

typedef struct vt_value {
    uint8_t type;   /* vt_type */
    uint8_t flags;  /* vt_value_flag */
    uint16_t depth; /* of nesting, the root 0 */
    uint32_t size;  /* bytes of a string; members of a container; bytes of a number's text */
    union {
        int64_t integer;
        double number;
        const char *bytes;            /* of a string; NUL-terminated */
        uint64_t index;               /* of an object with VT_FLAG_INDEXED: which index */
        const uint32_t *own_index;    /* with VT_FLAG_OWN_INDEX */
        struct vt_deferred *deferred; /* with VT_FLAG_DEFERRED */
    } as;
    uint32_t offset; /* of its first byte, in the text it was read from */
    uint32_t next;   /* values occupied, itself included */
} vt_value;

_Static_assert(sizeof(vt_value) == 24, "the tree is read in order; keep it small");

/* The type; VT_NULL also for a missing value: vt_value_is_missing distinguishes them. */
static inline vt_type vt_value_type(const vt_value *value) {
    return value ? (vt_type)value->type : VT_NULL;
}
static inline bool vt_value_is(const vt_value *value, vt_type type) {
    return value && value->type == type;
}
static inline bool vt_value_is_missing(const vt_value *value) {
    return value == NULL;
}
static inline bool vt_value_is_null(const vt_value *value) {
    return vt_value_is(value, VT_NULL);
}
static inline bool vt_value_is_string(const vt_value *value) {
    return vt_value_is(value, VT_STRING);
}
static inline bool vt_value_is_array(const vt_value *value) {
    return vt_value_is(value, VT_ARRAY);
}
static inline bool vt_value_is_object(const vt_value *value) {
    return vt_value_is(value, VT_OBJECT);
}
static inline bool vt_value_is_integer(const vt_value *value) {
    return vt_value_is(value, VT_INTEGER);
}
static inline bool vt_value_is_bool(const vt_value *value) {
    return value && (value->type == VT_TRUE || value->type == VT_FALSE);
}
static inline bool vt_value_is_true(const vt_value *value) {
    return vt_value_is(value, VT_TRUE);
}

/* The text of a string; absent for anything else. */
static inline vt_text vt_value_text(const vt_value *value) {
    return vt_value_is_string(value) ? (vt_text){ value->as.bytes, value->size } : VT_TEXT_ABSENT;
}
static inline bool vt_value_text_is(const vt_value *value, vt_text text) {
    return vt_value_is_string(value) && vt_text_equal(vt_value_text(value), text);
}
/* Members of an array or object; 0 for anything else. */
static inline uint32_t vt_value_count(const vt_value *value) {
    return value && value->type >= VT_ARRAY ? value->size : 0;
}

/* "null", "bool", "int64", "float64", "string", "slice", "map": Go's names, used in messages. */
const char *vt_value_go_type(const vt_value *value);
/* "null", "bool", "number", "string", "array", "object": encoding/json's names. */
const char *vt_value_json_type(const vt_value *value);

/* Iterate over an array:  for (item = vt_array_first(a); item; item = vt_array_next(a, item))
** A container with next == 1 is empty: it occupies only itself. */
static inline const vt_value *vt_array_first(const vt_value *array) {
    return vt_value_is_array(array) && array->next > 1 ? array + 1 : NULL;
}
static inline const vt_value *vt_array_next(const vt_value *array, const vt_value *item) {
    const vt_value *next = item + item->next;
    return next < array + array->next ? next : NULL;
}
/* O(index), O(1) when no item is a container. NULL past the end. */
const vt_value *vt_array_at(const vt_value *array, size_t index);

/* Iterate over the keys of an object; the value of a key follows it. */
const vt_value *vt_object_first(const vt_value *object);
const vt_value *vt_object_next(const vt_value *object, const vt_value *key);
/* The content of a deferred array, built by the first call. Any thread may call this. The value
** before it is its key, as for every member. NULL: no memory. */
const vt_value *vt_value_open(const vt_value *deferred);
/* The same; an empty array when there is no memory, which vt_document_failures reports. */
const vt_value *vt_value_open_or_empty(const vt_value *deferred);
static inline const vt_value *vt_value_opened(const vt_value *value) {
    return value->flags & VT_FLAG_DEFERRED ? vt_value_open_or_empty(value) : value;
}
static inline const vt_value *vt_object_value(const vt_value *key) {
    return vt_value_opened(key + 1);
}
/* In a walk in document order: skip pairs with shadowed keys from `at` on, up to `end`. */
static inline const vt_value *vt_value_skip_shadowed(const vt_value *at, const vt_value *end) {
    while (at < end && (at->flags & VT_FLAG_SHADOWED)) at += 1 + at[1].next;
    return at;
}
/* The key `key` by linear search, which compares sizes before bytes; NULL when missing. Fully inlined
** where the key is a literal. */
static inline const vt_value *vt_object_scan_keys(const vt_value *object, vt_text key) {
    const vt_value *end = object + object->next;
    for (const vt_value *at = object + 1; at < end; at += 1 + at[1].next) {
        if (at->size == key.size && vt_bytes_equal(at->as.bytes, key.bytes, key.size) &&
            !(at->flags & VT_FLAG_SHADOWED)) {
            return at;
        }
    }
    return NULL;
}
/* Its value. */
static inline const vt_value *vt_object_scan(const vt_value *object, vt_text key) {
    const vt_value *found = vt_object_scan_keys(object, key);
    return found ? vt_object_value(found) : NULL;
}

#endif
