/* Names and selections from them: `status.conditions[0].type`, `x.?y`, `has(a.b)`. */
#include <math.h>

#include "cel/run/program.h"

/* ------------------------------------------------------------- variables */

static const vt_cel_binding *find_binding(const vt_cel_state *state, vt_text name) {
    const vt_cel_activation *activation = state->activation;
    for (uint32_t i = activation->binding_count; i > 0; i--) {
        const vt_cel_binding *binding = &activation->bindings[i - 1];
        if (vt_text_equal(binding->name, name)) return binding;
    }
    return NULL;
}

/* The value under a top-level key that is a variable; NULL when there is none. */
static inline const vt_value *find_top_level(const vt_cel_state *state, vt_text name) {
    if (!state->activation->keys_are_variables) return NULL;
    const vt_value *root = vt_document_root(state->activation->documents[0]);
    return vt_value_is_object(root) ? vt_cel_find_field(state, root, 0, name) : NULL;
}

static bool find_variable(vt_cel_state *state, vt_text name, vt_cel_value *out) {
    const vt_cel_binding *binding = find_binding(state, name);
    const vt_value *value = binding ? NULL : find_top_level(state, name);
    if (binding)
        *out = binding->value;
    else if (value)
        *out = vt_cel_of_document(value, 0);
    return binding || value;
}

/* The name inside the container: A.B.n, A.n. */
static bool find_in_container(vt_cel_state *state, const vt_cel_attribute *attribute, vt_text name,
                              vt_cel_value *out) {
    vt_text container = attribute->rooted ? VT_TEXT_ABSENT : state->program->container;
    while (container.size > 0) {
        vt_buffer *joined = vt_cel_scratch(state);
        vt_buffer_add(joined, container);
        vt_buffer_add_byte(joined, '.');
        vt_buffer_add(joined, name);
        if (find_variable(state, vt_buffer_text(joined), out)) return true;
        container = vt_cel_name_parent(container);
    }
    return false;
}

/* Long names are charged. For others it must cost the same whether a variable has a dot. */
static bool find_name(vt_cel_state *state, const vt_cel_attribute *attribute, vt_text name,
                      vt_cel_value *out) {
    if (!vt_cel_charge(state, name.size / 64)) return false;
    return find_in_container(state, attribute, name, out) || find_variable(state, name, out);
}

/* "no such attribute(s): A.B.a.b, A.a.b, a.b" */
static vt_cel_value no_such_attribute(vt_cel_state *state, const vt_cel_attribute *attribute) {
    vt_text name = attribute->names[attribute->name_count - 1];
    vt_text container = attribute->rooted ? VT_TEXT_ABSENT : state->program->container;
    vt_buffer *text = vt_cel_scratch(state);
    vt_buffer_add(text, VT_TEXT("no such attribute(s): "));
    while (container.size > 0) {
        vt_buffer_add(text, container);
        vt_buffer_add_byte(text, '.');
        vt_buffer_add(text, name);
        vt_buffer_add(text, VT_TEXT(", "));
        container = vt_cel_name_parent(container);
    }
    vt_buffer_add(text, name);
    vt_cel_value error = vt_cel_scratch_error(state);
    if (error.form == VT_CEL_ERROR_PLAIN) error.form = VT_CEL_ERROR_UNKNOWN_NAME;
    return error;
}

static const vt_cel_value *local_value(vt_cel_state *state, uint32_t slot) {
    vt_cel_local *local = &state->locals[slot];
    if (local->pending) {
        const vt_cel_step *pending = local->pending;
        local->pending = NULL;
        local->value = vt_cel_step_run(state, pending);
    }
    return &local->value;
}

vt_cel_value vt_cel_run_local(vt_cel_state *state, const vt_cel_step *step) {
    if (state->dotted && state->program->rules->dotted_names_first) {
        return vt_cel_run_attribute(state, step);
    }
    return vt_cel_adapt_optional(state, *local_value(state, step->slot));
}

/* Whether the root is a loop variable that hides variables called x.y. */
static bool is_local_first(const vt_cel_state *state, const vt_cel_attribute *attribute) {
    return attribute->local >= 0 && !state->program->rules->dotted_names_first;
}

/* CEL-GO: a type is a constant, which is not counted; its name was. */
static vt_cel_value type_of_name(vt_cel_state *state, const vt_cel_attribute *attribute) {
    state->counted--;
    return vt_cel_of_type(attribute->type);
}

/* The value of the root: the longest of the first `count` names that exists; `*taken` is how many
** qualifiers that name took. */
static vt_cel_value find_root(vt_cel_state *state, const vt_cel_attribute *attribute,
                              uint32_t count, uint32_t *taken) {
    vt_cel_value value;
    bool local_first = is_local_first(state, attribute);
    uint32_t longest = state->dotted && !local_first ? count : 1;
    for (uint32_t i = longest; i > 1; i--) {
        *taken = i - 1;
        if (find_name(state, attribute, attribute->names[i - 1], &value)) return value;
        if (i == attribute->name_count && attribute->type) return type_of_name(state, attribute);
    }
    if (longest == 1 && attribute->type && attribute->name_count > 1) {
        *taken = attribute->name_count - 1;
        return type_of_name(state, attribute);
    }
    *taken = 0;
    if (attribute->local >= 0) {
        bool hidden =
            !local_first && find_in_container(state, attribute, attribute->names[0], &value);
        return hidden ? value : *local_value(state, (uint32_t)attribute->local);
    }
    if (find_name(state, attribute, attribute->names[0], &value)) return value;
    if (attribute->name_count == 1 && attribute->type) return vt_cel_of_type(attribute->type);
    return no_such_attribute(state, attribute);
}

/* ------------------------------------------------------------ qualifiers */

typedef enum found {
    FOUND,
    ABSENT, /* no such key, index out of bounds */
    FAILED  /* `*out` is the error */
} found;

static found fail(vt_cel_value error, vt_cel_value *out) {
    *out = error;
    return FAILED;
}

static found find_in_list(vt_cel_state *state, vt_cel_value list, vt_cel_value key,
                          vt_cel_value *out) {
    if (!vt_cel_is_number(key)) {
        return fail(
            vt_cel_fail(state, "unsupported index type '%s' in list", vt_cel_type_name(key)), out);
    }
    if (key.kind == VT_CEL_DOUBLE) {
        double number = key.as.number;
        if (!(fabs(number) < 0x1p63) || (double)(int64_t)number != number) {
            vt_text shown = vt_cel_plain(state, key);
            return fail(
                vt_cel_fail(state, "unsupported index value %.*s in list", VT_TEXT_ARG(shown)),
                out);
        }
        key = vt_cel_of_int((int64_t)number);
    }
    if (key.kind == VT_CEL_INT && key.as.integer < 0) return ABSENT;
    if (key.as.natural >= list.size) return ABSENT;
    *out = vt_cel_list_at(state, list, (uint32_t)key.as.natural);
    return vt_cel_is_error(*out) ? FAILED : FOUND;
}

static found find(vt_cel_state *state, vt_cel_value object, vt_cel_value key, vt_cel_value *out) {
    if (object.kind == VT_CEL_MAP) return vt_cel_map_find(state, object, key, out) ? FOUND : ABSENT;
    if (object.kind == VT_CEL_LIST) return find_in_list(state, object, key, out);
    return ABSENT;
}

static vt_cel_value missing(vt_cel_state *state, vt_cel_value object, vt_cel_value key) {
    vt_text shown = vt_cel_plain(state, key);
    bool is_list = object.kind == VT_CEL_LIST;
    vt_cel_value error = vt_cel_fail(
        state, is_list ? "index out of bounds: %.*s" : "no such key: %.*s", VT_TEXT_ARG(shown));
    if (error.form == VT_CEL_ERROR_PLAIN) error.form = VT_CEL_ERROR_MISSING;
    return error;
}

/* Look for a key whose absence is not an error. A value that is neither a map nor a list has no
** keys, which is an error where the environment says so. */
static found find_if_present(vt_cel_state *state, vt_cel_value object, vt_cel_value key,
                             vt_cel_value *out) {
    if (object.kind == VT_CEL_OPTIONAL && state->program->rules->bad_presence_is_error) {
        if (!object.as.item) return ABSENT;
        object = *object.as.item;
    }
    found result = find(state, object, key, out);
    bool holds_nothing = object.kind != VT_CEL_MAP && object.kind != VT_CEL_LIST;
    if (result == ABSENT && holds_nothing && state->program->rules->bad_presence_is_error) {
        return fail(missing(state, object, key), out);
    }
    return result;
}

/* The value of an index that is not constant, and the step that gave it: for a conditional the
** chosen branch, NULL when there is none. */
static vt_cel_value run_index(vt_cel_state *state, const vt_cel_step *index,
                              const vt_cel_step **from) {
    vt_cel_value value = vt_cel_null_value();
    const vt_cel_step *step = index;
    while (step && step->run == vt_cel_run_conditional) step = vt_cel_branch(state, step, &value);
    *from = step;
    if (step) value = vt_cel_step_run(state, step);
    if (step && step->attribute) state->counted -= step->counted; /* CEL-GO: as a qualifier */
    if (state->trace && step != index) vt_cel_step_trace(state, index, value);
    return value;
}

/* CEL-GO: a value reached by name from the variables stays a plain Go value, unless a list on
** the way is indexed by a uint or a double. */
static bool stays_plain(const vt_cel_attribute *attribute) {
    if (!attribute || attribute->operand || attribute->local >= 0) return false;
    for (uint32_t i = 0; i < attribute->qualifier_count; i++) {
        vt_cel_value key = attribute->qualifiers[i].key;
        if (attribute->qualifiers[i].step) continue;
        if (key.kind == VT_CEL_UINT || key.kind == VT_CEL_DOUBLE) return false;
    }
    return true;
}

/* CEL-GO: plain values are named by their Go type. */
static const char *index_type_name(const vt_cel_step *from, vt_cel_value index) {
    if (!stays_plain(from->attribute)) return vt_cel_go_type_name(index);
    if (index.kind == VT_CEL_NULL) return "<nil>";
    bool is_list = index.kind == VT_CEL_LIST && index.form == VT_CEL_LIST_DOCUMENT;
    bool is_map = index.kind == VT_CEL_MAP && index.form == VT_CEL_MAP_DOCUMENT;
    if (is_list) return "[]interface {}";
    return is_map ? "map[string]interface {}" : vt_cel_go_type_name(index);
}

/* An unknown name inside the index, rather than as the index, is an ordinary missing key. */
static vt_cel_value as_part(vt_cel_value error) {
    if (error.form == VT_CEL_ERROR_UNKNOWN_NAME) error.form = VT_CEL_ERROR_MISSING;
    return error;
}

/* The key of a qualifier, or an error. */
static vt_cel_value key_of(vt_cel_state *state, const vt_cel_qualifier *qualifier) {
    if (!qualifier->step) return qualifier->key;
    const vt_cel_step *from;
    vt_cel_value key = run_index(state, qualifier->step, &from);
    if (vt_cel_is_error(key)) return from && from->attribute ? key : as_part(key);
    if (!state->program->rules->keys_checked || vt_cel_is_valid_key(key)) return key;
    return vt_cel_fail(state, "invalid qualifier type: %s", index_type_name(from, key));
}

/* CEL-GO: once one qualifier is optional, so are all after it; an absent key gives none. */
static vt_cel_value qualify(vt_cel_state *state, const vt_cel_attribute *attribute, uint32_t from,
                            vt_cel_value object) {
    if (from == attribute->qualifier_count) return vt_cel_adapt_optional(state, object);
    bool optional = object.kind == VT_CEL_OPTIONAL;
    if (optional) {
        if (!object.as.item) return attribute->presence ? vt_cel_of_bool(false) : object;
        object = vt_cel_adapt_content(state, *object.as.item);
    }
    for (uint32_t i = from; i < attribute->qualifier_count; i++) {
        const vt_cel_qualifier *qualifier = &attribute->qualifiers[i];
        bool presence = attribute->presence && i + 1 == attribute->qualifier_count;
        optional |= qualifier->optional;
        vt_cel_value key = key_of(state, qualifier);
        if (vt_cel_is_error(key)) {
            state->counted++;
            return key;
        }
        if (!vt_cel_charge(state, 1)) return vt_cel_stopped_error(state);
        vt_cel_value next;
        found result = optional || presence ? find_if_present(state, object, key, &next)
                                            : find(state, object, key, &next);
        const bool is_silent = optional && !presence && result != FOUND;
        const bool is_branch = qualifier->step && qualifier->step->run == vt_cel_run_conditional;
        state->counted += !is_silent && !is_branch;
        if (result == FAILED) return next;
        if (presence) return vt_cel_of_bool(result == FOUND);
        if (result == ABSENT && attribute->presence && optional) return vt_cel_of_bool(false);
        if (result == ABSENT) return optional ? vt_cel_none() : missing(state, object, key);
        object = next;
    }
    return optional ? vt_cel_some(state, object) : object;
}

/* A value of a document, and which document; NULL for any other value. */
typedef struct place {
    const vt_value *value;
    int16_t which;
} place;

/* The value of the variable, if it belongs to a document. */
static inline place root_place(vt_cel_state *state, const vt_cel_attribute *attribute) {
    const vt_cel_value *value = NULL;
    if (attribute->local >= 0) {
        value = local_value(state, (uint32_t)attribute->local);
    } else {
        const vt_cel_binding *binding = find_binding(state, attribute->names[0]);
        if (!binding) return (place){ find_top_level(state, attribute->names[0]), 0 };
        value = &binding->value;
    }
    return (place){ vt_cel_is_object(value) ? value->as.document : NULL, value->extra };
}

/* The most common attribute: a variable and plain fields. Objects of a document are walked
** directly; anything else falls back to qualify() from there, or to vt_cel_run_attribute from
** the start. */
vt_cel_value vt_cel_run_fields(vt_cel_state *state, const vt_cel_step *step) {
    const vt_cel_attribute *attribute = step->attribute;
    if (state->dotted) return vt_cel_run_attribute(state, step);
    place at = root_place(state, attribute);
    if (!at.value) return vt_cel_run_attribute(state, step);
    uint32_t taken = 0;
    uint64_t cost = 0;
    while (taken < attribute->qualifier_count && at.value->type == VT_OBJECT) {
        vt_text key = vt_cel_text(attribute->qualifiers[taken].key);
        const vt_value *field = vt_cel_find_field(state, at.value, at.which, key);
        if (!field) break;
        cost += 1 + vt_cel_cost_of_field(at.value, key);
        at.value = field;
        taken++;
    }
    state->counted += taken;
    if (!vt_cel_charge(state, cost)) return vt_cel_stopped_error(state);
    vt_cel_value value = vt_cel_of_document(at.value, at.which);
    bool is_last = taken == attribute->qualifier_count;
    return is_last ? value : qualify(state, attribute, taken, value);
}

/* And the most common of these: one field of a loop variable. */
vt_cel_value vt_cel_run_local_field(vt_cel_state *state, const vt_cel_step *step) {
    const vt_cel_local *local = &state->locals[step->slot];
    if (state->dotted || local->pending || !vt_cel_is_object(&local->value)) {
        return vt_cel_run_attribute(state, step);
    }
    int16_t which = local->value.extra;
    vt_text key = vt_cel_text(step->constant);
    const vt_value *object = local->value.as.document;
    const vt_value *field = vt_cel_find_field(state, object, which, key);
    if (!field) return vt_cel_run_attribute(state, step);
    if (!vt_cel_charge(state, 1 + vt_cel_cost_of_field(object, key)))
        return vt_cel_stopped_error(state);
    state->counted++;
    return vt_cel_of_document(field, which);
}

/* CEL-GO: where an index is an unknown name, the next shorter name of the root is tried; in the end
** the error is that of the longest name, whether or not it was the one at fault. */
static vt_cel_value run_names(vt_cel_state *state, const vt_cel_attribute *attribute) {
    vt_cel_value first = vt_cel_null_value();
    uint32_t untried = attribute->name_count;
    do {
        uint32_t taken = 0;
        vt_cel_value value = find_root(state, attribute, untried, &taken);
        if (vt_cel_is_error(value)) return vt_cel_is_error(first) ? first : value;
        if (attribute->presence && taken == attribute->qualifier_count) return vt_cel_of_bool(true);
        value = qualify(state, attribute, taken, value);
        bool is_unknown = vt_cel_is_error(value) && value.form == VT_CEL_ERROR_UNKNOWN_NAME;
        if (!is_unknown) return value;
        bool longer = taken + 1 < attribute->name_count && !is_local_first(state, attribute);
        if (!vt_cel_is_error(first)) first = longer ? no_such_attribute(state, attribute) : value;
        untried = taken;
    } while (untried > 0);
    return first;
}

vt_cel_value vt_cel_run_attribute(vt_cel_state *state, const vt_cel_step *step) {
    const vt_cel_attribute *attribute = step->attribute;
    if (!attribute->operand) return run_names(state, attribute);
    vt_cel_value root = vt_cel_step_run(state, attribute->operand);
    return vt_cel_is_error(root) ? as_part(root) : qualify(state, attribute, 0, root);
}
