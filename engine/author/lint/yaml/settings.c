/* A .vitals.yaml: levels of rules, excluded paths, and releases. */
#include "author/lint/lint.h"
#include "base/run/limits.h"

/* ------------------------------------------------------------- excluded paths */

static bool matches(const vt_lint_pattern *pattern, vt_text path) {
    size_t start = pattern->anywhere ? path.size : 0;
    while (start > 0 && path.bytes[start - 1] != '/') start--;
    return vt_glob_match(pattern->glob, vt_text_between(path, start, path.size), NULL);
}

/* A path is excluded with the directory that it is in. */
static bool is_excluded(const vt_lint_settings *settings, vt_text path) {
    for (size_t end = 1; end <= path.size; end++) {
        if (end < path.size && path.bytes[end] != '/') continue;
        vt_text above = vt_text_between(path, 0, end);
        for (const vt_lint_pattern *at = settings->excluded; at; at = at->next) {
            if (matches(at, above)) return true;
        }
    }
    return false;
}

static vt_text trim_slashes(vt_text text) {
    while (text.size && text.bytes[0] == '/') text = vt_text_between(text, 1, text.size);
    while (text.size && text.bytes[text.size - 1] == '/') text.size--;
    return text;
}

bool vt_lint_excludes(const vitals_lint *lint, vt_text path) {
    const vt_lint_settings *settings = lint->settings;
    if (!settings || !settings->excluded || !vt_text_starts(path, settings->path)) return false;
    vt_text below = trim_slashes(vt_text_between(path, settings->path.size, path.size));
    if (settings->relative.size == 0) return is_excluded(settings, below);
    char joined[4096];
    size_t head = settings->relative.size, size = head + 1 + below.size;
    if (size > sizeof joined) return false; /* longer than any path that can be opened */
    memcpy(joined, settings->relative.bytes, head);
    joined[head] = '/';
    memcpy(joined + head + 1, below.bytes, below.size);
    return is_excluded(settings, vt_text_slice(joined, below.size ? size : head));
}

/* --------------------------------------------------------------------- reading */

typedef struct reading {
    vitals_lint *lint;
    const vitals_document *document;
    vt_lint_settings *settings;
    vitals_diagnostics *diagnostics;
    bool wrong;
} reading;

static void reject(reading *at, const vt_value *value, const char *what, vt_text which) {
    at->wrong = true;
    vt_diagnose_format(at->diagnostics, VITALS_SEVERITY_ERROR, "settings",
                       vt_document_place(at->document, value), NULL, "%s%.*s", what,
                       VT_TEXT_ARG(which));
}

static void read_pattern(reading *at, const vt_value *value) {
    vt_text text = trim_slashes(vt_value_text(value));
    if (text.size == 0) {
        reject(at, value, "an excluded path is not a string, or empty", VT_TEXT(""));
        return;
    }
    const char *error = NULL;
    vt_lint_pattern *pattern = vt_lint_allocate(at->lint, sizeof *pattern);
    if (!pattern) return;
    pattern->glob = vt_path_glob_compile(&at->lint->arena, text, &error);
    if (!pattern->glob) {
        at->lint->no_memory |= !error;
        if (error) reject(at, value, "an excluded path: ", vt_text_from(error));
        return;
    }
    bool rooted = vt_value_text(value).bytes[0] == '/';
    pattern->anywhere = !rooted && vt_text_find_byte(text, '/', 0) == SIZE_MAX;
    pattern->next = at->settings->excluded;
    at->settings->excluded = pattern;
}

static void read_exclude(reading *at, const vt_value *value) {
    if (!vt_value_is_array(value)) {
        reject(at, value, "exclude must be a list of paths", VT_TEXT(""));
        return;
    }
    const vt_value *item = vt_array_first(value);
    for (; item; item = vt_array_next(value, item)) read_pattern(at, item);
}

/* 0: it is not a level. YAML reads off, without quotes, as false. */
static uint8_t level_of(const vt_value *value) {
    static const char *const names[] = { "error", "warning", "note", "off" };
    if (vt_value_is(value, VT_FALSE)) return VITALS_LINT_OFF + 1;
    for (uint8_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (vt_value_text_is(value, vt_text_from(names[i]))) return (uint8_t)(i + 1);
    }
    return 0;
}

static void read_level(reading *at, const vt_value *key) {
    const vitals_lint_rule *rule = vt_lint_find_rule(vt_value_text(key));
    uint8_t level = level_of(vt_object_value(key));
    if (!rule) {
        reject(at, key, "there is no rule ", vt_value_text(key));
    } else if (!level) {
        reject(at, vt_object_value(key), "a level is error, warning, note or off", VT_TEXT(""));
    } else {
        at->settings->levels[vt_lint_rule_index(rule)] = level;
    }
}

static void read_levels(reading *at, const vt_value *value) {
    if (!vt_value_is_object(value)) {
        reject(at, value, "levels must be a map from rules to levels", VT_TEXT(""));
        return;
    }
    const vt_value *key = vt_object_first(value);
    for (; key; key = vt_object_next(value, key)) read_level(at, key);
}

typedef struct setting {
    const char *name;
    void (*read)(reading *at, const vt_value *value);
} setting;

static void read_map(reading *at, const vt_value *map, const setting *settings, size_t count) {
    if (vt_value_is_null(map)) return;
    if (!vt_value_is_object(map)) {
        reject(at, map, "this must be a map", VT_TEXT(""));
        return;
    }
    const vt_value *key = vt_object_first(map);
    for (; key; key = vt_object_next(map, key)) {
        size_t i = 0;
        while (i < count && !vt_value_text_is(key, vt_text_from(settings[i].name))) i++;
        if (i < count) {
            settings[i].read(at, vt_object_value(key));
        } else {
            reject(at, key, "there is no setting ", vt_value_text(key));
        }
    }
}

static void read_lint(reading *at, const vt_value *value) {
    static const setting settings[] = { { "exclude", read_exclude }, { "levels", read_levels } };
    read_map(at, value, settings, sizeof settings / sizeof settings[0]);
}

/* The command line reads which they are: YAML would read 3.10 without quotes as 3.1. */
static void read_release(reading *at, const vt_value *value) {
    if (!vt_value_is_string(value)) {
        reject(at, value, "a release is a string: put it in quotes", VT_TEXT(""));
    }
}

static void read_releases(reading *at, const vt_value *value) {
    static const setting settings[] = { { "argocd", read_release },
                                        { "flux", read_release },
                                        { "helm", read_release } };
    read_map(at, value, settings, sizeof settings / sizeof settings[0]);
}

static void read_all(reading *at) {
    static const setting settings[] = { { "lint", read_lint }, { "releases", read_releases } };
    read_map(at, vt_document_root(at->document), settings, sizeof settings / sizeof settings[0]);
}

static vt_text copy_path(vitals_lint *lint, const char *path) {
    vt_text text = vt_text_from(path);
    while (text.size > 1 && text.bytes[text.size - 1] == '/') text.size--;
    text = vt_arena_copy(&lint->arena, text);
    if (vt_text_is_absent(text)) lint->no_memory = true;
    return text;
}

vitals_status vitals_lint_configure(vitals_lint *lint, const char *file, const char *bytes,
                                    size_t size, const char *path, const char *relative,
                                    vitals_diagnostics *diagnostics) {
    if (!lint) return VITALS_EINVAL;
    if (lint->finished) return VITALS_EINVAL;
    lint->settings = NULL;
    reading at = { .lint = lint, .diagnostics = diagnostics };
    at.settings = vt_lint_allocate(lint, sizeof *at.settings);
    if (!at.settings) return VITALS_ENOMEM;
    at.settings->path = copy_path(lint, path);
    at.settings->relative = trim_slashes(copy_path(lint, relative));
    vt_source source = { { bytes, size }, { file, 0, 1, 1 }, NULL };
    vitals_document *document = vt_lint_parse(lint, &source, file, VITALS_FORMAT_YAML, diagnostics);
    at.document = document;
    if (document) read_all(&at);
    vitals_document_free(document);
    if (lint->no_memory) return VITALS_ENOMEM;
    if (lint->stopped) return VITALS_ESTOPPED;
    if (!document || at.wrong) return VITALS_ECONFIG;
    lint->settings = at.settings;
    return VITALS_OK;
}
