#include "grammar_cel.h"

#include <string.h>

/* The next choice, below `count`; 0 when there are none left. */
static unsigned choose(made_expression *made, unsigned count) {
    if (made->choice_count == 0) return 0;
    made->choice_count--;
    return *made->choices++ % count;
}

static void add(made_expression *made, const char *text) {
    size_t size = strlen(text);
    if (size > sizeof made->text - 1 - made->size) return;
    memcpy(made->text + made->size, text, size);
    made->size += size;
}

#define ADD_ONE_OF(made, list) add((made), (list)[choose((made), sizeof(list) / sizeof *(list))])

static void add_expression(made_expression *made, unsigned depth);

/* Values that are odd in some way: limits of types, special numbers, wide characters, empty things. */
static void add_literal(made_expression *made) {
    static const char *const literals[] = {
        "1",
        "0",
        "-1",
        "true",
        "false",
        "null",
        "''",
        "'a'",
        "1u",
        "0u",
        "1.5",
        "0.0",
        "[]",
        "{}",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615u",
        "1e308",
        "5e-324",
        "-0.0",
        "0x10",
        "b''",
        "b'a\\xff'",
        "'\\u20ac\\U0001F600'",
        "'a,b,c'",
        "'%s %d %.3f %x %e'",
        "'1970-01-01T00:00:00Z'",
        "'9999-12-31T23:59:59.999999999Z'",
        "'2023-01-01T00:00:00-23:59'",
        "'1h1m1.5s'",
        "'2562047h47m16.854775807s'",
        "'Europe/Berlin'",
        "'+01:00'",
        "':'",
        "'../x'",
        "'a*(b|c)+'",
        "'('",
        "'[a-z]{3}'",
        "'\\\\pL{9}'",
        "'a{1000}b{1000}'",
        "'127.0.0.1'",
        "'::1/64'",
        "'YWJj'",
        "'1_0'",
        "'0x1p-2'",
        "'inf'",
        "'true'",
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'",
        "\"\"\"q\n\"\"\"",
        "r'\\n'",
        "int",
        "string",
        "list",
        "google.protobuf.Timestamp",
        "type(1)",
        "timestamp(0)",
        "duration('1ns')",
        "timestamp('0001-01-01T00:00:00Z')",
        "optional.none()",
        "optional.of(1)",
        "optional.of(optional.of('a'))",
        "[1, 1u, 1.0]",
        "['a', 'b', 'a']",
        "[[1], [2, [3]]]",
        "{'a': 1, 'b': [2]}",
        "{1: 1, 1u: 2, true: 3}",
        "[optional.of(1)]",
        "{'a': {'b': {'c': 1}}}",
        "0.0 / 0.0",
        "1.0 / 0.0",
        "[0.0 / 0.0]",
    };
    ADD_ONE_OF(made, literals);
}

static void add_name(made_expression *made) {
    static const char *const names[] = { "x",    "y",      "z",          "list", "map",
                                         "text", "status", "metadata",   ".x",   "missing",
                                         "a.b",  "self",   "__result__", "v",    "w" };
    ADD_ONE_OF(made, names);
}

static void add_field(made_expression *made) {
    static const char *const fields[] = { ".a",    ".b",    ".conditions", ".type",  ".?a",
                                          "[0]",   "['a']", "[?0]",        "[?'a']", "[-1]",
                                          "[1.0]", "[0u]",  "[x]",         "[null]", ".`a-b`" };
    ADD_ONE_OF(made, fields);
}

/* A literal of the type that starts with that word, or an expression of any. */
static void add_fitting(made_expression *made, const char *type, unsigned depth) {
    static const struct {
        const char *type, *literals[6];
    } fitting[] = {
        { "string", { "'a,b'", "text", "'\\u20ac x'", "y", "''", "'a(b|c)'" } },
        { "int", { "1", "0", "-1", "3", "9223372036854775807", "list[0]" } },
        { "uint", { "1u", "0u", "2u", "7u", "18446744073709551615u", "uint(x)" } },
        { "double", { "1.5", "0.0", "-2.5", "1e300", "0.1", "double(x)" } },
        { "bytes", { "b'a'", "b''", "b'\\xff'", "bytes(text)", "b'abc'", "b'YQ=='" } },
        { "bool", { "true", "false", "x == 1", "true", "false", "has(map.a)" } },
        { "list", { "list", "['a', 'b']", "[]", "z", "[1, 1u]", "[[1], [2]]" } },
        { "map", { "map", "{}", "{'a': 1}", "status", "{1: 2, 2u: 3}", "metadata" } },
        { "timestamp",
          { "timestamp(0)", "timestamp('2024-02-29T10:20:30.5+01:00')", "timestamp(253402300799)",
            "timestamp(-62135596800)", "timestamp(x)", "timestamp(1)" } },
        { "duration",
          { "duration('1s')", "duration('-1h0.5s')", "duration('0')", "duration('2562047h')",
            "duration('1ns')", "duration('1.5ms')" } },
        { "optional",
          { "optional.of(1)", "optional.none()", "map[?'a']", "list[?9]", "optional.of('a')",
            "optional.of([])" } },
        { "net.IP",
          { "ip('127.0.0.1')", "ip('::1')", "ip('10.0.0.1')", "ip('ff02::1')", "ip('::')",
            "ip('255.255.255.255')" } },
        { "net.CIDR",
          { "cidr('10.0.0.0/8')", "cidr('::/0')", "cidr('10.1.2.3/31')", "cidr('fe80::/10')",
            "cidr('0.0.0.0/0')", "cidr('::1/128')" } },
    };
    bool fits = choose(made, 4) > 0;
    for (size_t i = 0; fits && i < sizeof fitting / sizeof *fitting; i++) {
        if (strncmp(type, fitting[i].type, strlen(fitting[i].type)) != 0) continue;
        add(made, fitting[i].literals[choose(made, 6)]);
        return;
    }
    add_expression(made, depth);
}

/* The next of "(string, list(int)) -> int"; "" when there are no more. */
static const char *next_type(const char *at) {
    int inside = 0;
    for (at++; *at && (inside > 0 || (*at != ',' && *at != ')')); at++)
        inside += (*at == '(') - (*at == ')');
    return *at == ',' ? at + 2 : "";
}

static void add_call(made_expression *made, unsigned depth) {
    vitals_cel_function function;
    char signature[128];
    size_t index = choose(made, 256);
    while (!vitals_cel_function_at(made->environment, index, &function, sizeof function, signature,
                                   sizeof signature))
        index /= 2;
    if (function.hidden) {
        add_expression(made, depth);
        return;
    }
    const char *type = signature + 1;
    bool member = choose(made, 20) == 1 ? !function.member : function.member;
    if (member && *type != ')') {
        add_fitting(made, type, depth);
        add(made, ".");
        type = next_type(type);
    }
    add(made, function.name);
    add(made, "(");
    for (unsigned i = 0; *type && *type != ')'; i++, type = next_type(type)) {
        if (i > 0) add(made, ", ");
        add_fitting(made, type, depth);
    }
    if (choose(made, 40) == 1) add(made, ", 1");
    add(made, ")");
}

static void add_macro(made_expression *made, unsigned depth) {
    static const char *const macros[] = {
        ".all(v, ",
        ".exists(v, ",
        ".exists_one(v, ",
        ".map(v, ",
        ".filter(v, ",
        ".map(v, v == v, ",
        ".optMap(v, ",
        ".optFlatMap(v, ",
        ".all(v, w, ",
        ".exists(v, w, ",
        ".transformList(v, w, ",
        ".transformMap(v, w, ",
        ".transformMap(v, w, v != w, ",
        ".transformMapEntry(v, w, ",
        ".existsOne(v, w, ",
    };
    add_expression(made, depth);
    ADD_ONE_OF(made, macros);
    add_expression(made, depth);
    add(made, ")");
}

static void add_special(made_expression *made, unsigned depth) {
    static const char *const opens[] = { "has(",           "cel.bind(v, ", "cel.block([",
                                         "math.greatest(", "math.least(",  "optional.of(",
                                         "dyn(",           "type(" };
    static const char *const ends[] = { ")", ", v)", "], cel.index(0))", ")", ")", ")", ")", ")" };
    unsigned which = choose(made, sizeof opens / sizeof *opens);
    add(made, opens[which]);
    if (which == 0) {
        add_name(made);
        add_field(made);
    } else {
        add_expression(made, depth);
        if (which == 3 || which == 4) {
            add(made, ", ");
            add_expression(made, depth);
        }
    }
    add(made, ends[which]);
}

static void add_operation(made_expression *made, unsigned depth) {
    static const char *const operators[] = { " == ", " != ", " < ",     " <= ",  " > ",  " >= ",
                                             " + ",  " - ",  " * ",     " / ",   " % ",  " && ",
                                             " || ", " in ", " ? x : ", " && !", " == -" };
    add(made, "(");
    add_expression(made, depth);
    ADD_ONE_OF(made, operators);
    add_expression(made, depth);
    add(made, ")");
}

static void add_aggregate(made_expression *made, unsigned depth) {
    bool is_map = choose(made, 2) != 0;
    unsigned count = choose(made, 12) == 1 ? 12 : choose(made, 4);
    add(made, is_map ? "{" : "[");
    for (unsigned i = 0; i < count; i++) {
        if (choose(made, 10) == 1) add(made, "?");
        add_expression(made, depth);
        if (is_map) {
            add(made, ": ");
            add_expression(made, depth);
        }
        add(made, ", ");
    }
    add(made, is_map ? "}" : "]");
}

static void add_selection(made_expression *made, unsigned depth) {
    if (choose(made, 2))
        add_name(made);
    else
        add_expression(made, depth);
    unsigned count = 1 + choose(made, 3);
    while (count-- > 0) add_field(made);
}

static void add_atom(made_expression *made) {
    if (choose(made, 3))
        add_literal(made);
    else
        add_name(made);
}

/* Broken on purpose, now and then. */
static void add_noise(made_expression *made) {
    static const char *const noise[] = { "(",  ")", "]", ".", ",", "'",    "#",   "&&", "in", "{",
                                         "\n", "?", "!", "-", "_", "\xFF", "for", "//", "`" };
    ADD_ONE_OF(made, noise);
}

static void add_expression(made_expression *made, unsigned depth) {
    static void (*const forms[])(made_expression *, unsigned) = {
        add_call,  add_call,    add_call,      add_macro,     add_operation,
        add_macro, add_special, add_aggregate, add_operation, add_selection,
    };
    if (depth == 0 || made->size > sizeof made->text / 2 || choose(made, 8) == 0) {
        add_atom(made);
        return;
    }
    if (choose(made, 150) == 1) add_noise(made);
    forms[choose(made, sizeof forms / sizeof *forms)](made, depth - 1);
}

void make_expression(made_expression *made, const uint8_t *choices, size_t count) {
    made->choices = choices;
    made->choice_count = count;
    made->size = 0;
    made->environment = (vitals_cel_environment)choose(made, VITALS_CEL_ENVIRONMENT_COUNT);
    made->check = choose(made, 4) == 1;
    add_expression(made, 2 + choose(made, 4));
    made->text[made->size] = '\0';
}
