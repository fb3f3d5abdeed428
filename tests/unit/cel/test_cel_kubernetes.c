/* The environments of Kubernetes, by version, and those made of its libraries: values, and the texts of errors
** of k8s.io/apiserver v0.37.2 and cel-go v0.29.2. */
#include "support/cel.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *environment;
    const char *expression;
    const char *text; /* of the answer; of issues only the start */
} rows[] = {
#define LATEST(expression, text)                                                                   \
    { expression, "kubernetes", expression, text }
#define IN(environment, expression, text)                                                          \
    { expression " in " environment, environment, expression, text }
    /* clang-format off */
    /* quantities: any size; rounded away from zero to a billionth; isInteger() asks how it is kept */
    LATEST("quantity('1.5Gi')", "quantity(\"1536Mi\")"), LATEST("quantity('0.1n')", "quantity(\"1n\")"), LATEST("quantity('-0.1n')", "quantity(\"-1n\")"),
    LATEST("quantity('12e6')", "quantity(\"12e6\")"), LATEST("quantity('10Ei')", "quantity(\"9223372036854775807\")"), LATEST("quantity('0')", "quantity(\"0\")"),
    LATEST("quantity('200K')", "unable to parse quantity's suffix"), LATEST("quantity('1Mo')", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
    LATEST("quantity('1mm')", "unable to parse quantity's suffix"), LATEST("quantity('')", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
    LATEST("quantity('50k').add(20).sub(quantity('100k')).sub(-50000)", "quantity(\"20\")"), LATEST("quantity('9223372036854775807').add(1).compareTo(quantity('9223372036854775807'))", "1"),
    LATEST("quantity('9223372036854775807').add(1).asInteger()", "cannot convert value to integer"), LATEST("quantity('1000m').isInteger()", "false"), LATEST("quantity('1k').asInteger()", "1000"),
    LATEST("quantity('1.1').asApproximateFloat()", "1.1"), LATEST("quantity('1e400').asApproximateFloat()", "double(\"Infinity\")"), LATEST("quantity('1e-9').sub(quantity('1n')) == quantity('0')", "true"),
    LATEST("dyn(quantity('1')) == dyn(1)", "no such overload"), LATEST("dyn(1) == dyn(quantity('1'))", "false"), LATEST("dyn(quantity('1')) == dyn(null)", "false"),
    /* versions */
    LATEST("semver('1.2.3-rc.1+b.2')", "semver(\"1.2.3-rc.1+b.2\")"), LATEST("semver('1.2.3-rc.10').compareTo(semver('1.2.3-rc.9'))", "1"), LATEST("semver('1.0.0-1').isLessThan(semver('1.0.0-a'))", "true"),
    LATEST("semver('1.2')", "No Major.Minor.Patch elements found"), LATEST("semver('')", "Version string empty"), LATEST("semver('01.2.3')", "Major number must not contain leading zeroes \"01\""),
    LATEST("semver('1.2.3-')", "Prerelease is empty"), LATEST("semver('1.2.3+')", "Build meta data is empty"), LATEST("semver('v1', true)", "semver(\"1.0.0\")"), LATEST("semver('v01.02', true)", "semver(\"1.2.0\")"),
    LATEST("semver('1.2-rc', true)", "short version cannot contain PreRelease/Build meta data"), LATEST("isSemver('1.0.0') && !isSemver('v1.0.0')", "true"),
    /* URLs */
    LATEST("url('https://u:p@[fe80::1%25en0]:80/a b?q#f')", "url(\"https://u:p@[fe80::1%25en0]:80/a%20b?q#f\")"), LATEST("url('a')", "URL parse error during conversion from string: parse \"a\": invalid URI for request"),
    LATEST("url('https://a:b/')", "URL parse error during conversion from string: parse \"https://a:b/\": invalid port \":b\" after host"), LATEST("url('/%zz')", "URL parse error during conversion from string: parse \"/%zz\": invalid URL escape \"%zz\""),
    LATEST("url('https://a b/')", "URL parse error during conversion from string: parse \"https://a b/\": invalid character \" \" in host name"), LATEST("url('')", "URL parse error during conversion from string: parse \"\": empty url"),
    LATEST("url('http://[1.2.3.4]/')", "URL parse error during conversion from string: parse \"http://[1.2.3.4]/\": invalid IP-literal"), LATEST("url('/a?k=1&k=%32&x').getQuery()", "{\"k\": [\"1\", \"2\"], \"x\": [\"\"]}"),
    LATEST("url('https://[::1]:80/').getPort()", "\"80\""), LATEST("url('/a') == url('/a')", "true"),
    /* addresses */
    LATEST("ip('1.2.3')", "IP Address \"1.2.3\" parse error during conversion from string: ParseAddr(\"1.2.3\"): IPv4 address too short"), LATEST("ip('::ffff:1.2.3.4')", "IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed"),
    LATEST("ip('fe80::1%eth0')", "IP address \"fe80::1%eth0\" with zone value is not allowed"), LATEST("ip('1::2::3')", "IP Address \"1::2::3\" parse error during conversion from string: ParseAddr(\"1::2::3\"): multiple :: in address (at \":3\")"),
    LATEST("cidr('10.0.0.0/8').containsIP('x')", "no such overload"), LATEST("cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "true"), LATEST("cidr('10.0.0.0/33')", "network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix(\"10.0.0.0/33\"): prefix length out of range"),
    LATEST("ip('2001:DB8::1')", "ip(\"2001:db8::1\")"),
    /* named formats */
    LATEST("format.dns1123Label().validate('a.b').value()", "[\"must not contain dots\"]"), LATEST("format.qualifiedName().validate('/x').value()", "[\"prefix part must be non-empty\"]"),
    LATEST("format.labelValue().validate('a')", "optional.none()"), LATEST("format.datetime().validate('2021-01-01T24:00:00Z').value()", "[\"invalid datetime\"]"), LATEST("format.named('uuid') == optional.of(format.uuid())", "true"),
    LATEST("format.dns1035LabelPrefix().validate('ab-')", "optional.none()"), LATEST("format.uri().validate('a').value()", "[\"parse \\\"a\\\": invalid URI for request\"]"),
    /* lists and patterns */
    LATEST("[3, 1, 2].sort().reverse()", "[3, 2, 1]"), LATEST("[{'a': 2}, {'a': 1}].sortBy(e, e.a)", "[{\"a\": 1}, {\"a\": 2}]"), LATEST("[1, 2, 3].slice(2, 1)", "cannot slice(2, 1), start index must be less than or equal to end index"),
    LATEST("[1].min() + [2, 3].max()", "4"), LATEST("dyn([]).min()", "min called on empty list"), LATEST("'ab12cd3'.findAll('[0-9]*')", "[\"\", \"\", \"12\", \"\", \"3\"]"), LATEST("'abc'.find('x')", "\"\""),
    LATEST("'a'.find('(')", "error parsing regexp: missing closing ): `(`"), LATEST("'a'.find('(' + '')", "Illegal regex: error parsing regexp: missing closing ): `(`"), LATEST("[9223372036854775807, 1].sum()", "integer overflow"),
    LATEST("[1, 2].transformList(i, v, i * v)", "[0, 2]"), LATEST("[1, 2].existsOne(e, e == 2)", "ERROR: <input>:1:17: undeclared reference to 'existsOne'"), LATEST("'ab'.indexOf('', 9)", "2"), LATEST("'aba'.lastIndexOf('a', 9)", "-1"), LATEST("'ab'.indexOf('', -1)", "index out of range: -1"),
    LATEST("quantity('2') == quantity('1').add(1)", "no such overload"), LATEST("quantity('1').add(1) == quantity('2')", "true"),
    /* what came when */
    IN("kubernetes@1.28", "quantity('1').isInteger()", "true"), IN("kubernetes@1.28", "strings.quote('a')", "ERROR: <input>:1:1: undeclared reference to 'strings'"), IN("kubernetes@1.29", "sets.contains([1], [1]) && strings.quote('a') == r'\"a\"'", "true"),
    IN("kubernetes@1.29", "isIP('::1')", "ERROR: <input>:1:5: undeclared reference to 'isIP'"), IN("kubernetes@1.30", "isIP('::1')", "true"), IN("kubernetes@1.31", "format.uuid().validate('x').hasValue()", "true"),
    IN("kubernetes@1.31", "[1].exists(i, v, true)", "ERROR: <input>:1:11: undeclared reference to 'exists'"), IN("kubernetes@1.32", "[1].exists(i, v, i == 0)", "true"), IN("kubernetes@1.32", "isSemver('1.0.0')", "ERROR: <input>:1:9: undeclared reference to 'isSemver'"),
    IN("kubernetes@1.33", "isSemver('1.0.0')", "true"), IN("kubernetes@1.34", "[2, 1].sort() == [1, 2]", "true"), IN("kubernetes@1.36", "[1].includes(1)", "ERROR: <input>:1:13: undeclared reference to 'includes'"), IN("kubernetes@1.37", "[1].includes(1)", "true"),
    IN("kubernetes@1.37", "'a'.reverse()", "ERROR: <input>:1:12: found no matching overload for 'reverse' applied to 'string.()'"), IN("kubernetes@1.37", "base64.encode(b'a')", "ERROR: <input>:1:1: undeclared reference to 'base64'"),
    IN("kubernetes", "lists.range(200).all(x, lists.range(300).all(y, x + y >= 0))", "true"), IN("kubernetes", "lists.range(300).all(x, lists.range(500).all(y, x + y >= 0))", "operation cancelled: actual cost limit exceeded"),
    IN("kubernetes", "true || lists.range(300).all(x, lists.range(500).all(y, x + y >= 0))", "true"), IN("kubernetes", "lists.range(300).all(x, lists.range(500).all(y, x + y >= 0)) || true", "operation cancelled: actual cost limit exceeded"),
    IN("kro", "lists.range(300).all(x, lists.range(500).all(y, x + y >= 0))", "true"),
    IN("kubernetes", "[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'"), IN("ocm", "[1, 'a']", "[1, \"a\"]"), IN("ocm", "hasConditions({'conditions': []})", "false"), IN("kro", "cel.bind(x, 2, x + x)", "4"),
    IN("standard", "'a'.trim()", "ERROR: <input>:1:9: undeclared reference to 'trim'"), IN("standard", "{'a': 1}.a == 1 && [1].exists_one(e, true)", "true"),
    /* clang-format on */
};

static vitals_cel_batch *batch;

static void check(void **state) {
    const struct row *row = *state;
    vt_buffer line;
    vt_buffer_init(&line, NULL, SIZE_MAX / 2);
    vt_buffer_printf(&line, "{\"env\":\"%s\",\"mode\":\"compile\",\"expr\":\"", row->environment);
    for (const char *at = row->expression; *at; at++) {
        if (*at == '"' || *at == '\\') vt_buffer_add_byte(&line, '\\');
        vt_buffer_add_byte(&line, *at);
    }
    vt_buffer_add(&line, VT_TEXT("\"}"));
    cel_reply got = cel_evaluate(batch, vt_buffer_text(&line));
    const vt_text wanted = vt_text_from(row->text);
    const bool is_issue = vt_text_starts(wanted, VT_TEXT("ERROR"));
    if (is_issue ? !vt_text_starts(got.text, wanted) : !vt_text_equal(got.text, wanted))
        fail_msg("%s: %.*s, not %s", row->expression, VT_TEXT_ARG(got.text), row->text);
    cel_reply_done(&got);
    vt_buffer_done(&line);
}

int main(void) {
    batch = cel_batch();
    int failed = TABLE_RUN("cel of kubernetes", check, rows);
    vitals_cel_batch_free(batch);
    return failed;
}
