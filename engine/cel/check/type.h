/*
** Static types: what the checker deduces, and what function rows declare.
**
** Types are gradual: `dyn` fits everything. A parameter (A, B, …) in a declaration becomes
** a fresh variable at each use; variables are bound while overloads are tried.
*/
#ifndef VITALS_CEL_TYPE_H
#define VITALS_CEL_TYPE_H

#include "base/memory/arena.h"
#include "base/memory/buffer.h"
#include "cel/run/meter.h"

typedef enum vt_cel_type_kind {
    VT_CEL_TYPE_DYN,
    VT_CEL_TYPE_ERROR, /* of an expression with an issue; fits everything */
    VT_CEL_TYPE_NULL,
    VT_CEL_TYPE_BOOL,
    VT_CEL_TYPE_INT,
    VT_CEL_TYPE_UINT,
    VT_CEL_TYPE_DOUBLE,
    VT_CEL_TYPE_STRING,
    VT_CEL_TYPE_BYTES,
    VT_CEL_TYPE_TIMESTAMP,
    VT_CEL_TYPE_DURATION,
    VT_CEL_TYPE_LIST,     /* parameters[0]: of the elements */
    VT_CEL_TYPE_MAP,      /* parameters: of keys, of values */
    VT_CEL_TYPE_TYPE,     /* parameters[0]: the type that is the value */
    VT_CEL_TYPE_OPTIONAL, /* parameters[0]: of the value */
    VT_CEL_TYPE_WRAPPER,  /* parameters[0]: of the value, which may be null */
    VT_CEL_TYPE_NAMED,    /* a declared message or opaque type, with its parameters */
    VT_CEL_TYPE_IP,
    VT_CEL_TYPE_CIDR,
    VT_CEL_TYPE_QUANTITY,
    VT_CEL_TYPE_SEMVER,
    VT_CEL_TYPE_URL,
    VT_CEL_TYPE_NAMED_FORMAT,
    VT_CEL_TYPE_PARAMETER, /* in declarations: variable is 'A', 'B', … */
    VT_CEL_TYPE_VARIABLE,  /* while checking: variable is its number */
    VT_CEL_TYPE_KIND_COUNT
} vt_cel_type_kind;

#define VT_CEL_MOST_PARAMETERS 3

typedef struct vt_cel_type vt_cel_type;

typedef struct vt_cel_field {
    vt_text name;
    const vt_cel_type *type;
} vt_cel_field;

/* A declared type. Each declaration makes one, so pointers can be compared. */
typedef struct vt_cel_named {
    vt_text name;
    bool is_message;
    uint32_t parameter_count; /* of an opaque type */
    vt_cel_field *fields;     /* of a message, in the order of their names */
    uint32_t field_count;
} vt_cel_named;

struct vt_cel_type {
    vt_cel_type_kind kind;
    uint32_t variable;
    const vt_cel_type *parameters[VT_CEL_MOST_PARAMETERS]; /* NULL after the last */
    const vt_cel_named *named;
};

/* The types that need no arena. */
extern const vt_cel_type vt_cel_dyn, vt_cel_null, vt_cel_bool, vt_cel_int, vt_cel_uint,
    vt_cel_double, vt_cel_string, vt_cel_bytes, vt_cel_timestamp, vt_cel_duration, vt_cel_ip,
    vt_cel_cidr, vt_cel_quantity_type, vt_cel_semver_type, vt_cel_url_type,
    vt_cel_named_format_type, vt_cel_error_type;
/* Of declarations: A and B are parameters. */
extern const vt_cel_type vt_cel_a, vt_cel_b, vt_cel_list_a, vt_cel_list_dyn, vt_cel_list_string,
    vt_cel_list_int, vt_cel_list_uint, vt_cel_list_double, vt_cel_list_list_a, vt_cel_map_a_b,
    vt_cel_map_string_dyn, vt_cel_type_a, vt_cel_optional_a, vt_cel_list_optional_a;

/* Whether it fits every type. */
static inline bool vt_cel_type_is_any(const vt_cel_type *type) {
    return type->kind == VT_CEL_TYPE_DYN || type->kind == VT_CEL_TYPE_ERROR;
}

/* What a variable was bound to before. */
typedef struct vt_cel_undo {
    uint32_t variable;
    const vt_cel_type *before;
} vt_cel_undo;

/* The types bound to variables so far, with an undo log. All work over types is charged; once the
** compilation is stopped, everything fits everything, so that it ends soon. */
typedef struct vt_cel_bindings {
    vt_arena *arena;
    const vt_cel_type **bound; /* by variable number; NULL: free */
    uint32_t count, capacity;
    vt_cel_undo *undo;
    uint32_t undo_count, undo_capacity;
    vt_cel_meter *meter; /* of the compilation; NULL: nothing is charged */
    bool first_kept;     /* CEL-GO: where null, wrapper and primitive meet the first type stays */
    bool out_of_memory;
} vt_cel_bindings;

/* Undo every binding made since `undo_count` was `mark`. */
void vt_cel_bindings_back_to(vt_cel_bindings *bindings, uint32_t mark);

/* Bind each variable to the end of its chain, so that resolving it takes one step. Bindings must
** not be undone afterwards. */
void vt_cel_bindings_compress(vt_cel_bindings *bindings);

/* Charge one step over types. false: the compilation is stopped. */
bool vt_cel_bindings_work(vt_cel_bindings *bindings);

/* All return NULL (or false) when memory runs out. */
const vt_cel_type *vt_cel_type_make(vt_arena *arena, vt_cel_type_kind kind,
                                    const vt_cel_type *first, const vt_cel_type *second);
/* `like` with other parameters. */
const vt_cel_type *vt_cel_type_with(vt_arena *arena, const vt_cel_type *like,
                                    const vt_cel_type *const *parameters);
const vt_cel_type *vt_cel_type_fresh(vt_cel_bindings *bindings);
/* `type` with the variables it holds replaced; free ones become dyn when `free_to_dyn`. */
const vt_cel_type *vt_cel_type_resolve(vt_cel_bindings *bindings, const vt_cel_type *type,
                                       bool free_to_dyn);
/* CEL-GO: whether `from` is assignable to `to`. Variables are bound on the way, even when it
** fails. */
bool vt_cel_type_assignable(vt_cel_bindings *bindings, const vt_cel_type *to,
                            const vt_cel_type *from);
/* CEL-GO: of two types that fit, the first, unless any part of the second is more general. */
const vt_cel_type *vt_cel_type_join(vt_cel_bindings *bindings, const vt_cel_type *a,
                                    const vt_cel_type *b);
bool vt_cel_type_equal(const vt_cel_type *a, const vt_cel_type *b);
/* Whether Flux allows elements of both types in one list: dyn fits only dyn. */
bool vt_cel_type_alike(vt_cel_bindings *bindings, const vt_cel_type *a, const vt_cel_type *b);
/* The field of a message, or NULL. */
const vt_cel_field *vt_cel_type_field(const vt_cel_named *message, vt_text name);
/* As cel-go words it in issues: "map(string, timestamp)". */
bool vt_cel_type_append(vt_buffer *buffer, const vt_cel_type *type);
/* As cel-go names the type of an expression: "map(string, google.protobuf.Timestamp)". */
bool vt_cel_type_append_full(vt_buffer *buffer, const vt_cel_type *type);
/* The name alone: "map", "google.protobuf.Timestamp", that of a declared type. */
vt_text vt_cel_type_plain_name(const vt_cel_type *type);

#endif
