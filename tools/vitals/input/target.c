/* Reads and matches the forms of target.h. */
#include "input/target.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/kinds.h"

/* A part of the word; NULL bytes: not given. */
typedef vitals_text part;

static const part any = { NULL, 0 };
static const part core = { "", 0 };

static part rest_of(const char *from) {
    return vt_text_from(from);
}

/* The text up to `end`, which lies inside it. */
static part until(const char *from, const char *end) {
    return (part){ from, (size_t)(end - from) };
}

/* What Argo CD writes for "any". */
static char *copy_part(part from) {
    if (!from.bytes || vt_text_is(from, "*")) return NULL;
    return memory_copy(from.bytes, from.size);
}

static void add_reading(cli_target *target, part group, part version, part kind, part namespace,
                        part name) {
    if (target->count == TARGET_READINGS) return;
    target->readings[target->count++] =
        (target_reading){ copy_part(group), copy_part(version), copy_part(kind),
                          copy_part(namespace), copy_part(name) };
}

/* ----------------------------------------------------------------- parts */

/* v1, v1beta1, v2alpha3. */
static bool is_version(part text) {
    size_t at = 1;
    if (text.size < 2 || text.bytes[0] != 'v') return false;
    while (at < text.size && isdigit((unsigned char)text.bytes[at])) at++;
    if (at == 1) return false;
    if (at == text.size) return true;
    return strncmp(text.bytes + at, "alpha", 5) == 0 || strncmp(text.bytes + at, "beta", 4) == 0;
}

static bool begins_with_capital(part text) {
    return text.size && isupper((unsigned char)text.bytes[0]);
}

/* KIND, KIND.GROUP or KIND.VERSION.GROUP, with the rest of the reading. */
static void add_kind(cli_target *target, part kind, part namespace, part name) {
    const char *dot = kind.size ? memchr(kind.bytes, '.', kind.size) : NULL;
    const char *end = kind.bytes + kind.size;
    if (!dot) {
        const bool is_core = kind.size && kind_is_core(kind.bytes, kind.size);
        add_reading(target, is_core ? core : any, any, kind, namespace, name);
        return;
    }
    const part head = until(kind.bytes, dot), group = until(dot + 1, end);
    add_reading(target, group, any, head, namespace, name);
    const char *second = group.size ? memchr(group.bytes, '.', group.size) : NULL;
    const part version = until(group.bytes, second ? second : end);
    if (is_version(version)) {
        add_reading(target, second ? until(second + 1, end) : core, version, head, namespace, name);
    }
}

/* [NAMESPACE/]NAME: names have no slash. Without a namespace it is any. */
static bool split_name(part text, part *namespace, part *name) {
    const char *slash = text.size ? memchr(text.bytes, '/', text.size) : NULL;
    *namespace = slash ? until(text.bytes, slash) : any;
    *name = slash ? until(slash + 1, text.bytes + text.size) : text;
    return name->size > 0;
}

/* ----------------------------------------------------------------- forms */

/* GROUP/KIND:NAME, KIND:NAME and GROUP:KIND:NAME. Names of RBAC objects may have colons. */
static void read_colons(cli_target *target, const char *word, const char *colon) {
    const char *slash = memchr(word, '/', (size_t)(colon - word));
    const char *second = strchr(colon + 1, ':');
    part namespace, name;
    if (slash && split_name(rest_of(colon + 1), &namespace, &name)) {
        add_reading(target, until(word, slash), any, until(slash + 1, colon), namespace, name);
    }
    if (!slash && second && split_name(rest_of(second + 1), &namespace, &name)) {
        add_reading(target, until(word, colon), any, until(colon + 1, second), namespace, name);
    }
    if (!slash && colon != word && split_name(rest_of(colon + 1), &namespace, &name)) {
        add_reading(target, core, any, until(word, colon), namespace, name);
    }
}

/* KIND/NAME, GROUP/KIND and VERSION/KIND. */
static void read_one_slash(cli_target *target, const char *word, const char *slash) {
    const part left = until(word, slash), right = rest_of(slash + 1);
    if (!left.size || !right.size) return;
    add_kind(target, left, any, right);
    if (begins_with_capital(right) && !begins_with_capital(left)) {
        add_reading(target, is_version(left) ? core : left, is_version(left) ? left : any, right,
                    any, any);
    }
}

/* GROUP/VERSION/KIND and KIND/NAMESPACE/NAME. */
static void read_two_slashes(cli_target *target, const char *word, const char *first,
                             const char *second) {
    const part left = until(word, first), middle = until(first + 1, second);
    const part right = rest_of(second + 1);
    if (!left.size || !middle.size || !right.size || strchr(second + 1, '/')) return;
    if (is_version(middle) && begins_with_capital(right)) {
        add_reading(target, left, middle, right, any, any);
    }
    add_kind(target, left, middle, right);
}

static void read_slashes(cli_target *target, const char *word) {
    const char *first = strchr(word, '/');
    const char *second = first ? strchr(first + 1, '/') : NULL;
    if (second) {
        read_two_slashes(target, word, first, second);
    } else if (first) {
        read_one_slash(target, word, first);
    } else {
        add_kind(target, rest_of(word), any, any);
    }
}

/* KIND.GROUP NAMESPACE/NAME, and KIND.GROUP/NAME -n NAMESPACE. */
static void read_spaces(cli_target *target, const char *word, const char *space) {
    static const char option[] = " -n ";
    const char *slash = memchr(word, '/', (size_t)(space - word));
    const char *namespace_at = strstr(word, option);
    part namespace, name;
    if (slash && namespace_at) {
        add_kind(target, until(word, slash), rest_of(namespace_at + strlen(option)),
                 until(slash + 1, namespace_at));
    } else if (!slash && space != word && split_name(rest_of(space + 1), &namespace, &name)) {
        add_kind(target, until(word, space), namespace, name);
    }
}

bool target_parse(cli_target *target, const char *word) {
    *target = (struct cli_target){ .word = word };
    const char *colon = strchr(word, ':'), *space = strchr(word, ' ');
    if (strcmp(word, "all") == 0) {
        add_reading(target, any, any, any, any, any);
    } else if (space) {
        read_spaces(target, word, space);
    } else if (*word) {
        if (colon) read_colons(target, word, colon);
        if (!colon || strchr(word, '/')) read_slashes(target, word);
    }
    return target->count > 0;
}

void target_done(cli_target *target) {
    for (size_t i = 0; i < target->count; i++) {
        const target_reading *reading = &target->readings[i];
        char *const texts[] = { reading->group, reading->version, reading->kind, reading->namespace,
                                reading->name };
        for (size_t t = 0; t < COUNT_OF(texts); t++) free(texts[t]);
    }
    target->count = 0;
}

/* --------------------------------------------------------------- matching */

static bool field_is(const char *wanted, vitals_text field) {
    return !wanted || vt_text_is(field, wanted);
}

/* Also as it was printed, with escapes. */
static bool name_is(const char *wanted, vitals_text name) {
    if (field_is(wanted, name)) return true;
    if (!strchr(wanted, '\\')) return false;
    char *visible = text_visible(name);
    const bool same = strcmp(wanted, visible) == 0;
    free(visible);
    return same;
}

static bool kind_is(const char *wanted, vitals_text kind) {
    return !wanted || kind_is_named(wanted, kind) || name_is(wanted, kind);
}

static bool reading_matches(const target_reading *reading, const vitals_document *document) {
    return kind_is(reading->kind, vitals_document_kind(document)) &&
           name_is(reading->group, vitals_document_group(document)) &&
           field_is(reading->version, vitals_document_version(document)) &&
           name_is(reading->namespace, vitals_document_namespace(document)) &&
           name_is(reading->name, vitals_document_name(document));
}

bool target_matches(const cli_target *target, const vitals_document *document) {
    for (size_t i = 0; i < target->count; i++) {
        if (reading_matches(&target->readings[i], document)) return true;
    }
    return false;
}

const target_reading *target_kind(const cli_target *target) {
    for (size_t i = 0; i < target->count; i++) {
        if (target->readings[i].kind && !target->readings[i].name) return &target->readings[i];
    }
    return NULL;
}

bool target_wants_kind(const cli_target *target, vitals_text group, vitals_text kind) {
    const target_reading *reading = target_kind(target);
    return reading && kind_is(reading->kind, kind) && field_is(reading->group, group);
}
