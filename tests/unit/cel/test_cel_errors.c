/* What cel-go blames: the name in an error, the type name of a bad index, and which calls fail at
** construction. */
#include "support/cel.h"
#include "support/table.h"

#define VARIABLES                                                                                  \
    "{\"n\":1,\"y\":\"a\",\"z\":null,\"l\":[1,2],\"ll\":[[1],{\"q\":[1],\"r\":{}}],"               \
    "\"mm\":{\"k\":{\"q\":[1]}},\"x\":{\"a\":1,\"b\":[1,2]},\"x.d\":{\"e\":[1]},"                  \
    "\"metadata\":{\"name\":\"q\"}}"
#define UNKNOWN "no such attribute(s): "
#define INDEX "invalid qualifier type: "
#define CALL "no such overload: "
#define OPTIONAL "cannot initialize optional "

static const struct row {
    TABLE_ROW;
    const char *expression;
    const char *outcome;
    const char *text;
} rows[] = {
#define VALUE(expression, text)                                                                    \
    { expression, expression, "value", text }
#define ERROR(expression, text)                                                                    \
    { expression, expression, "eval_error", text }
#define FOLDED(expression, text)                                                                   \
    { expression, expression, "program_error", text }
    /* clang-format off */
    /* an index that is an unknown name: the error names the indexed attribute when its name may be longer */
    ERROR("(metadata.name)[status.missing]", UNKNOWN "metadata.name"), ERROR("x.a[missing]", UNKNOWN "x.a"),
    ERROR("x.b[0][missing]", UNKNOWN "x.b"), ERROR("x.?b[missing]", UNKNOWN "x.b"), ERROR("x[?'b'][missing]", UNKNOWN "x.b"),
    ERROR("x.b[missing][other]", UNKNOWN "x.b"), ERROR("x.b[has(missing.x)]", UNKNOWN "x.b"), ERROR("has(x.a[missing].b)", UNKNOWN "x.a"),
    ERROR("x.a[true ? missing : 2]", UNKNOWN "x.a"), ERROR("x.a[[1][missing]]", UNKNOWN "x.a"), ERROR("x.a[y[missing]]", UNKNOWN "x.a"),
    ERROR("[x].map(i, i.a[missing])", UNKNOWN "i.a"), ERROR("(true ? x : l).a[missing]", UNKNOWN "x.a"),
    ERROR("x[missing]", UNKNOWN "missing"), ERROR("[1][missing]", UNKNOWN "missing"), ERROR("{1: 1}[missing]", UNKNOWN "missing"),
    ERROR("x.a[missing ? 1 : 2]", UNKNOWN "missing"), ERROR("x.a[string(missing)]", UNKNOWN "missing"),
    ERROR("x.a[true ? string(missing) : 2]", UNKNOWN "missing"), ERROR("x.b[[missing][0]]", UNKNOWN "missing"),
    ERROR("x.b[missing + 1]", UNKNOWN "missing"), ERROR("x.a[x.q]", "no such key: q"), ERROR("x.q[missing]", "no such key: q"),
    ERROR("x.d[missing]", "no such key: d"), ERROR("x.d.e[0][missing]", "no such key: d"), VALUE("x.?q[missing]", "optional.none()"),
    /* a select from a conditional applies to its branches */
    ERROR("(true ? missing : l).a.b[1]", UNKNOWN "missing.a.b"), VALUE("(true ? x : l).d.e", "[1]"), VALUE("has((true ? x : l).d.e)", "true"), VALUE("has(has(x.a))", "true"),
    VALUE("(true ? (false ? 1 : x) : l).?d.e[0]", "1"), VALUE("(false ? x : l)[0]", "1"), ERROR("(1 ? x : l).a", "no such overload"),
    /* values that cannot be an index */
    ERROR("x[x]", INDEX "map[string]interface {}"), ERROR("[1][l]", INDEX "[]interface {}"), ERROR("x[z]", INDEX "<nil>"),
    ERROR("x[mm[dyn('k')].q]", INDEX "[]interface {}"), ERROR("x[(true ? x : n).b]", INDEX "[]interface {}"), ERROR("x[?l]", INDEX "[]interface {}"),
    ERROR("mm.map(i, x[mm[i]])", INDEX "map[string]interface {}"), ERROR("n[l]", INDEX "[]interface {}"),
    ERROR("x[ll[0u]]", INDEX "*types.baseList"), ERROR("x[ll[0.0]]", INDEX "*types.baseList"), ERROR("x[ll[0]]", INDEX "[]interface {}"),
    ERROR("x[dyn(l)]", INDEX "*types.baseList"), ERROR("ll.map(i, x[i])", INDEX "*types.baseList"), ERROR("x[[n]]", INDEX "*types.baseList"),
    ERROR("[ll[1]].map(i, x[i.r])", INDEX "*types.baseMap"), ERROR("x[{'k': x}.k]", INDEX "*types.baseMap"), ERROR("x[{'a': n}]", INDEX "*types.baseMap"),
    ERROR("x[l + l]", INDEX "*types.concatList"), ERROR("x[[l + l][0]]", INDEX "*types.concatList"), ERROR("x[l + []]", INDEX "*types.baseList"),
    ERROR("x[bytes(y)]", INDEX "types.Bytes"), ERROR("x[timestamp(n)]", INDEX "types.Timestamp"), ERROR("x[metadata.?name]", INDEX "*types.Optional"),
    FOLDED("x[[1]]", INDEX "*types.baseList"), FOLDED("x[null]", INDEX "types.Null"), FOLDED("x[duration('1s')]", INDEX "types.Duration"),
    ERROR("x[int]", INDEX "*types.Type"), ERROR("x[type]", INDEX "*types.Type"), ERROR("[1][int]", INDEX "*types.Type"),
    ERROR("x[?int]", INDEX "*types.Type"), ERROR("{int: 1}[int]", INDEX "*types.Type"), ERROR("x[type(n)]", INDEX "*types.Type"),
    ERROR("x[true ? type(1) : 1]", INDEX "*types.Type"), FOLDED("true || x[type(1)]", INDEX "*types.Type"), VALUE("true || x[int]", "true"),
    /* which of several comes first */
    FOLDED("x[null][b'a']", INDEX "types.Null"), FOLDED("f()[int('x')]", CALL "f()"), FOLDED("int('x')[f()]", "type conversion error from 'string' to 'int'"),
    /* a conversion of a literal that can only fail */
    FOLDED("bool([?2])", OPTIONAL "list element from non-optional value 2"), FOLDED("true || string([[?2]])", OPTIONAL "list element from non-optional value 2"),
    FOLDED("int({?1: 2})", OPTIONAL "entry '1' from non-optional value 2"), ERROR("[?2]", OPTIONAL "list element from non-optional value 2"),
    ERROR("bool([?optional.of(2)])", CALL "bool(list)"), FOLDED("type([?2])", OPTIONAL "list element from non-optional value 2"),
    /* known functions of another arity */
    FOLDED("size()", CALL "size()"), FOLDED("contains(y)", CALL "contains(arg)"), FOLDED("y.contains()", CALL "contains(arg)"),
    FOLDED("size(y, y)", CALL "size(lhs, rhs)"), FOLDED("y.size(y)", CALL "size(lhs, rhs)"), FOLDED("y.size(y, y)", CALL "size(...)"),
    FOLDED("true || missing.value(1)", CALL "value(lhs, rhs)"), FOLDED("sets.contains(l)", CALL "sets.contains(arg)"),
    FOLDED("optional.of(1, 2, 3)", CALL "optional.of(...)"), FOLDED("size(int('x'), 1)", "type conversion error from 'string' to 'int'"),
    ERROR("int(1, 2)", CALL "int(int, int)"), ERROR("y.substring()", CALL "substring(string)"), ERROR("format()", CALL "format()"),
    ERROR("y.format(y, n)", CALL "format(string, string, int)"), ERROR("optional.none(n)", CALL "optional.none(int)"),
    ERROR("y.or()", "no such overload"), ERROR("l.orValue()", CALL "orValue"), ERROR("l.or(1, 2)", CALL "or 2"),
    ERROR("l.matches('a')", "no such overload"), ERROR("l.matches(y)", CALL "matches"), ERROR("timestamp(n).matches(y)", "no such overload"),
    /* the number of an unknown call */
    ERROR("f(1, 2, 3)", CALL "f 1"), ERROR("1.f(2, 3)", CALL "f 2"), ERROR("1 + 1.f(2, 3)", CALL "f 4"), ERROR("!1.f(2, 3)", CALL "f 3"),
    ERROR("[l.all(i, true), f(1, 2, 3)]", CALL "f 13"), ERROR("[l.exists(i, true), f(1, 2, 3)]", CALL "f 14"),
    ERROR("[l.exists_one(i, true), f(1, 2, 3)]", CALL "f 17"), ERROR("[l.map(i, i), f(1, 2, 3)]", CALL "f 13"),
    ERROR("[l.map(i, true, i), f(1, 2, 3)]", CALL "f 16"), ERROR("[l.filter(i, true), f(1, 2, 3)]", CALL "f 15"),
    ERROR("[has(x.b), f(1, 2, 3)]", CALL "f 6"), ERROR("[true && false && true, f(1, 2, 3)]", CALL "f 7"), ERROR("[{?'a': x.?a}, f(1, 2, 3)]", CALL "f 8"),
    ERROR("[optional.of(x.b[0] + 1).optMap(v, v), f(1, 2, 3)]", CALL "f 30"), ERROR("[x.?b.optFlatMap(v, [v][?0]), f(1, 2, 3)]", CALL "f 22"),
    /* keys that only cel-go takes: the same object, and no other, is the same key */
    VALUE("{[]: 1}", "{[]: 1}"), VALUE("{[1]: 1, [1]: 2}.size()", "2"), VALUE("[1] in {[1]: 1}", "false"), VALUE("{l: 1} == {l: 1}", "false"),
    VALUE("[[]].all(k, k in {k: 1})", "true"), VALUE("{optional.of(1): 1, optional.of(1): 2}.size()", "2"), VALUE("{int: 1, int: 2}", "{int: 2}"),
    VALUE("timestamp('1970-01-01T01:00:00+01:00') in {timestamp(0): 1}", "false"), VALUE("'%s'.format([{{'a': 1}: 1, 'b': 2, 1.5: 3, null: 4}])", "\"{1.5: 3, b: 2, null: 4, {a: 1}: 1}\""),
    ERROR("{bytes(y): 1}", "unsupported key type: bytes"), ERROR("'%s'.format([{optional.none(): 1}])", "error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type"),
    /* the content of an optional is adapted anew when it comes from a name or a branch */
    VALUE("x.?a.optMap(v, type(v))", "optional.of(\"int\")"), VALUE("x.?a.optMap(v, x.?q)", "optional.of(null)"), VALUE("x.?a.optMap(v, x.?a)", "optional.of(1)"),
    VALUE("true ? optional.of(optional.of(1)) : 1", "optional.of(1)"), VALUE("[optional.of(int)].map(i, i.value())", "[\"int\"]"), VALUE("optional.of(int)", "optional.of(int)"),
    VALUE("optional.of(optional.of(x)).b", "optional.of([1, 2])"), VALUE("(true ? optional.of({'a': int}) : 1).a", "optional.of(int)"), VALUE("[optional.of(int)][0]", "optional.of(int)"),
    /* what is checked first of a range */
    ERROR("y.substring(5, 1)", "invalid substring range. start: 5, end: 1"), ERROR("y.substring(1, -2)", "invalid substring range. start: 1, end: -2"),
    ERROR("y.substring(0, 9)", "index out of range: 9"), ERROR("y.substring(-5, -3)", "index out of range: -5"),
    /* a leading dot makes a call of a macro, and has() of itself is itself */
    ERROR(".has(x.q)", "no such key: q"), ERROR(".has(x.a)", CALL "has"), FOLDED(".size(y, y)", CALL "size(lhs, rhs)"),
    /* base64: the errors are those of the decoder without padding */
    ERROR("base64.decode('a')", "illegal base64 data at input byte 0"), ERROR("base64.decode('ab=')", "illegal base64 data at input byte 2"),
    ERROR("base64.decode('ab==c')", "illegal base64 data at input byte 2"), ERROR("base64.decode('abcd\\na')", "illegal base64 data at input byte 5"),
    VALUE("base64.decode('ab=\\n=')", "b\"\\151\""),
    /* clang-format on */
};

static vitals_cel_batch *batch;

static void check(void **state) {
    const struct row *row = *state;
    cel_reply got = cel_evaluate_expression(batch, "flux", row->expression, VARIABLES);
    assert_string_equal(got.text.bytes, row->text);
    assert_string_equal(got.outcome.bytes, row->outcome);
    cel_reply_done(&got);
}

int main(void) {
    batch = cel_batch();
    int failed = TABLE_RUN("cel errors", check, rows);
    vitals_cel_batch_free(batch);
    return failed;
}
