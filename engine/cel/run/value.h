/*
** Run-time values: 16 bytes, passed by value.
**
** Lists and maps are views: of the document (never copied) or of an array in the evaluation's
** arena. An error is a value too; it propagates until `&&`, `||` or a macro absorbs it.
*/
#ifndef VITALS_CEL_VALUE_H
#define VITALS_CEL_VALUE_H

#include "base/number/clock.h"
#include "base/text/address.h"
#include "document/reader.h"

typedef enum vt_cel_kind {
    VT_CEL_ERROR, /* form: vt_cel_error_form; bytes, size: its text */
    VT_CEL_NULL,
    VT_CEL_BOOL,      /* integer: 0 or 1 */
    VT_CEL_INT,       /* integer */
    VT_CEL_UINT,      /* natural */
    VT_CEL_DOUBLE,    /* number */
    VT_CEL_STRING,    /* bytes, size: UTF-8 */
    VT_CEL_BYTES,     /* bytes, size */
    VT_CEL_LIST,      /* form: vt_cel_list_form; size: number of elements */
    VT_CEL_MAP,       /* form: vt_cel_map_form; size: number of entries */
    VT_CEL_TYPE,      /* type: the name of a type */
    VT_CEL_TIMESTAMP, /* integer: seconds; size: nanoseconds; extra: offset in minutes for text */
    VT_CEL_DURATION,  /* integer: nanoseconds */
    VT_CEL_OPTIONAL,  /* item: the value, or NULL for none */
    VT_CEL_IP,        /* address */
    VT_CEL_CIDR,      /* address; extra: bits of the prefix */
    /* Of Kubernetes; see cel/library/opaque.h. */
    VT_CEL_QUANTITY,     /* opaque: vt_cel_quantity */
    VT_CEL_SEMVER,       /* opaque: vt_cel_semver */
    VT_CEL_URL,          /* opaque: vt_cel_url */
    VT_CEL_NAMED_FORMAT, /* integer: which */
    VT_CEL_KIND_COUNT
} vt_cel_kind;

typedef enum vt_cel_error_form {
    VT_CEL_ERROR_PLAIN,
    VT_CEL_ERROR_MISSING,      /* a key is missing, or a variable inside an index */
    VT_CEL_ERROR_UNKNOWN_NAME, /* the variable that an attribute starts with is missing */
    VT_CEL_ERROR_FATAL         /* a limit, an interrupt or no memory: nothing absorbs it */
} vt_cel_error_form;

typedef enum vt_cel_list_form {
    VT_CEL_LIST_ITEMS,    /* items: `size` values; extra: 1 when two lists were joined */
    VT_CEL_LIST_DOCUMENT, /* document: an array; extra: which document of the evaluation */
} vt_cel_list_form;

typedef enum vt_cel_map_form {
    VT_CEL_MAP_ENTRIES, /* items: key, value, key, value, …; extra: 0, or the number of bits of an
                           index, to which items[-1] points */
    VT_CEL_MAP_DOCUMENT /* document: an object; extra: which document of the evaluation */
} vt_cel_map_form;

typedef struct vt_cel_value vt_cel_value;

struct vt_cel_value {
    union {
        struct {
            uint8_t kind; /* vt_cel_kind */
            uint8_t form;
            int16_t extra;
            uint32_t size;
        };
        uint64_t head; /* all of them; see VT_CEL_HEAD */
    };
    union {
        int64_t integer;
        uint64_t natural;
        double number;
        const char *bytes;
        const vt_cel_value *items;
        const vt_cel_value *item;
        const vt_value *document;
        const char *type;
        const vt_address *address;
        const void *opaque;
    } as;
};

_Static_assert(sizeof(vt_cel_value) == 16, "values travel in two registers");

_Static_assert((int)VT_CEL_LIST_DOCUMENT == (int)VT_CEL_MAP_DOCUMENT, "one form for both");

struct vitals_cel_state;

/* For functions that most evaluations never call; the compiler keeps them out of the hot code. */
#if defined(__GNUC__)
#define VT_CEL_RARE __attribute__((cold, noinline))
#else
#define VT_CEL_RARE
#endif

/* ---- construction */

/* The four small fields as the one word they are in memory. A processor that writes them one by one
** waits before it can read them as a whole. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define VT_CEL_HEAD(kind, form) ((uint64_t)(kind) << 56 | (uint64_t)(form) << 48)
#define VT_CEL_HEAD_REST(extra, size) ((uint64_t)(uint16_t)(extra) << 32 | (uint32_t)(size))
#else
#define VT_CEL_HEAD(kind, form) ((uint64_t)(kind) | (uint64_t)(form) << 8)
#define VT_CEL_HEAD_REST(extra, size) ((uint64_t)(uint16_t)(extra) << 16 | (uint64_t)(size) << 32)
#endif
static inline vt_cel_value vt_cel_null_value(void) {
    return (vt_cel_value){ .kind = VT_CEL_NULL };
}
static inline vt_cel_value vt_cel_of_bool(bool value) {
    return (vt_cel_value){ .kind = VT_CEL_BOOL, .as.integer = value };
}
static inline vt_cel_value vt_cel_of_int(int64_t value) {
    return (vt_cel_value){ .kind = VT_CEL_INT, .as.integer = value };
}
static inline vt_cel_value vt_cel_of_uint(uint64_t value) {
    return (vt_cel_value){ .kind = VT_CEL_UINT, .as.natural = value };
}
static inline vt_cel_value vt_cel_of_double(double value) {
    return (vt_cel_value){ .kind = VT_CEL_DOUBLE, .as.number = value };
}
static inline vt_cel_value vt_cel_of_string(vt_text text) {
    return (vt_cel_value){ .head = VT_CEL_HEAD(VT_CEL_STRING, 0) | VT_CEL_HEAD_REST(0, text.size),
                           .as.bytes = text.bytes };
}
static inline vt_cel_value vt_cel_of_bytes(vt_text text) {
    return (
        vt_cel_value){ .kind = VT_CEL_BYTES, .size = (uint32_t)text.size, .as.bytes = text.bytes };
}
static inline vt_cel_value vt_cel_of_type(const char *name) {
    return (vt_cel_value){ .kind = VT_CEL_TYPE, .as.type = name };
}
static inline vt_cel_value vt_cel_of_duration(int64_t nanoseconds) {
    return (vt_cel_value){ .kind = VT_CEL_DURATION, .as.integer = nanoseconds };
}
static inline vt_cel_value vt_cel_of_timestamp(vt_instant instant, int16_t offset_minutes) {
    return (vt_cel_value){ .kind = VT_CEL_TIMESTAMP,
                           .extra = offset_minutes,
                           .size = (uint32_t)instant.nanoseconds,
                           .as.integer = instant.seconds };
}
static inline vt_cel_value vt_cel_of_list(const vt_cel_value *items, uint32_t count) {
    return (vt_cel_value){ .kind = VT_CEL_LIST, .size = count, .as.items = items };
}
/* `items` are `count` keys, each followed by its value. */
static inline vt_cel_value vt_cel_of_map(const vt_cel_value *items, uint32_t count) {
    return (vt_cel_value){ .kind = VT_CEL_MAP, .size = count, .as.items = items };
}
static inline vt_cel_value vt_cel_none(void) {
    return (vt_cel_value){ .kind = VT_CEL_OPTIONAL };
}
/* An optional that holds `value`; an error when memory runs out. */
vt_cel_value vt_cel_some(struct vitals_cel_state *state, vt_cel_value value);
/* Any value of the document numbered `which` in the evaluation. */
static inline vt_cel_value vt_cel_of_document(const vt_value *value, int16_t which) {
    static const uint64_t heads[] = {
        [VT_NULL] = VT_CEL_HEAD(VT_CEL_NULL, 0),
        [VT_FALSE] = VT_CEL_HEAD(VT_CEL_BOOL, 0),
        [VT_TRUE] = VT_CEL_HEAD(VT_CEL_BOOL, 0),
        [VT_INTEGER] = VT_CEL_HEAD(VT_CEL_INT, 0),
        [VT_DOUBLE] = VT_CEL_HEAD(VT_CEL_DOUBLE, 0),
        [VT_STRING] = VT_CEL_HEAD(VT_CEL_STRING, 0),
        [VT_ARRAY] = VT_CEL_HEAD(VT_CEL_LIST, VT_CEL_LIST_DOCUMENT),
        [VT_OBJECT] = VT_CEL_HEAD(VT_CEL_MAP, VT_CEL_MAP_DOCUMENT),
    };
    vt_cel_value made = { .head = heads[value->type] | VT_CEL_HEAD_REST(which, value->size) };
    if (value->type >= VT_ARRAY) {
        made.as.document = value;
    } else if (value->type <= VT_TRUE) {
        made.as.integer = value->type == VT_TRUE;
    } else {
        made.as.integer = value->as.integer; /* or the number, or the bytes: the same 8 bytes */
    }
    return made;
}

/* ---- errors */
static inline vt_cel_value vt_cel_error(vt_text text) {
    return (
        vt_cel_value){ .kind = VT_CEL_ERROR, .size = (uint32_t)text.size, .as.bytes = text.bytes };
}
#define VT_CEL_ERROR_TEXT(literal) vt_cel_error(VT_TEXT(literal))
static inline vt_cel_value vt_cel_no_such_overload(void) {
    return VT_CEL_ERROR_TEXT("no such overload");
}
/* An error whose text is formatted into the arena of the state. */
vt_cel_value vt_cel_fail(struct vitals_cel_state *state, const char *format, ...)
    VITALS_PRINTF(2, 3);
static inline bool vt_cel_is_error(vt_cel_value value) {
    return value.kind == VT_CEL_ERROR;
}
static inline bool vt_cel_is_missing(vt_cel_value value) {
    return value.kind == VT_CEL_ERROR &&
           (value.form == VT_CEL_ERROR_MISSING || value.form == VT_CEL_ERROR_UNKNOWN_NAME);
}
static inline bool vt_cel_is_fatal(vt_cel_value value) {
    return value.kind == VT_CEL_ERROR && value.form == VT_CEL_ERROR_FATAL;
}

/* ---- properties */

/* Whether it is an object of a document. */
static inline bool vt_cel_is_object(const vt_cel_value *value) {
    return value->kind == VT_CEL_MAP && value->form == VT_CEL_MAP_DOCUMENT;
}
static inline bool vt_cel_is_true(vt_cel_value value) {
    return value.kind == VT_CEL_BOOL && value.as.integer;
}
/* The text of a string, of bytes or of an error. */
static inline vt_text vt_cel_text(vt_cel_value value) {
    return (vt_text){ value.as.bytes, value.size };
}
static inline vt_instant vt_cel_instant(vt_cel_value timestamp) {
    return (vt_instant){ timestamp.as.integer, (int32_t)timestamp.size };
}
static inline bool vt_cel_is_number(vt_cel_value value) {
    return value.kind >= VT_CEL_INT && value.kind <= VT_CEL_DOUBLE;
}
/* CEL-GO: whether it may be an index of a list or a map. */
static inline bool vt_cel_is_valid_key(vt_cel_value value) {
    return value.kind == VT_CEL_STRING || value.kind == VT_CEL_BOOL || vt_cel_is_number(value);
}
/* "int", "google.protobuf.Timestamp", …: the name of type(value). */
const char *vt_cel_type_name(vt_cel_value value);
/* "types.Int", …: the names of cel-go's Go types, for messages. */
const char *vt_cel_go_type_name(vt_cel_value value);
/* ---- lists and maps; all of them charge what they do */

/* Element `index`, which must be below size. */
vt_cel_value vt_cel_list_at(struct vitals_cel_state *state, vt_cel_value list, uint32_t index);
/* Both lists end to end. */
vt_cel_value vt_cel_list_join(struct vitals_cel_state *state, vt_cel_value first,
                              vt_cel_value second);
/* The value under `key`, numbers matching across types; false when there is none. */
bool vt_cel_map_find(struct vitals_cel_state *state, vt_cel_value map, vt_cel_value key,
                     vt_cel_value *out);
/* CEL-GO: whether two values are the same key. Numbers of different types are not; lists, maps
** and optionals with a value only when they are the same object; timestamps only with the same
** offset. */
bool vt_cel_is_same_key(struct vitals_cel_state *state, vt_cel_value a, vt_cel_value b);
bool vt_cel_map_find_text(struct vitals_cel_state *state, vt_cel_value map, vt_text key,
                          vt_cel_value *out);

/* Iterates over a list (index and element) or a map (key and value). */
typedef struct vt_cel_cursor {
    vt_cel_value aggregate;
    uint32_t at;
    const vt_value *next; /* of a document: the next value, NULL after the last key */
} vt_cel_cursor;

static inline vt_cel_cursor vt_cel_cursor_of(vt_cel_value aggregate) {
    bool is_made = aggregate.form != VT_CEL_LIST_DOCUMENT;
    const vt_value *document = is_made ? NULL : aggregate.as.document;
    bool is_list = aggregate.kind == VT_CEL_LIST;
    return (vt_cel_cursor){ aggregate, 0,
                            is_list ? vt_array_first(document) : vt_object_first(document) };
}
/* false at the end. For a list `*key` is the index. vt_cel_cursor_next of state.h is the fast
** form. */
bool vt_cel_cursor_advance(struct vitals_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *key,
                           vt_cel_value *value);

/* A list under construction in the arena. Start from all zeroes. */
typedef struct vt_cel_items {
    vt_cel_value *items;
    uint32_t count, capacity;
} vt_cel_items;

/* false: memory ran out; the state has the error. */
bool vt_cel_items_append(struct vitals_cel_state *state, vt_cel_items *items, vt_cel_value value);

typedef struct vt_cel_map_index vt_cel_map_index;

/* A map under construction in the arena, in the order of its entries. Start from all zeroes. */
typedef struct vt_cel_entries {
    vt_cel_value *items; /* key, value, key, value, … */
    uint32_t count, capacity;
    vt_cel_map_index *index; /* or NULL */
    uint32_t slot_bits;
} vt_cel_entries;

/* Make room for so many entries in all. false: memory ran out; the state has the error. */
bool vt_cel_entries_reserve(struct vitals_cel_state *state, vt_cel_entries *entries,
                            uint32_t capacity);
/* Whether two keys are the same: vt_cel_equal or vt_cel_is_same_key. */
typedef bool (*vt_cel_same_fn)(struct vitals_cel_state *state, vt_cel_value a, vt_cel_value b);
/* The number of the entry of a map that was built under a key that is the same; map.size when there
** is none. Each key that is looked at is charged. */
uint32_t vt_cel_map_number(struct vitals_cel_state *state, vt_cel_value map, vt_cel_value key,
                           vt_cel_same_fn same);
/* Add an entry under a new key. false: the state is stopped. */
bool vt_cel_entries_add(struct vitals_cel_state *state, vt_cel_entries *entries, vt_cel_value key,
                        vt_cel_value value);
/* What was built so far. */
vt_cel_value vt_cel_entries_map(const vt_cel_entries *entries);
/* Copy the entries of a map that was built, with their index, to another arena. false: no memory. */
bool vt_cel_map_copy(vt_arena *arena, vt_cel_value *map);

/* ---- comparison */

/* Heterogeneous equality. Means nothing when the state is stopped. */
bool vt_cel_equal(struct vitals_cel_state *state, vt_cel_value a, vt_cel_value b);

typedef enum vt_cel_order {
    VT_CEL_LESS = -1,
    VT_CEL_SAME = 0,
    VT_CEL_MORE = 1,
    VT_CEL_UNORDERED = 2,   /* a NaN is among them */
    VT_CEL_INCOMPARABLE = 3 /* types that have no common order */
} vt_cel_order;

vt_cel_order vt_cel_compare(struct vitals_cel_state *state, vt_cel_value a, vt_cel_value b);
/* Whether values of this kind have an order at all. */
bool vt_cel_is_ordered(vt_cel_value value);

/* ---- as text */

/* As a CEL literal: "a", 3u, 1.0, b"\141", [1, 2], {"k": 1}, timestamp("…"). false: memory ran out,
** the ceiling of the buffer was hit, or the state is stopped. */
bool vt_cel_append_literal(struct vitals_cel_state *state, vt_buffer *buffer, vt_cel_value value);
/* The same as a string, which lives until the scratch buffer is used again, or an error. */
vt_cel_value vt_cel_literal_of(struct vitals_cel_state *state, vt_cel_value value);
/* As error messages show keys and values: strings without quotes. */
vt_text vt_cel_plain(struct vitals_cel_state *state, vt_cel_value value);
/* string(double), string(duration), string(timestamp). */
bool vt_cel_append_double(vt_buffer *buffer, double value);
bool vt_cel_append_duration(vt_buffer *buffer, int64_t nanoseconds);
bool vt_cel_append_timestamp(vt_buffer *buffer, vt_cel_value timestamp);
/* string(ip), string(cidr). */
bool vt_cel_append_address(vt_buffer *buffer, vt_cel_value value);

#endif
