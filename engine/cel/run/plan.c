/*
** From tree to steps: names are resolved, overloads looked up, constants folded, patterns compiled.
** Errors that cel-go reports here (of a constant part, of an unknown function without arguments)
** are errors of construction.
*/
#include "cel/run/count.h"

/* A local name and its slot in the state. */
typedef struct scope {
    const struct scope *outer;
    vt_text name;
    uint32_t slot;
} scope;

typedef struct planner {
    vt_cel_program *program;
    vt_arena *arena;
    vt_buffer *error;
    vt_cel_state *state; /* for folding */
    const scope *scope;
    vt_cel_attribute
        *unnamed;   /* attributes that begin with a name, to which qualifiers may still be added */
    uint32_t loops; /* that are around what is being planned */
    bool failed;    /* `error` says why, or memory ran out, or the meter is stopped */
} planner;

static vt_cel_step *plan(planner *p, const vt_cel_node *node);

static void *out_of_memory(planner *p) {
    p->failed = true;
    return NULL;
}

static void *refuse(planner *p, vt_text text) {
    if (!p->failed) vt_buffer_add(p->error, text);
    p->failed = true;
    return NULL;
}

/* The compilation was stopped, and its meter says why. */
static void *stop(planner *p) {
    p->failed = true;
    return NULL;
}

/* What planning a step costs, without its children. */
#define COST_OF_STEP 4
/* What cel-go counts for a literal; see run/count.h. */
enum { UNITS_OF_LIST = 10, UNITS_OF_MAP = 30 };

static vt_cel_step *new_step(planner *p, const vt_cel_node *node, vt_cel_step_fn run,
                             uint32_t child_count) {
    if (!vt_cel_charge(p->state, COST_OF_STEP + child_count)) return stop(p);
    vt_cel_step *step = vt_arena_allocate_zeroed(p->arena, sizeof *step);
    if (!step) return out_of_memory(p);
    step->run = run;
    step->start = node->start;
    step->end = node->end;
    step->id = node->id;
    step->name = node->name;
    step->optionals = node->optionals;
    step->child_count = child_count;
    step->in_loop = p->loops > 0;
    if (child_count == 0) return step;
    step->children = vt_arena_allocate_array(p->arena, child_count, sizeof *step->children);
    return step->children ? step : out_of_memory(p);
}

/* A step with all children of the node planned in order. */
static vt_cel_step *plan_children(planner *p, const vt_cel_node *node, vt_cel_step_fn run) {
    vt_cel_step *step = new_step(p, node, run, node->child_count);
    for (uint32_t i = 0; step && i < node->child_count; i++) {
        step->children[i] = plan(p, node->children[i]);
        if (!step->children[i]) return NULL;
    }
    return step;
}

static bool is_constant(const vt_cel_step *step) {
    return step->run == vt_cel_run_constant;
}

static bool all_constant(const vt_cel_step *step) {
    for (uint32_t i = 0; i < step->child_count; i++) {
        if (!is_constant(step->children[i])) return false;
    }
    return true;
}

static vt_cel_step *make_constant(vt_cel_step *step, vt_cel_value value) {
    step->run = vt_cel_run_constant;
    step->counted = 0;
    step->constant = value;
    return step;
}

/* --------------------------------------------------------------- folding */

/* Whether a limit was hit that is none of the compilation itself. */
static bool is_evaluation_limit(const vt_cel_meter *meter) {
    return meter->stopped == VITALS_ELIMIT && meter->limit != meter->limit_of_cost;
}

static void go_on(vt_cel_meter *meter) {
    meter->stopped = VITALS_OK;
    meter->limit = NULL;
}

/* The value of a step whose children are constant. If it hits a limit of evaluations, the evaluation
** reports that. */
static vt_cel_value compute(planner *p, const vt_cel_step *step) {
    vt_cel_state *state = p->state;
    state->counted = 0;
    vt_cel_value value = step->run(state, step);
    vt_cel_meter *meter = &state->meter;
    if (meter->stopped == VITALS_OK) return value;
    value = vt_cel_stopped_error(state);
    if (is_evaluation_limit(meter))
        go_on(meter);
    else
        (void)stop(p);
    return value;
}

/* CEL-GO: where constants are not folded, they are computed each time. */
static vt_cel_step *make_folded(planner *p, vt_cel_step *step, vt_cel_value value) {
    const uint64_t counted = step->counted + p->state->counted;
    make_constant(step, value);
    if (!p->program->rules->folded_errors && counted < UINT32_MAX)
        step->counted = (uint32_t)counted;
    return step;
}

/* Compute a step whose children are constant. Text it makes is copied into the program. */
static vt_cel_step *fold(planner *p, vt_cel_step *step) {
    vt_cel_value value = compute(p, step);
    if (p->failed) return NULL;
    if (vt_cel_is_fatal(value)) return step;
    if (vt_cel_is_error(value)) {
        return p->program->rules->folded_errors ? refuse(p, vt_cel_text(value)) : step;
    }
    if (value.kind == VT_CEL_STRING || value.kind == VT_CEL_BYTES) {
        vt_text copy = vt_arena_copy(p->arena, vt_cel_text(value));
        if (vt_text_is_absent(copy)) return out_of_memory(p);
        value.as.bytes = copy.bytes;
    }
    return make_folded(p, step, value);
}

/* A literal of constants becomes one; its values are copied into the program. */
static vt_cel_step *fold_literal(planner *p, vt_cel_step *step) {
    if (step->optionals || !all_constant(step)) return step;
    vt_cel_value value = compute(p, step);
    if (p->failed) return NULL;
    if (vt_cel_is_error(value)) return step;
    if (value.kind == VT_CEL_MAP) {
        return vt_cel_map_copy(p->arena, &value) ? make_folded(p, step, value) : out_of_memory(p);
    }
    vt_cel_value *items = vt_arena_allocate_array(p->arena, value.size + 1, sizeof *items);
    if (!items) return out_of_memory(p);
    if (value.size > 0) memcpy(items, value.as.items, value.size * sizeof *items);
    value.as.items = items;
    return make_folded(p, step, value);
}

/* ------------------------------------------------------------ attributes */

static const scope *find_scope(const planner *p, vt_text name) {
    for (const scope *s = p->scope; s && vt_cel_charge(p->state, 1); s = s->outer) {
        if (vt_text_equal(s->name, name)) return s;
    }
    return NULL;
}

static bool is_qualifier(const vt_cel_node *node) {
    if (node->kind == VT_CEL_NODE_SELECT || node->kind == VT_CEL_NODE_HAS) return true;
    return node->kind == VT_CEL_NODE_CALL && !node->member && node->child_count == 2 &&
           (vt_text_is(node->name, "_[_]") || vt_text_is(node->name, "_[?_]"));
}

static bool plan_qualifier(planner *p, const vt_cel_node *node, vt_cel_qualifier *out) {
    if (node->kind != VT_CEL_NODE_CALL) {
        *out = (vt_cel_qualifier){ node->optional, vt_cel_of_string(node->name), NULL };
        return true;
    }
    const vt_cel_step *index = plan(p, node->children[1]);
    if (!index) return false;
    *out = (vt_cel_qualifier){ vt_text_is(node->name, "_[?_]"), vt_cel_null_value(), index };
    if (!is_constant(index)) return true;
    if (p->program->rules->keys_checked && !vt_cel_is_valid_key(index->constant)) {
        vt_text text = vt_arena_printf(p->arena, "invalid qualifier type: %s",
                                       vt_cel_go_type_name(index->constant));
        refuse(p, text);
        return false;
    }
    out->key = index->constant;
    out->step = NULL;
    return true;
}

/* How many names the attribute may begin with; adds to `*size` what the longest takes. */
static uint32_t count_names(const vt_cel_attribute *attribute, size_t *size) {
    uint32_t count = 1;
    for (; count <= attribute->qualifier_count; count++) {
        const vt_cel_qualifier *qualifier = &attribute->qualifiers[count - 1];
        if (qualifier->step || qualifier->key.kind != VT_CEL_STRING) break;
        *size += 1 + vt_cel_text(qualifier->key).size;
    }
    return count;
}

/* Each leading qualifier that is a constant string makes a longer name; each name is the start of
** the next. */
static void plan_names(planner *p, vt_cel_attribute *attribute) {
    vt_text root = attribute->names[0];
    size_t size = root.size;
    uint32_t count = count_names(attribute, &size);
    vt_text *names = vt_arena_allocate_array(p->arena, count, sizeof *names);
    char *bytes = vt_arena_allocate(p->arena, size + 1);
    if (!names || !bytes) {
        out_of_memory(p);
        return;
    }
    memcpy(bytes, root.bytes, root.size);
    names[0] = vt_text_slice(bytes, root.size);
    for (uint32_t i = 1; i < count; i++) {
        vt_text key = vt_cel_text(attribute->qualifiers[i - 1].key);
        size_t end = names[i - 1].size;
        bytes[end] = '.';
        if (key.size > 0) memcpy(bytes + end + 1, key.bytes, key.size);
        names[i] = vt_text_slice(bytes, end + 1 + key.size);
    }
    bytes[size] = '\0';
    attribute->names = names;
    attribute->name_count = count;
    bool is_whole = count == attribute->qualifier_count + 1 && !attribute->presence;
    attribute->type = is_whole ? vt_cel_type_identifier(p->program->rules, names[count - 1]) : NULL;
}

/* Whether it is a name and constant fields only. */
static bool is_plain(const vt_cel_attribute *attribute) {
    bool plain = !attribute->operand && !attribute->presence;
    for (uint32_t i = 0; i < attribute->qualifier_count; i++) {
        const vt_cel_qualifier *qualifier = &attribute->qualifiers[i];
        plain &= !qualifier->step && !qualifier->optional && qualifier->key.kind == VT_CEL_STRING;
    }
    return plain;
}

/* Choose the fast path of a name with constant fields. */
static void choose_fast_path(vt_cel_step *step) {
    const vt_cel_attribute *attribute = step->attribute;
    step->run = vt_cel_run_fields;
    if (attribute->local < 0 || attribute->qualifier_count != 1) return;
    step->run = vt_cel_run_local_field;
    step->slot = (uint32_t)attribute->local;
    step->constant = attribute->qualifiers[0].key;
}

static vt_cel_step *plan_identifier(planner *p, const vt_cel_node *node) {
    vt_cel_step *step = new_step(p, node, vt_cel_run_fields, 0);
    vt_cel_attribute *attribute = vt_arena_allocate_zeroed(p->arena, sizeof *attribute);
    vt_text *name = vt_arena_allocate_array(p->arena, 1, sizeof *name);
    if (!step || !attribute || !name) return out_of_memory(p);
    /* CEL-GO: until 0.27 a leading dot was dropped, so that loop variables are found too. */
    bool hides_locals = node->rooted && !p->program->rules->dotted_names_first;
    const scope *local = hides_locals ? NULL : find_scope(p, node->name);
    *name = node->name;
    attribute->names = name;
    attribute->rooted = node->rooted;
    attribute->local = local ? (int32_t)local->slot : -1;
    attribute->next = p->unnamed;
    p->unnamed = attribute;
    step->attribute = attribute;
    step->counted = !local && vt_cel_type_identifier(p->program->rules, node->name) ? 0 : 1;
    if (local) {
        step->run = vt_cel_run_local;
        step->slot = local->slot;
    }
    return step;
}

/* The qualifiers that a node selects from a root. */
typedef struct selection {
    const vt_cel_node *node; /* the outermost select */
    vt_cel_qualifier *qualifiers;
    uint32_t count;
} selection;

/* Append the qualifiers to those of the attribute. */
static bool add_qualifiers(planner *p, vt_cel_attribute *attribute, const selection *selected) {
    uint32_t before = attribute->qualifier_count, count = before + selected->count;
    if (count > attribute->qualifier_capacity) {
        uint32_t capacity = before > 0 ? 2 * count : count;
        vt_cel_qualifier *grown = vt_arena_allocate_array(p->arena, capacity, sizeof *grown);
        if (!grown) return false;
        if (before > 0) memcpy(grown, attribute->qualifiers, before * sizeof *grown);
        attribute->qualifiers = grown;
        attribute->qualifier_capacity = capacity;
    }
    memcpy(attribute->qualifiers + before, selected->qualifiers,
           selected->count * sizeof *selected->qualifiers);
    attribute->qualifier_count = count;
    attribute->presence = selected->node->kind == VT_CEL_NODE_HAS;
    return true;
}

/* Make the step represent the whole node. */
static void represent(vt_cel_step *step, const vt_cel_node *node) {
    step->start = node->start;
    step->end = node->end;
    step->id = node->id;
    step->name = node->name;
    step->optionals = node->optionals;
}

static vt_cel_step *select_from(planner *p, vt_cel_step *root, const selection *selected);

/* CEL-GO: a select from a conditional applies to each branch, which may be a name. */
static vt_cel_step *select_from_branches(planner *p, vt_cel_step *root, const selection *selected) {
    for (uint32_t i = 1; i < 3; i++) {
        vt_cel_step *branch = select_from(p, root->children[i], selected);
        if (!branch) return NULL;
        branch->end = branch->start; /* only the whole is traced */
        root->children[i] = branch;
    }
    represent(root, selected->node);
    return root;
}

/* A step that is an attribute already is extended in place: selects from branches repeat at each
** level, and copies would add up. */
static vt_cel_step *select_from(planner *p, vt_cel_step *root, const selection *selected) {
    if (root->run == vt_cel_run_conditional) return select_from_branches(p, root, selected);
    vt_cel_step *step = root;
    if (root->attribute && !root->attribute->presence) {
        represent(step, selected->node);
        step->run = vt_cel_run_attribute;
    } else {
        step = new_step(p, selected->node, vt_cel_run_attribute, 0);
        vt_cel_attribute *attribute = vt_arena_allocate_zeroed(p->arena, sizeof *attribute);
        if (!step || !attribute) return out_of_memory(p);
        *attribute = (vt_cel_attribute){ .operand = root, .local = -1 };
        step->attribute = attribute;
    }
    const bool is_free =
        selected->node->kind == VT_CEL_NODE_HAS && p->program->rules->folded_errors;
    step->counted = !is_free;
    if (!add_qualifiers(p, step->attribute, selected)) return out_of_memory(p);
    if (is_plain(step->attribute)) choose_fast_path(step);
    return step;
}

/* A name or an operand with all selects from it, as one step. */
static vt_cel_step *plan_attribute(planner *p, const vt_cel_node *node) {
    selection selected = { .node = node };
    const vt_cel_node *root = node;
    for (; is_qualifier(root); root = root->children[0]) {
        if (root != node && root->kind == VT_CEL_NODE_HAS) break;
        selected.count++;
    }
    vt_cel_step *start = plan(p, root);
    const vt_cel_node **nodes = vt_arena_allocate_array(p->arena, selected.count, sizeof *nodes);
    selected.qualifiers =
        vt_arena_allocate_array(p->arena, selected.count, sizeof *selected.qualifiers);
    if (!start || !nodes || !selected.qualifiers) return out_of_memory(p);
    const vt_cel_node *at = node;
    for (uint32_t i = selected.count; i > 0; i--, at = at->children[0]) nodes[i - 1] = at;
    for (uint32_t i = 0; i < selected.count; i++) {
        if (!plan_qualifier(p, nodes[i], &selected.qualifiers[i])) return out_of_memory(p);
    }
    return select_from(p, start, &selected);
}

/* ----------------------------------------------------------------- calls */

/* CEL-GO: if the receiver is a plain name and `name.function` exists, that is what is called. */
static bool find_qualified(planner *p, const vt_cel_node *node, vt_cel_overloads *found,
                           vt_text *name) {
    vt_text scope_name;
    if (!node->member || !vt_cel_node_qualified_name(p->arena, node->children[0], &scope_name)) {
        return false;
    }
    *name = vt_text_is_absent(scope_name) ? scope_name
                                          : vt_cel_name_join(p->arena, scope_name, node->name);
    if (vt_text_is_absent(*name)) out_of_memory(p);
    return !p->failed && vt_cel_overloads_find(p->program->rules->mask, *name, found);
}

/* Keep the overloads of this arity. CEL-GO: a function with several overloads accepts any arity. */
static bool keep_arity(vt_cel_overloads *found, uint32_t arity) {
    uint32_t flags = found->rows[0]->flags, kept = 0;
    bool any = (flags & VT_CEL_ANY_COUNT) || (found->count > 1 && !(flags & VT_CEL_ANY_TYPES));
    for (uint32_t i = 0; i < found->count; i++) {
        if (vt_cel_function_arity(found->rows[i]) == arity) found->rows[kept++] = found->rows[i];
    }
    found->count = kept;
    return kept > 0 || any;
}

/* A constant pattern is compiled once, to see whether it is valid. */
static vt_cel_step *check_pattern(planner *p, vt_cel_step *step) {
    if (step->child_count < 2 || step->child_count > 3 || !is_constant(step->children[1]) ||
        step->children[1]->constant.kind != VT_CEL_STRING) {
        return step;
    }
    vt_cel_state *state = p->state;
    vt_cel_pattern pattern;
    vt_cel_value problem =
        vt_cel_pattern_borrow(state, vt_cel_text(step->children[1]->constant), &pattern);
    if (!vt_cel_is_error(problem)) {
        vt_cel_patterns_give_back(p->program->patterns, &pattern);
        step->has_pattern = true;
        return step;
    }
    bool is_pattern = state->meter.stopped == VITALS_OK || is_evaluation_limit(&state->meter);
    /* K8S: library/regex.go compiles constant patterns of its own functions in every environment. */
    const bool is_finder = !vt_text_is(step->name, "matches");
    if (is_pattern && (is_finder || p->program->rules->folded_errors))
        return refuse(p, vt_cel_text(problem));
    if (!is_pattern) return stop(p);
    go_on(&state->meter); /* the evaluation fails in the same way */
    return step;
}

/* CEL-GO: a literal of constants counts as a constant even when it can only fail, so a conversion
** of it fails at construction. */
static bool is_constant_literal(const vt_cel_step *step) {
    if (is_constant(step)) return true;
    if (step->run != vt_cel_run_list && step->run != vt_cel_run_map) return false;
    for (uint32_t i = 0; i < step->child_count; i++) {
        if (!is_constant_literal(step->children[i])) return false;
    }
    return true;
}

/* The steps of a call to functions that exist. */
static vt_cel_step *plan_known(planner *p, vt_cel_step *step, const vt_cel_overloads *found,
                               const vt_cel_function *row) {
    vt_cel_overloads *overloads = vt_arena_allocate(p->arena, sizeof *overloads);
    if (!overloads) return out_of_memory(p);
    *overloads = *found;
    step->overloads = overloads;
    step->count_rule = vt_cel_count_rule_of(p->program->rules, step->name, row);
    if (vt_text_is(step->name, "@in") && is_constant(step->children[1]) &&
        vt_cel_count_is_set(p->program->rules, row, step->children[1]->constant))
        step->count_rule = 0;
    if (vt_text_is(step->name, "matches") || vt_text_is(step->name, "find") ||
        vt_text_is(step->name, "findAll"))
        return check_pattern(p, step);
    bool folds = found->count > 0 && (found->rows[0]->flags & VT_CEL_FOLD);
    return folds && step->child_count == 1 && is_constant_literal(step->children[0]) ? fold(p, step)
                                                                                     : step;
}

/* CEL-GO: in a checked expression `e in []` is false, and e is not evaluated. */
static bool finds_nothing(const planner *p, const vt_cel_node *call) {
    return p->program->type && p->program->rules->folded_errors && vt_text_is(call->name, "@in") &&
           call->children[1]->kind == VT_CEL_NODE_LIST && call->children[1]->child_count == 0;
}

/* CEL-GO: a call that can only fail, with the argument names of its message. */
static vt_cel_step *refuse_call(planner *p, const vt_cel_node *call) {
    static const char *const arguments[] = { "", "arg", "lhs, rhs", "..." };
    const char *shown = arguments[call->child_count < 3 ? call->child_count : 3];
    return refuse(
        p, vt_arena_printf(p->arena, "no such overload: %.*s(%s)", VT_TEXT_ARG(call->name), shown));
}

static vt_cel_step *plan_optional_or(planner *p, const vt_cel_node *node) {
    bool is_or = vt_text_is(node->name, "or");
    return plan_children(p, node, is_or ? vt_cel_run_optional_or : vt_cel_run_optional_or_value);
}

static vt_cel_step *plan_equal(planner *p, const vt_cel_node *node, bool negated) {
    vt_cel_step *step = plan_children(p, node, vt_cel_run_equal);
    if (!step) return NULL;
    step->negated = negated;
    const vt_cel_step *right = step->children[1];
    if (is_constant(right) && right->constant.kind == VT_CEL_STRING) {
        step->run = vt_cel_run_equal_string;
        step->constant = right->constant;
    }
    return step;
}

static vt_cel_step *plan_call(planner *p, const vt_cel_node *node) {
    if (is_qualifier(node)) return plan_attribute(p, node);
    bool is_equal = vt_text_is(node->name, "_==_"), is_unequal = vt_text_is(node->name, "_!=_");
    if (is_equal || is_unequal) {
        return plan_equal(p, node, is_unequal);
    }
    if (node->child_count == 2 &&
        (vt_text_is(node->name, "or") || vt_text_is(node->name, "orValue"))) {
        return plan_optional_or(p, node);
    }
    vt_cel_overloads found;
    vt_text name = node->name;
    vt_cel_node call = *node;
    if (!vt_cel_charge(p->state, 2 * VT_CEL_COST_OF_LOOKUP)) return stop(p);
    bool known = find_qualified(p, node, &found, &name);
    if (known) { /* the receiver was only a part of the name */
        call.name = name;
        call.children++;
        call.child_count--;
    } else {
        known = vt_cel_overloads_find(p->program->rules->mask, node->name, &found) &&
                !(found.rows[0]->flags & VT_CEL_PLANNED);
    }
    vt_cel_step *step = plan_children(p, &call, known ? vt_cel_run_call : vt_cel_run_unknown_call);
    if (!step) return NULL;
    if (finds_nothing(p, &call)) return make_constant(step, vt_cel_of_bool(false));
    bool fits = known ? keep_arity(&found, call.child_count) : call.child_count > 0;
    if (!fits) return refuse_call(p, &call);
    return known ? plan_known(p, step, &found, node->row) : step;
}

/* ---------------------------------------------------------------- macros */

static uint32_t new_slots(planner *p, uint32_t count) {
    uint32_t slot = p->program->local_count;
    p->program->local_count += count;
    return slot;
}

/*
** CEL-GO: parser/macro.go: the name of the result, which exists_one compares; where constants are not folded also
** the empty list or map to begin with. cel/library.go: optMap asks whether there is a value, of a name of its own
** unless it has one.
*/
static uint32_t counted_by_macro(const planner *p, const vt_cel_node *node) {
    const bool folds = p->program->rules->folded_errors;
    switch ((vt_cel_macro)node->macro) {
    case VT_CEL_MACRO_EXISTS_ONE:
        return 2;
    case VT_CEL_MACRO_MAP:
    case VT_CEL_MACRO_FILTER:
        return 1 + (folds ? 0 : UNITS_OF_LIST);
    case VT_CEL_MACRO_TRANSFORM_MAP:
    case VT_CEL_MACRO_TRANSFORM_ENTRY:
        return 1 + (folds ? 0 : UNITS_OF_MAP);
    case VT_CEL_MACRO_BIND:
        return folds ? 0 : UNITS_OF_LIST;
    case VT_CEL_MACRO_OPTIONAL_MAP:
    case VT_CEL_MACRO_OPTIONAL_FLAT_MAP:
        return node->children[0]->kind == VT_CEL_NODE_IDENTIFIER ? 1 : 2;
    case VT_CEL_MACRO_BLOCK:
        return 0;
    case VT_CEL_MACRO_ALL:
    case VT_CEL_MACRO_EXISTS:
        break;
    }
    return 1;
}

/* Plan the children; those after the first see the variables of the macro. */
static vt_cel_step *plan_loop(planner *p, const vt_cel_node *node) {
    vt_cel_step *step = new_step(p, node, vt_cel_macro_runs[node->macro], node->child_count);
    if (!step) return NULL;
    step->macro = node->macro;
    step->has_filter = node->has_filter;
    step->is_pair = !vt_text_is_absent(node->variables[1]);
    step->counted = counted_by_macro(p, node);
    step->slot = new_slots(p, 2);
    step->children[0] = plan(p, node->children[0]);
    const scope *outer = p->scope;
    scope first = { outer, node->variables[0], step->slot };
    scope second = { &first, node->variables[1], step->slot + 1 };
    p->scope = step->is_pair ? &second : &first;
    p->loops++;
    for (uint32_t i = 1; i < node->child_count && !p->failed; i++) {
        step->children[i] = plan(p, node->children[i]);
    }
    p->loops--;
    p->scope = outer;
    return p->failed ? NULL : step;
}

/* Each slot is a variable of those after it and of the body: @index0, @index1, … */
static vt_cel_step *plan_block(planner *p, const vt_cel_node *node) {
    uint32_t slots = node->child_count - 1;
    vt_cel_step *step = new_step(p, node, vt_cel_macro_runs[node->macro], node->child_count);
    scope *scopes = vt_arena_allocate_array(p->arena, slots + 1, sizeof *scopes);
    if (!step || !scopes) return out_of_memory(p);
    step->macro = node->macro;
    step->slot = new_slots(p, slots);
    const scope *outer = p->scope;
    for (uint32_t i = 0; i < node->child_count && !p->failed; i++) {
        step->children[i] = plan(p, node->children[i]);
        if (i == slots) break;
        scopes[i] = (scope){ p->scope, vt_arena_printf(p->arena, "@index%u", i), step->slot + i };
        if (vt_text_is_absent(scopes[i].name)) out_of_memory(p);
        p->scope = &scopes[i];
    }
    p->scope = outer;
    return p->failed ? NULL : step;
}

/* -------------------------------------------------------------- dispatch */

static vt_cel_step *plan_constant(planner *p, const vt_cel_node *node) {
    vt_cel_step *step = new_step(p, node, vt_cel_run_constant, 0);
    return step ? make_constant(step, node->constant) : NULL;
}

static vt_cel_step *plan_and(planner *p, const vt_cel_node *node) {
    return plan_children(p, node, vt_cel_run_and);
}

static vt_cel_step *plan_or(planner *p, const vt_cel_node *node) {
    return plan_children(p, node, vt_cel_run_or);
}

static vt_cel_step *plan_conditional(planner *p, const vt_cel_node *node) {
    return plan_children(p, node, vt_cel_run_conditional);
}

static vt_cel_step *plan_list(planner *p, const vt_cel_node *node) {
    vt_cel_step *step = plan_children(p, node, vt_cel_run_list);
    if (!step) return NULL;
    step->counted = UNITS_OF_LIST;
    return fold_literal(p, step);
}

static vt_cel_step *plan_map(planner *p, const vt_cel_node *node) {
    vt_cel_step *step = plan_children(p, node, vt_cel_run_map);
    if (!step) return NULL;
    step->counted = UNITS_OF_MAP;
    return fold_literal(p, step);
}

static vt_cel_step *plan_message(planner *p, const vt_cel_node *node) {
    if (!vt_cel_message_known(node->name)) {
        return refuse(p, vt_arena_printf(p->arena, "unknown type: %.*s", VT_TEXT_ARG(node->name)));
    }
    return plan_children(p, node, vt_cel_run_message);
}

static vt_cel_step *plan_macro(planner *p, const vt_cel_node *node) {
    return node->macro == VT_CEL_MACRO_BLOCK ? plan_block(p, node) : plan_loop(p, node);
}

/* By vt_cel_node_kind. */
static vt_cel_step *(*const plans[])(planner *, const vt_cel_node *) = {
    [VT_CEL_NODE_CONSTANT] = plan_constant,
    [VT_CEL_NODE_IDENTIFIER] = plan_identifier,
    [VT_CEL_NODE_SELECT] = plan_attribute,
    [VT_CEL_NODE_HAS] = plan_attribute,
    [VT_CEL_NODE_CALL] = plan_call,
    [VT_CEL_NODE_AND] = plan_and,
    [VT_CEL_NODE_OR] = plan_or,
    [VT_CEL_NODE_CONDITIONAL] = plan_conditional,
    [VT_CEL_NODE_LIST] = plan_list,
    [VT_CEL_NODE_MAP] = plan_map,
    [VT_CEL_NODE_MESSAGE] = plan_message,
    [VT_CEL_NODE_MACRO] = plan_macro,
};

static vt_cel_step *plan(planner *p, const vt_cel_node *node) {
    if (p->failed) return NULL;
    return plans[node->kind](p, node);
}

const vt_cel_step *vt_cel_plan(vt_cel_program *program, const vt_cel_node *node,
                               vt_cel_meter *meter, vt_buffer *error) {
    vt_cel_state state = { .allocator = program->allocator, .meter = *meter };
    vt_cel_activation nothing = { 0 };
    vt_arena_init(&state.arena, &program->allocator, (size_t)program->limits.cel_memory_bytes);
    vt_buffer_init(&state.scratch, &program->allocator, 0);
    state.program = program;
    state.activation = &nothing;
    state.counts = program->counts;
    planner p = { .program = program, .arena = &program->arena, .error = error, .state = &state };
    const vt_cel_step *root = plan(&p, node);
    for (vt_cel_attribute *at = p.unnamed; at && !p.failed; at = at->next) plan_names(&p, at);
    *meter = state.meter;
    for (size_t i = 0; i < VT_CEL_CACHED_ZONES; i++)
        vt_cel_zone_free(&state.allocator, state.zones[i]);
    vt_buffer_done(&state.scratch);
    vt_arena_done(&state.arena);
    return p.failed ? NULL : root;
}
