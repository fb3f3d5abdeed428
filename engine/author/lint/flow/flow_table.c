/* Tables of a script: fields that are known, lists that grow, and maps with keys from the object. */
#include <math.h>
#include <stdio.h>

#include "author/lint/flow/flow_run.h"

enum { MOST_CHOICES = 6 };

/* ------------------------------------------------------------------------ keys */

/* A symbol that is known to equal a constant is that constant. */
static vt_flow_value settle(vt_flow_run *run, const vt_flow_state *state, vt_flow_value value) {
    if (value.kind != VT_FLOW_SYMBOL) return value;
    vt_flow_fact fact = vt_flow_known(run, state, value.symbol);
    return fact.known ? fact.equal : value;
}

static vt_text print_key(vt_flow_run *run, const char *format, unsigned number) {
    char key[24];
    int size = snprintf(key, sizeof key, format, number);
    vt_text text = vt_arena_copy(&run->arena, vt_text_slice(key, (size_t)size));
    if (vt_text_is_absent(text)) run->script->lint->no_memory = true;
    return text;
}

static bool is_index(const vt_flow_value *key) {
    return key->kind == VT_FLOW_NUMBER && key->low == key->high && key->low >= 1 &&
           key->low <= 1000 && key->low == floor(key->low);
}

/* The name under which a field is bound; absent: the key is not a constant, it may be any field. */
static vt_text name_of(vt_flow_run *run, const vt_flow_value *key) {
    if (key->kind == VT_FLOW_STRING) return key->text;
    if (is_index(key)) return print_key(run, "[%u]", (unsigned)key->low);
    if (key->kind == VT_FLOW_SYMBOL) return print_key(run, "[$%u]", key->symbol->number);
    return VT_TEXT_ABSENT;
}

static const vt_flow_binding *mark_of(vt_flow_run *run, const vt_flow_state *state,
                                      const vt_flow_value *table, vt_text mark) {
    return vt_flow_find(run, state, table->node, mark);
}

vt_flow_value vt_flow_count(vt_flow_run *run, const vt_flow_state *state, vt_flow_value table,
                            bool *all_known) {
    const vt_flow_binding *count = mark_of(run, state, &table, VT_FLOW_COUNT);
    *all_known =
        !mark_of(run, state, &table, VT_FLOW_SOME) && !mark_of(run, state, &table, VT_FLOW_LOST);
    if (mark_of(run, state, &table, VT_FLOW_LOST)) return vt_flow_number(0, HUGE_VAL);
    return count ? count->value : vt_flow_number(0, 0);
}

vt_flow_state *vt_flow_length_of(vt_flow_run *run, vt_flow_state *state, vt_flow_value value,
                                 const vt_lua_node *node, vt_flow_value *length) {
    bool all_known;
    if (!state) return NULL;
    if (value.kind == VT_FLOW_SYMBOL) {
        *length = vt_flow_symbol_value(vt_flow_length(run, value.symbol, "#"));
        return length->symbol ? state : NULL;
    }
    if (value.kind == VT_FLOW_TABLE) {
        *length = vt_flow_count(run, state, value, &all_known);
        length->soft = true;
        return state;
    }
    return vt_flow_unknown(run, state, node, VT_FLOW_IS_OTHER, length);
}

/* --------------------------------------------------------------------- writing */

static vt_flow_state *mark(vt_flow_run *run, vt_flow_state *state, vt_flow_value table,
                           vt_text name, vt_flow_value value) {
    return vt_flow_bind(run, state, table.node, name, value);
}

static vt_flow_state *count_one_more(vt_flow_run *run, vt_flow_state *state, vt_flow_value table) {
    bool all_known;
    if (!state) return NULL;
    vt_flow_value count = vt_flow_count(run, state, table, &all_known);
    count.low += 1;
    count.high = run->frame->loops ? HUGE_VAL : count.high + 1;
    return mark(run, state, table, VT_FLOW_COUNT, count);
}

vt_flow_state *vt_flow_append(vt_flow_run *run, vt_flow_state *state, vt_flow_value list,
                              vt_flow_value value) {
    if (!state || list.kind != VT_FLOW_TABLE) return state;
    state = mark(run, state, list, VT_FLOW_SOME, value);
    return count_one_more(run, state, list);
}

/* A key that is not a constant: the next index of a list, or any key of a map. */
static vt_flow_state *write_some(vt_flow_run *run, vt_flow_state *state, vt_flow_value table,
                                 vt_flow_value key, vt_flow_value value) {
    if (key.kind == VT_FLOW_NUMBER) return vt_flow_append(run, state, table, value);
    vt_text name = name_of(run, &key);
    if (!vt_text_is_absent(name)) state = vt_flow_bind(run, state, table.node, name, value);
    return mark(run, state, table, VT_FLOW_SOME, value);
}

static vt_flow_state *write_table(vt_flow_run *run, vt_flow_state *state, vt_flow_value table,
                                  vt_flow_value key, vt_flow_value value) {
    key = settle(run, state, key);
    if (key.kind != VT_FLOW_STRING && !is_index(&key)) {
        return write_some(run, state, table, key, value);
    }
    bool all_known;
    vt_flow_value count = vt_flow_count(run, state, table, &all_known);
    state = vt_flow_bind(run, state, table.node, name_of(run, &key), value);
    bool next = key.kind == VT_FLOW_NUMBER && key.low == count.low + 1;
    return next ? count_one_more(run, state, table) : state;
}

vt_flow_state *vt_flow_write(vt_flow_run *run, vt_flow_state *state, vt_flow_value container,
                             vt_flow_value key, vt_flow_value value) {
    if (!state) return NULL;
    if (container.kind == VT_FLOW_TABLE) return write_table(run, state, container, key, value);
    if (container.kind != VT_FLOW_SYMBOL || key.kind != VT_FLOW_STRING) return state;
    run->writes_object = true;
    return vt_flow_bind(run, state, container.symbol, key.text, value);
}

/* ---------------------------------------------------------------------- losing */

typedef struct losing {
    vt_flow_run *run;
    vt_flow_state *state;
} losing;

/* A variable that a function sets, when something outside calls it. */
static bool visit_set(void *user, const vt_lua_node *node) {
    losing *lost = user;
    vt_flow_value unknown;
    for (const vt_lua_node *at = node->targets.first; at && lost->state; at = at->next) {
        const vt_lua_node *name = at->kind == VT_LUA_INDEX ? at->left : at;
        if (name->kind != VT_LUA_NAME) continue;
        vt_text key = name->local ? VT_TEXT("") : name->text;
        const vt_flow_binding *old = vt_flow_find(lost->run, lost->state, name->local, key);
        if (!old) continue;
        if (at->kind == VT_LUA_INDEX) {
            if (old->value.kind == VT_FLOW_TABLE)
                lost->state = vt_flow_lose(lost->run, lost->state, old->value);
            continue;
        }
        vt_flow_state *state =
            vt_flow_unknown(lost->run, lost->state, name, VT_FLOW_IS_ANY, &unknown);
        lost->state = vt_flow_bind(lost->run, state, name->local, key, unknown);
    }
    return lost->state != NULL;
}

vt_flow_state *vt_flow_lose(vt_flow_run *run, vt_flow_state *state, vt_flow_value value) {
    if (!state) return NULL;
    if (value.kind == VT_FLOW_FUNCTION) {
        losing lost = { run, state };
        vt_lint_walk(run->script, value.function, visit_set, &lost);
        return lost.state;
    }
    if (value.kind != VT_FLOW_TABLE) return state;
    if (mark_of(run, state, &value, VT_FLOW_LOST)) return state;
    state = mark(run, state, value, VT_FLOW_MADE, vt_flow_simple(VT_FLOW_TRUE));
    return mark(run, state, value, VT_FLOW_LOST, vt_flow_simple(VT_FLOW_TRUE));
}

/* --------------------------------------------------------------------- reading */

/* Give a state with a value, and remember that this field has it. */
static void give_field(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                       const vt_flow_value *table, vt_text name, vt_flow_value value) {
    if (!vt_text_is_absent(name)) state = vt_flow_bind(run, state, table->node, name, value);
    vt_flow_give(run, out, state, value);
}

static bool is_mark(vt_text key) {
    return vt_text_equal(key, VT_FLOW_MADE) || vt_text_equal(key, VT_FLOW_SOME) ||
           vt_text_equal(key, VT_FLOW_COUNT);
}

/* A key that comes from the object: it equals that of a field, or of none. */
static vt_flow_state *read_named(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                                 const vt_flow_binding *field, vt_flow_value key, size_t *choices) {
    vt_flow_state *same, *different;
    vt_flow_split_equal(run, state, key, vt_flow_string(field->key, NULL), &same, &different);
    if (same && field->value.kind != VT_FLOW_NIL) {
        if (*choices < MOST_CHOICES) vt_flow_give(run, out, same, field->value);
        run->cut = run->cut || *choices >= MOST_CHOICES;
        ++*choices;
    }
    return different;
}

size_t vt_flow_fields(vt_flow_run *run, const vt_flow_state *state, vt_flow_value table,
                      size_t index, vt_flow_value *key, vt_flow_value *value) {
    size_t count = 0;
    for (const vt_flow_binding *at = state->bindings; at; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return 0;
        if (at->owner != table.node) continue;
        if (vt_text_equal(at->key, VT_FLOW_MADE)) break;
        if (is_mark(at->key) || at->value.kind == VT_FLOW_NIL ||
            vt_flow_find(run, state, table.node, at->key) != at) {
            continue;
        }
        if (++count != index) continue;
        *key = vt_flow_string(at->key, NULL);
        *value = at->value;
    }
    return count;
}

/* A key that comes from the object: nothing, or one of the values that there are. */
static void read_any(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                     const vt_flow_value *table, const vt_flow_value *key, vt_text name) {
    size_t choices = 0;
    for (const vt_flow_binding *at = state->bindings; at && state; at = at->next) {
        if (!vt_lint_charge(run->script->lint, 1)) return;
        if (at->owner != table->node) continue;
        if (vt_text_equal(at->key, VT_FLOW_MADE)) break;
        if (vt_text_equal(at->key, VT_FLOW_SOME)) {
            give_field(run, out, state, table, name, at->value);
        } else if (vt_text_starts(at->key, VT_TEXT("[")) || is_mark(at->key)) {
            continue;
        } else {
            state = read_named(run, out, state, at, *key, &choices);
        }
    }
    if (state) give_field(run, out, state, table, name, vt_flow_simple(VT_FLOW_NIL));
}

/* A field that was not set by its name: one of those that were set by others, or none. */
static void read_unset(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                       const vt_flow_value *table, const vt_flow_value *key, vt_text name) {
    const vt_flow_binding *some = mark_of(run, state, table, VT_FLOW_SOME);
    if (key->kind == VT_FLOW_SYMBOL) {
        read_any(run, out, state, table, key, name);
    } else if (!some || key->kind < VT_FLOW_NUMBER) {
        vt_flow_give(run, out, state, vt_flow_simple(VT_FLOW_NIL));
    } else if (key->kind == VT_FLOW_NUMBER) {
        bool all_known;
        vt_flow_value count = vt_flow_count(run, state, *table, &all_known);
        bool there = key->low >= 1 && count.low >= 1 && key->low <= count.high;
        vt_flow_give(run, out, state, there ? some->value : vt_flow_simple(VT_FLOW_NIL));
    } else {
        give_field(run, out, state, table, name, vt_flow_simple(VT_FLOW_NIL));
        give_field(run, out, state, table, name, some->value);
    }
}

static void read_table(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                       const vt_flow_value *table, const vt_flow_value *key,
                       const vt_lua_node *node) {
    vt_text name = name_of(run, key);
    const vt_flow_binding *bound =
        vt_text_is_absent(name) ? NULL : vt_flow_find(run, state, table->node, name);
    if (bound) {
        vt_flow_give(run, out, state, bound->value);
    } else if (mark_of(run, state, table, VT_FLOW_LOST)) {
        vt_flow_value unknown;
        state = vt_flow_unknown(run, state, node, VT_FLOW_IS_ANY, &unknown);
        vt_flow_give(run, out, state, unknown);
    } else {
        read_unset(run, out, state, table, key, name);
    }
}

/* The part of an object under a key; NULL: the key is a number that is not known. */
static vt_flow_symbol *part_of(vt_flow_run *run, vt_flow_symbol *whole, const vt_flow_value *key) {
    if (key->kind == VT_FLOW_STRING) return vt_flow_field(run, whole, key->text);
    if (is_index(key)) return vt_flow_element(run, whole, (uint32_t)key->low);
    if (key->kind != VT_FLOW_SYMBOL) return NULL;
    if (key->symbol->of == whole) return vt_flow_last(run, whole);
    if (key->symbol->names && key->symbol->names->parent == whole) return key->symbol->names;
    vt_text name = name_of(run, key);
    return vt_text_is_absent(name) ? NULL : vt_flow_field(run, whole, name);
}

static void read_symbol(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                        vt_flow_symbol *whole, const vt_flow_value *key, const vt_lua_node *node) {
    if (run->writes_object && key->kind == VT_FLOW_STRING) {
        const vt_flow_binding *written = vt_flow_find(run, state, whole, key->text);
        if (written) {
            vt_flow_give(run, out, state, written->value);
            return;
        }
    }
    if (key->kind == VT_FLOW_STRING) vt_flow_check_field(run, whole, key->text, node);
    vt_flow_symbol *part = part_of(run, whole, key);
    vt_flow_value value = vt_flow_symbol_value(part);
    if (!part) state = vt_flow_unknown(run, state, node, VT_FLOW_IS_ANY, &value);
    vt_flow_give(run, out, state, value);
}

vt_flow_states vt_flow_read(vt_flow_run *run, vt_flow_state *state, vt_flow_value container,
                            vt_flow_value key, const vt_lua_node *node) {
    vt_flow_states out = { 0 };
    if (!state) return out;
    /* The length of a list is not settled: it is the key of the last element. */
    bool last = container.kind == VT_FLOW_SYMBOL && key.kind == VT_FLOW_SYMBOL &&
                key.symbol->of == container.symbol;
    if (!last) key = settle(run, state, key);
    if (container.kind == VT_FLOW_TABLE) {
        read_table(run, &out, state, &container, &key, node);
    } else if (container.kind == VT_FLOW_SYMBOL) {
        read_symbol(run, &out, state, container.symbol, &key, node);
    } else {
        vt_flow_value unknown;
        state = vt_flow_unknown(run, state, node, VT_FLOW_IS_ANY, &unknown);
        vt_flow_give(run, &out, state, unknown);
    }
    return out;
}

/* ---------------------------------------------------------------- constructing */

/* The states after one field, which is the positional one `index` when it has no key. */
static void set_field(vt_flow_run *run, vt_flow_states *out, vt_flow_state *state,
                      const vt_lua_node *field, vt_flow_value table, size_t index) {
    vt_flow_states keys = { 0 };
    if (field->left) {
        keys = vt_flow_evaluate(run, state, field->left);
    } else {
        vt_flow_give(run, &keys, state, vt_flow_number((double)index, (double)index));
    }
    for (vt_flow_state *at = keys.first; at; at = at->next) {
        vt_flow_states values = vt_flow_evaluate_after(run, at, field->right, &at->value);
        for (vt_flow_state *set = values.first; set; set = set->next) {
            vt_flow_add(run, out, vt_flow_write(run, set, table, at->value, set->value));
        }
    }
}

vt_flow_states vt_flow_construct(vt_flow_run *run, vt_flow_state *state, const vt_lua_node *node) {
    vt_flow_value table = { .kind = VT_FLOW_TABLE, .node = node };
    vt_flow_states states = { 0 }, out = { 0 };
    size_t index = 0;
    vt_flow_add(run, &states,
                vt_flow_bind(run, state, node, VT_FLOW_MADE, vt_flow_simple(VT_FLOW_TRUE)));
    for (const vt_lua_node *field = node->list.first; field; field = field->next) {
        vt_flow_states next = { 0 };
        if (!field->left) index++;
        for (vt_flow_state *at = states.first; at; at = at->next) {
            set_field(run, &next, at, field, table, index);
        }
        vt_flow_limit(run, &next);
        states = next;
    }
    /* The last field can be many values: f() or ... */
    const vt_lua_node *last = node->list.last;
    bool many = last && !last->left &&
                (last->right->kind == VT_LUA_CALL || last->right->kind == VT_LUA_METHOD ||
                 last->right->kind == VT_LUA_VARARG);
    for (vt_flow_state *at = states.first; at; at = at->next) {
        vt_flow_state *made = at;
        if (many) made = mark(run, at, table, VT_FLOW_LOST, vt_flow_simple(VT_FLOW_TRUE));
        vt_flow_give(run, &out, made, table);
    }
    return out;
}
