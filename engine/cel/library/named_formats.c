/*
** Formats by name: format.dns1123Label().validate(s). K8S: k8s.io/apiserver v0.37.2, pkg/cel/library/format.go,
** with the patterns and messages of k8s.io/apimachinery v0.37.2 and k8s.io/kube-openapi pkg/validation/strfmt.
** Also what Open Cluster Management adds: hasConditions().
*/
#include "cel/library/named_formats.h"
#include "base/number/clock.h"
#include "cel/library/opaque.h"
#include "cel/library/rows.h"
#include "cel/run/program.h"

#define LABEL "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN LABEL "(\\." LABEL ")*"
#define LABEL_1035 "[a-z]([-a-z0-9]*[a-z0-9])?"
#define KEY "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
#define REGEX(pattern) "regex used for validation is '" pattern "')"
#define KEY_REFUSED                                                                                \
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "    \
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', " REGEX(KEY)

/* Messages of one format; a text is valid when it has none. */
typedef struct findings {
    vt_cel_state *state;
    vt_cel_items items;
} findings;

typedef struct named_format {
    vt_text pattern; /* absent: `check` alone decides */
    const char *refused;
    size_t most_bytes; /* 0: any */
    bool is_prefix;    /* the last character may be a dash */
    void (*check)(findings *f, vt_text text);
    bool is_label; /* its length is counted in bytes, like that of a label key */
} named_format;

static void add_finding(findings *f, vt_text text) {
    const vt_text copy = vt_arena_copy(&f->state->arena, text);
    if (vt_text_is_absent(copy))
        vt_cel_out_of_memory(f->state);
    else
        (void)vt_cel_items_append(f->state, &f->items, vt_cel_of_string(copy));
}

static bool matches(vt_cel_state *state, vt_text text, vt_text pattern) {
    const vt_cel_value found = vt_cel_pattern_search(state, text, pattern);
    return vt_cel_is_true(found);
}

static void check_length(findings *f, const char *prefix, vt_text text, size_t most,
                         const char *unit) {
    char message[96];
    if (text.size <= most) return;
    snprintf(message, sizeof message, "%smust be no more than %zu %s", prefix, most, unit);
    add_finding(f, vt_text_from(message));
}

enum { MOST_OF_LABEL = 63, MOST_OF_SUBDOMAIN = 253 };

/* A text with dots is a subdomain; it says that instead of the pattern. */
static void check_label(findings *f, vt_text text) {
    static const vt_text label = VT_TEXT_INIT("^" LABEL "$"),
                         subdomain = VT_TEXT_INIT("^" SUBDOMAIN "$");
    if (matches(f->state, text, label)) return;
    add_finding(
        f,
        matches(f->state, text, subdomain)
            ? VT_TEXT("must not contain dots")
            : VT_TEXT(
                  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters "
                  "or '-', and must start and end with an alphanumeric character (e.g. "
                  "'my-name',  or '123-abc', " REGEX(LABEL)));
}

static const char subdomain_refused[] =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must "
    "start and end with an alphanumeric character (e.g. 'example.com', " REGEX(SUBDOMAIN);

static void add_prefixed(findings *f, const char *prefix, const char *text) {
    vt_buffer buffer = vt_arena_buffer(&f->state->arena);
    vt_buffer_add_terminated(&buffer, prefix);
    vt_buffer_add_terminated(&buffer, text);
    add_finding(f, vt_buffer_text(&buffer));
}

static void check_prefix(findings *f, vt_text prefix) {
    static const vt_text subdomain = VT_TEXT_INIT("^" SUBDOMAIN "$");
    if (prefix.size == 0) {
        add_finding(f, VT_TEXT("prefix part must be non-empty"));
        return;
    }
    check_length(f, "prefix part ", prefix, MOST_OF_SUBDOMAIN, "bytes");
    if (!matches(f->state, prefix, subdomain)) add_prefixed(f, "prefix part ", subdomain_refused);
}

static void check_qualified(findings *f, vt_text text) {
    static const vt_text key = VT_TEXT_INIT("^" KEY "$");
    const size_t slash = vt_text_find_byte(text, '/', 0);
    vt_text name = text;
    if (slash != SIZE_MAX) {
        name = vt_text_between(text, slash + 1, text.size);
        if (vt_text_find_byte(name, '/', 0) != SIZE_MAX) {
            add_finding(
                f,
                VT_TEXT(
                    "a valid label key " KEY_REFUSED
                    " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"));
            return;
        }
        check_prefix(f, vt_text_between(text, 0, slash));
    }
    if (name.size == 0) add_finding(f, VT_TEXT("name part must be non-empty"));
    check_length(f, "name part ", name, MOST_OF_LABEL, "bytes");
    if (!matches(f->state, name, key)) add_finding(f, VT_TEXT("name part " KEY_REFUSED));
}

static void check_uri(findings *f, vt_text text) {
    const vt_text problem = vt_cel_uri_problem(f->state, text);
    if (!vt_text_is_absent(problem)) add_finding(f, problem);
}

static bool is_date(vt_text text) {
    char time[32];
    vt_instant instant;
    if (text.size != 10) return false;
    snprintf(time, sizeof time, "%.10sT00:00:00Z", text.bytes);
    return vt_instant_parse(vt_text_from(time), &instant);
}

static void check_date(findings *f, vt_text text) {
    if (!is_date(text)) add_finding(f, VT_TEXT("invalid date"));
}

/* STRFMT: hours, minutes and seconds are compared as text; what follows a second "t" is not read. */
static void check_datetime(findings *f, vt_text text) {
    static const vt_text time =
        VT_TEXT_INIT("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");
    vt_buffer lower = vt_arena_buffer(&f->state->arena);
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.bytes[i];
        vt_buffer_add_byte(&lower, c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c);
    }
    vt_text rest = vt_buffer_text(&lower), date, clock;
    bool good = vt_text_split(&rest, 't', &date) && vt_text_split(&rest, 't', &clock) &&
                is_date(date) && matches(f->state, clock, time);
    good = good && memcmp(clock.bytes, "23", 2) <= 0 && memcmp(clock.bytes + 3, "59", 2) <= 0 &&
           memcmp(clock.bytes + 6, "59", 2) <= 0;
    if (!good) add_finding(f, VT_TEXT("invalid datetime"));
}

#define PATTERN(pattern) VT_TEXT_INIT("^" pattern "$")
#define NONE                                                                                       \
    { NULL, 0 }

static const char label_1035_refused[] =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic "
    "character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', " REGEX(
        LABEL_1035);

/* In the order of vt_cel_named_formats. */
static const named_format formats[VT_CEL_NAMED_FORMAT_COUNT] = {
    { NONE, NULL, MOST_OF_LABEL, false, check_label },
    { PATTERN(SUBDOMAIN), subdomain_refused, MOST_OF_SUBDOMAIN, false, NULL },
    { PATTERN(LABEL_1035), label_1035_refused, MOST_OF_LABEL, false, NULL },
    { NONE, NULL, 0, false, check_qualified },
    { NONE, NULL, MOST_OF_LABEL, true, check_label },
    { PATTERN(SUBDOMAIN), subdomain_refused, MOST_OF_SUBDOMAIN, true, NULL },
    { PATTERN(LABEL_1035), label_1035_refused, MOST_OF_LABEL, true, NULL },
    { PATTERN("(" KEY ")?"),
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
      "'.', and must "
      "start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
      "'12345', " REGEX("(" KEY ")?"),
      MOST_OF_LABEL, false, NULL, true },
    { NONE, NULL, 0, false, check_uri },
    { PATTERN("(?i:[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})"),
      "does not match the UUID format", 0, false, NULL },
    { PATTERN("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})"),
      "invalid base64", 0, false, NULL },
    { NONE, NULL, 0, false, check_date },
    { NONE, NULL, 0, false, check_datetime },
};

/* K8S: maskTrailingDash, which drops the character before the dash as well. */
static vt_text mask_dash(vt_cel_state *state, vt_text text) {
    if (text.size < 2 || text.bytes[text.size - 1] != '-') return text;
    vt_buffer masked = vt_arena_buffer(&state->arena);
    vt_buffer_add(&masked, vt_text_between(text, 0, text.size - 2));
    vt_buffer_add_byte(&masked, 'a');
    return vt_buffer_text(&masked);
}

static vt_cel_value validate(const vt_cel_call *call) {
    const named_format *format = &formats[call->arguments[0].as.integer];
    findings f = { .state = call->state };
    vt_text text = vt_cel_text(call->arguments[1]);
    if (!vt_cel_charge_bytes(call->state, text.size)) return vt_cel_stopped_error(call->state);
    if (format->is_prefix) text = mask_dash(call->state, text);
    if (format->most_bytes)
        check_length(&f, "", text, format->most_bytes, format->is_label ? "bytes" : "characters");
    if (format->check) format->check(&f, text);
    if (format->pattern.size && !matches(call->state, text, format->pattern))
        add_finding(&f, vt_text_from(format->refused));
    if (call->state->meter.stopped) return vt_cel_stopped_error(call->state);
    if (f.items.count == 0) return vt_cel_none();
    return vt_cel_some(call->state, vt_cel_of_list(f.items.items, f.items.count));
}

static vt_cel_value format_at(int64_t index) {
    return (vt_cel_value){ .kind = VT_CEL_NAMED_FORMAT, .as.integer = index };
}

static vt_cel_value constant(const vt_cel_call *call) {
    return format_at(call->function->variant);
}

static vt_cel_value named(const vt_cel_call *call) {
    if (!vt_cel_charge_bytes(call->state, call->arguments[0].size))
        return vt_cel_stopped_error(call->state);
    for (int64_t i = 0; i < VT_CEL_NAMED_FORMAT_COUNT; i++) {
        if (vt_text_is(vt_cel_text(call->arguments[0]), vt_cel_named_formats[i]))
            return vt_cel_some(call->state, format_at(i));
    }
    return vt_cel_none();
}

/* OCM: open-cluster-management.io/sdk-go, pkg/cel/library/conditions.go, as of ocm v1.2.0. */
static vt_cel_value has_conditions(const vt_cel_call *call) {
    vt_cel_value found;
    const vt_cel_value status = call->arguments[0];
    return vt_cel_of_bool(
        status.kind == VT_CEL_MAP &&
        vt_cel_map_find_text(call->state, status, VT_TEXT("conditions"), &found) &&
        found.kind == VT_CEL_LIST && found.size > 0);
}

static const vt_cel_type optional_format = {
    VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_named_format_type, NULL }, NULL
};
static const vt_cel_type optional_list = {
    VT_CEL_TYPE_OPTIONAL, 0, { &vt_cel_list_string, NULL }, NULL
};

#define IN (SINCE(31) | OCM)
#define ROW(name, index, example)                                                                  \
    {                                                                                              \
        "format." name, "format." name, NAMED_FORMAT, { NULL }, constant, index, VT_CEL_ANY_COUNT, \
            IN, "format", 0, "the format " name, example, COST_CALL                                \
    }

/* clang-format off */
const vt_cel_function vt_cel_named_format_functions[] = {
    ROW("dns1123Label", 0, "!format.dns1123Label().validate('my-name').hasValue()"),
    ROW("dns1123Subdomain", 1, "!format.dns1123Subdomain().validate('example.com').hasValue()"),
    ROW("dns1035Label", 2, "format.dns1035Label().validate('1a').hasValue()"),
    ROW("qualifiedName", 3, "!format.qualifiedName().validate('example.com/MyName').hasValue()"),
    ROW("dns1123LabelPrefix", 4, "!format.dns1123LabelPrefix().validate('my-name-').hasValue()"),
    ROW("dns1123SubdomainPrefix", 5, "!format.dns1123SubdomainPrefix().validate('example.com-').hasValue()"),
    ROW("dns1035LabelPrefix", 6, "!format.dns1035LabelPrefix().validate('my-name-').hasValue()"),
    ROW("labelValue", 7, "!format.labelValue().validate('').hasValue()"),
    ROW("uri", 8, "format.uri().validate('a').hasValue()"),
    ROW("uuid", 9, "!format.uuid().validate('123e4567-e89b-12d3-a456-426614174000').hasValue()"),
    ROW("byte", 10, "!format.byte().validate('aGVsbG8=').hasValue()"),
    ROW("date", 11, "!format.date().validate('2021-01-01').hasValue()"),
    ROW("datetime", 12, "!format.datetime().validate('2021-01-01T00:00:00Z').hasValue()"),
    { "format.named", "format-named", &optional_format, { STRING }, named, 0, 0, IN, "format", 0, "the format of that name, or none", "format.named('uuid').hasValue() && !format.named('x').hasValue()", COST_READS },
    { "validate", "format-validate", &optional_list, { NAMED_FORMAT, STRING }, validate, 0, MEMBER, IN, "format", 0, "what is wrong with the text, or none", "format.uuid().validate('x').value() == ['does not match the UUID format']", COST_PATTERN },
    { "hasConditions", "status_has_conditions", BOOL, { ANY }, has_conditions, 0, 0, OCM, "conditions", 0, "whether a status has conditions", "hasConditions({'conditions': [{}]}) && !hasConditions({})", COST_CALL },
    VT_CEL_END,
};
/* clang-format on */
