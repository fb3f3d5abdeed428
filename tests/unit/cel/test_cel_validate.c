/* The compiled mode of Flux: constant format strings against their arguments, with the positions
** and texts of cel-go 0.26.1. x is a map(string, dyn). */
#include "support/cel.h"
#include "support/table.h"

static const struct row {
    TABLE_ROW;
    const char *environment;
    const char *expression;
    const char *text; /* the first issue from its position on; NULL: it checks */
    uint32_t count;   /* of issues */
} rows[] = {
#define FITS(expression)                                                                           \
    { expression, "flux", expression, NULL, 0 }
#define SPEC(expression)                                                                           \
    { expression " (spec)", "spec", expression, NULL, 0 }
#define WRONG(expression, text)                                                                    \
    { expression, "flux", expression, text, 1 }
#define TIMES(count, expression, text)                                                             \
    { expression, "flux", expression, text, count }
#define WORDS " error during formatting: "
#define NUMBERS " clause can only be used on ints, uints, and doubles, was given "
#define DECIMAL WORDS "decimal" NUMBERS
#define STRINGS                                                                                    \
    WORDS "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "  \
          "types, durations, and timestamps, was given "
#define HEX WORDS "only ints, uints, bytes, and strings can be formatted as hex, was given "
#define UNREADABLE " could not parse formatting clause: "
#define PRECISION UNREADABLE "error while parsing precision: "
#define NO_INTEGER PRECISION "error while converting precision to integer: strconv.Atoi: parsing "
#define MANY(expected, got)                                                                        \
    " too many arguments supplied to string.format (expected " expected ", got " got ")"
    /* clang-format off */
    /* how many */
    WRONG("'%d %s'.format([1])", "1:15: index 1 out of range"), WRONG("'%d'.format([])", "1:12: index 0 out of range"),
    WRONG("'%d'.format([1, 2])", "1:12:" MANY("1", "2")), WRONG("''.format([1])", "1:10:" MANY("0", "1")),
    WRONG("'%%'.format([1])", "1:12:" MANY("0", "1")), FITS("'%%'.format([])"), FITS("''.format([])"),
    /* what cannot be read */
    WRONG("'a %'.format([])", "1:13: unexpected end of string"), WRONG("'a %'.format([1])", "1:13: unexpected end of string"),
    WRONG("'%q'.format([1])", "1:12:" UNREADABLE "unrecognized formatting clause \"q\""), WRONG("'%.3%'.format([1.0])", "1:14:" UNREADABLE "unrecognized formatting clause \"%\""),
    WRONG("'%é'.format([1])", "1:12:" UNREADABLE "unrecognized formatting clause \"Ã\""), WRONG("'%.3'.format([1.0])", "1:13:" PRECISION "could not find end of precision specifier"),
    WRONG("'%.d'.format([1])", "1:13:" NO_INTEGER "\"\": invalid syntax"), WRONG("'%.99999999999999999999f'.format([1.0])", "1:33:" NO_INTEGER "\"99999999999999999999\": value out of range"),
    /* what each clause takes, and the names of other types */
    FITS("'%d %d %d %d'.format([1, 2u, 3.5, x.a])"), FITS("'%f %f %f'.format([1, 2u, 3.5])"), FITS("'%e %e %e'.format([1, 2u, 3.5])"),
    FITS("'%b %b %b'.format([1, 2u, true])"), FITS("'%o %o'.format([1, 2u])"), FITS("'%x %X %x %X'.format([1, 2u, 'a', b'a'])"),
    FITS("'%s %s %s %s %s %s'.format([1, 'a', null, int, [x], {1: 'a', 'b': 2}])"), FITS("'%s %s'.format([timestamp(0), duration('1s')])"),
    WRONG("'%d'.format(['a'])", "1:14:" DECIMAL "string"), WRONG("'%d'.format([true])", "1:14:" DECIMAL "bool"), WRONG("'%d'.format([b'a'])", "1:14:" DECIMAL "bytes"),
    WRONG("'%d'.format([null])", "1:14:" DECIMAL "null_type"), WRONG("'%d'.format([int])", "1:14:" DECIMAL "type"), WRONG("'%d'.format([x])", "1:14:" DECIMAL "map"),
    WRONG("'%d'.format([[x]])", "1:14:" DECIMAL "list"), WRONG("'%d'.format([timestamp(0)])", "1:23:" DECIMAL "google.protobuf.Timestamp"),
    WRONG("'%d'.format([duration('1s')])", "1:22:" DECIMAL "google.protobuf.Duration"), WRONG("'%d'.format([x.?a])", "1:15:" DECIMAL "optional_type"),
    WRONG("'%f'.format(['NaN'])", "1:14:" WORDS "fixed-point" NUMBERS "string"), WRONG("'%.2e'.format([true])", "1:16:" WORDS "scientific" NUMBERS "bool"),
    WRONG("'%b'.format([1.0])", "1:14:" WORDS "only ints, uints, and bools can be formatted as binary, was given double"),
    WRONG("'%o'.format([true])", "1:14:" WORDS "octal clause can only be used on ints and uints, was given bool"),
    WRONG("'%x'.format([1.0])", "1:14:" HEX "double"), WRONG("'%X'.format([[]])", "1:14:" HEX "list"), WRONG("'%s'.format([optional.of(1)])", "1:25:" STRINGS "optional_type"),
    /* %s looks into literals, not into other lists and maps */
    WRONG("'%s'.format([{'a': [optional.of(1)]}])", "1:32:" STRINGS "optional_type"), WRONG("'%s'.format([{optional.of(1): 2}])", "1:26:" STRINGS "optional_type"),
    FITS("'%s'.format([[1].map(e, optional.of(e))])"), WRONG("'%d'.format([?optional.of(1)])", "1:26:" DECIMAL "optional_type"),
    /* where arguments are */
    WRONG("'%d'.format(['a' + 'b'])", "1:18:" DECIMAL "string"), WRONG("'%d'.format([true ? 'a' : 'b'])", "1:19:" DECIMAL "string"), WRONG("'%d'.format([has(x.a)])", "1:17:" DECIMAL "bool"),
    WRONG("('%d').format((['a']))", "1:17:" DECIMAL "string"), WRONG("'%d %d'.format(['a', 'b'])", "1:17:" DECIMAL "string"), WRONG("[1].map(e, '%d'.format([string(e)]))", "1:31:" DECIMAL "string"),
    /* several; the operand of optMap is in cel-go's tree twice */
    TIMES(2, "'%d'.format(['%d'.format([1, 2])])", "1:25:" MANY("1", "2")), TIMES(2, "'%s%d'.format(['%d'.format(['a']), 'b'])", "1:29:" DECIMAL "string"),
    TIMES(3, "optional.of('%d'.format(['a'])).optMap(v, v + '%d'.format([v]))", "1:26:" DECIMAL "string"),
    TIMES(4, "optional.of('%d'.format(['a'])).optMap(v, v).optFlatMap(v, optional.of(v))", "1:26:" DECIMAL "string"),
    /* not constant, not a literal, or with other issues */
    FITS("('%d' + '').format(['a'])"), FITS("'%d'.format(['a'].map(e, e))"), FITS("'%d'.format([dyn('a')])"), FITS("x.a.format(['a'])"),
    WRONG("'%d'.format(['a']) + 1", "1:20: found no matching overload for '_+_' applied to '(string, int)'"),
    SPEC("'%d'.format(['a'])"), SPEC("'%d'.format([])"),
    /* clang-format on */
};

static vitals_cel_batch *batch;

static void check(void **state) {
    const struct row *row = *state;
    cel_reply got =
        cel_evaluate_format(batch,
                            "{\"env\":\"%s\",\"mode\":\"compile\",\"expr\":\"%s\",\"vars\":"
                            "{\"x\":{\"a\":1}}}",
                            row->environment, row->expression);
    vt_text line = vt_text_between(got.text, 0, vt_text_find_byte(got.text, '\n', 0));
    if (row->text) {
        assert_string_equal(got.outcome.bytes, "parse_error");
        assert_true(vt_text_ends(line, vt_text_from(row->text)));
        assert_true(line.size == strlen("ERROR: <input>:") + strlen(row->text));
        assert_int_equal(cel_count_issues(got.text), row->count);
    } else {
        assert_true(vt_text_is(got.deduced, "string"));
    }
    cel_reply_done(&got);
}

int main(void) {
    batch = cel_batch();
    int failed = TABLE_RUN("cel format checks", check, rows);
    vitals_cel_batch_free(batch);
    return failed;
}
