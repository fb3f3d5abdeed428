/*
** The checks of gopher-lua's compiler: which names are local, where jumps go, whether the registers
** suffice; and warnings about assignments and loops that it compiles wrongly.
**
** Statements are visited in the compiler's order, so that the first error is the same.
*/
#include "base/run/limits.h"
#include "lua/syntax/tree.h"

/* ARGO: registers of a function; local variables and intermediate values share them. */
#define MAX_REGISTERS 200
/* Fields of a table constructor are stored in groups; after each, their registers are free. */
#define FIELDS_PER_GROUP 50
/* Hidden local variables of a loop in the translation. */
#define NUMERIC_FOR_HIDDEN 6
#define GENERIC_FOR_HIDDEN 4

/* A label, or a goto without a label so far. */
typedef struct vt_lua_jump_point {
    vt_lua_node *node;
    vt_lua_function *function;
    struct vt_lua_jump_point *outer; /* the previous one of this name */
    struct vt_lua_jump_point
        *next;       /* the previous one: labels of the block, gotos of the function */
    uint32_t depth;  /* of the block it counts for */
    uint32_t locals; /* local variables in scope there */
} mark;

typedef struct scope {
    struct scope *outer;
    vt_lua_local *last_local;   /* at its beginning */
    uint32_t locals, registers; /* at its beginning */
    uint32_t depth;
    mark *labels;
    uint32_t label_count;    /* at its beginning */
    const vt_lua_node *last; /* statement of the block */
    bool repeats;            /* the condition of a repeat can see its local variables */
} scope;

typedef struct resolver {
    vt_lua_parser *parser;
    vt_lua_function *function;
    scope *scope;
    vt_lua_local *last_local; /* the last one declared */
    uint32_t locals;          /* in scope, of this function */
    uint32_t registers;       /* used by them and by loops */
    uint32_t loops;           /* around the statement, in this function */
    uint32_t declared;        /* local variables of this function so far, hidden ones too */
    uint32_t label_count;     /* in scope, of this function and those around it */
    uint32_t jump_count;      /* of them: gotos without a label, breaks of open loops */
    uint32_t break_count;     /* of this function, of open loops */
    mark *pending;            /* gotos of this function without a label, the latest first */
    uint32_t assignments;     /* counts assignments with several targets */
    uint32_t assignment;      /* the current one; 0: none */
    uint32_t value;           /* index of its current value; UINT32_MAX: its targets */
    bool value_bare;          /* that value is just a name, assigned to a field */
    bool parallel;            /* it reads what it assigns */
} resolver;

static bool resolve_block(resolver *r, const vt_lua_list *block);
static bool resolve_function(resolver *r, vt_lua_function *function);
static bool resolve_expression(resolver *r, vt_lua_node *node, uint32_t top);

/* ------------------------------------------------------------------ errors */

/* Report an error of the compiler, at the line that gopher-lua reports. */
#define REJECT(r, at, ...)                                                                         \
    (vt_lua_report_error(&(r)->parser->error, (at)->line, (at)->column,                            \
                         "compile error near line(%u) <string>: " __VA_ARGS__),                    \
     false)

/* Whether `count` is within limit `name`. */
#define CHECK_LIMIT(r, at, count, name, what)                                                      \
    ((count) <= (r)->parser->limits->name ||                                                       \
     (vt_lua_report_limit(&(r)->parser->error, (at)->line, (at)->column, VT_LIMIT_NAME(name),      \
                          (r)->parser->limits->name, what),                                        \
      false))

/* The line of the last token of a statement as far as gopher-lua knows it: only for statements
** that end in `end`, and for repeat. */
static uint32_t end_line(const vt_lua_node *statement) {
    switch ((int)statement->kind) {
    case VT_LUA_REPEAT:
        return statement->left->line;
    case VT_LUA_DO:
    case VT_LUA_WHILE:
    case VT_LUA_IF:
    case VT_LUA_NUMERIC_FOR:
    case VT_LUA_GENERIC_FOR:
    case VT_LUA_FUNCTION_STATEMENT:
    case VT_LUA_LOCAL_FUNCTION:
        return statement->last_line;
    default:
        return statement->line;
    }
}

static uint32_t function_end_line(const vt_lua_function *function) {
    if (function->parent) return function->last_line;
    return function->block.last ? end_line(function->block.last) + 1 : 0;
}

static bool check_registers(resolver *r, const vt_lua_node *node, uint32_t top) {
    if (top <= MAX_REGISTERS) return true;
    return REJECT(r, node, "register overflow(too many local variables)", r->function->line);
}

/* ------------------------------------------------------------------ local variables */

static bool count_declared(resolver *r, uint32_t line, uint32_t column, uint32_t count) {
    const vitals_limits *limits = r->parser->limits;
    r->declared += count;
    if (r->declared <= limits->script_locals) return true;
    vt_lua_report_limit(&r->parser->error, line, column, VT_LIMIT_NAME(script_locals),
                        limits->script_locals, "a function declares too many variables");
    return false;
}

static bool declare(resolver *r, vt_lua_local *local) {
    vt_lua_binding *binding = local->binding;
    binding->shadowed = binding->symbol->in_scope;
    binding->before = r->last_local;
    binding->user = local->function;
    binding->symbol->in_scope = local;
    r->last_local = local;
    r->locals++;
    r->registers++;
    if (!count_declared(r, local->line, local->column, 1)) return false;
    if (r->registers <= MAX_REGISTERS) return true;
    const char *what =
        local->kind == VT_LUA_LOCAL_PARAMETER ? "register overflow" : "too many local variables";
    return REJECT(r, local, "%s", r->function->line, what);
}

static bool declare_all(resolver *r, const vt_lua_locals *locals) {
    for (vt_lua_local *local = locals->first; local; local = local->next_declared) {
        if (!declare(r, local)) return false;
    }
    return true;
}

static void open_scope(resolver *r, scope *inner, bool repeats) {
    *inner = (scope){ .outer = r->scope,
                      .last_local = r->last_local,
                      .locals = r->locals,
                      .registers = r->registers,
                      .depth = r->scope ? r->scope->depth + 1 : 0,
                      .label_count = r->label_count,
                      .repeats = repeats };
    r->scope = inner;
}

/* Gotos without a label move from the block being closed to the enclosing one; those with a
** label are dropped. */
static void move_gotos_out(resolver *r, const scope *closed) {
    mark **link = &r->pending;
    while (*link && (*link)->depth == closed->depth) {
        mark *jump = *link;
        if (jump->node->left) {
            *link = jump->next;
            continue;
        }
        jump->depth--;
        if (jump->locals > closed->locals) jump->locals = closed->locals;
        link = &jump->next;
    }
}

static void close_scope(resolver *r) {
    scope *closed = r->scope;
    for (vt_lua_local *local = r->last_local; local != closed->last_local;
         local = local->binding->before) {
        local->binding->symbol->in_scope = local->binding->shadowed;
        if (local->writes) local->always_number = false;
    }
    for (mark *label = closed->labels; label; label = label->next) {
        label->node->symbol->label = label->outer;
    }
    move_gotos_out(r, closed);
    r->last_local = closed->last_local;
    r->locals = closed->locals;
    r->registers = closed->registers;
    r->label_count = closed->label_count;
    r->scope = closed->outer;
}

/* The end of a scope, also of one that could not be resolved; returns `resolved`. */
static bool leave_scope(resolver *r, const scope *inner, bool resolved) {
    if (resolved) {
        close_scope(r);
    } else {
        r->scope = inner->outer;
    }
    return resolved;
}

/* ------------------------------------------------------------------ names */

/* Make `local` an upvalue of the functions between the one that declares it and the current one. */
static bool capture(resolver *r, const vt_lua_node *node, vt_lua_local *local) {
    vt_lua_binding *binding = local->binding;
    local->captured = true;
    while (!binding->user->open) binding->user = binding->user->parent;
    for (vt_lua_function *f = r->function; f != binding->user; f = f->parent) {
        if (!CHECK_LIMIT(r, node, ++f->upvalues, script_upvalues,
                         "a function uses too many variables of enclosing functions")) {
            return false;
        }
    }
    binding->user = r->function;
    return true;
}

/* ARGO: the values of an assignment are computed directly into those of its targets that are
** local variables, so a later value or field sees the new value. */
static void note_parallel_read(resolver *r, const vt_lua_local *local) {
    const vt_lua_binding *binding = local->binding;
    if (!r->assignment || binding->assignment != r->assignment) return;
    if (r->value > binding->position || r->value_bare) r->parallel = true;
}

static bool resolve_name(resolver *r, vt_lua_node *node, bool writes) {
    vt_lua_local *local = node->symbol->in_scope;
    node->local = local;
    if (!local) return true;
    if (writes) {
        local->writes++;
    } else {
        local->reads++;
        note_parallel_read(r, local);
    }
    return local->function == r->function || capture(r, node, local);
}

/* ------------------------------------------------------------------ expressions */

/* Each node in a register of its own, from `top` on, at most `group` of them at a time. */
static bool resolve_list(resolver *r, const vt_lua_list *list, uint32_t top, uint32_t group) {
    uint32_t i = 0;
    for (vt_lua_node *node = list->first; node; node = node->next) {
        if (!resolve_expression(r, node, top + i % group)) return false;
        i++;
    }
    return true;
}

static bool resolve_vararg(resolver *r, vt_lua_node *node) {
    r->function->uses_vararg = true;
    return r->function->vararg ||
           REJECT(r, node, "cannot use '...' outside a vararg function", node->line);
}

static bool resolve_expression(resolver *r, vt_lua_node *node, uint32_t top) {
    if (!vt_lua_goes_on(r->parser) || !check_registers(r, node, top + 1)) return false;
    switch ((int)node->kind) {
    case VT_LUA_NAME:
        return resolve_name(r, node, false);
    case VT_LUA_VARARG:
        return resolve_vararg(r, node);
    case VT_LUA_FUNCTION:
        return resolve_function(r, node->function);
    case VT_LUA_INDEX:
        return resolve_expression(r, node->left, top) &&
               resolve_expression(r, node->right, top + 1);
    case VT_LUA_CALL:
    case VT_LUA_METHOD:
        return resolve_expression(r, node->left, top) &&
               resolve_list(r, &node->list, top + 1 + (node->kind == VT_LUA_METHOD),
                            MAX_REGISTERS + 1);
    case VT_LUA_UNARY:
        return resolve_expression(r, node->left, top + 2);
    case VT_LUA_BINARY: /* after a helper and the number of the operation */
        return resolve_expression(r, node->left, top + 2) &&
               resolve_expression(r, node->right, top + 3);
    case VT_LUA_CONCAT:
        return resolve_list(r, &node->list, top + 1, MAX_REGISTERS + 1);
    case VT_LUA_AND:
    case VT_LUA_OR:
        return resolve_list(r, &node->list, top, 1);
    case VT_LUA_TABLE:
        return resolve_list(r, &node->list, top + 1, FIELDS_PER_GROUP);
    case VT_LUA_FIELD:
        return (!node->left || resolve_expression(r, node->left, top)) &&
               resolve_expression(r, node->right, top + 1);
    default:
        return true;
    }
}

static bool resolve_values(resolver *r, vt_lua_node *node) {
    return resolve_list(r, &node->list, r->registers, MAX_REGISTERS + 1);
}

/* ------------------------------------------------------------------ functions */

/* At the end of a function every goto must have a label; the first without one is reported. */
static bool check_gotos(resolver *r) {
    const vt_lua_node *unbound = NULL;
    for (const mark *jump = r->pending; jump; jump = jump->next) {
        if (!jump->node->left) unbound = jump->node;
    }
    return !unbound ||
           REJECT(r, unbound, "no visible label '%.*s' for <goto> at line %u",
                  function_end_line(r->function), VT_TEXT_ARG(unbound->text), unbound->line);
}

static bool resolve_body(resolver *r, vt_lua_function *function) {
    scope body;
    r->function = function;
    function->open = true;
    open_scope(r, &body, false);
    const vt_lua_locals none = { NULL, NULL, 0 };
    const vt_lua_locals *given = function->parent ? &none : &r->parser->tree->shared;
    bool resolved = declare_all(r, given) && declare_all(r, &function->parameters) &&
                    resolve_block(r, &function->block) && check_gotos(r);
    leave_scope(r, &body, resolved);
    function->open = false;
    return resolved;
}

static bool resolve_function(resolver *r, vt_lua_function *function) {
    resolver outer = *r;
    r->locals = r->registers = r->loops = r->declared = r->break_count = 0;
    r->pending = NULL;
    if (!resolve_body(r, function)) return false;
    /* The counters continue, all else is restored. */
    outer.assignments = r->assignments;
    outer.parallel = r->parallel;
    *r = outer;
    return true;
}

/* ------------------------------------------------------------------ jumps */

static mark *mark_new(resolver *r, vt_lua_node *node) {
    mark *made = vt_arena_allocate_zeroed(r->parser->arena, sizeof *made);
    if (!made) {
        vt_lua_report_no_memory(&r->parser->error);
        return NULL;
    }
    made->node = node;
    made->function = r->function;
    made->depth = r->scope->depth;
    made->locals = r->locals;
    return made;
}

static bool count_jump(resolver *r, const vt_lua_node *node) {
    return CHECK_LIMIT(r, node, ++r->jump_count, script_jumps,
                       "too many gotos and breaks wait for their labels and loop ends");
}

static bool resolve_goto(resolver *r, vt_lua_node *node) {
    mark *label = node->symbol->label;
    if (label && label->function == r->function) {
        node->left = label->node;
        return true;
    }
    mark *jump = count_jump(r, node) ? mark_new(r, node) : NULL;
    if (!jump) return false;
    jump->outer = node->symbol->pending;
    node->symbol->pending = jump;
    jump->next = r->pending;
    r->pending = jump;
    return true;
}

/* Bind the gotos of the block that precede `label` to it. */
static bool bind_gotos(resolver *r, const mark *label) {
    vt_lua_symbol *symbol = label->node->symbol;
    const mark *wrong = NULL;
    for (; symbol->pending && symbol->pending->depth == label->depth;
         symbol->pending = symbol->pending->outer) {
        symbol->pending->node->left = label->node;
        r->jump_count--;
        if (symbol->pending->locals < label->locals) wrong = symbol->pending;
    }
    if (!wrong) return true;
    return REJECT(r, wrong->node, "<goto %.*s> at line %u jumps into the scope of local '%.*s'",
                  label->node->line + 1, VT_TEXT_ARG(label->node->text), wrong->node->line,
                  VT_TEXT_ARG(r->last_local->name));
}

static bool ends_block(const resolver *r, const vt_lua_node *label) {
    const vt_lua_node *last = r->scope->last;
    return last->kind == VT_LUA_LABEL && last->left == label->left;
}

static bool resolve_label(resolver *r, vt_lua_node *node) {
    mark *old = node->symbol->label;
    if (old && old->depth == r->scope->depth) {
        return REJECT(r, node, "label '%.*s' already defined on line %u", node->line + 1,
                      VT_TEXT_ARG(node->text), old->node->line);
    }
    bool counted =
        CHECK_LIMIT(r, node, ++r->label_count, script_jumps, "too many labels are in scope");
    mark *label = counted ? mark_new(r, node) : NULL;
    if (!label) return false;
    /* A label at the end of a block is outside the scope of the block's variables. */
    if (!r->scope->repeats && ends_block(r, node)) label->locals = r->scope->locals;
    label->outer = old;
    label->next = r->scope->labels;
    r->scope->labels = label;
    node->symbol->label = label;
    return bind_gotos(r, label);
}

/* ------------------------------------------------------------------ statements */

static bool resolve_local(resolver *r, vt_lua_node *node) {
    return resolve_values(r, node) && declare_all(r, &node->locals);
}

static bool resolve_local_function(resolver *r, vt_lua_node *node) {
    return declare_all(r, &node->locals) && resolve_expression(r, node->right, r->registers);
}

static bool resolve_target(resolver *r, vt_lua_node *target) {
    return target->kind == VT_LUA_NAME ? resolve_name(r, target, true)
                                       : resolve_expression(r, target, r->registers);
}

static bool resolve_function_statement(resolver *r, vt_lua_node *node) {
    return resolve_target(r, node->left) && resolve_expression(r, node->right, r->registers);
}

/* Note which local variables are targets of the assignment. */
static void note_targets(resolver *r, const vt_lua_node *node) {
    uint32_t position = 0;
    for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
        vt_lua_local *local = target->kind == VT_LUA_NAME ? target->symbol->in_scope : NULL;
        if (local && local->function == r->function) {
            local->binding->assignment = r->assignment;
            local->binding->position = position;
        }
        position++;
    }
}

static bool resolve_parallel_parts(resolver *r, vt_lua_node *node) {
    r->value = UINT32_MAX;
    for (vt_lua_node *target = node->targets.first; target; target = target->next) {
        if (!resolve_target(r, target)) return false;
    }
    const vt_lua_node *target = node->targets.first;
    bool computed = false; /* a previous value used a register */
    r->value = 0;
    for (vt_lua_node *value = node->list.first; value; value = value->next) {
        r->value_bare = value->kind == VT_LUA_NAME && target && target->kind == VT_LUA_INDEX;
        if (!resolve_expression(r, value, r->registers + r->value)) return false;
        /* ARGO: such a value uses no register of its own, so another value may overwrite it. */
        if (r->value_bare && value->local && computed) r->parallel = true;
        if (!r->value_bare) computed = true;
        r->value++;
        if (target) target = target->next;
    }
    return true;
}

static bool resolve_assign(resolver *r, vt_lua_node *node) {
    if (node->targets.count == 1) {
        return resolve_target(r, node->targets.first) && resolve_values(r, node);
    }
    resolver outer = *r;
    r->assignment = ++r->assignments;
    r->parallel = false;
    note_targets(r, node);
    if (!resolve_parallel_parts(r, node)) return false;
    if (r->parallel) {
        vt_lua_warning_add(r->parser, VT_LUA_WARNING_PARALLEL_ASSIGNMENT, node->offset, node->line,
                           node->column);
    }
    r->assignment = outer.assignment;
    r->value = outer.value;
    r->value_bare = outer.value_bare;
    r->parallel = outer.parallel;
    return true;
}

static bool resolve_call(resolver *r, vt_lua_node *node) {
    return resolve_expression(r, node->left, r->registers);
}

static bool resolve_scoped_block(resolver *r, vt_lua_node *node) {
    scope inner;
    open_scope(r, &inner, false);
    return leave_scope(r, &inner, resolve_block(r, &node->block));
}

static void end_loop(resolver *r, uint32_t outer_breaks) {
    r->loops--;
    r->jump_count -= r->break_count - outer_breaks;
    r->break_count = outer_breaks;
}

static bool resolve_loop_block(resolver *r, vt_lua_node *node) {
    uint32_t outer_breaks = r->break_count;
    r->loops++;
    bool resolved = resolve_scoped_block(r, node);
    end_loop(r, outer_breaks);
    return resolved;
}

static bool resolve_while(resolver *r, vt_lua_node *node) {
    return resolve_expression(r, node->left, r->registers) && resolve_loop_block(r, node);
}

static bool resolve_repeat(resolver *r, vt_lua_node *node) {
    scope inner;
    uint32_t outer_breaks = r->break_count;
    open_scope(r, &inner, true);
    r->loops++;
    bool resolved =
        resolve_block(r, &node->block) && resolve_expression(r, node->left, r->registers);
    end_loop(r, outer_breaks);
    return leave_scope(r, &inner, resolved);
}

static bool resolve_if(resolver *r, vt_lua_node *node) {
    for (vt_lua_node *arm = node->list.first; arm; arm = arm->next) {
        if (arm->left && !resolve_expression(r, arm->left, r->registers)) return false;
        if (!resolve_scoped_block(r, arm)) return false;
    }
    return true;
}

static bool resolve_for(resolver *r, vt_lua_node *node) {
    bool numeric = node->kind == VT_LUA_NUMERIC_FOR;
    /* ARGO: missing values are whatever is in the registers. */
    if (!numeric && node->list.count < 3 && !vt_lua_is_multiple(node->list.last)) {
        vt_lua_warning_add(r->parser, VT_LUA_WARNING_FOR_MISSING_VALUES, node->offset, node->line,
                           node->column);
    }
    if (!resolve_list(r, &node->list, r->registers + 1, MAX_REGISTERS)) return false;
    scope outer;
    open_scope(r, &outer, false);
    uint32_t hidden = numeric ? NUMERIC_FOR_HIDDEN : GENERIC_FOR_HIDDEN;
    r->registers += hidden;
    bool resolved = count_declared(r, node->line, node->column, hidden);
    node->locals.first->always_number = numeric;
    resolved = resolved && declare_all(r, &node->locals) && resolve_loop_block(r, node);
    return leave_scope(r, &outer, resolved);
}

static bool resolve_break(resolver *r, vt_lua_node *node) {
    if (r->loops == 0) return REJECT(r, node, "no loop to break", node->line);
    r->break_count++;
    return count_jump(r, node);
}

/* One row per kind of statement, from VT_LUA_LOCAL on. */
static bool (*const statements[])(resolver *r, vt_lua_node *node) = {
    resolve_local,
    resolve_assign,
    resolve_call,
    resolve_scoped_block,
    resolve_while,
    resolve_repeat,
    resolve_if,
    resolve_for,
    resolve_for,
    resolve_function_statement,
    resolve_local_function,
    resolve_values,
    resolve_break,
    resolve_goto,
    resolve_label,
};
_Static_assert(sizeof statements / sizeof statements[0] == VT_LUA_KIND_COUNT - VT_LUA_LOCAL,
               "one row per kind");

/* Set the `left` of each label to the first of the labels that it is among. */
static void join_labels(const vt_lua_list *block) {
    vt_lua_node *first = NULL;
    for (vt_lua_node *node = block->first; node; node = node->next) {
        if (node->kind != VT_LUA_LABEL)
            first = NULL;
        else if (!first)
            first = node;
        if (first) node->left = first;
    }
}

static bool resolve_block(resolver *r, const vt_lua_list *block) {
    join_labels(block);
    r->scope->last = block->last;
    for (vt_lua_node *node = block->first; node; node = node->next) {
        if (!vt_lua_goes_on(r->parser)) return false;
        if (!statements[node->kind - VT_LUA_LOCAL](r, node)) return false;
    }
    return true;
}

bool vt_lua_resolve(vt_lua_parser *parser) {
    resolver r = { .parser = parser };
    return resolve_body(&r, parser->tree->script) && parser->error.status == VITALS_OK;
}
