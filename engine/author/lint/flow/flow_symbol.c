/* Values and symbols of a run. */
#include <math.h>
#include <stdio.h>

#include "author/lint/flow/flow_run.h"

/* At most this many symbols per node; further values share the last one. */
enum { MOST_VALUES = 8 };

vt_flow_value vt_flow_simple(vt_flow_kind kind) {
    return (vt_flow_value){ .kind = kind };
}

vt_flow_value vt_flow_number(double low, double high) {
    return (vt_flow_value){ .kind = VT_FLOW_NUMBER, .low = low, .high = high };
}

vt_flow_value vt_flow_string(vt_text text, const vt_lua_node *node) {
    return (vt_flow_value){ .kind = VT_FLOW_STRING, .text = text, .node = node };
}

vt_flow_value vt_flow_symbol_value(vt_flow_symbol *symbol) {
    if (!symbol) return vt_flow_simple(VT_FLOW_NIL);
    return (vt_flow_value){ .kind = VT_FLOW_SYMBOL, .symbol = symbol };
}

/* The child of that key; a new one has `*is_new` set. */
static vt_flow_symbol *child_of(vt_flow_run *run, vt_flow_symbol *parent, vt_text key,
                                bool *is_new) {
    *is_new = false;
    if (!parent) return NULL;
    for (vt_flow_symbol *at = parent->children; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return NULL;
        if (vt_text_equal(at->key, key)) return at;
    }
    vt_flow_symbol *symbol = vt_flow_allocate(run, sizeof *symbol);
    if (!symbol) return NULL;
    *symbol = (vt_flow_symbol){ .parent = parent, .next = parent->children };
    symbol->key = vt_arena_copy(&run->arena, key);
    if (vt_text_is_absent(symbol->key)) run->script->lint->no_memory = true;
    symbol->number = ++run->symbol_count;
    symbol->depth = parent->depth + 1;
    symbol->possible = VT_FLOW_IS_ANY;
    parent->children = symbol;
    *is_new = true;
    return symbol;
}

/* ----------------------------------------------------------------- the object */

static bool is_one_of(vt_text key, const char *const *words) {
    for (; *words; words++) {
        if (vt_text_is(key, *words)) return true;
    }
    return false;
}

static void make_present(vt_flow_symbol *symbol) {
    symbol->possible &= (uint8_t)~VT_FLOW_IS_NIL;
}

static void make_reported(vt_flow_symbol *symbol) {
    symbol->region = VT_FLOW_REPORTED;
    symbol->optional = true;
}

/* The API server sets these, so that the objects of a cluster have them. */
static void place_in_root(vt_flow_symbol *symbol) {
    static const char *const texts[] = { "apiVersion", "kind", NULL };
    if (vt_text_is(symbol->key, "metadata")) {
        symbol->region = VT_FLOW_METADATA;
        make_present(symbol);
    } else if (is_one_of(symbol->key, texts)) {
        make_present(symbol);
    } else if (vt_text_is(symbol->key, "status")) {
        make_reported(symbol);
    } else if (vt_lint_is_misspelt(symbol->key, VT_TEXT("status")) ||
               vt_lint_is_misspelt(symbol->key, VT_TEXT("metadata")) ||
               vt_lint_is_misspelt(symbol->key, VT_TEXT("spec"))) {
        symbol->possible = VT_FLOW_IS_NIL;
    }
}

static void place_in_metadata(vt_flow_symbol *symbol) {
    static const char *const present[] = { "name",       "namespace",       "uid",
                                           "generation", "resourceVersion", "creationTimestamp",
                                           NULL };
    if (is_one_of(symbol->key, present)) {
        make_present(symbol);
    } else {
        make_reported(symbol);
    }
}

/* Every condition has a type and a status. */
static void place_in_condition(vt_flow_symbol *symbol) {
    static const char *const present[] = { "type", "status", "lastTransitionTime", NULL };
    if (is_one_of(symbol->key, present)) {
        make_present(symbol);
    } else {
        make_reported(symbol);
    }
}

static void place_in_status(vt_flow_symbol *symbol) {
    make_reported(symbol);
    if (vt_text_ends(symbol->key, VT_TEXT("onditions"))) symbol->region = VT_FLOW_CONDITIONS;
}

static void (*const placing[])(vt_flow_symbol *symbol) = {
    [VT_FLOW_PLAIN] = NULL,
    [VT_FLOW_ROOT] = place_in_root,
    [VT_FLOW_METADATA] = place_in_metadata,
    [VT_FLOW_REPORTED] = place_in_status,
    [VT_FLOW_CONDITIONS] = make_reported,
    [VT_FLOW_CONDITION] = place_in_condition,
};

/* What the schema of the kind requires is there once its object is: a test for nil is not in vain. */
static void apply_schema(vt_flow_symbol *symbol) {
    const vt_schema *object = symbol->parent->schema;
    const vt_schema_field *field = vt_schema_field_of(object, symbol->key);
    symbol->schema = vt_schema_get(object, symbol->key);
    if (field && field->present && !object->by_custom) symbol->optional = false;
}

vt_flow_symbol *vt_flow_field(vt_flow_run *run, vt_flow_symbol *parent, vt_text key) {
    bool is_new;
    /* list[1].a is the field of the element that a loop visits first. */
    if (parent->index && !parent->is_last) {
        parent = vt_flow_member(run, parent->parent, parent->index);
        if (!parent) return NULL;
    }
    vt_flow_symbol *symbol = child_of(run, parent, key, &is_new);
    if (!is_new) return symbol;
    if (placing[parent->region]) placing[parent->region](symbol);
    apply_schema(symbol);
    return symbol;
}

static void place_item(vt_flow_symbol *symbol) {
    const vt_flow_symbol *parent = symbol->parent;
    symbol->is_item = true;
    symbol->schema = parent->schema ? parent->schema->items : NULL;
    if (parent->region == VT_FLOW_PLAIN) return;
    make_reported(symbol);
    if (parent->region == VT_FLOW_CONDITIONS) symbol->region = VT_FLOW_CONDITION;
}

vt_flow_symbol *vt_flow_element(vt_flow_run *run, vt_flow_symbol *parent, uint32_t index) {
    char key[24];
    bool is_new;
    int size = snprintf(key, sizeof key, "[%u]", index);
    vt_flow_symbol *symbol = child_of(run, parent, vt_text_slice(key, (size_t)size), &is_new);
    if (!is_new) return symbol;
    place_item(symbol);
    symbol->index = index;
    return symbol;
}

vt_flow_symbol *vt_flow_last(vt_flow_run *run, vt_flow_symbol *parent) {
    bool is_new;
    vt_flow_symbol *symbol = child_of(run, parent, VT_TEXT("[#]"), &is_new);
    if (!is_new) return symbol;
    place_item(symbol);
    symbol->index = 1;
    symbol->is_last = true;
    return symbol;
}

vt_flow_symbol *vt_flow_member(vt_flow_run *run, vt_flow_symbol *parent, uint32_t round) {
    char key[24];
    bool is_new;
    int size = snprintf(key, sizeof key, "[any %u]", round);
    vt_flow_symbol *symbol = child_of(run, parent, vt_text_slice(key, (size_t)size), &is_new);
    if (!is_new) return symbol;
    place_item(symbol);
    symbol->optional = false;
    make_present(symbol);
    return symbol;
}

/* -------------------------------------------------------------------- derived */

vt_flow_symbol *vt_flow_name_of(vt_flow_run *run, vt_flow_symbol *member) {
    bool is_new;
    vt_flow_symbol *symbol = child_of(run, member, VT_TEXT("key()"), &is_new);
    if (!is_new) return symbol;
    symbol->possible = VT_FLOW_IS_OTHER;
    symbol->names = member;
    return symbol;
}

vt_flow_symbol *vt_flow_length(vt_flow_run *run, vt_flow_symbol *of, const char *key) {
    bool is_new;
    vt_flow_symbol *symbol = child_of(run, of, vt_text_from(key), &is_new);
    if (!is_new) return symbol;
    symbol->possible = VT_FLOW_IS_OTHER;
    symbol->counts = true;
    symbol->of = of;
    return symbol;
}

vt_flow_symbol *vt_flow_type(vt_flow_run *run, vt_flow_symbol *of) {
    bool is_new;
    vt_flow_symbol *symbol = child_of(run, of, VT_TEXT("type()"), &is_new);
    if (!is_new) return symbol;
    symbol->possible = VT_FLOW_IS_OTHER;
    symbol->of = of;
    return symbol;
}

vt_flow_symbol *vt_flow_pair(vt_flow_run *run, vt_flow_symbol *a, vt_flow_symbol *b,
                             bool *swapped) {
    char key[48];
    bool is_new;
    *swapped = a->number > b->number;
    const vt_flow_symbol *first = *swapped ? b : a, *second = *swapped ? a : b;
    int size = snprintf(key, sizeof key, "%u?%u", first->number, second->number);
    return child_of(run, run->hidden, vt_text_slice(key, (size_t)size), &is_new);
}

/* A symbol for the value of a node, with nothing known about it in this state: a node in a function
** that is called twice has two values. After MOST_VALUES symbols the last one is reused. */
static vt_flow_symbol *unknown_of(vt_flow_run *run, const vt_flow_state *state,
                                  const vt_lua_node *node) {
    unsigned count = 0;
    vt_flow_symbol *symbol = run->unknown[node->index];
    while (symbol && vt_flow_has_fact(run, state, symbol)) {
        if (++count == MOST_VALUES) return symbol;
        symbol = symbol->next;
    }
    if (symbol) return symbol;
    symbol = vt_flow_allocate(run, sizeof *symbol);
    if (!symbol) return NULL;
    symbol->next = run->unknown[node->index];
    symbol->parent = run->hidden;
    symbol->number = ++run->symbol_count;
    run->unknown[node->index] = symbol;
    return symbol;
}

vt_flow_state *vt_flow_unknown(vt_flow_run *run, const vt_flow_state *state,
                               const vt_lua_node *node, uint8_t possible, vt_flow_value *value) {
    *value = vt_flow_simple(VT_FLOW_NIL);
    vt_flow_symbol *symbol = state ? unknown_of(run, state, node) : NULL;
    if (!symbol) return NULL;
    symbol->possible = possible;
    *value = vt_flow_symbol_value(symbol);
    /* Of the value that was made here before, nothing is true any more. */
    vt_flow_fact fresh = { .symbol = symbol, .possible = possible, .order = 7 };
    fresh.low = -HUGE_VAL;
    fresh.high = HUGE_VAL;
    return vt_flow_learn(run, state, fresh);
}

/* ----------------------------------------------------------------------- paths */

/* Longer paths say nothing. */
enum { MOST_PARTS = 12 };

vt_text vt_flow_path(vt_flow_run *run, const vt_flow_symbol *symbol) {
    if (symbol == run->object) return VT_TEXT("obj");
    if (!symbol->parent || symbol->parent == run->hidden || symbol->depth > MOST_PARTS)
        return VT_TEXT("");
    vt_text head = vt_flow_path(run, symbol->parent);
    if (head.size == 0) return head;
    if (symbol->is_item) return vt_lint_printf(run->script->lint, "%.*s[…]", VT_TEXT_ARG(head));
    if (symbol->of) return head;
    bool word = true;
    for (size_t i = 0; i < symbol->key.size; i++) {
        char byte = symbol->key.bytes[i];
        word = word && vt_is_identifier((unsigned char)byte);
    }
    return vt_lint_printf(run->script->lint, word ? "%.*s.%.*s" : "%.*s[\"%.*s\"]",
                          VT_TEXT_ARG(head), VT_TEXT_ARG(symbol->key));
}
