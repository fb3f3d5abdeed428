/* resource.exclusions and resource.inclusions: Argo CD's util/settings/filtered_resource.go. */
#include "cluster/config/exclusions.h"

#include "base/memory/memory.h"
#include "base/text/glob.h"
#include "cluster/config/report.h"
#include "cluster/watch/fields.h"

/* A list of patterns: NULL for each that does not compile. */
typedef struct patterns {
    const vt_glob **globs;
    size_t count;
} patterns;

typedef struct exclusion {
    patterns groups, clusters;
    const vitals_value *kinds;
} exclusion;

typedef struct setting {
    vitals_document *document; /* NULL: it is not set */
    exclusion *rows;
    size_t count;
} setting;

struct vt_exclusions {
    vitals_allocator allocator;
    vt_arena arena;
    setting excluded, included;
};

/* ------------------------------------------------------------------ reading */

typedef struct reading {
    vt_arena *arena;
    const vitals_read_options *options;
    vitals_diagnostics *diagnostics;
    const char *name; /* of the setting */
} reading;

static vt_text text_of(const vitals_document *configmap, const char *name) {
    const vitals_value *data = vt_field(configmap, NULL, ".data"), *value;
    uint64_t cursor = 0;
    vt_text key;
    while (vt_field_next(data, &cursor, &key, &value)) {
        if (vt_text_is(key, name)) return vitals_value_string(value);
    }
    return VT_TEXT_ABSENT;
}

/* What is not a string matches nothing. false: no memory. */
static bool compile(const reading *from, vt_text pattern, const vt_glob **out) {
    const char *error = NULL;
    *out = NULL;
    if (!pattern.bytes) return true;
    *out = vt_glob_compile(from->arena, pattern, &error);
    if (*out) return true;
    if (error)
        vt_report(from->diagnostics, VITALS_SEVERITY_WARNING, "argocd-cm", NULL,
                  "%s: the pattern \"%.*s\" matches nothing: %s", from->name, VT_TEXT_ARG(pattern),
                  error);
    return error != NULL;
}

static bool read_patterns(const reading *from, const vitals_value *list, patterns *out) {
    const vitals_value *pattern;
    uint64_t cursor = 0;
    const size_t count = vitals_value_count(list);
    *out = (patterns){ vt_arena_allocate_array(from->arena, count + 1, sizeof(vt_glob *)), 0 };
    if (!out->globs) return false;
    while (vt_field_next(list, &cursor, NULL, &pattern)) {
        if (!compile(from, vitals_value_string(pattern), &out->globs[out->count++])) return false;
    }
    return true;
}

static vitals_status read_rows(const reading *from, setting *out) {
    const vitals_value *root = vitals_document_root(out->document), *value;
    uint64_t cursor = 0;
    out->rows =
        vt_arena_allocate_array(from->arena, vitals_value_count(root) + 1, sizeof *out->rows);
    if (!out->rows) return VITALS_ENOMEM;
    while (vt_field_next(root, &cursor, NULL, &value)) {
        exclusion *row = &out->rows[out->count++];
        row->kinds = vt_field(out->document, value, ".kinds");
        if (!read_patterns(from, vt_field(out->document, value, ".apiGroups"), &row->groups) ||
            !read_patterns(from, vt_field(out->document, value, ".clusters"), &row->clusters))
            return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

static vitals_status read_setting(const vitals_document *configmap, const reading *from,
                                  setting *out) {
    vt_text text = text_of(configmap, from->name);
    if (!vt_text_trim(text).size) return VITALS_OK;
    vitals_status status = vitals_document_parse(text.bytes, text.size, from->options,
                                                 &out->document, from->diagnostics);
    if (status != VITALS_OK) return status == VITALS_ENOMEM ? status : VITALS_OK;
    if (vitals_value_type_of(vitals_document_root(out->document)) == VITALS_VALUE_LIST)
        return read_rows(from, out);
    vt_report(from->diagnostics, VITALS_SEVERITY_WARNING, "argocd-cm", NULL, "%s is not a list",
              from->name);
    return VITALS_OK;
}

vitals_status vt_exclusions_new(const vitals_document *configmap, const vitals_allocator *allocator,
                                const vitals_limits *limits, vt_exclusions **out,
                                vitals_diagnostics *diagnostics) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vt_exclusions *made = vt_allocate_zeroed(&own, sizeof *made);
    if (!made) return VITALS_ENOMEM;
    made->allocator = own;
    vt_arena_init(&made->arena, &own, 0);
    options.allocator = &own;
    options.limits = limits;
    options.file = "argocd-cm";
    const struct {
        const char *name;
        setting *out;
    } settings[] = { { "resource.exclusions", &made->excluded },
                     { "resource.inclusions", &made->included } };
    vitals_status status = VITALS_OK;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0] && status == VITALS_OK; i++) {
        const reading from = { &made->arena, &options, diagnostics, settings[i].name };
        status = read_setting(configmap, &from, settings[i].out);
    }
    if (status == VITALS_OK) {
        *out = made;
    } else {
        vt_exclusions_free(made);
    }
    return status;
}

void vt_exclusions_free(vt_exclusions *exclusions) {
    if (!exclusions) return;
    vitals_allocator allocator = exclusions->allocator;
    vitals_document_free(exclusions->excluded.document);
    vitals_document_free(exclusions->included.document);
    vt_arena_done(&exclusions->arena);
    vt_release(&allocator, exclusions, sizeof *exclusions);
}

/* ----------------------------------------------------------------- matching */

static bool matches_pattern(const patterns *list, vt_text text) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->globs[i] && vt_glob_match(list->globs[i], text, NULL)) return true;
    }
    return list->count == 0;
}

static bool matches_kind(const vitals_value *list, vt_text kind) {
    uint64_t cursor = 0;
    const vitals_value *item;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        const vt_text name = vitals_value_string(item);
        if (vt_text_is(name, "*") || (name.bytes && vt_text_equal(name, kind))) return true;
    }
    return vitals_value_count(list) == 0;
}

static bool matches_any(const setting *rows, vt_text group, vt_text kind, vt_text cluster) {
    for (size_t i = 0; i < rows->count; i++) {
        const exclusion *row = &rows->rows[i];
        if (matches_pattern(&row->groups, group) && matches_kind(row->kinds, kind) &&
            matches_pattern(&row->clusters, cluster))
            return true;
    }
    return false;
}

bool vt_exclusions_has(const vt_exclusions *exclusions, vt_text group, vt_text kind,
                       vt_text cluster) {
    const setting *included = &exclusions->included;
    if (included->count && !matches_any(included, group, kind, cluster)) return true;
    return matches_any(&exclusions->excluded, group, kind, cluster);
}
