/* Expressions and their values: operators, equality, order, logic, macros, names, and every error
** text of an evaluation in Flux's environment. */
#include "support/cel.h"
#include "support/table.h"

#define VARIABLES                                                                                  \
    "{\"n\":5,\"d\":1.5,\"s\":\"abc\",\"nothing\":null,\"yes\":true,\"l\":[1,2,3],"                \
    "\"m\":{\"a\":1,\"b.c\":2},\"x.y\":7,\"x\":{\"y\":1,\"z\":2}}"

static const struct row {
    TABLE_ROW;
    const char *environment;
    const char *expression;
    const char *outcome;
    const char *text;
} rows[] = {
#define VALUE(expression, text)                                                                    \
    { expression, "flux", expression, "value", text }
#define ERROR(expression, text)                                                                    \
    { expression, "flux", expression, "eval_error", text }
#define FOLDED(expression, text)                                                                   \
    { expression, "flux", expression, "program_error", text }
#define SPEC(expression, text)                                                                     \
    { expression " (spec)", "spec", expression, "value", text }
#define SPEC_ERROR(expression, text)                                                               \
    { expression " (spec)", "spec", expression, "eval_error", text }
    /* clang-format off */
    /* arithmetic */
    VALUE("n + 1", "6"), VALUE("n - 7", "-2"), VALUE("n * -2", "-10"), VALUE("-7 / 2", "-3"),
    VALUE("-7 % 3", "-1"), VALUE("7u / 2u", "3u"), VALUE("d * 2.0", "3.0"),
    VALUE("1.0 / 0.0", "double(\"Infinity\")"), VALUE("'a' + 'b'", "\"ab\""),
    VALUE("b'a' + b'b'", "b\"\\141\\142\""), VALUE("l + [4]", "[1, 2, 3, 4]"),
    VALUE("9223372036854775807", "9223372036854775807"), VALUE("-9223372036854775808", "-9223372036854775808"),
    ERROR("9223372036854775807 + 1", "integer overflow"), ERROR("-9223372036854775808 - 1", "integer overflow"),
    ERROR("9223372036854775807 * 2", "integer overflow"), ERROR("-9223372036854775808 / -1", "integer overflow"),
    ERROR("-9223372036854775808 % -1", "integer overflow"), ERROR("-(-9223372036854775808)", "integer overflow"),
    ERROR("0u - 1u", "unsigned integer overflow"), ERROR("18446744073709551615u + 1u", "unsigned integer overflow"),
    ERROR("18446744073709551615u * 2u", "unsigned integer overflow"),
    ERROR("1 / 0", "division by zero"), ERROR("1u / 0u", "division by zero"), ERROR("1 % 0", "modulus by zero"),
    ERROR("1 + 1.0", "no such overload"), ERROR("true + true", "no such overload: _+_"),
    ERROR("null - 1", "no such overload: _-_"), ERROR("'a' - 'b'", "no such overload"),
    ERROR("1.0 % 1.0", "no such overload: _%_"), ERROR("-1u", "no such overload: -_"),
    ERROR("-'a'", "no such overload"), ERROR("-true", "no such overload"), ERROR("!1", "no such overload"),
    /* equality and order */
    VALUE("1 == 1.0", "true"), VALUE("1u == 1", "true"), VALUE("1 == '1'", "false"), VALUE("null == nothing", "true"),
    VALUE("9007199254740993 == 9007199254740992.0", "true"), VALUE("0.0/0.0 == 0.0/0.0", "false"),
    VALUE("[1, 'a'] == [1.0, 'a']", "true"), VALUE("{'a': 1} == {'a': 1u}", "true"), VALUE("{1: 'a'} == {1.0: 'a'}", "false"),
    VALUE("[1] != [1, 2]", "true"), VALUE("int == type(1)", "true"), VALUE("duration('60s') == duration('1m')", "true"),
    VALUE("string(timestamp('2024-01-01T00:00:01.5Z') - timestamp('2024-01-01T00:00:00.25Z'))", "\"1.25s\""),
    VALUE("string(timestamp('2024-01-01T00:00:01.25Z') - timestamp('2024-01-01T00:00:00.5Z'))", "\"0.75s\""),
    VALUE("string(timestamp('2024-01-01T00:00:00.25Z') - timestamp('2024-01-01T00:00:01.5Z'))", "\"-1.25s\""),
    VALUE("timestamp('2024-01-01T01:00:00+01:00') == timestamp('2024-01-01T00:00:00Z')", "true"),
    VALUE("1 < 1.5", "true"), VALUE("'a' < 'b'", "true"), VALUE("b'a' <= b'a'", "true"), VALUE("true > false", "true"),
    VALUE("-1 < 1u", "true"), VALUE("18446744073709551615u > -1", "true"), VALUE("1u >= 0.5", "true"),
    ERROR("0.0/0.0 < 1.0", "NaN values cannot be ordered"), ERROR("'a' < 1", "no such overload"),
    ERROR("l < l", "no such overload: _<_"), ERROR("nothing >= 1", "no such overload: _>=_"),
    /* logic */
    VALUE("false && missing", "false"), VALUE("missing && false", "false"), VALUE("missing || true", "true"),
    VALUE("'x' || true", "true"), ERROR("'x' && true", "no such overload"),
    ERROR("missing || 1/0 == 1", "no such attribute(s): missing"), ERROR("1/0 == 1 || missing", "division by zero"),
    VALUE("true ? 1 : missing", "1"), ERROR("missing ? 1 : 2", "no such attribute(s): missing"), ERROR("1 ? 1 : 2", "no such overload"),
    ERROR("double('NaN') < 'a'", "NaN values cannot be ordered"), ERROR("double('NaN') >= true", "NaN values cannot be ordered"),
    ERROR("1.0 < 'a'", "no such overload"), ERROR("'a' < double('NaN')", "no such overload"), ERROR("1 < double('NaN')", "NaN values cannot be ordered"),
    /* names, keys and indexes */
    VALUE("x.y", "7"), VALUE("x.z", "2"), VALUE("m['b.c']", "2"), VALUE("l[1]", "2"), VALUE("l[1.0]", "2"), VALUE("l[1u]", "2"),
    ERROR("m.q", "no such key: q"), ERROR("s.q", "no such key: q"), ERROR("nothing.q", "no such key: q"), ERROR("m[5]", "no such key: 5"),
    ERROR("l[3]", "index out of bounds: 3"), ERROR("l[-1]", "index out of bounds: -1"),
    ERROR("l['a']", "unsupported index type 'string' in list"), ERROR("l.a", "unsupported index type 'string' in list"),
    ERROR("l[0.5]", "unsupported index value 0.5 in list"), ERROR("missing.a['b'].c", "no such attribute(s): missing.a.b.c"),
    ERROR("missing[n].a", "no such attribute(s): missing"), ERROR("dyn", "no such attribute(s): dyn"),
    FOLDED("m[b'a']", "invalid qualifier type: types.Bytes"), FOLDED("m[null]", "invalid qualifier type: types.Null"),
    VALUE("has(m.a)", "true"), VALUE("has(m.q)", "false"), VALUE("has(s.q)", "false"),
    ERROR("has(l.q)", "unsupported index type 'string' in list"), ERROR("has(m.q.r)", "no such key: q"),
    VALUE("2 in l", "true"), VALUE("2.0 in l", "true"), VALUE("'a' in m", "true"), ERROR("1 in 1", "no such overload"),
    /* macros */
    VALUE("l.all(e, e > 0)", "true"), VALUE("[].all(e, false)", "true"), VALUE("l.exists(e, e / 0 == 1 || e == 2)", "true"),
    ERROR("l.exists(e, e / 0 == 1)", "division by zero"), VALUE("l.exists_one(e, e == 2)", "true"),
    VALUE("l.map(e, e * 2)", "[2, 4, 6]"), VALUE("l.map(e, e > 1, e * 2)", "[4, 6]"), VALUE("l.filter(e, e != 2)", "[1, 3]"),
    VALUE("m.map(k, k)", "[\"a\", \"b.c\"]"), VALUE("m.filter(k, k == 'a')", "[\"a\"]"), VALUE("l.all(l, l > 0)", "true"),
    ERROR("s.all(e, true)", "got 'types.String', expected iterable type"), ERROR("n.map(e, e)", "got 'types.Int', expected iterable type"),
    ERROR("l.all(e, 1)", "no such overload"), ERROR("l.filter(e, e == 3 ? {}.a : e == 1)", "no such key: a"),
    ERROR("l.exists_one(e, e == 1 ? 1/0 == 1 : {}.a)", "no such key: a"), ERROR("l.map(e, e == 1 ? 1/0 : {}.a)", "division by zero"),
    /* functions */
    VALUE("size(s)", "3"), VALUE("s.size()", "3"), VALUE("contains(s, 'b')", "true"), ERROR("size(nothing)", "no such overload: size"),
    ERROR("f(1)", "no such overload: f"), ERROR("'a'.f()", "no such overload"), FOLDED("f()", "no such overload: f()"),
    ERROR("1.hasValue()", "no such overload: hasValue(int)"), ERROR("b'a'.matches('a')", "no such overload"),
    ERROR("s.charAt(true)", "no such overload: charAt(string, bool)"), ERROR("s.charAt(9)", "index out of range: 9"),
    ERROR("s.substring(2, 1)", "invalid substring range. start: 2, end: 1"), ERROR("['a', 1].join()", "join: invalid input: 1"),
    ERROR("base64.decode('*')", "illegal base64 data at input byte 0"), ERROR("s.matches('(' + s)", "error parsing regexp: missing closing ): `(abc`"),
    FOLDED("s.matches('a**')", "error parsing regexp: invalid nested repetition operator: `**`"),
    FOLDED("int('x')", "type conversion error from 'string' to 'int'"), FOLDED("string(null)", "no such overload: string(null_type)"),
    FOLDED("timestamp(253402300800)", "timestamp overflow"), ERROR("int(s)", "type conversion error from 'string' to 'int'"),
    FOLDED("int(9.3e18)", "integer overflow"), FOLDED("uint(-1)", "unsigned integer overflow"), FOLDED("bool('yes')", "type conversion error from 'string' to 'bool'"),
    FOLDED("string(b'\\xff')", "invalid UTF-8 in bytes, cannot convert to string"), FOLDED("duration('1d')", "type conversion error from 'string' to 'google.protobuf.Duration'"),
    ERROR("timestamp(0).getHours('Nowhere/At_All')", "unknown time zone Nowhere/At_All"), VALUE("timestamp(0).getHours('Asia/Kathmandu')", "5"),
    VALUE("timestamp('2024-07-01T12:00:00Z').getHours('America/New_York')", "8"), VALUE("timestamp('2050-07-01T12:00:00Z').getHours('Europe/Berlin')", "14"),
    /* Go's Hours, Minutes and Seconds round the last digits up before they are cut; Milliseconds does not */
    VALUE("duration('8388608.999999999s').getSeconds()", "8388608"), VALUE("duration('16777215.999999999s').getSeconds()", "16777215"),
    VALUE("duration('16777217.999999999s').getSeconds()", "16777218"), VALUE("duration('-16777217.999999999s').getSeconds()", "-16777218"),
    SPEC("duration('16777217.999999999s').getSeconds()", "16777218"), VALUE("duration('16777217.999999999s').getMilliseconds()", "16777217999"),
    VALUE("duration('279620m59.999999999s').getMinutes()", "279621"), VALUE("duration('-16777199.999999999s').getMinutes()", "-279620"),
    VALUE("duration('1398101h59m59.999999999s').getHours()", "1398102"), VALUE("duration('-5033167199.999999999s').getHours()", "-1398102"),
    VALUE("duration('1h59m59.999999999s').getHours()", "1"), VALUE("duration('1h59m59.999999999s').getMinutes()", "119"),
    VALUE("duration('2562047h47m16.854775807s').getHours()", "2562047"), VALUE("duration('2562047h47m16.854775807s').getMinutes()", "153722867"),
    VALUE("duration('2562047h47m16.854775807s').getSeconds()", "9223372036"),
    VALUE("duration('-9223372036.854775808s').getMilliseconds()", "-9223372036854"),
    ERROR("Foo", "no such attribute(s): Foo"), FOLDED("Foo{}", "unknown type: Foo"),
    /* optionals */
    VALUE("m.?a", "optional.of(1)"), VALUE("m.?q", "optional.none()"), VALUE("m.?q.r.s", "optional.none()"), VALUE("l[?9]", "optional.none()"),
    VALUE("[?m.?q, 1]", "[1]"), VALUE("{?'a': m.?q}", "{}"), ERROR("m.?q.value()", "optional.none() dereference"),
    VALUE("m.?a.optMap(v, v + 1)", "optional.of(2)"), VALUE("m.?a.optFlatMap(v, optional.none())", "optional.none()"),
    VALUE("'a'.orValue('b')", "\"a\""), ERROR("[?1]", "cannot initialize optional list element from non-optional value 1"),
    ERROR("{?'a': 1}", "cannot initialize optional entry 'a' from non-optional value 1"), ERROR("{?b'ab': null}", "cannot initialize optional entry '[97 98]' from non-optional value 0"),
    ERROR("[?b'']", "cannot initialize optional list element from non-optional value []"), ERROR("[?duration('1s')]", "cannot initialize optional list element from non-optional value 1s"),
    /* text of doubles */
    VALUE("string(1e6)", "\"1e+06\""), VALUE("string(123456.0)", "\"123456\""), VALUE("string(0.0001)", "\"0.0001\""),
    VALUE("string(0.00001)", "\"1e-05\""), VALUE("string(-0.0)", "\"-0\""), VALUE("string(0.1 + 0.2)", "\"0.30000000000000004\""),
    VALUE("string(1.0 / 0.0)", "\"+Inf\""), VALUE("'%s'.format([1e21])", "\"1000000000000000000000\""),
    /* where the two environments differ */
    VALUE("duration('1.5s').getMilliseconds()", "1500"), SPEC("duration('1.5s').getMilliseconds()", "500"),
    VALUE("'abc'.indexOf('', 9)", "9"), SPEC_ERROR("'abc'.indexOf('', 9)", "index out of range: 9"),
    ERROR("'a %'.format([])", "index 0 out of range"), ERROR("'a %'.format([1])", "unexpected end of string"),
    ERROR("'%é'.format([1])", "could not parse formatting clause: unrecognized formatting clause \"Ã\""),
    VALUE("'%f'.format([2])", "\"%!f(int64=000002)\""), SPEC("'%f'.format([2])", "\"2.000000\""),
    VALUE("{'a': 1, 'a': 2}", "{\"a\": 2}"), SPEC_ERROR("{'a': 1, 'a': 2}", "repeated key: a"), SPEC_ERROR("{1.0: 1}", "unsupported key type: double"),
    ERROR("{b'a': 1}", "unsupported key type: bytes"), SPEC_ERROR("1.orValue(2)", "no such overload"), SPEC_ERROR("has(1.a)", "no such key: a"),
    SPEC_ERROR("int('x')", "type conversion error from 'string' to 'int'"), SPEC("{'a-b': 1}.`a-b`", "1"),
    SPEC("cel.bind(v, 2, v * v)", "4"), SPEC("[1, 2].transformMap(i, v, v * 10)", "{0: 10, 1: 20}"), SPEC("[5, 6].exists(i, v, i == 1 && v == 6)", "true"),
    SPEC_ERROR("[1, 1].transformMapEntry(i, v, {v: i})", "insert failed: key 1 already exists"), SPEC("math.greatest(1, 2.5, 2u)", "2.5"),
    ERROR("math.greatest(1, 2)", "no such attribute(s): math"), SPEC("string(ip('2001:DB8:0:0:1::1'))", "\"2001:db8::1:0:0:1\""),
    /* clang-format on */
};

static vitals_cel_batch *batch;

static void check(void **state) {
    const struct row *row = *state;
    cel_reply got = cel_evaluate_expression(batch, row->environment, row->expression, VARIABLES);
    assert_string_equal(got.text.bytes, row->text);
    assert_string_equal(got.outcome.bytes, row->outcome);
    cel_reply_done(&got);
}

int main(void) {
    batch = cel_batch();
    int failed = TABLE_RUN("cel evaluation", check, rows);
    vitals_cel_batch_free(batch);
    return failed;
}
