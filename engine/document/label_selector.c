/* Label selectors: reading, parsing and matching them. */
#include "document/label_selector.h"

#include "base/memory/memory.h"
#include "base/run/diagnostic.h"
#include "base/text/lines.h"

/* ----------------------------------------------------------------- matching */

static bool is_listed(const vt_label_requirement *requirement, vt_text label) {
    for (size_t i = 0; i < requirement->value_count; i++) {
        if (vt_text_equal(requirement->values[i], label)) return true;
    }
    return false;
}

bool vt_label_requirement_holds(const vt_label_requirement *requirement, vt_text label) {
    const bool present = !vt_text_is_absent(label);
    switch (requirement->operation) {
    case VT_LABEL_IN:
        return present && is_listed(requirement, label);
    case VT_LABEL_NOT_IN:
        return !present || !is_listed(requirement, label);
    case VT_LABEL_EXISTS:
        return present;
    case VT_LABEL_DOES_NOT_EXIST:
        return !present;
    case VT_LABEL_UNKNOWN:
        break;
    }
    return false;
}

bool vt_label_selector_matches(const vt_label_selector *selector, const vitals_document *object) {
    const vt_value *labels =
        vt_document_field(object, vt_document_metadata(object), VT_TEXT("labels"));
    for (size_t i = 0; i < selector->count; i++) {
        const vt_label_requirement *requirement = &selector->requirements[i];
        vt_text label = vt_value_text(vt_document_get(object, labels, requirement->key));
        if (!vt_label_requirement_holds(requirement, label)) return false;
    }
    return true;
}

/* --------------------------------------------------------------------- copying */

static size_t copy_bytes(const vt_label_selector *selector) {
    size_t bytes = sizeof *selector + selector->count * sizeof *selector->requirements;
    for (size_t i = 0; i < selector->count; i++) {
        const vt_label_requirement *requirement = &selector->requirements[i];
        bytes += requirement->key.size + requirement->value_count * sizeof(vt_text);
        for (size_t j = 0; j < requirement->value_count; j++) {
            bytes += requirement->values[j].size;
        }
    }
    return bytes;
}

static vt_text copy_text(char **at, vt_text text) {
    char *copy = *at;
    if (text.size) memcpy(copy, text.bytes, text.size);
    *at += text.size;
    return vt_text_slice(copy, text.size);
}

/* The structs are first in the block, then the values, then the texts. */
vt_label_selector *vt_label_selector_copy(const vt_label_selector *selector,
                                          const vitals_allocator *allocator, size_t *bytes) {
    *bytes = copy_bytes(selector);
    vt_label_selector *copy = vt_allocate(allocator, *bytes);
    if (!copy) return NULL;
    vt_label_requirement *requirements = (vt_label_requirement *)(void *)(copy + 1);
    vt_text *values = (vt_text *)(void *)(requirements + selector->count);
    size_t value_count = 0;
    for (size_t i = 0; i < selector->count; i++) {
        value_count += selector->requirements[i].value_count;
    }
    char *at = (char *)(values + value_count);
    for (size_t i = 0; i < selector->count; i++) {
        requirements[i] = selector->requirements[i];
        requirements[i].key = copy_text(&at, requirements[i].key);
        requirements[i].values = values;
        for (size_t j = 0; j < requirements[i].value_count; j++) {
            *values++ = copy_text(&at, selector->requirements[i].values[j]);
        }
    }
    *copy = (vt_label_selector){ requirements, selector->count };
    return copy;
}

/* -------------------------------------------- metav1.LabelSelector in an object */

static vt_label_operator operator_of(vt_text name) {
    static const char *const names[] = {
        [VT_LABEL_IN] = "In",
        [VT_LABEL_NOT_IN] = "NotIn",
        [VT_LABEL_EXISTS] = "Exists",
        [VT_LABEL_DOES_NOT_EXIST] = "DoesNotExist",
    };
    size_t i = 0;
    while (i < VT_LABEL_UNKNOWN && !vt_text_is(name, names[i])) i++;
    return (vt_label_operator)i;
}

/* The members of matchLabels: the label has this value. */
static bool read_labels(const vt_value *labels, vt_arena *arena,
                        vt_label_requirement *requirements) {
    const size_t count = vt_value_count(labels);
    vt_text *values = count ? vt_arena_allocate_array(arena, count, sizeof *values) : NULL;
    if (count && !values) return false;
    for (const vt_value *key = vt_object_first(labels); key; key = vt_object_next(labels, key)) {
        const vt_value *value = vt_object_value(key);
        *values = vt_value_text(value);
        *requirements++ = (vt_label_requirement){ vt_value_text(key), VT_LABEL_IN, values++,
                                                  vt_value_is_string(value) };
    }
    return true;
}

/* The strings of a list of values. */
static bool read_values(const vt_value *list, vt_arena *arena, vt_label_requirement *requirement) {
    const size_t count = vt_value_is_array(list) ? vt_value_count(list) : 0;
    if (count == 0) return true;
    vt_text *values = vt_arena_allocate_array(arena, count, sizeof *values);
    if (!values) return false;
    requirement->values = values;
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        if (vt_value_is_string(item)) values[requirement->value_count++] = vt_value_text(item);
    }
    return true;
}

/* The elements of matchExpressions. */
static bool read_expressions(const vitals_document *document, const vt_value *list, vt_arena *arena,
                             vt_label_requirement *requirements) {
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item)) {
        vt_text key = vt_value_text(vt_document_get(document, item, VT_TEXT("key")));
        vt_text name = vt_value_text(vt_document_get(document, item, VT_TEXT("operator")));
        *requirements = (vt_label_requirement){ key, operator_of(name), NULL, 0 };
        const vt_value *values = vt_document_get(document, item, VT_TEXT("values"));
        if (!read_values(values, arena, requirements++)) return false;
    }
    return true;
}

bool vt_label_selector_read(const vitals_document *document, const vt_value *object,
                            vt_arena *arena, vt_label_selector *out) {
    const vt_value *labels = vt_document_get(document, object, VT_TEXT("matchLabels"));
    const vt_value *list = vt_document_get(document, object, VT_TEXT("matchExpressions"));
    const size_t label_count = vt_value_is_object(labels) ? vt_value_count(labels) : 0;
    const size_t count = label_count + (vt_value_is_array(list) ? vt_value_count(list) : 0);
    *out = (vt_label_selector){ NULL, 0 };
    if (count == 0) return true;
    vt_label_requirement *requirements =
        vt_arena_allocate_array(arena, count, sizeof *requirements);
    if (!requirements || (label_count && !read_labels(labels, arena, requirements)) ||
        !read_expressions(document, list, arena, requirements + label_count)) {
        return false;
    }
    *out = (vt_label_selector){ requirements, count };
    return true;
}

/* ------------------------------------------------------------- kubectl's grammar */

/* A selector that is being parsed. Each requirement and each value is the first thing in the text or
** follows a comma, so that the commas bound the number of both. */
typedef struct selector_parser {
    vt_text text;
    size_t at;
    vt_label_requirement *requirements;
    size_t count;
    vt_text *values;
    size_t value_count;
} selector_parser;

static bool is_word_byte(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '_' || byte == '.' || byte == '/';
}

static bool is_space(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void skip_spaces(selector_parser *parser) {
    while (parser->at < parser->text.size && is_space(parser->text.bytes[parser->at])) parser->at++;
}

/* Move past `literal` and the white space after it. false: something else is here. */
static bool accept(selector_parser *parser, const char *literal) {
    vt_text rest = vt_text_between(parser->text, parser->at, parser->text.size);
    vt_text wanted = vt_text_from(literal);
    if (!vt_text_starts(rest, wanted)) return false;
    parser->at += wanted.size;
    skip_spaces(parser);
    return true;
}

/* A label key or value, which may be empty, and the white space after it. */
static vt_text parse_word(selector_parser *parser) {
    const size_t start = parser->at;
    while (parser->at < parser->text.size && is_word_byte(parser->text.bytes[parser->at])) {
        parser->at++;
    }
    vt_text word = vt_text_slice(parser->text.bytes + start, parser->at - start);
    skip_spaces(parser);
    return word;
}

/* One value, or with `list` any number of them in parentheses. */
static bool parse_values(selector_parser *parser, vt_label_requirement *requirement, bool list) {
    if (list && !accept(parser, "(")) return false;
    requirement->values = &parser->values[parser->value_count];
    do {
        parser->values[parser->value_count++] = parse_word(parser);
        requirement->value_count++;
    } while (list && accept(parser, ","));
    return !list || accept(parser, ")");
}

/* The longer of two operators that begin alike comes first. */
static const struct text_operator {
    const char *sign;
    vt_label_operator operation;
    bool list;
} text_operators[] = {
    { "==", VT_LABEL_IN, false },     { "=", VT_LABEL_IN, false },
    { "!=", VT_LABEL_NOT_IN, false }, { "notin", VT_LABEL_NOT_IN, true },
    { "in", VT_LABEL_IN, true },
};

static bool parse_requirement(selector_parser *parser) {
    vt_label_requirement *next = &parser->requirements[parser->count++];
    const bool negated = accept(parser, "!");
    *next = (vt_label_requirement){ parse_word(parser), VT_LABEL_EXISTS, NULL, 0 };
    if (next->key.size == 0) return false;
    if (negated) {
        next->operation = VT_LABEL_DOES_NOT_EXIST;
        return true;
    }
    for (size_t i = 0; i < sizeof text_operators / sizeof text_operators[0]; i++) {
        if (!accept(parser, text_operators[i].sign)) continue;
        next->operation = text_operators[i].operation;
        return parse_values(parser, next, text_operators[i].list);
    }
    return true;
}

vitals_status vt_label_selector_parse(vt_text text, vt_arena *arena, vt_label_selector *out,
                                      size_t *offset) {
    size_t most = 1;
    for (size_t i = 0; i < text.size; i++) most += text.bytes[i] == ',';
    selector_parser parser = { .text = text };
    parser.requirements = vt_arena_allocate_array(arena, most, sizeof *parser.requirements);
    parser.values = vt_arena_allocate_array(arena, most, sizeof *parser.values);
    if (!parser.requirements || !parser.values) return VITALS_ENOMEM;
    skip_spaces(&parser);
    while (parser.at < text.size) {
        *offset = parser.at;
        if (!parse_requirement(&parser)) return VITALS_ESYNTAX;
        if (parser.at < text.size && !accept(&parser, ",")) return VITALS_ESYNTAX;
    }
    *out = (vt_label_selector){ parser.requirements, parser.count };
    return VITALS_OK;
}

/* ------------------------------------------------------------- <vitals/vitals.h> */

struct vitals_selector {
    vitals_allocator allocator;
    vt_arena arena;
    vt_label_selector selector;
};

/* Longer selectors are cut in messages. */
enum { SHOWN_MOST_BYTES = 400 };

static void report(vitals_diagnostics *diagnostics, vt_text text, size_t offset) {
    vt_place place = { NULL, 0, 0, 0 };
    vt_text all = vt_text_between(text, 0, SHOWN_MOST_BYTES);
    vt_text rest = vt_text_between(text, offset, offset + SHOWN_MOST_BYTES);
    vt_place_locate(text, offset, &place.line, &place.column);
    vt_diagnose_format(diagnostics, VITALS_SEVERITY_ERROR, "selector-syntax", place, NULL,
                       "cannot read the selector '%.*s' from '%.*s' on", VT_TEXT_ARG(all),
                       VT_TEXT_ARG(rest));
}

vitals_status vitals_selector_parse(vitals_text text, const vitals_allocator *allocator,
                                    vitals_selector **out, vitals_diagnostics *diagnostics) {
    if (!out) return VITALS_EINVAL;
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_selector *selector = vt_allocate_zeroed(&own, sizeof *selector);
    if (!selector) return VITALS_ENOMEM;
    selector->allocator = own;
    vt_arena_init(&selector->arena, &own, 0);
    vt_text copy = vt_arena_copy(&selector->arena, text);
    size_t offset = 0;
    vitals_status status = VITALS_ENOMEM;
    if (!vt_text_is_absent(copy)) {
        status = vt_label_selector_parse(copy, &selector->arena, &selector->selector, &offset);
    }
    if (status == VITALS_OK) {
        *out = selector;
        return VITALS_OK;
    }
    if (status == VITALS_ESYNTAX) report(diagnostics, copy, offset);
    vitals_selector_free(selector);
    return status;
}

bool vitals_selector_matches(const vitals_selector *selector, const vitals_document *document) {
    return vt_label_selector_matches(&selector->selector, document);
}

void vitals_selector_free(vitals_selector *selector) {
    if (!selector) return;
    vitals_allocator own = selector->allocator;
    vt_arena_done(&selector->arena);
    vt_release(&own, selector, sizeof *selector);
}
