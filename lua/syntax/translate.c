/* Statements and functions in Lua 5.4, each on its original line. */
#include "lua/syntax/translate.h"
#include "lua/syntax/tree.h"

static void write_block(vt_lua_writer *writer, const vt_lua_list *block);

/* ------------------------------------------------------------------ writing */

void vt_lua_write(vt_lua_writer *writer, const char *text) {
    vt_buffer_add_terminated(writer->out, text);
}

void vt_lua_write_to_line(vt_lua_writer *writer, uint32_t line) {
    if (line <= writer->line) return;
    vt_buffer_add_repeated(writer->out, '\n', line - writer->line);
    writer->line = line;
}

static const char *const helper_names[] = {
#define VT_LUA_X(name, text) VT_LUA_RESERVED #name,
    VT_LUA_HELPER_MAP(VT_LUA_X)
#undef VT_LUA_X
};

void vt_lua_write_helper(vt_lua_writer *writer, vt_lua_helper helper, uint32_t line) {
    vt_lua_write_to_line(writer, line);
    vt_lua_write(writer, helper_names[helper]);
    vt_lua_write(writer, "(");
}

static void write_locals(vt_lua_writer *writer, const vt_lua_locals *locals) {
    for (const vt_lua_local *local = locals->first; local; local = local->next_declared) {
        vt_lua_write_local(writer, local);
        if (local->next_declared) vt_lua_write(writer, ", ");
    }
}

/* ------------------------------------------------------------------ functions */

/* The table `arg`, if the body uses it: nil when the body also uses ... itself. */
static void write_hidden_arg(vt_lua_writer *writer, const vt_lua_function *function) {
    const vt_lua_local *last = function->parameters.last;
    if (!last || last->kind != VT_LUA_LOCAL_ARG || last->reads + last->writes == 0) return;
    vt_lua_write(writer, "local arg");
    if (!function->uses_vararg) {
        vt_lua_write(writer, " = ");
        vt_lua_write_helper(writer, VT_LUA_HELPER_arguments, writer->line);
        vt_lua_write(writer, "...)");
    }
    vt_lua_write(writer, " ");
}

void vt_lua_write_function(vt_lua_writer *writer, const vt_lua_function *function) {
    const char *separator = "";
    vt_lua_write(writer, "(");
    for (const vt_lua_local *local = function->parameters.first; local;
         local = local->next_declared) {
        if (local->kind == VT_LUA_LOCAL_ARG) break;
        vt_lua_write(writer, separator);
        vt_lua_write_local(writer, local);
        separator = ", ";
    }
    if (function->vararg) {
        vt_lua_write(writer, separator);
        vt_lua_write(writer, "...");
    }
    vt_lua_write(writer, ") ");
    write_hidden_arg(writer, function);
    write_block(writer, &function->block);
    vt_lua_write(writer, "end");
}

/* ------------------------------------------------------------------ statements */

static void write_local_statement(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "local ");
    write_locals(writer, &node->locals);
    if (!node->list.first) return;
    vt_lua_write(writer, " = ");
    vt_lua_write_expressions(writer, &node->list);
}

static void write_assign(vt_lua_writer *writer, const vt_lua_node *node) {
    if (vt_lua_begins_with_parenthesis(node->targets.first)) vt_lua_write(writer, "; ");
    for (const vt_lua_node *target = node->targets.first; target; target = target->next) {
        vt_lua_write_prefix(writer, target);
        vt_lua_write(writer, target->next ? ", " : " = ");
    }
    vt_lua_write_expressions(writer, &node->list);
}

static void write_call_statement(vt_lua_writer *writer, const vt_lua_node *node) {
    if (vt_lua_begins_with_parenthesis(node->left)) vt_lua_write(writer, "; ");
    vt_lua_write_call(writer, node->left);
}

static void write_body(vt_lua_writer *writer, const vt_lua_node *node) {
    write_block(writer, &node->block);
    vt_lua_write(writer, "end");
}

static void write_do(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "do ");
    write_body(writer, node);
}

static void write_while(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "while ");
    vt_lua_write_condition(writer, node->left);
    vt_lua_write(writer, " do ");
    write_body(writer, node);
}

static void write_repeat(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "repeat ");
    write_block(writer, &node->block);
    vt_lua_write(writer, "until ");
    vt_lua_write_condition(writer, node->left);
}

static void write_if(vt_lua_writer *writer, const vt_lua_node *node) {
    size_t index = 0, ends = 1;
    for (const vt_lua_node *arm = node->list.first; arm; arm = arm->next, index++) {
        bool nested = arm->left && index > 0 && index % VT_LUA_GROUP_ARMS == 0;
        if (nested) ends++;
        if (!arm->left) {
            vt_lua_write(writer, "else ");
        } else {
            vt_lua_write(writer, nested ? "else if " : index == 0 ? "if " : "elseif ");
            vt_lua_write_condition(writer, arm->left);
            vt_lua_write(writer, " then ");
        }
        write_block(writer, &arm->block);
    }
    while (ends-- > 0) vt_lua_write(writer, ends ? "end " : "end");
}

/* Whether all its values are known to be numbers, and the step, if any, is a constant other than
** 0. */
static bool is_plain_numeric_for(const vt_lua_node *node) {
    const vt_lua_node *first = node->list.first, *limit = first->next, *step = limit->next;
    if (!vt_lua_is_number(first) || !vt_lua_is_number(limit)) return false;
    if (step && step->kind == VT_LUA_UNARY) step = step->left;
    return !step || (step->kind == VT_LUA_NUMBER && step->number > 0);
}

static void write_numeric_for(vt_lua_writer *writer, const vt_lua_node *node) {
    bool plain = is_plain_numeric_for(node);
    if (!plain) {
        vt_lua_write(writer, "do local _VT1, _VT2, _VT3 = ");
        vt_lua_write_helper(writer, VT_LUA_HELPER_for_numbers, node->line);
        for (const vt_lua_node *value = node->list.first; value; value = value->next) {
            vt_lua_write_single(writer, value);
            if (value->next) vt_lua_write(writer, ", ");
        }
        vt_lua_write(writer, node->list.count == 2 ? ", 1.0) " : ") ");
    }
    vt_lua_write(writer, "for ");
    write_locals(writer, &node->locals);
    vt_lua_write(writer, " = ");
    if (plain) {
        vt_lua_write_expressions(writer, &node->list);
    } else {
        vt_lua_write(writer, "_VT1, _VT2, _VT3");
    }
    vt_lua_write(writer, " do ");
    write_body(writer, node);
    if (!plain) vt_lua_write(writer, " end");
}

/* Whether it is a call of pairs or ipairs, which return three values. */
static bool gives_three_values(const vt_lua_node *node) {
    const vt_lua_node *callee = node->left;
    return node->kind == VT_LUA_CALL && callee->kind == VT_LUA_NAME && !callee->local &&
           (vt_text_is(callee->text, "pairs") || vt_text_is(callee->text, "ipairs"));
}

/* In Lua 5.4 a fourth value would be a to-be-closed variable. */
static bool is_plain_generic_for(const vt_lua_list *list) {
    if (list->count == 1 && gives_three_values(list->first)) return true;
    return list->count <= 3 && !vt_lua_is_multiple(list->last);
}

static void write_generic_for(vt_lua_writer *writer, const vt_lua_node *node) {
    bool plain = is_plain_generic_for(&node->list);
    vt_lua_write(writer, "for ");
    write_locals(writer, &node->locals);
    vt_lua_write(writer, " in ");
    if (!plain) vt_lua_write_helper(writer, VT_LUA_HELPER_for_values, node->line);
    vt_lua_write_expressions(writer, &node->list);
    vt_lua_write(writer, plain ? " do " : ") do ");
    write_body(writer, node);
}

/* Lua 5.4 reports the assignment of `function a.b()` on its first line, as gopher-lua does. */
static void write_function_statement(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "function ");
    vt_lua_write_prefix(writer, node->left);
    vt_lua_write_function(writer, node->right->function);
}

static void write_local_function(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "local function ");
    vt_lua_write_local(writer, node->locals.first);
    vt_lua_write_function(writer, node->right->function);
}

static void write_return(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "return ");
    vt_lua_write_expressions(writer, &node->list);
}

static void write_break(vt_lua_writer *writer, const vt_lua_node *node) {
    (void)node;
    vt_lua_write(writer, "break");
}

/* Lua 5.4 rejects some labels of the same name that the dialect allows, so each gets its own
** name. Labels one after the other are one label: Lua's compiler recurses for each. */
static void write_label_name(vt_lua_writer *writer, const vt_lua_node *label) {
    label = label->left;
    vt_buffer_add(writer->out, label->text);
    vt_buffer_printf(writer->out, "_%u", label->offset);
}

static void write_goto(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "goto ");
    write_label_name(writer, node->left);
}

static void write_label(vt_lua_writer *writer, const vt_lua_node *node) {
    if (node->left != node) return;
    vt_lua_write(writer, "::");
    write_label_name(writer, node);
    vt_lua_write(writer, "::");
}

/* One row per kind of statement, from VT_LUA_LOCAL on. */
static void (*const statements[])(vt_lua_writer *writer, const vt_lua_node *node) = {
    write_local_statement,
    write_assign,
    write_call_statement,
    write_do,
    write_while,
    write_repeat,
    write_if,
    write_numeric_for,
    write_generic_for,
    write_function_statement,
    write_local_function,
    write_return,
    write_break,
    write_goto,
    write_label,
};
_Static_assert(sizeof statements / sizeof statements[0] == VT_LUA_KIND_COUNT - VT_LUA_LOCAL,
               "one row per kind");

static void write_statement(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_to_line(writer, node->line);
    if (writer->instrumented && node->kind != VT_LUA_LABEL) {
        vt_buffer_printf(writer->out, VT_LUA_RESERVED "visit(%u) ", node->index);
    }
    statements[node->kind - VT_LUA_LOCAL](writer, node);
    vt_lua_write(writer, " ");
}

static void write_statements(vt_lua_writer *writer, const vt_lua_node *first) {
    for (const vt_lua_node *node = first; node; node = node->next) write_statement(writer, node);
}

static void write_block(vt_lua_writer *writer, const vt_lua_list *block) {
    write_statements(writer, block->first);
}

/* ------------------------------------------------------------------ the chunk */

static const char *first_value(const vt_lua_writer *writer) {
    return writer->only_object ? VT_LUA_OBJECT_ALONE : VT_LUA_ENVIRONMENT;
}

static bool is_prepared(const vt_lua_writer *writer, uint32_t place) {
    return writer->prepared >> place & 1;
}

/* A variable that is shared was declared before, and has a value until it gets another one. */
static void write_shared_local(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_to_line(writer, node->line);
    write_locals(writer, &node->locals);
    vt_lua_write(writer, " = ");
    if (node->list.first) vt_lua_write_expressions(writer, &node->list);
    vt_lua_write(writer, node->list.first ? " " : "nil ");
}

static void declare_shared(vt_lua_writer *writer, const vt_lua_node *node, uint32_t place) {
    for (; !is_prepared(writer, place); place++, node = node->next) {
        if (node->kind != VT_LUA_LOCAL) continue;
        vt_lua_write(writer, "local ");
        write_locals(writer, &node->locals);
        vt_lua_write(writer, " ");
    }
}

/* Write the statements up to the next one that is prepared as a function; returns that one. */
static const vt_lua_node *write_part(vt_lua_writer *writer, const vt_lua_node *node,
                                     uint32_t *place) {
    declare_shared(writer, node, *place);
    vt_buffer_printf(writer->out, "local function " VT_LUA_RESERVED "part%u() ", ++writer->parts);
    for (; !is_prepared(writer, *place); ++*place, node = node->next) {
        (node->kind == VT_LUA_LOCAL ? write_shared_local : write_statement)(writer, node);
    }
    vt_lua_write(writer, "end ");
    return node;
}

/* Write what comes before the script itself; returns the first statement of that. */
static const vt_lua_node *write_prepared(vt_lua_writer *writer, const vt_lua_node *node) {
    for (uint32_t place = 0; writer->prepared >> place; place++) {
        if (!is_prepared(writer, place)) node = write_part(writer, node, &place);
        write_statement(writer, node);
        node = node->next;
    }
    return node;
}

/* Make the first value and the shared variables the first upvalues of the script. */
static void write_upvalues(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_buffer_printf(writer->out, "do local _ENV = %s", first_value(writer));
    for (uint32_t place = 0; writer->prepared >> place; place++, node = node->next) {
        if (is_prepared(writer, place) || node->kind != VT_LUA_LOCAL) continue;
        vt_lua_write(writer, ", ");
        write_locals(writer, &node->locals);
    }
    vt_lua_write(writer, " end ");
}

/* The statement, and the variable that it declares as the value of the chunk. */
static void write_shared(vt_lua_writer *writer, const vt_lua_node *statement) {
    write_statement(writer, statement);
    vt_lua_write(writer, "return ");
    vt_lua_write_local(writer, statement->locals.first);
}

static void write_script(vt_lua_writer *writer, const vt_lua_function *script) {
    const vt_lua_node *first = write_prepared(writer, script->block.first);
    if (writer->prepared) vt_lua_write_to_line(writer, first->line);
    vt_lua_write(writer, writer->shallow ? "return function() " : "return function(...) ");
    if (writer->prepared) write_upvalues(writer, script->block.first);
    for (uint32_t part = 1; part <= writer->parts; part++) {
        vt_buffer_printf(writer->out, VT_LUA_RESERVED "part%u() ", part);
    }
    write_statements(writer, first);
    vt_lua_write(writer, "end");
}

static vitals_status write_chunk(vt_lua_writer *writer, const vt_lua_tree *tree,
                                 uint32_t functions) {
    vt_lua_write(writer, "local ");
    vt_lua_write(writer, first_value(writer));
    for (size_t i = 0; i < VT_LUA_HELPER_COUNT; i++) {
        vt_lua_write(writer, ", ");
        vt_lua_write(writer, helper_names[i]);
    }
    if (writer->instrumented) vt_lua_write(writer, ", " VT_LUA_RESERVED "visit");
    for (size_t i = 0; functions >> i; i++) {
        if (!(functions >> i & 1)) continue;
        vt_lua_write(writer, ", ");
        vt_lua_write(writer, vt_lua_plain_function_at(i));
    }
    if (tree->shared.first) vt_lua_write(writer, ", ");
    write_locals(writer, &tree->shared);
    vt_lua_write(writer, " = ... ");
    if (writer->is_shared) {
        write_shared(writer, tree->script->block.first);
    } else {
        write_script(writer, tree->script);
    }
    if (!writer->out->failed) return VITALS_OK;
    return writer->out->over_ceiling ? VITALS_ELIMIT : VITALS_ENOMEM;
}

vitals_status vt_lua_translate(const vt_lua_tree *tree, vt_buffer *lua54) {
    vt_lua_writer writer = { .out = lua54, .line = 1 };
    return write_chunk(&writer, tree, 0);
}

vitals_status vt_lua_translate_shallow(const vt_lua_tree *tree, const vt_lua_bounds *bounds,
                                       vt_buffer *lua54) {
    vt_lua_writer writer = { .out = lua54,
                             .line = 1,
                             .shallow = true,
                             .only_object = bounds->only_object,
                             .prepared = bounds->prepared };
    return write_chunk(&writer, tree, bounds->functions);
}

vitals_status vt_lua_translate_shared(const vt_lua_tree *tree, const vt_lua_bounds *bounds,
                                      vt_buffer *lua54) {
    vt_lua_writer writer = {
        .out = lua54, .line = 1, .shallow = true, .only_object = true, .is_shared = true
    };
    return write_chunk(&writer, tree, bounds->functions);
}

vitals_status vt_lua_translate_instrumented(const vt_lua_tree *tree, vt_buffer *lua54) {
    vt_lua_writer writer = { .out = lua54, .line = 1, .instrumented = true };
    return write_chunk(&writer, tree, 0);
}
