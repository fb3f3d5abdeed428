/*
** One evaluation's memory, budget and variables, kept from one evaluation to the next so that a
** warm state allocates nothing.
*/
#ifndef VITALS_CEL_STATE_H
#define VITALS_CEL_STATE_H

#include "base/run/limits.h"
#include "cel/cel.h"
#include "cel/run/meter.h"
#include "cel/run/value.h"
#include "cel/zone/zone.h"

/* A variable of the caller. */
typedef struct vt_cel_binding {
    vt_text name;
    vt_cel_value value;
} vt_cel_binding;

/* What identifiers mean. */
typedef struct vt_cel_activation {
    const vitals_document *const *documents; /* numbered from 0; values refer to them */
    uint32_t document_count;
    bool keys_are_variables; /* every top-level key of document 0 is a variable */
    const vt_cel_binding *bindings;
    uint32_t binding_count;
    vitals_trace *trace; /* or NULL */
} vt_cel_activation;

#define VT_CEL_CACHED_ZONES 8

/* A local variable: of a loop, or one that is evaluated when first used. */
typedef struct vt_cel_local {
    vt_cel_value value;
    const struct vt_cel_step *pending; /* the step to evaluate at first use, or NULL */
} vt_cel_local;

struct vitals_cel_state {
    vitals_allocator allocator;
    vt_arena arena;    /* values of the current evaluation */
    vt_buffer scratch; /* for building text */
    const struct vitals_cel_program *program;
    const vt_cel_activation *activation;
    vt_cel_local *locals; /* as many as the program needs */
    uint32_t local_capacity;
    vt_cel_meter meter;    /* the budget of the evaluation */
    uint64_t counted;      /* so far, by run/count.h */
    bool counts;           /* and that is limited */
    vitals_trace *trace;   /* of the activation, or NULL */
    uint64_t traced_bytes; /* text of traced steps and their values so far */
    bool dotted;           /* some variable has a dot in its name */
    uint32_t depth;        /* of nested values being compared or written */
    uint64_t hash_seed;    /* of maps that the evaluation builds */
    vt_text zone_archive;  /* absent: the files of the system */
    vt_cel_zone *zones[VT_CEL_CACHED_ZONES];
    uint32_t next_zone;
};

/* Stop the evaluation: a fatal error, whose reason the state keeps while everything unwinds. */
VT_CEL_RARE vt_cel_value vt_cel_stop(vt_cel_state *state, vitals_status status, const char *limit);
/* Stop because memory ran out: VITALS_ELIMIT over the budget, else VITALS_ENOMEM. */
vt_cel_value vt_cel_out_of_memory(vt_cel_state *state);
/* The error of a stopped state. */
VT_CEL_RARE vt_cel_value vt_cel_stopped_error(const vt_cel_state *state);

/* Take `cost` from the budget, before the work is done; polls the interrupt of the host now and
** then. false: the evaluation is stopped. */
static inline bool vt_cel_charge(vt_cel_state *state, uint64_t cost) {
    return vt_cel_meter_charge(&state->meter, cost);
}

/* The same for so many bytes of text that will be read, compared or written. */
static inline bool vt_cel_charge_bytes(vt_cel_state *state, uint64_t bytes) {
    return vt_cel_charge(state, bytes / VT_CEL_BYTES_PER_UNIT);
}

/* The next of a list or a map; false at the end. The fast path is for untraced lists. */
static inline bool vt_cel_cursor_next(vt_cel_state *state, vt_cel_cursor *cursor, vt_cel_value *key,
                                      vt_cel_value *value) {
    if (cursor->aggregate.kind != VT_CEL_LIST || state->trace) {
        return vt_cel_cursor_advance(state, cursor, key, value);
    }
    if (cursor->at >= cursor->aggregate.size) return false;
    if (cursor->aggregate.form == VT_CEL_LIST_ITEMS) {
        *value = cursor->aggregate.as.items[cursor->at];
    } else {
        const vt_value *item = cursor->next;
        cursor->next = item + item->next;
        *value = vt_cel_of_document(item, cursor->aggregate.extra);
    }
    *key = vt_cel_of_int(cursor->at++);
    return true;
}

/* What looking for a field costs: keys of small objects are walked, those of large ones hashed. */
static inline uint64_t vt_cel_cost_of_field(const vt_value *object, vt_text key) {
    return 1 + (object->flags & VT_FLAG_INDEXED ? 1 : object->size / 4) +
           key.size / VT_CEL_BYTES_PER_UNIT;
}

/* Field `key` of an object of the document numbered `which`, or NULL. Reports the read to the
** trace and uses the index of a large object. */
VT_CEL_RARE const vt_value *vt_cel_read_field(const vt_cel_state *state, const vt_value *object,
                                              int16_t which, vt_text key);
/* The same, with a fast path for the common case: a small untraced object and a short key. */
static inline const vt_value *vt_cel_find_field(const vt_cel_state *state, const vt_value *object,
                                                int16_t which, vt_text key) {
    bool is_rare = state->trace || (object->flags & VT_FLAG_INDEXED) || key.size > VT_SHORT_BYTES;
    if (__builtin_expect(is_rare, 0)) {
        return vt_cel_read_field(state, object, which, key);
    }
    const vt_value *end = object + object->next;
    for (const vt_value *at = object + 1; at < end; at += 1 + at[1].next) {
        if (at->size != key.size || !vt_bytes_equal(at->as.bytes, key.bytes, key.size)) continue;
        if (!(at->flags & VT_FLAG_SHADOWED)) return vt_object_value(at);
    }
    return NULL;
}

/* Memory of the evaluation. NULL: it ran out, and the state is stopped. */
void *vt_cel_allocate(vt_cel_state *state, size_t bytes);
vt_cel_value *vt_cel_allocate_values(vt_cel_state *state, size_t count);
/* The value of a name or a branch. CEL-GO: the content of an optional is converted to a native
** Go value and adapted again: a type becomes its name, an optional its content or null. */
vt_cel_value vt_cel_adapt_optional(vt_cel_state *state, vt_cel_value value);
/* The same for the content of an optional. */
vt_cel_value vt_cel_adapt_content(const vt_cel_state *state, vt_cel_value content);

/* The scratch buffer, emptied, for building text. The next use of it overwrites the text. */
vt_buffer *vt_cel_scratch(vt_cel_state *state);
/* The text of the scratch buffer, copied to the arena, as a string or as a plain error. A fatal
** error when memory ran out. */
vt_cel_value vt_cel_scratch_string(vt_cel_state *state);
vt_cel_value vt_cel_scratch_error(vt_cel_state *state);

#endif
