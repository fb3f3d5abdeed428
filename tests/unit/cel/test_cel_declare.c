/* Declarations for the checker: the types they give expressions, and the errors in them. */
#include "support/table.h"

#include <stdio.h>

#include <vitals/cel.h>

#include "base/memory/buffer.h"

#define WIDGET                                                                                     \
    "message Widget { name: string, count: wrapper(int), parts: list(Part), `a-b`: bool }\n"       \
    "message Part { size: int }\nw: Widget\n"
#define PAIR "opaque pair(A, B)\npair(A, B): pair(A, B)\nswap(pair(A, B)): pair(B, A)\n"

static const struct row {
    TABLE_ROW;
    vitals_cel_environment environment;
    const char *declarations;
    const char *expression;
    const char *type; /* deduced, or NULL */
    const char *text; /* the first line of the diagnostic after its position, or NULL */
    uint32_t line, column;
} rows[] = {
#define TYPE(declarations, expression, type)                                                       \
    { expression, VITALS_CEL_ENVIRONMENT_FLUX, declarations, expression, type, NULL, 0, 0 }
#define SPEC(declarations, expression, type)                                                       \
    {                                                                                              \
        expression " (spec)", VITALS_CEL_ENVIRONMENT_SPEC, declarations, expression, type, NULL,   \
            0, 0                                                                                   \
    }
#define WRONG(declarations, expression, text)                                                      \
    { expression, VITALS_CEL_ENVIRONMENT_FLUX, declarations, expression, NULL, text, 0, 0 }
#define BAD(declarations, text, line, column)                                                      \
    { declarations, VITALS_CEL_ENVIRONMENT_FLUX, declarations, "1", NULL, text, line, column }
    /* clang-format off */
    TYPE("x: int", "x + 1", "int"), TYPE("a.b: list(string)", "a.b[0]", "string"), TYPE("x: dyn y: map(string, uint)", "y.k", "uint"),
    TYPE("// of the object\nself: map(string, dyn) // all of it", "self.a", "dyn"), TYPE("x: optional_type(int)", "x.orValue(1)", "int"),
    TYPE("t: timestamp d: google.protobuf.Duration", "t + d", "google.protobuf.Timestamp"), TYPE("t: type(int)", "t == int", "bool"),
    TYPE("message: string", "message.size()", "int"), TYPE("opaque: bytes", "opaque", "bytes"), TYPE("x: null_type", "x", "null_type"),
    TYPE("self: int", "self", "int"), TYPE("", "self", "map(string, dyn)"), TYPE("x: net.IP", "x", "net.IP"),
    /* messages */
    TYPE(WIDGET, "w", "Widget"), TYPE(WIDGET, "w.name", "string"), TYPE(WIDGET, "w.parts.map(p, p.size)", "list(int)"), TYPE(WIDGET, "has(w.count)", "bool"),
    TYPE(WIDGET, "w.?count", "optional_type(wrapper(int))"), TYPE(WIDGET, "w == null", "bool"), TYPE(WIDGET, "Widget", "type(Widget)"),
    SPEC(WIDGET, "w.`a-b`", "bool"), SPEC(WIDGET, "[w, null]", "list(Widget)"), SPEC(WIDGET, "optional.of(w).parts[0].size", "optional_type(int)"),
    WRONG(WIDGET, "w.nam", "undefined field 'nam'"), WRONG(WIDGET, "has(w.nam)", "undefined field 'nam'"), WRONG(WIDGET, "w.name.x", "type 'string' does not support field selection"),
    WRONG(WIDGET, "w['name']", "found no matching overload for '_[_]' applied to '(Widget, string)'"), WRONG(WIDGET, "w == w.parts[0]", "found no matching overload for '_==_' applied to '(Widget, Part)'"),
    WRONG(WIDGET, "Widget{name: 1}", "expected type of field 'name' is 'string' but provided type is 'int'"), WRONG(WIDGET, "Widget{nam: 1}", "undefined field 'nam'"),
    WRONG(WIDGET, "Widget{name: 'a', count: null}", "unknown type: Widget"), WRONG(WIDGET, "Widget{?name: 'a'}", "expected type 'optional_type(string)' but found 'string'"),
    WRONG(WIDGET, "Gadget{}", "undeclared reference to 'Gadget' (in container '')"),
    TYPE("message opaque {} x: opaque message Mm { f: opaque g: int } m: Mm", "m.g", "int"), TYPE("x: message message message { f: int } message Mm { g: message } m: Mm", "m.g.f", "int"),
    TYPE("message a.opaque {} f(int): a.opaque message Mm { g: int } m: Mm", "m.g", "int"),
    TYPE("message c.M { f: int } x: c.M", "x", "c.M"), TYPE("message Mm {} x: Mm", "x", "Mm"),
    /* wrappers */
    TYPE("x: wrapper(int)", "x", "wrapper(int)"), TYPE("x: wrapper(int)", "-x", "int"), TYPE("x: wrapper(bool)", "x ? 1 : 2", "int"), TYPE("x: wrapper(int)", "[1, x]", "list(int)"),
    SPEC("x: wrapper(int)", "[1, x]", "list(wrapper(int))"), SPEC("x: wrapper(int)", "[null, x, 1]", "list(wrapper(int))"), SPEC("x: wrapper(int)", "[x, 'a']", "list(dyn)"),
    SPEC("x: wrapper(int)", "true ? 1 : x", "wrapper(int)"), TYPE("x: wrapper(int)", "true ? 1 : x", "int"), TYPE("x: list(wrapper(int))", "null in x", "bool"),
    WRONG("x: wrapper(int)", "x == 'a'", "found no matching overload for '_==_' applied to '(wrapper(int), string)'"), WRONG("x: wrapper(int)", "x.value", "type 'wrapper(int)' does not support field selection"),
    WRONG("x: wrapper(int)", "[x, null]", "expected type 'wrapper(int)' but found 'null'"),
    /* functions */
    TYPE("f(string, int): bool", "f('a', 1)", "bool"), TYPE("f(int): bool f(string): int", "f('a')", "int"), TYPE("f(int): bool f(string): int", "f(self.a)", "dyn"),
    TYPE("string.shout(): string", "'a'.shout()", "string"), TYPE("list(A).head(): A", "[1].head()", "int"), TYPE(WIDGET "Widget.grow(int): Widget", "w.grow(1).name", "string"),
    TYPE("f(A): list(A)", "f(f('a'))", "list(list(string))"), TYPE("f(A, B): map(A, B)", "f(1, 'a')", "map(int, string)"), TYPE("none(int): A", "[1].map(x, none(x))", "list(dyn)"),
    TYPE(PAIR, "swap(pair(1, 'a'))", "pair(string, int)"), TYPE("size(pair(A, A)): A opaque pair(A, B) p: pair(int, int)", "size(p) + size('a')", "int"),
    TYPE("a.f(int): string", "a.f(1)", "string"), WRONG("f(int): bool", "f('a')", "found no matching overload for 'f' applied to '(string)'"),
    WRONG("string.f(): int", "f('a')", "found no matching overload for 'f' applied to '(string)'"), WRONG(PAIR, "swap(1)", "found no matching overload for 'swap' applied to '(int)'"),
    WRONG("f(): int", "f()", "no such overload: f()"),
    TYPE(WIDGET, "'%d %b %s'.format([w.count, w.count, w.count])", "string"), WRONG(WIDGET, "'%d'.format([w.name])", "1:15: error during formatting: decimal clause can only be used on ints, uints, and doubles, was given string"),
    WRONG(WIDGET, "'%x'.format([w])", "1:14: error during formatting: only ints, uints, bytes, and strings can be formatted as hex, was given Widget"),
    WRONG(PAIR, "'%x'.format([pair(1, 2)])", "1:18: error during formatting: only ints, uints, bytes, and strings can be formatted as hex, was given pair"),
    /* mistakes */
    BAD("x", "expected ':' or '(' but found the end of the text", 1, 2), BAD("x: ", "expected a name but found the end of the text", 1, 4), BAD("x: int\n  y: strng", "unknown type 'strng'", 2, 6),
    BAD("x: list", "wrong number of type parameters for 'list': expected 1, got 0", 1, 4), BAD("x: map(int)", "wrong number of type parameters for 'map': expected 2, got 1", 1, 4), BAD("x: int(int)", "wrong number of type parameters for 'int': expected 0, got 1", 1, 4),
    BAD("x: wrapper(list(int))", "wrapper() takes bool, bytes, double, int, string or uint", 1, 4), BAD("x: list(int", "expected ')' but found the end of the text", 1, 12),
    BAD("x: A", "type parameter 'A' is only allowed in functions", 1, 4), BAD("message Mm { f: A }", "type parameter 'A' is only allowed in functions", 1, 17), BAD("f(A(int)): int", "wrong number of type parameters for 'A': expected 0, got 1", 1, 3),
    BAD("x: int\nx: uint", "'x' is already declared", 2, 1), BAD("message Mm {} opaque Mm", "'Mm' is already declared", 1, 22), BAD("message int {}", "'int' is already declared", 1, 9), BAD("message T {}", "'T' is reserved for type parameters", 1, 9), BAD("opaque T", "'T' is reserved for type parameters", 1, 8),
    BAD("message Mm { f: int, f: int }", "'f' is already declared", 1, 22), BAD("f(int): int f(int): uint", "'f' is already declared", 1, 13), BAD("size(string): int", "'size' is already declared", 1, 1),
    BAD("opaque p(A, B, C, D)", "more than 3 parameters", 1, 19), BAD("opaque p(int)", "expected a capital letter but found 'int'", 1, 10), BAD("opaque p(A) x: p", "wrong number of type parameters for 'p': expected 1, got 0", 1, 16),
    BAD("message Mm { 1: int }", "expected a field name but found '1'", 1, 14), BAD("message Mm f: int", "expected '{' but found 'f'", 1, 12), BAD("f(int) int", "expected ':' but found 'int'", 1, 8),
    BAD("x: int # y", "Syntax error: token recognition error at: '#'", 1, 8), BAD("a . b: int", "expected ':' or '(' but found '.'", 1, 3), BAD("if(int).f(): int", "unknown type 'if'", 1, 1),
    BAD("f(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int): int", "more than 16 types", 1, 83),
    /* clang-format on */
};

/* Compile: the program or NULL, and the diagnostic. */
static vitals_cel_program *compile(const struct row *row, vitals_text declarations,
                                   vitals_diagnostics *diagnostics) {
    static const vitals_text self = { "self", 4 };
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.environment = row->environment;
    options.check = true;
    options.variables = &self;
    options.variable_count = 1;
    options.declarations = declarations;
    vitals_status status = vitals_cel_compile(
        (vitals_text){ row->expression, strlen(row->expression) }, &options, &program, diagnostics);
    assert_int_equal(status, program ? VITALS_OK : VITALS_ESYNTAX);
    return program;
}

static void expect_wrong(const struct row *row, const vitals_diagnostics *diagnostics) {
    const vitals_diagnostic *reported = vitals_diagnostics_at(diagnostics, 0);
    const char *end = strchr(reported->text.bytes, '\n');
    size_t size = end ? (size_t)(end - reported->text.bytes) : reported->text.size;
    size_t wanted = strlen(row->text);
    assert_true(size >= wanted);
    assert_memory_equal(reported->text.bytes + size - wanted, row->text, wanted);
    if (row->line == 0) return;
    assert_string_equal(reported->rule, "cel-declarations");
    assert_int_equal(reported->line, row->line);
    assert_int_equal(reported->column, row->column);
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_text declarations = { row->declarations, strlen(row->declarations) };
    vitals_diagnostics *diagnostics = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_cel_program *program = compile(row, declarations, diagnostics);
    char type[128] = "";
    if (program) vitals_cel_program_type(program, type, sizeof type);
    if (row->type)
        assert_string_equal(type, row->type);
    else
        expect_wrong(row, diagnostics);
    vitals_cel_program_free(program);
    vitals_diagnostics_free(diagnostics);
}

/* ---------------------------------------------------------------- limits */

/* list(list(…int)), with `count` names. */
static void write_type(vt_buffer *out, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) vt_buffer_add(out, VT_TEXT("list("));
    vt_buffer_add(out, VT_TEXT("int"));
    for (uint32_t i = 1; i < count; i++) vt_buffer_add_byte(out, ')');
}

static void write_deep(vt_buffer *out, uint32_t count) {
    vt_buffer_add(out, VT_TEXT("x: "));
    write_type(out, count);
}

static void write_overloads(vt_buffer *out, uint32_t count) {
    for (uint32_t i = 1; i <= count; i++) {
        vt_buffer_add(out, VT_TEXT("f("));
        write_type(out, i);
        vt_buffer_add(out, VT_TEXT("): int "));
    }
}

static void write_comment(vt_buffer *out, uint32_t count) {
    vt_buffer_add(out, VT_TEXT("//"));
    for (uint32_t i = 2; i < count; i++) vt_buffer_add_byte(out, 'x');
}

static const struct limit {
    struct row row; /* the error for one more */
    void (*write)(vt_buffer *out, uint32_t count);
    uint32_t most;
} limits[] = {
    { BAD("parts", "a type has more than 256 parts", 1, 1284), write_deep, 256 },
    { BAD("overloads", "more than 24 overloads of 'f'", 1, 1945), write_overloads, 24 },
    { BAD("code points",
          "declarations have more than 100000 code points (limit cel_expression_code_points)", 1,
          1),
      write_comment, 100000 },
};

static void check_limit(void **state) {
    const struct limit *limit = *state;
    for (uint32_t i = 0; i < 2; i++) {
        vitals_diagnostics *diagnostics = NULL;
        vt_buffer text;
        vt_buffer_init(&text, NULL, SIZE_MAX / 2);
        limit->write(&text, limit->most + i);
        assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
        vitals_cel_program *program = compile(&limit->row, vt_buffer_text(&text), diagnostics);
        assert_int_equal(program != NULL, i == 0);
        if (i == 1) expect_wrong(&limit->row, diagnostics);
        vitals_cel_program_free(program);
        vitals_diagnostics_free(diagnostics);
        vt_buffer_done(&text);
    }
}

/* Types of declarations live as long as the program; without `check` there is no use for them. */
static void unchecked(void **state) {
    vitals_cel_options options = VITALS_CEL_OPTIONS_INIT;
    vitals_cel_program *program = NULL;
    options.declarations = VT_TEXT("x: int");
    (void)state;
    assert_int_equal(vitals_cel_compile(VT_TEXT("1"), &options, &program, NULL), VITALS_EINVAL);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(unchecked) };
    int failed = TABLE_RUN("cel declarations", check, rows);
    failed += TABLE_RUN("limits of cel declarations", check_limit, limits);
    return failed + cmocka_run_group_tests(others, NULL, NULL);
}
