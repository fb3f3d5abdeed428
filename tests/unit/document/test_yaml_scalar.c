/* Scalars of YAML 1.1 as sigs.k8s.io/yaml types them. A row is named by its text. */
#include "document/yaml/yaml_scalar.h"
#include "support/table.h"

#include <vitals/vitals.h>

static const struct row {
    TABLE_ROW; /* the YAML text */
    const char *json;
} rows[] = {
    /* clang-format off */
    /* booleans */
    { "yes", "true" },
    { "Yes", "true" },
    { "YES", "true" },
    { "yEs", "\"yEs\"" },
    { "on", "true" },
    { "On", "true" },
    { "ON", "true" },
    { "oN", "\"oN\"" },
    { "y", "true" },
    { "Y", "true" },
    { "true", "true" },
    { "True", "true" },
    { "TRUE", "true" },
    { "tRue", "\"tRue\"" },
    { "no", "false" },
    { "No", "false" },
    { "NO", "false" },
    { "nO", "\"nO\"" },
    { "off", "false" },
    { "Off", "false" },
    { "OFF", "false" },
    { "oFf", "\"oFf\"" },
    { "n", "false" },
    { "N", "false" },
    { "false", "false" },
    { "False", "false" },
    { "FALSE", "false" },
    { "fAlse", "\"fAlse\"" },
    { "t", "\"t\"" },
    { "f", "\"f\"" },
    /* nulls */
    { "~", "null" },
    { "null", "null" },
    { "Null", "null" },
    { "NULL", "null" },
    { "nULL", "\"nULL\"" },
    { "nil", "\"nil\"" },
    { "none", "\"none\"" },
    /* decimal integers */
    { "0", "0" },
    { "00", "0" },
    { "-0", "0" },
    { "+5", "5" },
    { "-5", "-5" },
    { "42", "42" },
    { "1_000", "1000" },
    { "1_", "1" },
    { "1__0", "10" },
    { "-_1", "-1" },
    { "_1", "\"_1\"" },
    { "9223372036854775807", "9223372036854775807" },
    { "-9223372036854775808", "-9223372036854775808" },
    { "9223372036854775808", "9223372036854775808" },
    { "18446744073709551615", "18446744073709551615" },
    /* too large for uint64 */
    { "18446744073709551616", "18446744073709552000" },
    { "+18446744073709551615", "18446744073709552000" },
    { "-9223372036854775809", "-9223372036854776000" },
    { "123456789012345678901234567890", "1.2345678901234568e+29" },
    /* other bases */
    { "0755", "493" },
    { "0888", "888" },
    { "08", "8" },
    { "0o755", "493" },
    { "0b-11", "-3" },
    { "0b+11", "3" },
    { "0b_-1", "-1" },
    { "0b-1000000000000000000000000000000000000000000000000000000000000000", "-9223372036854775808" },
    { "-0b-1", "\"-0b-1\"" },
    { "0o-7", "\"0o-7\"" },
    { "0x-7", "\"0x-7\"" },
    { "0b-", "\"0b-\"" },
    { "0b-12", "\"0b-12\"" },
    { "0O17", "15" },
    { "0o8", "\"0o8\"" },
    { "0o", "\"0o\"" },
    { "0x1F", "31" },
    { "0X1f", "31" },
    { "0x_1F", "31" },
    { "0xg", "\"0xg\"" },
    { "0x", "\"0x\"" },
    { "0xFFFFFFFFFFFFFFFF", "18446744073709551615" },
    { "0xFFFFFFFFFFFFFFFFF", "\"0xFFFFFFFFFFFFFFFFF\"" },
    { "-0xFF", "-255" },
    { "0b11", "3" },
    { "0B11", "3" },
    { "-0b11", "-3" },
    { "+0b11", "3" },
    { "0b", "\"0b\"" },
    { "0b12", "\"0b12\"" },
    { "0_7", "7" },
    { "-0755", "-493" },
    /* floats */
    { "1.0", "1" },
    { "1.5", "1.5" },
    { "-1.5", "-1.5" },
    { "1.", "1" },
    { ".5", "0.5" },
    { "+.5", "0.5" },
    { "-.5", "-0.5" },
    { "5.", "5" },
    { "1e3", "1000" },
    { "1E3", "1000" },
    { "1e+3", "1000" },
    { "1e-3", "0.001" },
    { "1.5e10", "15000000000" },
    { "1e20", "100000000000000000000" },
    { "1e21", "1e+21" },
    { "1e-7", "1e-7" },
    { "0.1", "0.1" },
    { "-0.0", "0" },
    { "1e400", "\"1e400\"" },
    { "-1e400", "\"-1e400\"" },
    { ".5e400", "\".5e400\"" },
    { "1_000.5_5", "1000.55" },
    { "1e5_0", "1e+50" },
    { ".1_5", "0.15" },
    { "._5", "\"._5\"" },
    { ".5_", "\".5_\"" },
    { "1e", "\"1e\"" },
    { "1.e5", "100000" },
    { ".e5", "\".e5\"" },
    { ".5.", "\".5.\"" },
    { ".", "\".\"" },
    { "1.2.3", "\"1.2.3\"" },
    { "0x1.8p3", "\"0x1.8p3\"" },
    { "1e3e", "\"1e3e\"" },
    { "3.141592653589793", "3.141592653589793" },
    { "0.1e1", "1" },
    { "100000000000000000000", "100000000000000000000" },
    /* not numbers */
    { "infinity", "\"infinity\"" },
    { "nan", "\"nan\"" },
    { "Inf", "\"Inf\"" },
    { "+inf", "\"+inf\"" },
    { "inf", "\"inf\"" },
    { "NaN", "\"NaN\"" },
    { "+", "\"+\"" },
    { "1:30", "\"1:30\"" },
    { "12:30", "\"12:30\"" },
    { "190:20:30", "\"190:20:30\"" },
    { "1,000", "\"1,000\"" },
    { "5m", "\"5m\"" },
    { "100Mi", "\"100Mi\"" },
    { "1/2", "\"1/2\"" },
    { "--1", "\"--1\"" },
    { "+-1", "\"+-1\"" },
    /* dates */
    { "2020-01-01", "\"2020-01-01\"" },
    { "2020-1-1", "\"2020-1-1\"" },
    { "2020-01-01T00:00:00Z", "\"2020-01-01T00:00:00Z\"" },
    { "2020-01-01 00:00:00", "\"2020-01-01 00:00:00\"" },
    { "2020-01-01t10:11:12.5+01:00", "\"2020-01-01t10:11:12.5+01:00\"" },
    /* strings */
    { "a", "\"a\"" },
    { "a b", "\"a b\"" },
    { "<<", "\"<<\"" },
    { "=", "\"=\"" },
    { "a:b", "\"a:b\"" },
    { "a#b", "\"a#b\"" },
    { "'yes'", "\"yes\"" },
    { "\"yes\"", "\"yes\"" },
    { "'5'", "\"5\"" },
    { "\"~\"", "\"~\"" },
    { "'it''s'", "\"it's\"" },
    { "\"a\\nb\"", "\"a\\nb\"" },
    { "\"\\u00e9\\x41\\e\"", "\"éA\\u001b\"" },
    { "\"\\U0001F600\"", "\"😀\"" },
    { "''", "\"\"" },
    { "\"\"", "\"\"" },
    { "a\tb", "\"a\\tb\"" },
    { "é", "\"é\"" },
    /* tags */
    { "!!str 5", "\"5\"" },
    { "!!str yes", "\"yes\"" },
    { "!!str", "\"\"" },
    { "!!str null", "\"null\"" },
    { "!!int \"5\"", "5" },
    { "!!int 0b11", "3" },
    { "!!float 5", "5" },
    { "!!float .5", "0.5" },
    { "!!float \"1e3\"", "1000" },
    { "!!bool \"yes\"", "true" },
    { "!!bool no", "false" },
    { "!!null ~", "null" },
    { "!!null \"\"", "null" },
    { "!!timestamp 2020-01-01", "\"2020-01-01\"" },
    { "!!binary aGk=", "\"hi\"" },
    { "!!binary \"aGVs\\nbG8=\"", "\"hello\"" },
    { "!!binary gIE=", "\"��\"" },
    { "!!binary", "\"\"" },
    { "!foo bar", "\"bar\"" },
    { "!foo 5", "\"5\"" },
    { "!!foo yes", "\"yes\"" },
    { "! 5", "\"5\"" },
    { "! yes", "\"yes\"" },
    { "&a ! 5", "\"5\"" },
    { "&a_1-b   ! yes", "\"yes\"" },
    { "&a 5", "5" },
    { "!<tag:yaml.org,2002:int> \"7\"", "7" },
    { "!!merge <<", "\"<<\"" },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(row->name, strlen(row->name), &options, &document, NULL),
                     VITALS_OK);
    char *json;
    size_t size;
    assert_int_equal(vitals_document_write_json(document, 0, NULL, &json, &size), VITALS_OK);
    assert_string_equal(json, row->json);
    vitals_text_free(NULL, json, size);
    vitals_document_free(document);
}

/* A number that cannot be read for want of memory is not a text. */
static void memory_runs_out(void **state) {
    (void)state;
    vt_buffer scratch;
    vt_yaml_scalar scalar;
    vt_buffer_init(&scratch, NULL, 2);
    assert_false(vt_yaml_resolve(VT_TEXT("1_000"), &scratch, &scalar));
    vt_buffer_done(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(memory_runs_out) };
    return TABLE_RUN("yaml scalar", check, rows) + cmocka_run_group_tests(tests, NULL, NULL);
}
