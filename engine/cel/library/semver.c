/*
** Semantic versions. K8S: k8s.io/apiserver v0.37.2, pkg/cel/library/semverlib.go, with
** github.com/blang/semver/v4 v4.0.0, whose errors are kept.
*/
#include "base/number/number.h"
#include "base/text/quote.h"
#include "cel/library/opaque.h"
#include "cel/library/rows.h"

typedef vt_cel_semver semver;

/* A reader that stops at the first problem, which is the error of the call. */
typedef struct reader {
    vt_cel_state *state;
    vt_cel_value error; /* null: none */
} reader;

static bool has_failed(const reader *r) {
    return vt_cel_is_error(r->error);
}

/* "head "text"": text as Go quotes it. */
static void fail(reader *r, const char *head, vt_text text) {
    vt_buffer *buffer = vt_cel_scratch(r->state);
    vt_buffer_add_terminated(buffer, head);
    vt_quote_append_go(buffer, text);
    r->error = vt_cel_scratch_error(r->state);
}

static bool is_numeric(vt_text text) {
    return vt_text_skip_digits(text, 0) == text.size;
}

static bool is_alphanumeric(vt_text text) {
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.bytes[i], lower = (char)(c | 0x20);
        if (!vt_is_digit(c) && !(lower >= 'a' && lower <= 'z') && c != '-') return false;
    }
    return true;
}

static uint64_t read_number(reader *r, vt_text text) {
    uint64_t value = 0;
    if (vt_number_parse_uint64(text, 10, &value)) return value;
    vt_buffer *buffer = vt_cel_scratch(r->state);
    vt_buffer_add(buffer, VT_TEXT("strconv.ParseUint: parsing "));
    vt_quote_append_go(buffer, text);
    vt_buffer_add_terminated(buffer, text.size ? ": value out of range" : ": invalid syntax");
    r->error = vt_cel_scratch_error(r->state);
    return 0;
}

enum { MAJOR, MINOR, PATCH };
static const struct {
    const char *invalid, *zeroes;
} parts[] = {
    [MAJOR] = { "Invalid character(s) found in major number ",
                "Major number must not contain leading zeroes " },
    [MINOR] = { "Invalid character(s) found in minor number ",
                "Minor number must not contain leading zeroes " },
    [PATCH] = { "Invalid character(s) found in patch number ",
                "Patch number must not contain leading zeroes " },
};

static uint64_t read_part(reader *r, int which, vt_text text) {
    if (has_failed(r)) return 0;
    if (!is_numeric(text)) {
        fail(r, parts[which].invalid, text);
    } else if (text.size > 1 && text.bytes[0] == '0') {
        fail(r, parts[which].zeroes, text);
    } else {
        return read_number(r, text);
    }
    return 0;
}

static void check_prerelease(reader *r, vt_text part) {
    if (part.size == 0) {
        r->error = VT_CEL_ERROR_TEXT("Prerelease is empty");
    } else if (is_numeric(part)) {
        if (part.size > 1 && part.bytes[0] == '0')
            fail(r, "Numeric PreRelease version must not contain leading zeroes ", part);
        else
            read_number(r, part);
    } else if (!is_alphanumeric(part)) {
        fail(r, "Invalid character(s) found in prerelease ", part);
    }
}

static void check_build(reader *r, vt_text part) {
    if (part.size == 0)
        r->error = VT_CEL_ERROR_TEXT("Build meta data is empty");
    else if (!is_alphanumeric(part))
        fail(r, "Invalid character(s) found in build meta data ", part);
}

/* Check each part between dots. */
static void check_parts(reader *r, vt_text text, void (*check)(reader *r, vt_text part)) {
    for (size_t at = 0, dot; !vt_text_is_absent(text) && !has_failed(r); at = dot + 1) {
        dot = vt_text_find_byte(text, '.', at);
        check(r, vt_text_between(text, at, dot));
        if (dot == SIZE_MAX) break;
    }
}

/* Cut `text` at the first `byte`: what is behind it, or absent. */
static vt_text cut_at(vt_text *text, char byte) {
    const size_t at = vt_text_find_byte(*text, byte, 0);
    if (at == SIZE_MAX) return VT_TEXT_ABSENT;
    const vt_text rest = vt_text_slice(text->bytes + at + 1, text->size - at - 1);
    *text = vt_text_between(*text, 0, at);
    return rest;
}

static semver parse(reader *r, vt_text text) {
    semver version = { 0 };
    if (text.size == 0) {
        r->error = VT_CEL_ERROR_TEXT("Version string empty");
        return version;
    }
    const size_t first = vt_text_find_byte(text, '.', 0);
    const size_t second = first == SIZE_MAX ? first : vt_text_find_byte(text, '.', first + 1);
    if (second == SIZE_MAX) {
        r->error = VT_CEL_ERROR_TEXT("No Major.Minor.Patch elements found");
        return version;
    }
    version.major = read_part(r, MAJOR, vt_text_between(text, 0, first));
    version.minor = read_part(r, MINOR, vt_text_between(text, first + 1, second));
    vt_text patch = vt_text_slice(text.bytes + second + 1, text.size - second - 1);
    version.build = cut_at(&patch, '+');
    version.prerelease = cut_at(&patch, '-');
    version.patch = read_part(r, PATCH, patch);
    if (!has_failed(r)) check_parts(r, version.prerelease, check_prerelease);
    if (!has_failed(r)) check_parts(r, version.build, check_build);
    return version;
}

/* Without leading zeroes, but with one digit. */
static vt_text cut_zeroes(vt_text part) {
    size_t at = 0;
    if (part.size < 2) return part;
    while (at < part.size && part.bytes[at] == '0') at++;
    const bool needs_digit = at > 0 && (at == part.size || !vt_is_digit(part.bytes[at]));
    return vt_text_between(part, at - needs_digit, part.size);
}

/* A leading "v" dropped, three parts, no leading zeroes. Absent: `r` has the error. */
static vt_text normalize(reader *r, vt_text text) {
    if (vt_text_starts(text, VT_TEXT("v"))) text = vt_text_between(text, 1, text.size);
    vt_buffer *buffer = vt_cel_scratch(r->state);
    int count = 0;
    vt_text part = text;
    for (; count < 3 && !vt_text_is_absent(text); count++) {
        part = text;
        const size_t dot = count < 2 ? vt_text_find_byte(text, '.', 0) : SIZE_MAX;
        if (dot != SIZE_MAX) part = vt_text_between(text, 0, dot);
        text = dot == SIZE_MAX ? VT_TEXT_ABSENT
                               : vt_text_slice(text.bytes + dot + 1, text.size - dot - 1);
        if (count > 0) vt_buffer_add_byte(buffer, '.');
        /* GO: a part that is a digit less and starts with another character gets a zero. */
        const vt_text cut = cut_zeroes(part);
        const bool bare = part.size > 1 && cut.size == part.size && !vt_is_digit(part.bytes[0]);
        if (bare) vt_buffer_add_byte(buffer, '0');
        vt_buffer_add(buffer, cut);
    }
    const bool is_short = count < 3;
    if (is_short && (vt_text_find_byte(part, '+', 0) != SIZE_MAX ||
                     vt_text_find_byte(part, '-', 0) != SIZE_MAX)) {
        r->error = VT_CEL_ERROR_TEXT("short version cannot contain PreRelease/Build meta data");
        return VT_TEXT_ABSENT;
    }
    for (; count < 3; count++) vt_buffer_add(buffer, VT_TEXT(".0"));
    const vt_cel_value made = vt_cel_scratch_string(r->state);
    if (vt_cel_is_error(made)) r->error = made;
    return vt_cel_is_error(made) ? VT_TEXT_ABSENT : vt_cel_text(made);
}

/* --------------------------------------------------------------- compare */

static int order_numbers(uint64_t a, uint64_t b) {
    return (a > b) - (a < b);
}

static int compare_part(vt_text a, vt_text b) {
    const bool numbers = is_numeric(a) && is_numeric(b);
    if (is_numeric(a) != is_numeric(b)) return is_numeric(a) ? -1 : 1;
    if (numbers && a.size != b.size) return a.size > b.size ? 1 : -1;
    const int order = vt_text_compare(a, b);
    return (order > 0) - (order < 0);
}

/* A version without a prerelease is the larger one. */
static int compare_prereleases(vt_text a, vt_text b) {
    if (vt_text_is_absent(a) || vt_text_is_absent(b))
        return vt_text_is_absent(a) - vt_text_is_absent(b);
    for (;;) {
        vt_text left, right;
        const bool more_left = vt_text_split(&a, '.', &left);
        const bool more_right = vt_text_split(&b, '.', &right);
        if (!more_left || !more_right) return more_left - more_right;
        const int order = compare_part(left, right);
        if (order) return order;
    }
}

static int compare(vt_cel_state *state, const semver *a, const semver *b) {
    if (!vt_cel_charge_bytes(state, a->prerelease.size + b->prerelease.size)) return 0;
    int order = order_numbers(a->major, b->major);
    if (!order) order = order_numbers(a->minor, b->minor);
    if (!order) order = order_numbers(a->patch, b->patch);
    return order ? order : compare_prereleases(a->prerelease, b->prerelease);
}

bool vt_cel_semver_equal(vt_cel_state *state, const semver *a, const semver *b) {
    return compare(state, a, b) == 0;
}

/* ------------------------------------------------------------- functions */

static const semver *semver_at(const vt_cel_call *call, uint32_t index) {
    return call->arguments[index].as.opaque;
}

static vt_cel_value make(const vt_cel_call *call) {
    vt_cel_state *state = call->state;
    reader r = { .state = state, .error = vt_cel_null_value() };
    vt_text text = vt_cel_text(call->arguments[0]);
    if (!vt_cel_charge_bytes(state, text.size)) return vt_cel_stopped_error(state);
    if (call->count > 1 && vt_cel_is_true(call->arguments[1])) text = normalize(&r, text);
    if (has_failed(&r)) return r.error;
    const semver version = parse(&r, text);
    if (has_failed(&r)) return r.error;
    semver *made = vt_cel_allocate(state, sizeof *made);
    if (!made) return vt_cel_stopped_error(state);
    *made = version;
    return (vt_cel_value){ .kind = VT_CEL_SEMVER, .as.opaque = made };
}

static vt_cel_value is_semver(const vt_cel_call *call) {
    const vt_cel_value made = make(call);
    return vt_cel_is_fatal(made) ? made : vt_cel_of_bool(!vt_cel_is_error(made));
}

enum { GREATER = 1, LESS = -1, ORDER = 0 };

/* variant: the order that is asked for, or the order itself. */
static vt_cel_value compare_to(const vt_cel_call *call) {
    const int order = compare(call->state, semver_at(call, 0), semver_at(call, 1));
    const int asked = call->function->variant;
    return asked == ORDER ? vt_cel_of_int(order) : vt_cel_of_bool(order == asked);
}

/* variant: which. GO: the conversion to int64 keeps the bits. */
static vt_cel_value part_of(const vt_cel_call *call) {
    const semver *version = semver_at(call, 0);
    const uint64_t values[] = { version->major, version->minor, version->patch };
    return vt_cel_of_int((int64_t)values[call->function->variant]);
}

#define IN (SINCE(33) | OCM | KRO)
#define ROW(name, id, result, a, b, run, variant, flags, where, version, doc, example, cost)       \
    {                                                                                              \
        name, id, result, { a, b }, run, variant, flags, where, "semver", version, doc, example,   \
            cost                                                                                   \
    }

/* clang-format off */
const vt_cel_function vt_cel_semver_functions[] = {
    ROW("semver", "string_to_semver", SEMVER, STRING, NULL, make, 0, 0, IN, 0, "the version", "semver('1.2.3').minor() == 2", COST_READS),
    ROW("semver", "string_bool_to_semver", SEMVER, STRING, BOOL, make, 0, 0, SINCE(33), 1, "the version; true: also from v1.2", "semver('v1.2', true) == semver('1.2.0')", COST_READS),
    ROW("isSemver", "is_semver_string", BOOL, STRING, NULL, is_semver, 0, 0, IN, 0, "whether the text is a version", "isSemver('1.2.3-rc.1') && !isSemver('1.2')", COST_READS),
    ROW("isSemver", "is_semver_string_bool", BOOL, STRING, BOOL, is_semver, 0, 0, SINCE(33), 1, "the same; true: also v1.2", "isSemver('v1.2', true)", COST_READS),
    ROW("isGreaterThan", "semver_is_greater_than", BOOL, SEMVER, SEMVER, compare_to, GREATER, MEMBER, IN, 0, "whether it is later", "semver('1.10.0').isGreaterThan(semver('1.9.0'))", COST_READS),
    ROW("isLessThan", "semver_is_less_than", BOOL, SEMVER, SEMVER, compare_to, LESS, MEMBER, IN, 0, "whether it is earlier", "semver('1.0.0-rc.1').isLessThan(semver('1.0.0'))", COST_READS),
    ROW("compareTo", "semver_compare_to", INT, SEMVER, SEMVER, compare_to, ORDER, MEMBER, IN, 0, "-1 when it is earlier, 0 when equal, 1 when later", "semver('1.0.0+a').compareTo(semver('1.0.0+b')) == 0", COST_READS),
    ROW("major", "semver_major", INT, SEMVER, NULL, part_of, MAJOR, MEMBER, IN, 0, "the first number", "semver('1.2.3').major() == 1", COST_CALL),
    ROW("minor", "semver_minor", INT, SEMVER, NULL, part_of, MINOR, MEMBER, IN, 0, "the second number", "semver('1.2.3').minor() == 2", COST_CALL),
    ROW("patch", "semver_patch", INT, SEMVER, NULL, part_of, PATCH, MEMBER, IN, 0, "the third number", "semver('1.2.3').patch() == 3", COST_CALL),
    VT_CEL_END,
};
/* clang-format on */
