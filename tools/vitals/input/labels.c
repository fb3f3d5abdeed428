/* Parses label selectors and holds labels to them. */
#include "input/labels.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "output/memory.h"

static const char *skip_spaces(const char *at) {
    while (isspace((unsigned char)*at)) at++;
    return at;
}

/* Characters of label keys and values. */
static size_t word_size(const char *at) {
    size_t size = 0;
    while (isalnum((unsigned char)at[size]) || (at[size] && strchr("-_./", at[size]))) size++;
    return size;
}

/* The longer spelling of two that begin alike comes first. */
static const struct operator_row {
    const char *sign;
    label_operator operator;
    bool list; /* values in parentheses */
} operators[] = {
    { "==", LABEL_IN, false },       { "=", LABEL_IN, false }, { "!=", LABEL_NOT_IN, false },
    { "notin", LABEL_NOT_IN, true }, { "in", LABEL_IN, true },
};

static const struct operator_row *find_operator(const char *at) {
    for (size_t i = 0; i < COUNT_OF(operators); i++)
        if (strncmp(operators[i].sign, at, strlen(operators[i].sign)) == 0) return &operators[i];
    return NULL;
}

static void add_value(label_term *term, const char *value, size_t size) {
    term->values = memory_grow(term->values, term->value_count, sizeof *term->values);
    term->values[term->value_count++] = memory_copy(value, size);
}

/* "(a, b)"; NULL when it is none. */
static const char *parse_value_list(label_term *term, const char *at) {
    if (*at++ != '(') return NULL;
    for (;;) {
        at = skip_spaces(at);
        const size_t size = word_size(at);
        add_value(term, at, size);
        at = skip_spaces(at + size);
        if (*at == ')') return at + 1;
        if (*at++ != ',') return NULL;
    }
}

static const char *parse_values(label_term *term, const struct operator_row *operator,
                                const char * at) {
    at = skip_spaces(at + strlen(operator->sign));
    term->operator= operator->operator;
    if (operator->list) return parse_value_list(term, at);
    const size_t size = word_size(at);
    add_value(term, at, size);
    return at + size;
}

/* One term; returns where it ends, or NULL when it does not parse. */
static const char *parse_term(label_term *term, const char *at) {
    const bool absent = *at == '!';
    at = skip_spaces(at + absent);
    const size_t size = word_size(at);
    if (size == 0) return NULL;
    term->key = memory_copy(at, size);
    term->operator= absent ? LABEL_ABSENT : LABEL_EXISTS;
    at = skip_spaces(at + size);
    const struct operator_row *operator= absent ? NULL : find_operator(at);
    return operator? parse_values(term, operator, at) : at;
}

bool labels_parse(const char *selector, label_term **terms, size_t *count, char *problem,
                  size_t problem_bytes) {
    const char *at = skip_spaces(selector);
    while (*at) {
        *terms = memory_grow(*terms, *count, sizeof **terms);
        label_term *term = &(*terms)[(*count)++];
        *term = (label_term){ NULL, LABEL_EXISTS, NULL, 0 };
        const char *end = parse_term(term, at);
        if (end) end = skip_spaces(end);
        if (!end || (*end && *end != ',')) {
            snprintf(problem, problem_bytes, "cannot read the selector '%s' from '%s' on", selector,
                     at);
            return false;
        }
        at = skip_spaces(end + (*end == ','));
    }
    return true;
}

void labels_done(label_term *terms, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t v = 0; v < terms[i].value_count; v++) free(terms[i].values[v]);
        free(terms[i].values);
        free(terms[i].key);
    }
    free(terms);
}

/* As in Kubernetes, an absent label satisfies != and notin. */
bool label_term_matches(const label_term *term, const char *value) {
    if (term->operator== LABEL_EXISTS) return value != NULL;
    if (term->operator== LABEL_ABSENT) return value == NULL;
    bool listed = false;
    for (size_t i = 0; value && !listed && i < term->value_count; i++)
        listed = strcmp(term->values[i], value) == 0;
    return listed == (term->operator== LABEL_IN);
}
