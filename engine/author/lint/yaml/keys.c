/*
** Whether a key can ever match a kind. Argo CD looks up group/Kind, or only Kind for the core group,
** and silently ignores a key in any other form.
*/
#include "author/lint/lint.h"

static bool has_any(vt_text text, const char *characters) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] && strchr(characters, text.bytes[i])) return true;
    }
    return false;
}

/* v1, v1beta1, v2alpha3. */
static bool is_version(vt_text text) {
    if (text.size < 2 || text.bytes[0] != 'v' || text.bytes[1] < '1' || text.bytes[1] > '9') {
        return false;
    }
    size_t at = vt_text_skip_digits(text, 1);
    vt_text rest = vt_text_between(text, at, text.size);
    return rest.size == 0 || vt_text_starts(rest, VT_TEXT("alpha")) ||
           vt_text_starts(rest, VT_TEXT("beta"));
}

/* A key for group and kind, with the separator of its form. */
static vt_text right_key(const vt_lint_key *key, vt_text group, vt_text kind) {
    if (group.size == 0) return vt_lint_printf(key->lint, "%.*s", VT_TEXT_ARG(kind));
    return vt_lint_printf(key->lint, "%.*s%c%.*s", VT_TEXT_ARG(group), key->separator,
                          VT_TEXT_ARG(kind));
}

static vt_text advise(const vt_lint_key *key, vt_text group, vt_text kind) {
    return vt_lint_printf(key->lint, "Write %.*s", VT_TEXT_ARG(right_key(key, group, kind)));
}

static void add(const vt_lint_key *key, vt_lint_rule_id rule, vt_text advice, const char *what) {
    vt_lint_add(key->lint, rule, key->place, advice, "%.*s matches nothing: %s",
                VT_TEXT_ARG(key->text), what);
}

/* ------------------------------------------------------------------ the rules */

/* Each function reports one reason why a key does not match; the first that applies is enough. */
static bool empty_group(const vt_lint_key *key) {
    if (!key->has_group || key->group.size > 0) return false;
    vt_text group = vt_lint_group_of_kind(key->kind);
    vt_text advice = vt_text_is_absent(group) ? VT_TEXT_ABSENT : advise(key, group, key->kind);
    add(key, VT_LINT_KEY_EMPTY_GROUP, advice,
        vt_lint_is_built_in(VT_TEXT(""), key->kind)
            ? "core kinds have no group, and no separator either"
            : "there is nothing before the separator");
    return true;
}

static bool empty_kind(const vt_lint_key *key) {
    if (key->kind.size > 0) return false;
    add(key, VT_LINT_KEY_EMPTY_KIND, VT_TEXT_ABSENT, "there is nothing after the separator");
    return true;
}

/* group/v1/Kind. */
static bool has_version(const vt_lint_key *key) {
    size_t slash = vt_text_find_byte(key->kind, '/', 0);
    vt_text version = slash == SIZE_MAX ? VT_TEXT("") : vt_text_between(key->kind, 0, slash);
    if (!is_version(version)) return false;
    vt_text kind = vt_text_between(key->kind, slash + 1, key->kind.size);
    add(key, VT_LINT_KEY_VERSION, advise(key, key->group, kind),
        "Argo CD looks up kinds by group and kind, without a version");
    return true;
}

static bool is_core_word(vt_text group) {
    static const char *const words[] = { "core", "v1", "k8s.io", "kubernetes", "api" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vt_text_equal_fold(group, vt_text_from(words[i]))) return true;
    }
    return is_version(group);
}

static bool core_group(const vt_lint_key *key) {
    if (!key->has_group || has_any(key->group, key->wildcards)) return false;
    vt_text kind = key->kind;
    bool core_kind = vt_lint_is_built_in(VT_TEXT(""), kind);
    if (!is_core_word(key->group) && !(core_kind && vt_lint_is_built_in_group(key->group) &&
                                       !vt_lint_is_built_in(key->group, kind))) {
        return false;
    }
    if (core_kind) {
        add(key, VT_LINT_KEY_CORE_GROUP, advise(key, VT_TEXT(""), kind),
            "core kinds have no group");
    } else {
        vt_text group = vt_lint_group_of_kind(kind);
        add(key, VT_LINT_KEY_CORE_GROUP,
            vt_text_is_absent(group) ? VT_TEXT_ABSENT : advise(key, group, kind),
            "this is not a group, and core kinds have none");
    }
    return true;
}

/* A wildcard group and a core kind, which has no slash to match. */
static bool wildcard_core(const vt_lint_key *key) {
    if (!key->has_group || !vt_text_is(key->group, "*")) return false;
    if (!vt_lint_is_built_in(VT_TEXT(""), key->kind) || vt_text_is(key->kind, "Event") ||
        vt_text_is(key->kind, "Service")) {
        return false;
    }
    add(key, VT_LINT_KEY_CORE_GROUP, advise(key, VT_TEXT(""), key->kind),
        "core kinds have no group, so there is no slash to match");
    return true;
}

/* apps.Deployment: group and kind, but not with the separator of this form. A kind has no dot. */
static bool other_separator(const vt_lint_key *key) {
    if (key->has_group || has_any(key->kind, key->wildcards)) return false;
    size_t at = key->kind.size;
    while (at > 0 && !strchr(".:_/", key->kind.bytes[at - 1])) at--;
    vt_text kind = vt_text_between(key->kind, at, key->kind.size);
    if (at < 2 || kind.size == 0 || kind.bytes[0] < 'A' || kind.bytes[0] > 'Z') return false;
    vt_text group = vt_text_between(key->kind, 0, at - 1);
    add(key, VT_LINT_KEY_NO_GROUP, advise(key, group, kind),
        key->separator == '_' ? "here the separator of group and kind is an underscore"
                              : "here the separator of group and kind is a slash");
    return true;
}

static bool no_group(const vt_lint_key *key) {
    if (key->has_group || has_any(key->kind, key->wildcards)) return false;
    if (vt_lint_is_built_in(VT_TEXT(""), key->kind)) return false;
    vt_text group = vt_lint_group_of_kind(key->kind);
    vt_text near = vt_lint_nearest_kind(VT_TEXT(""), key->kind);
    if (!vt_text_is_absent(group)) {
        add(key, VT_LINT_KEY_NO_GROUP, advise(key, group, key->kind),
            "the kind has a group, and only core kinds are written without one");
    } else if (!vt_text_is_absent(near)) {
        add(key, VT_LINT_KEY_NO_GROUP, advise(key, VT_TEXT(""), near),
            "there is no such core kind");
    } else {
        add(key, VT_LINT_KEY_NO_GROUP, VT_TEXT_ABSENT,
            "only core kinds are written without a group, and this is not one");
    }
    return true;
}

static bool unknown_group(const vt_lint_key *key) {
    if (!key->has_group || has_any(key->group, key->wildcards)) return false;
    if (vt_lint_is_known_group(key->group)) return false;
    vt_text near = vt_lint_nearest_group(key->group);
    vt_text meant = vt_lint_group_of_kind(key->kind);
    bool has_point = vt_text_find_byte(key->group, '.', 0) != SIZE_MAX;
    if (!has_point) {
        if (!vt_text_is_absent(meant) && meant.size) near = meant;
        add(key, VT_LINT_KEY_UNKNOWN_GROUP,
            vt_text_is_absent(near) ? VT_TEXT_ABSENT : advise(key, near, key->kind),
            "there is no such group, and every other group has a dot in its name");
        return true;
    }
    if (vt_text_is_absent(near)) return false;
    vt_lint_add(key->lint, VT_LINT_KEY_GROUP_SPELLING, key->place,
                vt_lint_printf(key->lint, "Write %.*s if that is meant",
                               VT_TEXT_ARG(right_key(key, near, key->kind))),
                "%.*s: the group %.*s is unknown; %.*s is known", VT_TEXT_ARG(key->text),
                VT_TEXT_ARG(key->group), VT_TEXT_ARG(near));
    return true;
}

static bool kind_spelling(const vt_lint_key *key) {
    if (!key->has_group || has_any(key->group, key->wildcards)) return false;
    if (has_any(key->kind, key->wildcards)) return false;
    vt_text near = vt_lint_nearest_kind(key->group, key->kind);
    if (vt_text_is_absent(near)) return false;
    vt_lint_add(key->lint, VT_LINT_KEY_KIND_SPELLING, key->place,
                vt_lint_printf(key->lint, "Write %.*s if that is meant",
                               VT_TEXT_ARG(right_key(key, key->group, near))),
                "%.*s: the group has no known kind %.*s, but it has %.*s", VT_TEXT_ARG(key->text),
                VT_TEXT_ARG(key->kind), VT_TEXT_ARG(near));
    return true;
}

static bool (*const rules[])(const vt_lint_key *key) = {
    empty_group,     empty_kind, has_version,   core_group,    wildcard_core,
    other_separator, no_group,   unknown_group, kind_spelling,
};

void vt_lint_key_rules(const vt_lint_key *key) {
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i](key)) return;
    }
}

void vt_lint_group_kind(vitals_lint *lint, vt_place place, vt_text group, vt_text kind,
                        const char *wildcards, char separator) {
    vt_lint_key key = { .lint = lint,
                        .place = place,
                        .group = group,
                        .kind = kind,
                        .has_group = true,
                        .wildcards = wildcards,
                        .separator = separator };
    key.text = vt_lint_printf(lint, "%.*s%c%.*s", VT_TEXT_ARG(group), separator, VT_TEXT_ARG(kind));
    vt_lint_key_rules(&key);
}
