/* Parse errors: texts, positions and limits. */
#include <stdio.h>
#include <stdlib.h>

#include "support/cel.h"
#include "support/table.h"

#define EXPECTED                                                                                   \
    "expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, "       \
    "NUM_UINT, STRING, BYTES, IDENTIFIER}"

/* clang-format off */
static const struct row {
    TABLE_ROW;
    const char *expression;
    const char *text;
} rows[] = {
    { "nothing", "", "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' " EXPECTED },
    { "an empty line", "\n", "ERROR: <input>:2:1: Syntax error: mismatched input '<EOF>' " EXPECTED "\n | \n | ^" },
    { "a dot at the end", "foo.", "ERROR: <input>:1:5: Syntax error: no viable alternative at input '.'\n | foo.\n | ....^" },
    { "two dots", "..x", "ERROR: <input>:1:2: Syntax error: no viable alternative at input '..'\n | ..x\n | .^" },
    { "two values", "a b", "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n | a b\n | ..^" },
    { "three values", "a b c", "ERROR: <input>:1:3: Syntax error: mismatched input 'b' expecting <EOF>\n | a b c\n | ..^" },
    { "an open list", "[1, 2", "ERROR: <input>:1:6: Syntax error: missing ']' at '<EOF>'\n | [1, 2\n | .....^" },
    { "an open call", "f(", "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | f(\n | ..^" },
    { "no comma at the end of a call", "f(1,)", "ERROR: <input>:1:5: Syntax error: mismatched input ')' " EXPECTED "\n | f(1,)\n | ....^" },
    { "a map without its colon", "{'a' 1}", "ERROR: <input>:1:6: Syntax error: missing ':' at '1'\n | {'a' 1}\n | .....^" },
    { "a ternary in the middle", "a ? b ? c : d : e", "ERROR: <input>:1:7: Syntax error: mismatched input '?' expecting ':'\n | a ? b ? c : d : e\n | ......^" },
    { "signs do not mix", "-!x", "ERROR: <input>:1:2: Syntax error: no viable alternative at input '-!'\n | -!x\n | .^" },
    { "a keyword as a field", "a.in", "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.in'\n | a.in\n | ..^\nERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' " EXPECTED "\n | a.in\n | ....^" },
    { "the second line", "a ==\n  b.", "ERROR: <input>:2:5: Syntax error: no viable alternative at input '.'\n |   b.\n | ....^" },
    { "one line after the other", "a == # b\n\n\t#\u00e9 + 1\n - # 3 #", "ERROR: <input>:1:6: Syntax error: token recognition error at: '#'\n | a == # b\n | .....^\nERROR: <input>:3:2: Syntax error: token recognition error at: '#'\n |  #\u00e9 + 1\n | .^\nERROR: <input>:3:3: Syntax error: token recognition error at: '\u00e9'\n |  #\u00e9 + 1\n | ..\uff3e\nERROR: <input>:4:4: Syntax error: token recognition error at: '#'\n |  - # 3 #\n | ...^\nERROR: <input>:4:8: Syntax error: token recognition error at: '#'\n |  - # 3 #\n | .......^" },
    { "wide characters get wide dots", "'\u00e9' b c", "ERROR: <input>:1:5: Syntax error: mismatched input 'b' expecting <EOF>\n | '\u00e9' b c\n | .\uff0e..^" },
    { "a reserved word", "a.for + for", "ERROR: <input>:1:9: reserved identifier: for\n | a.for + for\n | ........^" },
    { "has of a name", "has(a)", "ERROR: <input>:1:5: invalid argument to has() macro\n | has(a)\n | ....^" },
    { "has of a negative number", "has(-2)", "ERROR: <input>:1:5: invalid argument to has() macro\n | has(-2)\n | ....^" },
    { "a negative number that is too small", "-99999999999999999999", "ERROR: <input>:1:1: invalid int literal\n | -99999999999999999999\n | ^" },
    { "has of an index", "has(a[0])", "ERROR: <input>:1:6: invalid argument to has() macro\n | has(a[0])\n | .....^" },
    { "a loop variable that is not a name", "a.all(x.y, true)", "ERROR: <input>:1:8: argument must be a simple name\n | a.all(x.y, true)\n | .......^" },
    { "the same in map", "a.map(1, 2)", "ERROR: <input>:1:7: argument is not an identifier\n | a.map(1, 2)\n | ......^" },
    { "a reserved word as a loop variable", "a.map(if, 1)", "ERROR: <input>:1:7: reserved identifier: if\n | a.map(if, 1)\n | ......^\nERROR: <input>:1:7: argument is not an identifier\n | a.map(if, 1)\n | ......^" },
    { "a reserved word beside a mistake of syntax", "if )", "ERROR: <input>:1:1: reserved identifier: if\n | if )\n | ^\nERROR: <input>:1:4: Syntax error: extraneous input ')' expecting <EOF>\n | if )\n | ...^" },
    { "a macro that is not closed", "has(a[0]", "ERROR: <input>:1:6: invalid argument to has() macro\n | has(a[0]\n | .....^\nERROR: <input>:1:9: Syntax error: missing ')' at '<EOF>'\n | has(a[0]\n | ........^" },
    { "the accumulator", "a.exists(__result__, true)", "ERROR: <input>:1:10: iteration variable overwrites accumulator variable\n | a.exists(__result__, true)\n | .........^" },
    { "optMap of a field", "a.optMap(x.y, 1)", "ERROR: <input>:1:11: optMap() variable name must be a simple identifier\n | a.optMap(x.y, 1)\n | ..........^" },
    { "a number too large", "1 + 9223372036854775808", "ERROR: <input>:1:5: invalid int literal\n | 1 + 9223372036854775808\n | ....^" },
    { "a uint too large", "18446744073709551616u", "ERROR: <input>:1:1: invalid uint literal\n | 18446744073709551616u\n | ^" },
    { "a double too large", "1e999", "ERROR: <input>:1:1: invalid double literal\n | 1e999\n | ^" },
    { "a surrogate", "'\\uD800'", "ERROR: <input>:1:1: invalid unicode code point\n | '\\uD800'\n | ^" },
    { "a code point in bytes", "b'\\u0041'", "ERROR: <input>:1:1: unable to unescape string\n | b'\\u0041'\n | ^" },
    { "a quoted field where there are none", "a.`b`", "ERROR: <input>:1:3: unsupported syntax: '`'\n | a.`b`\n | ..^" },
    { "several at once, in order", "if + for", "ERROR: <input>:1:1: reserved identifier: if\n | if + for\n | ^\nERROR: <input>:1:6: reserved identifier: for\n | if + for\n | .....^" },
};

static vitals_diagnostics *diagnostics;

static vitals_status compile(vt_text expression) {
    vitals_cel_program *program = NULL;
    vitals_diagnostics_clear(diagnostics);
    vitals_status status = vitals_cel_compile(expression, NULL, &program, diagnostics);
    vitals_cel_program_free(program);
    return status;
}

static void check(void **state) {
    const struct row *row = *state;
    assert_int_equal(compile(vt_text_from(row->expression)), VITALS_ESYNTAX);
    assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
    const vitals_diagnostic *found = vitals_diagnostics_at(diagnostics, 0);
    assert_string_equal(found->rule, "cel-syntax");
    assert_string_equal(found->text.bytes, row->text);
}

/* Chains and nests at their limit, and one past it. */
static const struct limit_row {
    TABLE_ROW;
    const char *head, *repeated, *middle, *closing, *tail;
    size_t most;          /* repeats that parse */
    const char *text;     /* the error one past it; NULL: there is none */
} limit_rows[] = {
    { "nested parentheses", "", "(", "1", ")", "", 249, "ERROR: <input>:-1:0: expression recursion limit exceeded: 250" },
    { "nested lists", "", "[", "1", "]", "", 249, "ERROR: <input>:-1:0: expression recursion limit exceeded: 250" },
    { "nested calls", "", "f(", "1", ")", "", 249, "ERROR: <input>:-1:0: expression recursion limit exceeded: 250" },
    { "nested macros", "", "[1].all(x, ", "true", ")", "", 249, "ERROR: <input>:-1:0: expression recursion limit exceeded: 250" },
    { "ternaries", "", "a ? 1 : ", "2", "", "", 249, "ERROR: <input>:-1:0: expression recursion limit exceeded: 250" },
    { "selects", "x", ".a", "", "", "", 250, "ERROR: <input>:-1:0: max recursion depth exceeded" },
    { "indexes", "x", "[0]", "", "", "", 250, "ERROR: <input>:-1:0: max recursion depth exceeded" },
    { "additions", "1", "+1", "", "", "", 250, "ERROR: <input>:-1:0: max recursion depth exceeded" },
    { "relations", "true", "==true", "", "", "", 250, "ERROR: <input>:-1:0: max recursion depth exceeded" },
    { "or", "a", "||a", "", "", "", 5000, NULL },
    { "and", "a", "&&a", "", "", "", 5000, NULL },
    { "not", "", "!", "true", "", "", 5000, NULL },
    { "list elements", "[1", ",1", "]", "", "", 5000, NULL },
    { "call arguments", "f(1", ",1", ")", "", "", 5000, NULL },
};

/* Copy a text with its terminator; returns where the next one goes. */
static char *append(char *end, const char *text) {
    size_t size = strlen(text);
    memcpy(end, text, size + 1);
    return end + size;
}

static char *repeat(const struct limit_row *row, size_t count) {
    size_t size = strlen(row->head) + strlen(row->middle) + strlen(row->tail) +
                  count * (strlen(row->repeated) + strlen(row->closing)) + 1;
    char *text = malloc(size), *end = text;
    assert_non_null(text);
    end = append(end, row->head);
    for (size_t i = 0; i < count; i++) end = append(end, row->repeated);
    end = append(end, row->middle);
    for (size_t i = 0; i < count; i++) end = append(end, row->closing);
    append(end, row->tail);
    return text;
}

static void check_limit(void **state) {
    const struct limit_row *row = *state;
    char *text = repeat(row, row->most);
    assert_int_equal(compile(vt_text_from(text)), VITALS_OK);
    free(text);
    if (!row->text) return;
    text = repeat(row, row->most + 1);
    assert_int_equal(compile(vt_text_from(text)), VITALS_ESYNTAX);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->text.bytes, row->text);
    free(text);
}

static void too_long(void **state) {
    (void)state;
    vt_buffer text;
    vt_buffer_init(&text, NULL, SIZE_MAX / 2);
    vt_buffer_add_repeated(&text, ' ', 99999);
    vt_buffer_add_byte(&text, '1');
    assert_int_equal(compile(vt_buffer_text(&text)), VITALS_OK);
    vt_buffer_add_byte(&text, '1');
    assert_int_equal(compile(vt_buffer_text(&text)), VITALS_ESYNTAX);
    assert_string_equal(vitals_diagnostics_at(diagnostics, 0)->text.bytes,
                        "ERROR: <input>:-1:0: expression code point size exceeds limit: size: "
                        "100001, limit 100000");
    vt_buffer_done(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(too_long) };
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    int failed = TABLE_RUN("cel parse errors", check, rows);
    failed += TABLE_RUN("cel limits of the grammar", check_limit, limit_rows);
    failed += cmocka_run_group_tests_name("cel limits of the text", tests, NULL, NULL);
    vitals_diagnostics_free(diagnostics);
    return failed;
}
