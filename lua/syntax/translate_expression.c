/*
** Expressions in Lua 5.4.
**
** An operation that can fail is written on the line where its left operand starts, because that is
** the line gopher-lua reports. Names and constants cannot fail and are written wherever the output
** is.
*/
#include <math.h>

#include "lua/syntax/translate.h"
#include "lua/syntax/tree.h"

/* The priority of an expression as written, in Lua 5.4. */
enum {
    LOOSEST = 0,
    OR = 1,
    AND = 2,
    COMPARISON = 3,
    SUM = 10,
    PRODUCT = 11,
    UNARY = 12,
    ATOM = 20
};

/* Equality with a longer string is charged, so a helper does it. */
#define LONGEST_FREE_STRING 64

/* Octal numerals are below this, so that all their digits can be written. */
#define MAX_WHOLE 1e19
/* Numerals that become constants of Lua, and the whole numbers that do not count as such. */
#define MAX_CONSTANTS 1024
#define MAX_IMMEDIATE 65535
/* Integral keys up to this are written as integers, which Lua 5.4 looks up faster. */
#define MAX_QUICK_KEY 1e6

static const struct operator_text {
    const char *text;
    int priority;
} operators[] = {
    [VT_LUA_ADD] = { " + ", SUM },
    [VT_LUA_SUB] = { " - ", SUM },
    [VT_LUA_MUL] = { " * ", PRODUCT },
    [VT_LUA_DIV] = { " / ", PRODUCT },
    [VT_LUA_MOD] = { " % ", PRODUCT },
    [VT_LUA_POW] = { NULL, ATOM },
    [VT_LUA_EQUAL] = { " == ", COMPARISON },
    [VT_LUA_NOT_EQUAL] = { " ~= ", COMPARISON },
    [VT_LUA_LESS] = { " < ", COMPARISON },
    [VT_LUA_LESS_EQUAL] = { " <= ", COMPARISON },
    [VT_LUA_GREATER] = { " > ", COMPARISON },
    [VT_LUA_GREATER_EQUAL] = { " >= ", COMPARISON },
};

static void write_at(vt_lua_writer *writer, const vt_lua_node *node, int priority);

/* ------------------------------------------------------------------ what is known of a value */

static bool is_arithmetic(const vt_lua_node *node) {
    return node->kind == VT_LUA_BINARY && node->operation <= VT_LUA_POW;
}

bool vt_lua_is_number(const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_NUMBER:
        return true;
    case VT_LUA_NAME:
        return node->local && node->local->always_number;
    case VT_LUA_UNARY:
        return node->operation != VT_LUA_NOT;
    default:
        return is_arithmetic(node);
    }
}

/* Whether comparing it with anything is cheap and calls no metamethod. */
static bool is_quickly_equal(const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_NIL:
    case VT_LUA_TRUE:
    case VT_LUA_FALSE:
    case VT_LUA_FUNCTION:
        return true;
    case VT_LUA_STRING:
        return node->text.size <= LONGEST_FREE_STRING;
    default:
        return vt_lua_is_number(node);
    }
}

/* Whether an operator of Lua 5.4 does the same. It fails on the line of the operator, a
** comparison on the line where the right operand ends; that must be the line where gopher-lua
** fails. */
static bool is_plain(const vt_lua_node *node) {
    const vt_lua_node *left = node->left, *right = node->right;
    bool known = vt_lua_is_number(left) || vt_lua_is_number(right);
    switch ((int)node->operation) {
    case VT_LUA_POW:
        return false;
    case VT_LUA_EQUAL:
    case VT_LUA_NOT_EQUAL:
        return is_quickly_equal(left) || is_quickly_equal(right);
    case VT_LUA_ADD:
    case VT_LUA_SUB:
    case VT_LUA_MUL:
    case VT_LUA_DIV:
    case VT_LUA_MOD:
        return known && left->last_line <= node->error_line;
    default:
        return known && right->last_line <= node->error_line;
    }
}

/* ------------------------------------------------------------------ constants */

/* As a float: 10 is 10.0, 0x1F is 0x1Fp0, NaN is 0/0, and octal numerals are written by value. */
static void write_numeral(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_text text = vt_text_trim(node->text);
    bool hexadecimal = text.size > 1 && (text.bytes[1] == 'x' || text.bytes[1] == 'X');
    if (node->number != node->number) {
        vt_lua_write(writer, "(0.0/0.0)");
    } else if (text.bytes[0] == '0' && !hexadecimal && node->number < MAX_WHOLE &&
               node->number == floor(node->number)) {
        vt_buffer_printf(writer->out, "%.0f.0", node->number);
    } else {
        bool point = vt_text_find_byte(text, '.', 0) != SIZE_MAX;
        bool exponent = vt_text_find_byte(text, 'e', 0) != SIZE_MAX ||
                        vt_text_find_byte(text, 'E', 0) != SIZE_MAX;
        vt_buffer_add(writer->out, text);
        vt_lua_write(writer, hexadecimal ? "p0" : point || exponent ? "" : ".0");
    }
}

/* Lua's compiler looks constants up in a hash table whose hash of a number is known, so numerals can
** be chosen that make it search them all. Beyond a number of them they are read when the script
** runs; whole numbers up to MAX_IMMEDIATE hardly collide. */
static void write_number(vt_lua_writer *writer, const vt_lua_node *node) {
    bool immediate = node->number != node->number ||
                     (node->number <= MAX_IMMEDIATE && node->number == floor(node->number));
    if (immediate || writer->constants < MAX_CONSTANTS) {
        writer->constants += !immediate;
        write_numeral(writer, node);
        return;
    }
    vt_lua_write_helper(writer, VT_LUA_HELPER_number, writer->line);
    vt_buffer_add_byte(writer->out, '"');
    write_numeral(writer, node);
    vt_lua_write(writer, "\")");
}

/* In quotes, on one line: control characters as \ddd. */
static void write_string(vt_lua_writer *writer, vt_text text) {
    vt_buffer_add_byte(writer->out, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        if (byte < ' ' || byte == 0x7F || byte == '"' || byte == '\\') {
            char escape[] = { '\\', (char)('0' + byte / 100), (char)('0' + byte / 10 % 10),
                              (char)('0' + byte % 10) };
            vt_buffer_add_bytes(writer->out, escape, sizeof escape);
        } else {
            vt_buffer_add_byte(writer->out, (char)byte);
        }
    }
    vt_buffer_add_byte(writer->out, '"');
}

/* ------------------------------------------------------------------ names and prefixes */

static bool is_reserved(vt_text name) {
    return vt_text_starts(name, VT_TEXT(VT_LUA_RESERVED)) || vt_text_is(name, "_ENV");
}

void vt_lua_write_local(vt_lua_writer *writer, const vt_lua_local *local) {
    if (is_reserved(local->name)) vt_lua_write(writer, VT_LUA_RESERVED "L_");
    vt_buffer_add(writer->out, local->name);
}

static void write_name(vt_lua_writer *writer, const vt_lua_node *node) {
    if (node->local) {
        vt_lua_write_local(writer, node->local);
        return;
    }
    bool direct =
        writer->shallow && vt_lua_global_use_of(node->text) == VT_LUA_GLOBAL_PLAIN_FUNCTION;
    if (!direct && writer->only_object) {
        vt_lua_write(writer, VT_LUA_OBJECT_ALONE);
        return;
    }
    if (!direct) vt_lua_write(writer, VT_LUA_ENVIRONMENT ".");
    vt_buffer_add(writer->out, node->text);
}

/* Whether it can precede a field or arguments without parentheses. */
static bool is_prefix(const vt_lua_node *node) {
    return !node->parenthesised && (node->kind == VT_LUA_NAME || node->kind == VT_LUA_INDEX ||
                                    node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD);
}

bool vt_lua_begins_with_parenthesis(const vt_lua_node *node) {
    while (is_prefix(node) && node->kind != VT_LUA_NAME) node = node->left;
    return !is_prefix(node);
}

void vt_lua_write_prefix(vt_lua_writer *writer, const vt_lua_node *node) {
    if (is_prefix(node)) {
        write_at(writer, node, ATOM);
        return;
    }
    vt_lua_write(writer, "(");
    write_at(writer, node, LOOSEST);
    vt_lua_write(writer, ")");
}

static void write_key(vt_lua_writer *writer, const vt_lua_node *key) {
    if (key->kind == VT_LUA_NUMBER && key->number >= 0 && key->number <= MAX_QUICK_KEY &&
        key->number == floor(key->number)) {
        vt_buffer_add_integer(writer->out, (int64_t)key->number);
    } else {
        vt_lua_write_expression(writer, key);
    }
}

static void write_index(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_prefix(writer, node->left);
    if (node->dotted) {
        vt_lua_write(writer, ".");
        vt_buffer_add(writer->out, node->right->text);
        return;
    }
    vt_lua_write(writer, "[");
    write_key(writer, node->right);
    vt_lua_write(writer, "]");
}

void vt_lua_write_call(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_to_line(writer, node->error_line);
    vt_lua_write_prefix(writer, node->left);
    if (node->kind == VT_LUA_METHOD) {
        vt_lua_write(writer, ":");
        vt_buffer_add(writer->out, node->text);
    }
    vt_lua_write(writer, "(");
    vt_lua_write_expressions(writer, &node->list);
    vt_lua_write(writer, ")");
}

/* ------------------------------------------------------------------ tables and functions */

static void write_field(vt_lua_writer *writer, const vt_lua_node *field) {
    if (field->left) {
        vt_lua_write(writer, "[");
        write_key(writer, field->left);
        vt_lua_write(writer, "] = ");
    }
    vt_lua_write_expression(writer, field->right);
}

static void write_table(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "{");
    for (const vt_lua_node *field = node->list.first; field; field = field->next) {
        write_field(writer, field);
        if (field->next) vt_lua_write(writer, ", ");
    }
    vt_lua_write(writer, "}");
}

static void write_function_expression(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, "function");
    vt_lua_write_function(writer, node->function);
}

/* ------------------------------------------------------------------ operators */

void vt_lua_write_single(vt_lua_writer *writer, const vt_lua_node *node) {
    bool multiple = vt_lua_is_multiple(node);
    if (multiple) vt_lua_write(writer, "(");
    vt_lua_write_expression(writer, node);
    if (multiple) vt_lua_write(writer, ")");
}

static void write_operation(vt_lua_writer *writer, vt_lua_operation operation) {
    vt_buffer_printf(writer->out, "%d, ", (int)operation);
}

static void write_concat(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_helper(writer, VT_LUA_HELPER_concat, node->error_line);
    for (const vt_lua_node *operand = node->list.first; operand; operand = operand->next) {
        if (operand != node->list.first) vt_lua_write(writer, ", ");
        vt_lua_write_single(writer, operand);
    }
    vt_lua_write(writer, ")");
}

static void write_visit(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write_to_line(writer, node->error_line);
    vt_buffer_printf(writer->out, VT_LUA_RESERVED "visit(%u, ", node->index);
    vt_lua_write_single(writer, node);
    vt_lua_write(writer, ")");
}

void vt_lua_write_condition(vt_lua_writer *writer, const vt_lua_node *node) {
    if (writer->instrumented) {
        write_visit(writer, node);
    } else {
        vt_lua_write_expression(writer, node);
    }
}

/* Operands of and, or: `count` of them from `arm` on, in groups. Returns the one after them.
** Recursion is bounded by the logarithm of the count. */
static const vt_lua_node *write_arms(vt_lua_writer *writer, const vt_lua_node *arm, size_t count,
                                     bool both) {
    size_t group = 1; /* operands of a group */
    while (group * VT_LUA_GROUP_OPERANDS < count) group *= VT_LUA_GROUP_OPERANDS;
    for (size_t done = 0; done < count; done += group) {
        if (done > 0) vt_lua_write(writer, both ? " and " : " or ");
        if (group > 1) {
            vt_lua_write(writer, "(");
            arm = write_arms(writer, arm, count - done < group ? count - done : group, both);
            vt_lua_write(writer, ")");
            continue;
        }
        if (writer->instrumented) {
            write_visit(writer, arm);
        } else {
            write_at(writer, arm, both ? AND + 1 : OR + 1);
        }
        arm = arm->next;
    }
    return arm;
}

static void write_logic(vt_lua_writer *writer, const vt_lua_node *node) {
    write_arms(writer, node->list.first, node->list.count, node->kind == VT_LUA_AND);
}

static void write_helper_binary(vt_lua_writer *writer, const vt_lua_node *node) {
    bool arithmetic = is_arithmetic(node);
    bool equality = node->operation == VT_LUA_EQUAL || node->operation == VT_LUA_NOT_EQUAL;
    if (node->operation == VT_LUA_NOT_EQUAL) vt_lua_write(writer, "not ");
    vt_lua_write_helper(writer,
                        equality     ? VT_LUA_HELPER_equal
                        : arithmetic ? VT_LUA_HELPER_arithmetic
                                     : VT_LUA_HELPER_compare,
                        node->error_line);
    if (!equality) write_operation(writer, node->operation);
    vt_lua_write_single(writer, node->left);
    vt_lua_write(writer, ", ");
    vt_lua_write_single(writer, node->right);
    vt_lua_write(writer, ")");
}

static void write_binary(vt_lua_writer *writer, const vt_lua_node *node) {
    if (!is_plain(node)) {
        write_helper_binary(writer, node);
        return;
    }
    const struct operator_text *operator= & operators[node->operation];
    vt_lua_write_to_line(writer, node->error_line);
    write_at(writer, node->left, operator->priority);
    vt_lua_write(writer, operator->text);
    write_at(writer, node->right, operator->priority + 1);
}

static void write_unary(vt_lua_writer *writer, const vt_lua_node *node) {
    if (node->operation == VT_LUA_NOT) {
        vt_lua_write(writer, "not ");
        write_at(writer, node->left, UNARY);
    } else if (node->operation == VT_LUA_MINUS && vt_lua_is_number(node->left)) {
        vt_lua_write(writer, "- ");
        write_at(writer, node->left, UNARY);
    } else {
        bool length = node->operation == VT_LUA_LENGTH;
        vt_lua_write_helper(writer, length ? VT_LUA_HELPER_length : VT_LUA_HELPER_arithmetic,
                            node->error_line);
        if (!length) write_operation(writer, node->operation);
        vt_lua_write_single(writer, node->left);
        vt_lua_write(writer, ")");
    }
}

/* ------------------------------------------------------------------ all kinds */

static int priority_of(const vt_lua_node *node) {
    switch ((int)node->kind) {
    case VT_LUA_OR:
        return OR;
    case VT_LUA_AND:
        return AND;
    case VT_LUA_UNARY:
        return UNARY;
    case VT_LUA_BINARY:
        if (is_plain(node)) return operators[node->operation].priority;
        return node->operation == VT_LUA_NOT_EQUAL ? UNARY : ATOM;
    default:
        return ATOM;
    }
}

static void write_literal(vt_lua_writer *writer, const vt_lua_node *node) {
    vt_lua_write(writer, node->kind == VT_LUA_VARARG ? "..." : vt_lua_kind_name(node->kind));
}

static void write_string_node(vt_lua_writer *writer, const vt_lua_node *node) {
    write_string(writer, node->text);
}

/* One row per kind of expression. */
static void (*const expressions[])(vt_lua_writer *writer, const vt_lua_node *node) = {
    [VT_LUA_NIL] = write_literal,
    [VT_LUA_TRUE] = write_literal,
    [VT_LUA_FALSE] = write_literal,
    [VT_LUA_NUMBER] = write_number,
    [VT_LUA_STRING] = write_string_node,
    [VT_LUA_VARARG] = write_literal,
    [VT_LUA_NAME] = write_name,
    [VT_LUA_INDEX] = write_index,
    [VT_LUA_CALL] = vt_lua_write_call,
    [VT_LUA_METHOD] = vt_lua_write_call,
    [VT_LUA_FUNCTION] = write_function_expression,
    [VT_LUA_TABLE] = write_table,
    [VT_LUA_UNARY] = write_unary,
    [VT_LUA_BINARY] = write_binary,
    [VT_LUA_CONCAT] = write_concat,
    [VT_LUA_AND] = write_logic,
    [VT_LUA_OR] = write_logic,
};
_Static_assert(sizeof expressions / sizeof expressions[0] == VT_LUA_FIELD, "one row per kind");

/* Indices and calls, which can fail, must start on their own line. */
static bool needs_its_line(const vt_lua_node *node) {
    return node->kind == VT_LUA_INDEX || node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD;
}

/* Write an expression, in parentheses when its priority is below `priority` or when they
** truncate it to one value. */
static void write_at(vt_lua_writer *writer, const vt_lua_node *node, int priority) {
    bool cut = node->parenthesised && (node->kind == VT_LUA_CALL || node->kind == VT_LUA_METHOD ||
                                       node->kind == VT_LUA_VARARG);
    bool enclosed = priority_of(node) < priority || (cut && priority < ATOM);
    if (needs_its_line(node)) vt_lua_write_to_line(writer, node->error_line);
    if (enclosed) vt_lua_write(writer, "(");
    expressions[node->kind](writer, node);
    if (enclosed) vt_lua_write(writer, ")");
}

void vt_lua_write_expression(vt_lua_writer *writer, const vt_lua_node *node) {
    write_at(writer, node, LOOSEST);
}

void vt_lua_write_expressions(vt_lua_writer *writer, const vt_lua_list *list) {
    for (const vt_lua_node *node = list->first; node; node = node->next) {
        vt_lua_write_expression(writer, node);
        if (node->next) vt_lua_write(writer, ", ");
    }
}
