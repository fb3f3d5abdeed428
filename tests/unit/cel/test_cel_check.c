/* The compiled mode: deduced types, and what does not check. x is a map(string, dyn), as Flux declares
** its variables. */
#include "support/cel.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *environment;
    const char *expression;
    const char *type; /* deduced, or NULL */
    const char *text; /* the first line of the issue after its position, or NULL */
    uint32_t count;   /* of issues; 0: any */
} rows[] = {
#define TYPE(expression, type)                                                                     \
    { expression, "flux", expression, type, NULL, 0 }
#define SPEC(expression, type)                                                                     \
    { expression " (spec)", "spec", expression, type, NULL, 0 }
#define WRONG(expression, text)                                                                    \
    { expression, "flux", expression, NULL, text, 0 }
#define ISSUES(count, expression)                                                                  \
    { expression, "flux", expression, NULL, "", count }
    /* clang-format off */
    TYPE("1", "int"), TYPE("1u", "uint"), TYPE("1.0", "double"), TYPE("'a'", "string"), TYPE("b'a'", "bytes"),
    TYPE("null", "null_type"), TYPE("true && false", "bool"), TYPE("[1]", "list(int)"), TYPE("[]", "list(dyn)"),
    TYPE("{'a': 1}", "map(string, int)"), TYPE("{}", "map(dyn, dyn)"), TYPE("x", "map(string, dyn)"), TYPE("x.a", "dyn"),
    TYPE("x.a == true", "bool"), TYPE("x.a + 1", "int"), TYPE("int", "type(int)"), TYPE("type(1)", "type(int)"),
    TYPE("[1, 2].map(e, string(e))", "list(string)"), TYPE("[1].filter(e, e > 0)", "list(int)"), TYPE("x.l.all(e, e.a)", "bool"),
    TYPE("[1][0]", "int"), TYPE("{'a': 1}['a']", "int"), TYPE("{'a': 1}.a", "int"), TYPE("{'a': 1}.?a", "optional_type(int)"),
    TYPE("x.?a.b", "optional_type(dyn)"), TYPE("optional.of(1).orValue(2)", "int"), TYPE("[1, 2][?0]", "optional_type(int)"),
    TYPE("optional.of(1).optMap(v, string(v))", "optional_type(string)"), TYPE("true ? 1 : 2", "int"), TYPE("1 < 1.0", "bool"),
    TYPE("timestamp(0) - timestamp(0)", "google.protobuf.Duration"), TYPE("timestamp(0) + duration('1s')", "google.protobuf.Timestamp"), TYPE("'a,b'.split(',')", "list(string)"),
    TYPE("size('a') + 'a'.size()", "int"), TYPE("dyn(1)", "dyn"), TYPE("1 in [1]", "bool"), TYPE("x.a.matches('b')", "bool"),
    SPEC("[1, 'a']", "list(dyn)"), SPEC("[[], [[]]]", "list(list(list(dyn)))"), SPEC("[optional.none(), optional.of(1)]", "list(optional_type(int))"),
    SPEC("cel.bind(v, [1], v)", "list(int)"), SPEC("{'a': 1}.transformList(k, v, k)", "list(string)"), SPEC("{'a': 1}.transformMap(k, v, v > 0)", "map(string, bool)"),
    SPEC("math.greatest(1, 2)", "int"), SPEC("ip('::1')", "net.IP"),
    WRONG("y", "undeclared reference to 'y' (in container '')"), WRONG("f(1)", "undeclared reference to 'f' (in container '')"),
    WRONG("1 + 1.0", "found no matching overload for '_+_' applied to '(int, double)'"),
    WRONG("x == 'a'", "found no matching overload for '_==_' applied to '(map(string, dyn), string)'"),
    WRONG("1 == 1.0", "found no matching overload for '_==_' applied to '(int, double)'"),
    WRONG("'a'.size(1)", "found no matching overload for 'size' applied to 'string.(int)'"),
    WRONG("contains('a', 'b')", "found no matching overload for 'contains' applied to '(string, string)'"),
    WRONG("'a' ? 1 : 2", "found no matching overload for '_?_:_' applied to '(string, int, int)'"),
    WRONG("true ? 1 : 'a'", "found no matching overload for '_?_:_' applied to '(bool, int, string)'"),
    WRONG("1 && true", "expected type 'bool' but found 'int'"),
    WRONG("[1, 'a']", "expected type 'int' but found 'string'"), WRONG("{'a': 1, 'b': 'c'}", "expected type 'int' but found 'string'"),
    WRONG("[1, x.a]", "expected type 'int' but found 'dyn'"), WRONG("1.a", "type 'int' does not support field selection"),
    WRONG("[[1], [x.a]]", "expected type 'list(int)' but found 'list(dyn)'"), WRONG("[timestamp(0), null]", "expected type 'timestamp' but found 'null'"),
    WRONG("[int, string]", "expected type 'type(int)' but found 'type(string)'"), WRONG("[[x.a], [1]]", "expected type 'list(dyn)' but found 'list(int)'"),
    TYPE("[[], [1]]", "list(list(int))"), TYPE("true ? null : timestamp(0)", "null_type"), SPEC("true ? null : timestamp(0)", "google.protobuf.Timestamp"),
    WRONG("'a'[0]", "found no matching overload for '_[_]' applied to '(string, int)'"),
    WRONG("1.all(e, true)", "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"),
    WRONG("[1].all(e, e)", "expected type 'bool' but found 'int'"), WRONG("[1].map(e, e, e)", "1:8: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'"),
    WRONG("x.filter(k, 1)", "1:9: found no matching overload for '_?_:_' applied to '(int, list(string), list(string))'"), WRONG("[1].exists_one(e, e)", "1:15: found no matching overload for '_?_:_' applied to '(int, int, int)'"),
    /* each operand of && and || is reported, and an expression with an issue fits everything */
    WRONG("true || 2", "expected type 'bool' but found 'int'"), WRONG("[] && true", "expected type 'bool' but found 'list(_var0)'"), WRONG("(1 || true) + 'a'", "1:2: expected type 'bool' but found 'int'"),
    WRONG("1 + {} + y", "found no matching overload for '_+_' applied to '(int, map(dyn, dyn))'"), WRONG("1.b + [] + (1 ? y : 2)", "type 'int' does not support field selection"),
    ISSUES(2, "(1 || 2) + 1"), ISSUES(2, "y + {}"), ISSUES(2, "(1 ? y : 2) + 1"), ISSUES(1, "[y, 1] == [2]"), ISSUES(2, "[y, 1] + 1"), ISSUES(1, "[1, 'a', 2.0]"),
    ISSUES(2, "1.?b + []"), ISSUES(1, "(1).b + []"), ISSUES(1, "[?1, 2]"), ISSUES(2, "[?y, 1]"), ISSUES(1, "optional.of(1).orValue(y) + 2"), ISSUES(2, "optional.of(1).orValue(y) + []"),
    /* mixed literals are reported only when nothing else is wrong */
    ISSUES(1, "f([1, 'a'])"), ISSUES(3, "[[1, 'a'], {1: 2, 'b': 3}].size() == 2"), ISSUES(2, "{1: 2, 'b': 'c'} == {}"),
    /* the operand of optMap is in cel-go's tree twice */
    ISSUES(3, "y.optMap(v, z)"), ISSUES(2, "1.optMap(v, v)"), ISSUES(2, "optional.of([1, 'a'][0]).optMap(v, v)"), ISSUES(100, "y.optMap(v, v).optMap(v, v).optMap(v, v).optMap(v, v).optMap(v, v).optMap(v, v).optMap(v, v).optMap(v, v)"),
    /* indexes are overloads: null is an optional, and of dyn all fit */
    TYPE("null[2u]", "optional_type(dyn)"), TYPE("x.a[?1]", "dyn"), TYPE("x.a[1]", "dyn"), TYPE("x[?'a']", "optional_type(dyn)"), TYPE("optional.of([1])[0]", "optional_type(int)"), TYPE("optional.of({'a': 1})[?'a']", "optional_type(int)"),
    /* map(dyn, string) is not more general than map(string, dyn) */
    TYPE("(true ? x : {x.a: 'b'}).c.d", "dyn"), WRONG(".y", "undeclared reference to '.y' (in container '')"), TYPE("[{'a': 1}].exists(e, .e.a == 1)", "bool"),
    /* a free variable takes the first overload of cel-go that fits; where none does, it is free again */
    TYPE("-([][0])", "double"), TYPE("[][0] + [][0]", "bytes"), TYPE("[][0] - [][0]", "double"), TYPE("[[]].map(v, [size(v[0]) == 0, v == [b'']])", "list(list(bool))"),
    WRONG("[][0] ? 1 : true", "found no matching overload for '_?_:_' applied to '(dyn, int, bool)'"), WRONG("[[]].map(v, v[0] && v == [1])", "1:14: expected type 'bool' but found '_var0'"),
    TYPE("[[1, 2], []] == [[], [3]]", "bool"), WRONG("[[1, 2], []] == [[], ['a']]", "found no matching overload for '_==_' applied to '(list(list(int)), list(list(string)))'"),
    WRONG("[[[1, 2], []], [[], ['a']]]", "1:16: expected type 'list(list(int))' but found 'list(list(string))'"),
    /* types are reported with free variables, under the numbers that cel-go gives them */
    WRONG("[].a", "type 'list(_var0)' does not support field selection"), WRONG("optional.of([]).all(e, true)", "expression of type 'optional_type(list(_var0))' cannot be range of a comprehension (must be list, map, or dynamic)"),
    WRONG("[1].map(e, [])[0] && true", "1:15: expected type 'bool' but found 'list(_var1)'"), WRONG("[1].map(e, true, []) && true", "expected type 'bool' but found 'list(list(_var1))'"),
    WRONG("[].exists_one(e, e) && []", "1:24: expected type 'bool' but found 'list(_var4)'"), WRONG("size([]) == 1 && []", "1:18: expected type 'bool' but found 'list(_var5)'"),
    WRONG("[].filter(e, e) && true", "expected type 'bool' but found 'list(bool)'"), WRONG("optional.of([]).optMap(v, v) && true", "expected type 'bool' but found 'optional_type(list(_var4))'"),
    WRONG("[?optional.none(), 1] && true", "expected type 'bool' but found 'list(_var0)'"), WRONG("[].sum([])", "undeclared reference to 'sum' (in container '')"),
    TYPE("optional.of({'a': optional.of(1)}).a", "optional_type(optional_type(int))"), TYPE("type", "type(type)"),
    /* every mixed entry of a map is reported */
    ISSUES(2, "{1: 1, 'a': 1, true: 1} == {}"), ISSUES(4, "{1: 1, 'a': 'b', true: 1u} == {}"),
    /* {} after a name that is not a message */
    WRONG("x {}", "1:3: 'map' is not a type"), WRONG("[1].map(e, e {})", "1:14: 'int' is not a type"), WRONG("int {}", "1:5: 'int' is not a message type"), WRONG("type {}", "'type' is not a message type"),
    ISSUES(2, "x {a: 1}"), ISSUES(5, "x {?a: 1, b: y}"), ISSUES(1, "y {a: z}"),
    WRONG("[[].map(v, v {})] == [1]", "1:14: '_var0' is not a type"),
    /* literals inside format() may be mixed, at any depth; others may not */
    TYPE("'%s %d'.format(['a', 1])", "string"), TYPE("'%s'.format([[1, 'a'].map(e, [e, 1])])", "string"), TYPE("'%s'.format([{'a': 1, 2: 'b'}])", "string"),
    WRONG("['%s %d'.format(['a', 1]), 1]", "expected type 'string' but found 'int'"),
    /* clang-format on */
};

static vitals_cel_batch *batch;

static void check(void **state) {
    const struct row *row = *state;
    cel_reply got =
        cel_evaluate_format(batch,
                            "{\"env\":\"%s\",\"mode\":\"compile\",\"expr\":\"%s\",\"vars\":"
                            "{\"x\":{\"a\":1,\"l\":[]}}}",
                            row->environment, row->expression);
    if (row->type) {
        assert_true(vt_text_is(got.deduced, row->type));
    } else {
        vt_text line = vt_text_between(got.text, 0, vt_text_find_byte(got.text, '\n', 0));
        assert_string_equal(got.outcome.bytes, "parse_error");
        assert_true(vt_text_ends(line, vt_text_from(row->text)));
        if (row->count > 0) assert_int_equal(cel_count_issues(got.text), row->count);
    }
    cel_reply_done(&got);
}

/* In a checked expression `e in []` is false, and e is not evaluated. */
static void nothing_is_in_an_empty_list(void **unused) {
    (void)unused;
    static const struct {
        const char *mode, *expression, *outcome;
    } asked[] = { { "compile", "x.b.c in []", "value" },
                  { "parse_only", "x.b.c in []", "eval_error" },
                  { "compile", "x.b.c in [1]", "eval_error" },
                  { "compile", "x.b.c in dyn([])", "eval_error" } };
    for (size_t i = 0; i < TABLE_COUNT(asked); i++) {
        cel_reply got =
            cel_evaluate_format(batch, "{\"mode\":\"%s\",\"expr\":\"%s\",\"vars\":{\"x\":{}}}",
                                asked[i].mode, asked[i].expression);
        assert_true(vt_text_is(got.outcome, asked[i].outcome));
        if (i == 0) assert_true(vt_text_is(got.text, "false"));
        cel_reply_done(&got);
    }
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(nothing_is_in_an_empty_list) };
    batch = cel_batch();
    int failed = TABLE_RUN("cel checker", check, rows);
    failed += cmocka_run_group_tests(others, NULL, NULL);
    vitals_cel_batch_free(batch);
    return failed;
}
