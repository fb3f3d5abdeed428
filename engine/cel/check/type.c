/* Static types: construction, assignability, joining and names. */
#include "cel/check/type.h"

#define SIMPLE(name, kind) const vt_cel_type name = { kind, 0, { NULL }, NULL }

SIMPLE(vt_cel_dyn, VT_CEL_TYPE_DYN);
SIMPLE(vt_cel_error_type, VT_CEL_TYPE_ERROR);
SIMPLE(vt_cel_null, VT_CEL_TYPE_NULL);
SIMPLE(vt_cel_bool, VT_CEL_TYPE_BOOL);
SIMPLE(vt_cel_int, VT_CEL_TYPE_INT);
SIMPLE(vt_cel_uint, VT_CEL_TYPE_UINT);
SIMPLE(vt_cel_double, VT_CEL_TYPE_DOUBLE);
SIMPLE(vt_cel_string, VT_CEL_TYPE_STRING);
SIMPLE(vt_cel_bytes, VT_CEL_TYPE_BYTES);
SIMPLE(vt_cel_timestamp, VT_CEL_TYPE_TIMESTAMP);
SIMPLE(vt_cel_duration, VT_CEL_TYPE_DURATION);
SIMPLE(vt_cel_ip, VT_CEL_TYPE_IP);
SIMPLE(vt_cel_cidr, VT_CEL_TYPE_CIDR);
SIMPLE(vt_cel_quantity_type, VT_CEL_TYPE_QUANTITY);
SIMPLE(vt_cel_semver_type, VT_CEL_TYPE_SEMVER);
SIMPLE(vt_cel_url_type, VT_CEL_TYPE_URL);
SIMPLE(vt_cel_named_format_type, VT_CEL_TYPE_NAMED_FORMAT);

#define WITH(name, kind, first, second)                                                            \
    const vt_cel_type name = { kind, 0, { first, second }, NULL }

const vt_cel_type vt_cel_a = { VT_CEL_TYPE_PARAMETER, 'A', { NULL }, NULL };
const vt_cel_type vt_cel_b = { VT_CEL_TYPE_PARAMETER, 'B', { NULL }, NULL };
WITH(vt_cel_list_a, VT_CEL_TYPE_LIST, &vt_cel_a, NULL);
WITH(vt_cel_list_dyn, VT_CEL_TYPE_LIST, &vt_cel_dyn, NULL);
WITH(vt_cel_list_string, VT_CEL_TYPE_LIST, &vt_cel_string, NULL);
WITH(vt_cel_list_int, VT_CEL_TYPE_LIST, &vt_cel_int, NULL);
WITH(vt_cel_list_uint, VT_CEL_TYPE_LIST, &vt_cel_uint, NULL);
WITH(vt_cel_list_double, VT_CEL_TYPE_LIST, &vt_cel_double, NULL);
WITH(vt_cel_list_list_a, VT_CEL_TYPE_LIST, &vt_cel_list_a, NULL);
WITH(vt_cel_map_a_b, VT_CEL_TYPE_MAP, &vt_cel_a, &vt_cel_b);
WITH(vt_cel_map_string_dyn, VT_CEL_TYPE_MAP, &vt_cel_string, &vt_cel_dyn);
WITH(vt_cel_type_a, VT_CEL_TYPE_TYPE, &vt_cel_a, NULL);
WITH(vt_cel_optional_a, VT_CEL_TYPE_OPTIONAL, &vt_cel_a, NULL);
WITH(vt_cel_list_optional_a, VT_CEL_TYPE_LIST, &vt_cel_optional_a, NULL);

const vt_cel_type *vt_cel_type_make(vt_arena *arena, vt_cel_type_kind kind,
                                    const vt_cel_type *first, const vt_cel_type *second) {
    vt_cel_type *type = vt_arena_allocate(arena, sizeof *type);
    if (!type) return NULL;
    *type = (vt_cel_type){ kind, 0, { first, second }, NULL };
    return type;
}

const vt_cel_type *vt_cel_type_with(vt_arena *arena, const vt_cel_type *like,
                                    const vt_cel_type *const *parameters) {
    vt_cel_type *type = vt_arena_allocate(arena, sizeof *type);
    if (!type) return NULL;
    *type = *like;
    memcpy(type->parameters, parameters, sizeof type->parameters);
    return type;
}

/* The parameters there are, in order. */
#define FOR_PARAMETERS(i, type)                                                                    \
    for (int i = 0; i < VT_CEL_MOST_PARAMETERS && (type)->parameters[i]; i++)

bool vt_cel_bindings_work(vt_cel_bindings *bindings) {
    return !bindings->meter || vt_cel_meter_charge(bindings->meter, 1);
}

static bool is_exhausted(vt_cel_bindings *bindings) {
    return !vt_cel_bindings_work(bindings);
}

static void set_bound(vt_cel_bindings *bindings, uint32_t variable, const vt_cel_type *type) {
    if (bindings->undo_count == bindings->undo_capacity) {
        uint32_t capacity = bindings->undo_capacity ? 2 * bindings->undo_capacity : 16;
        vt_cel_undo *undo = vt_arena_allocate_array(bindings->arena, capacity, sizeof *undo);
        if (!undo) {
            bindings->out_of_memory = true;
            return;
        }
        if (bindings->undo_count > 0)
            memcpy(undo, bindings->undo, bindings->undo_count * sizeof *undo);
        bindings->undo = undo;
        bindings->undo_capacity = capacity;
    }
    bindings->undo[bindings->undo_count++] = (vt_cel_undo){ variable, bindings->bound[variable] };
    bindings->bound[variable] = type;
}

void vt_cel_bindings_back_to(vt_cel_bindings *bindings, uint32_t mark) {
    while (bindings->undo_count > mark) {
        const vt_cel_undo *undo = &bindings->undo[--bindings->undo_count];
        bindings->bound[undo->variable] = undo->before;
    }
}

const vt_cel_type *vt_cel_type_fresh(vt_cel_bindings *bindings) {
    if (bindings->count == bindings->capacity) {
        uint32_t capacity = bindings->capacity ? 2 * bindings->capacity : 16;
        const vt_cel_type **bound =
            vt_arena_allocate_array(bindings->arena, capacity, sizeof *bound);
        if (!bound) return NULL;
        if (bindings->count > 0) memcpy(bound, bindings->bound, bindings->count * sizeof *bound);
        bindings->bound = bound;
        bindings->capacity = capacity;
    }
    vt_cel_type *type = vt_arena_allocate(bindings->arena, sizeof *type);
    if (!type) return NULL;
    *type = (vt_cel_type){ VT_CEL_TYPE_VARIABLE, bindings->count, { NULL }, NULL };
    bindings->bound[bindings->count++] = NULL;
    return type;
}

/* The type at the end of a chain of variables. */
static const vt_cel_type *follow(const vt_cel_bindings *bindings, const vt_cel_type *type) {
    while (type->kind == VT_CEL_TYPE_VARIABLE && bindings->bound[type->variable]) {
        type = bindings->bound[type->variable];
    }
    return type;
}

void vt_cel_bindings_compress(vt_cel_bindings *bindings) {
    for (uint32_t i = 0; i < bindings->count; i++) {
        const vt_cel_type *end = bindings->bound[i] ? follow(bindings, bindings->bound[i]) : NULL;
        for (uint32_t at = i; end && bindings->bound[at] != end;) {
            const vt_cel_type *next = bindings->bound[at]; /* another variable of the chain */
            bindings->bound[at] = end;
            at = next->variable;
        }
    }
}

const vt_cel_type *vt_cel_type_resolve(vt_cel_bindings *bindings, const vt_cel_type *type,
                                       bool free_to_dyn) {
    type = follow(bindings, type);
    if (is_exhausted(bindings)) return &vt_cel_dyn;
    if (type->kind == VT_CEL_TYPE_VARIABLE) return free_to_dyn ? &vt_cel_dyn : type;
    const vt_cel_type *parameters[VT_CEL_MOST_PARAMETERS] = { NULL };
    bool changed = false;
    FOR_PARAMETERS(i, type) {
        parameters[i] = vt_cel_type_resolve(bindings, type->parameters[i], free_to_dyn);
        if (!parameters[i]) return NULL;
        changed = changed || parameters[i] != type->parameters[i];
    }
    return changed ? vt_cel_type_with(bindings->arena, type, parameters) : type;
}

/* Whether `variable` occurs in `type`; binding it would make the type infinite. */
static bool occurs(vt_cel_bindings *bindings, uint32_t variable, const vt_cel_type *type) {
    if (is_exhausted(bindings)) return true;
    while (type->kind == VT_CEL_TYPE_VARIABLE) {
        if (type->variable == variable) return true;
        type = bindings->bound[type->variable];
        if (!type) return false;
    }
    FOR_PARAMETERS(i, type) {
        if (occurs(bindings, variable, type->parameters[i])) return true;
    }
    return false;
}

static bool bind(vt_cel_bindings *bindings, const vt_cel_type *variable, const vt_cel_type *type) {
    if (type->kind == VT_CEL_TYPE_VARIABLE && type->variable == variable->variable) return true;
    if (occurs(bindings, variable->variable, type)) return false;
    set_bound(bindings, variable->variable, type);
    return !bindings->out_of_memory;
}

/* CEL-GO: null is assignable to wrappers, timestamps, durations, opaque types and messages. */
static bool takes_null(const vt_cel_type *type) {
    return type->kind == VT_CEL_TYPE_TIMESTAMP || type->kind == VT_CEL_TYPE_DURATION ||
           type->kind == VT_CEL_TYPE_OPTIONAL || type->kind == VT_CEL_TYPE_WRAPPER ||
           type->kind == VT_CEL_TYPE_NAMED ||
           (type->kind >= VT_CEL_TYPE_IP && type->kind <= VT_CEL_TYPE_NAMED_FORMAT);
}

static const vt_cel_type *unwrapped(const vt_cel_type *type) {
    return type->kind == VT_CEL_TYPE_WRAPPER ? type->parameters[0] : type;
}

/* Whether `a` has values that `b` lacks: null, or any but null. */
static bool holds_more(const vt_cel_type *a, const vt_cel_type *b) {
    if (b->kind == VT_CEL_TYPE_NULL) return a->kind != VT_CEL_TYPE_NULL;
    return a->kind == VT_CEL_TYPE_WRAPPER && b->kind == a->parameters[0]->kind;
}

/* CEL-GO: a wrapper has the kind of the type that it wraps, so the two are treated as one. */
static const vt_cel_type *plain(const vt_cel_bindings *bindings, const vt_cel_type *type) {
    return bindings->first_kept ? unwrapped(type) : type;
}

static bool is_exactly(vt_cel_bindings *bindings, const vt_cel_type *a, const vt_cel_type *b) {
    if (a == b || is_exhausted(bindings)) return true;
    a = plain(bindings, a);
    b = plain(bindings, b);
    if (a->kind != b->kind || a->variable != b->variable || a->named != b->named) return false;
    FOR_PARAMETERS(i, a) {
        if (!is_exactly(bindings, a->parameters[i], b->parameters[i])) return false;
    }
    return true;
}

/* CEL-GO: whether `a` is as general as `b` or more, part by part. Variables are as general as dyn,
** whatever they are bound to. */
static bool is_as_general(vt_cel_bindings *bindings, const vt_cel_type *a, const vt_cel_type *b) {
    if (is_exhausted(bindings)) return true;
    if (a->kind == VT_CEL_TYPE_DYN || a->kind == VT_CEL_TYPE_VARIABLE) return true;
    if (b->kind == VT_CEL_TYPE_DYN || b->kind == VT_CEL_TYPE_VARIABLE) return false;
    if (!bindings->first_kept && holds_more(a, b)) return true;
    if (!bindings->first_kept && holds_more(b, a)) return false;
    a = plain(bindings, a);
    b = plain(bindings, b);
    if (a->kind != b->kind || a->named != b->named) return false;
    if (a->kind == VT_CEL_TYPE_TYPE) return true;
    FOR_PARAMETERS(i, a) {
        if (!is_as_general(bindings, a->parameters[i], b->parameters[i])) return false;
    }
    return true;
}

const vt_cel_type *vt_cel_type_join(vt_cel_bindings *bindings, const vt_cel_type *a,
                                    const vt_cel_type *b) {
    return is_as_general(bindings, a, b) ? a : b;
}

/* Bind the variable to `type` or, when it is bound, to the more general of the two. false: they do
** not fit. */
static bool bind_or_widen(vt_cel_bindings *bindings, const vt_cel_type *variable,
                          const vt_cel_type *type) {
    const vt_cel_type *bound = bindings->bound[variable->variable];
    if (!bound) return bind(bindings, variable, type);
    if (is_exactly(bindings, type, bound)) return true;
    if (!vt_cel_type_assignable(bindings, bound, type)) return false;
    const vt_cel_type *general = vt_cel_type_join(bindings, type, bound);
    if (general != bound && !occurs(bindings, variable->variable, general))
        set_bound(bindings, variable->variable, general);
    return !bindings->out_of_memory;
}

bool vt_cel_type_assignable(vt_cel_bindings *bindings, const vt_cel_type *to,
                            const vt_cel_type *from) {
    if (is_exhausted(bindings)) return true;
    if (to->kind == VT_CEL_TYPE_VARIABLE) {
        bool is_bound = bindings->bound[to->variable] != NULL;
        if (bind_or_widen(bindings, to, from)) return true;
        if (is_bound || bindings->out_of_memory) return false;
    }
    if (from->kind == VT_CEL_TYPE_VARIABLE) return bind_or_widen(bindings, from, to);
    if (vt_cel_type_is_any(to) || vt_cel_type_is_any(from)) return true;
    if (from->kind == VT_CEL_TYPE_NULL && takes_null(to)) return true;
    if (to->kind == VT_CEL_TYPE_NULL && takes_null(from)) return true;
    to = unwrapped(to);
    from = unwrapped(from);
    if (to->kind != from->kind || to->named != from->named) return false;
    if (to->kind == VT_CEL_TYPE_TYPE) return true;
    FOR_PARAMETERS(i, to) {
        if (!vt_cel_type_assignable(bindings, to->parameters[i], from->parameters[i])) return false;
    }
    return true;
}

bool vt_cel_type_equal(const vt_cel_type *a, const vt_cel_type *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->variable != b->variable || a->named != b->named) return false;
    FOR_PARAMETERS(i, a) {
        if (!b->parameters[i] || !vt_cel_type_equal(a->parameters[i], b->parameters[i]))
            return false;
    }
    return true;
}

/* CEL-GO: HomogeneousAggregateLiterals, where a wrapper counts as the type that it wraps. */
bool vt_cel_type_alike(vt_cel_bindings *bindings, const vt_cel_type *a, const vt_cel_type *b) {
    if (is_exhausted(bindings)) return true;
    a = unwrapped(follow(bindings, a));
    b = unwrapped(follow(bindings, b));
    if (a->kind == VT_CEL_TYPE_VARIABLE || b->kind == VT_CEL_TYPE_VARIABLE) return true;
    if (a->kind == VT_CEL_TYPE_ERROR || b->kind == VT_CEL_TYPE_ERROR) return true;
    if (a->kind != b->kind || a->named != b->named) return false;
    FOR_PARAMETERS(i, a) {
        if (!vt_cel_type_alike(bindings, a->parameters[i], b->parameters[i])) return false;
    }
    return true;
}

const vt_cel_field *vt_cel_type_field(const vt_cel_named *message, vt_text name) {
    uint32_t low = 0, high = message->field_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = vt_text_compare(message->fields[middle].name, name);
        if (order == 0) return &message->fields[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* In issues, and in full where that differs. */
static const struct {
    const char *shown, *full;
} names[] = {
    [VT_CEL_TYPE_DYN] = { "dyn", NULL },
    [VT_CEL_TYPE_ERROR] = { "!error!", NULL },
    [VT_CEL_TYPE_NULL] = { "null", "null_type" },
    [VT_CEL_TYPE_BOOL] = { "bool", NULL },
    [VT_CEL_TYPE_INT] = { "int", NULL },
    [VT_CEL_TYPE_UINT] = { "uint", NULL },
    [VT_CEL_TYPE_DOUBLE] = { "double", NULL },
    [VT_CEL_TYPE_STRING] = { "string", NULL },
    [VT_CEL_TYPE_BYTES] = { "bytes", NULL },
    [VT_CEL_TYPE_TIMESTAMP] = { "timestamp", "google.protobuf.Timestamp" },
    [VT_CEL_TYPE_DURATION] = { "duration", "google.protobuf.Duration" },
    [VT_CEL_TYPE_LIST] = { "list", NULL },
    [VT_CEL_TYPE_MAP] = { "map", NULL },
    [VT_CEL_TYPE_TYPE] = { "type", NULL },
    [VT_CEL_TYPE_OPTIONAL] = { "optional_type", NULL },
    [VT_CEL_TYPE_WRAPPER] = { "wrapper", NULL },
    [VT_CEL_TYPE_NAMED] = { "", NULL },
    [VT_CEL_TYPE_IP] = { "net.IP", NULL },
    [VT_CEL_TYPE_CIDR] = { "net.CIDR", NULL },
    [VT_CEL_TYPE_QUANTITY] = { "kubernetes.Quantity", NULL },
    [VT_CEL_TYPE_SEMVER] = { "kubernetes.Semver", NULL },
    [VT_CEL_TYPE_URL] = { "kubernetes.URL", NULL },
    [VT_CEL_TYPE_NAMED_FORMAT] = { "kubernetes.NamedFormat", NULL },
    [VT_CEL_TYPE_PARAMETER] = { "", NULL },
    [VT_CEL_TYPE_VARIABLE] = { "_var", NULL },
};

static bool append(vt_buffer *buffer, const vt_cel_type *type, bool in_full) {
    const char *full = names[type->kind].full;
    if (type->kind == VT_CEL_TYPE_PARAMETER)
        return vt_buffer_add_byte(buffer, (char)type->variable);
    vt_buffer_add_terminated(buffer, in_full && full ? full : names[type->kind].shown);
    if (type->kind == VT_CEL_TYPE_VARIABLE) vt_buffer_printf(buffer, "%u", type->variable);
    if (type->named) vt_buffer_add(buffer, type->named->name);
    if (!type->parameters[0]) return !buffer->failed;
    FOR_PARAMETERS(i, type) {
        vt_buffer_add(buffer, i == 0 ? VT_TEXT("(") : VT_TEXT(", "));
        append(buffer, type->parameters[i], in_full);
    }
    return vt_buffer_add_byte(buffer, ')');
}

bool vt_cel_type_append(vt_buffer *buffer, const vt_cel_type *type) {
    return append(buffer, type, false);
}

bool vt_cel_type_append_full(vt_buffer *buffer, const vt_cel_type *type) {
    return append(buffer, type, true);
}

vt_text vt_cel_type_plain_name(const vt_cel_type *type) {
    const char *full = names[type->kind].full;
    return type->named ? type->named->name : vt_text_from(full ? full : names[type->kind].shown);
}
