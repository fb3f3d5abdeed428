/*
** Static types: what the checker deduces, and what function rows declare.
**
** The system is gradual: `dyn` goes with everything. A parameter (A, B) in a declaration becomes a
** fresh variable at each use; variables are bound while overloads are tried.
*/
#ifndef VITALS_CEL_TYPE_H
#define VITALS_CEL_TYPE_H

#include "base/arena.h"
#include "base/buffer.h"

typedef enum vt_cel_type_kind {
    VT_CEL_TYPE_DYN,
    VT_CEL_TYPE_ERROR, /* of an expression that did not check; goes with everything */
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
    VT_CEL_TYPE_IP,
    VT_CEL_TYPE_CIDR,
    VT_CEL_TYPE_PARAMETER, /* in declarations: variable is 'A', 'B', … */
    VT_CEL_TYPE_VARIABLE   /* while checking: variable is its number */
} vt_cel_type_kind;

typedef struct vt_cel_type vt_cel_type;

struct vt_cel_type {
    vt_cel_type_kind kind;
    uint32_t variable;
    const vt_cel_type *parameters[2];
};

/* The types that need no arena. */
extern const vt_cel_type vt_cel_dyn, vt_cel_null, vt_cel_bool, vt_cel_int, vt_cel_uint,
    vt_cel_double, vt_cel_string, vt_cel_bytes, vt_cel_timestamp, vt_cel_duration, vt_cel_ip,
    vt_cel_cidr, vt_cel_error_type;
/* Of declarations: A and B are parameters. */
extern const vt_cel_type vt_cel_a, vt_cel_b, vt_cel_list_a, vt_cel_list_dyn, vt_cel_list_string,
    vt_cel_list_int, vt_cel_list_uint, vt_cel_list_double, vt_cel_list_list_a, vt_cel_map_a_b,
    vt_cel_map_string_dyn, vt_cel_type_a, vt_cel_optional_a, vt_cel_list_optional_a;

/* What a variable was bound to before. */
typedef struct vt_cel_undo {
    uint32_t variable;
    const vt_cel_type *before;
} vt_cel_undo;

/* Types bound to variables so far, and how to take bindings back. All work over types is counted:
** once it is used up everything fits everything, so that no expression takes long to check. */
typedef struct vt_cel_bindings {
    vt_arena *arena;
    const vt_cel_type **bound; /* by variable number; NULL: free */
    uint32_t count, capacity;
    vt_cel_undo *undo;
    uint32_t undo_count, undo_capacity;
    uint32_t work;
    bool out_of_memory;
} vt_cel_bindings;

/* Take back every binding made since `undo_count` was `mark`. */
void vt_cel_bindings_back_to(vt_cel_bindings *bindings, uint32_t mark);

/* All return NULL (or false) when memory runs out. */
const vt_cel_type *vt_cel_type_make(vt_arena *arena, vt_cel_type_kind kind,
                                    const vt_cel_type *first, const vt_cel_type *second);
const vt_cel_type *vt_cel_type_fresh(vt_cel_bindings *bindings);
/* `type` with the variables it holds replaced; free ones become dyn when `free_to_dyn`. */
const vt_cel_type *vt_cel_type_resolve(vt_cel_bindings *bindings, const vt_cel_type *type,
                                       bool free_to_dyn);
/* Whether a value of `from` may stand where `to` is asked; binds variables, also when it fails. */
bool vt_cel_type_assignable(vt_cel_bindings *bindings, const vt_cel_type *to,
                            const vt_cel_type *from);
/* The more general of two types that are assignable to each other. */
const vt_cel_type *vt_cel_type_join(vt_cel_bindings *bindings, const vt_cel_type *a,
                                    const vt_cel_type *b);
bool vt_cel_type_equal(const vt_cel_type *a, const vt_cel_type *b);
/* As cel-go words it: "map(string, dyn)". */
bool vt_cel_type_append(vt_buffer *buffer, const vt_cel_type *type);

#endif
