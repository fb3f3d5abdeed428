/* resource.exclusions and resource.inclusions: Argo CD's util/settings/filtered_resource.go. */
#include "cluster/exclusions.h"

#include "base/memory.h"
#include "cluster/fields.h"
#include "cluster/report.h"

struct vt_exclusions {
    vitals_allocator allocator;
    vitals_document *excluded, *included; /* lists, or NULL */
};

/* ------------------------------------------------------------------ reading */

static vt_text setting(const vitals_document *configmap, const char *name) {
    const vitals_value *data = vt_field(configmap, NULL, ".data"), *value;
    uint64_t cursor = 0;
    vt_text key;
    while (vt_field_next(data, &cursor, &key, &value)) {
        if (vt_text_is(key, name)) return vitals_value_string(value);
    }
    return VT_TEXT_ABSENT;
}

static void check_patterns(const vitals_document *list, const char *field, const char *name,
                           vitals_diagnostics *diagnostics) {
    const vitals_value *root = vitals_document_root(list), *row, *pattern;
    uint64_t cursor = 0, at;
    while (vt_field_next(root, &cursor, NULL, &row)) {
        const vitals_value *patterns = vt_field(list, row, field);
        at = 0;
        while (vt_field_next(patterns, &at, NULL, &pattern)) {
            vt_text text = vitals_value_string(pattern);
            bool odd = false;
            for (size_t i = 0; i < text.size; i++) odd = odd || strchr("[]{}\\", text.bytes[i]);
            if (odd)
                vt_report(diagnostics, VITALS_SEVERITY_WARNING, "argocd-cm", NULL,
                          "%s: the pattern \"%.*s\" is not supported: use * and ?", name,
                          VT_TEXT_ARG(text));
        }
    }
}

static vitals_status read_setting(const vitals_document *configmap, const char *name,
                                  const vitals_read_options *options, vitals_document **out,
                                  vitals_diagnostics *diagnostics) {
    vt_text text = setting(configmap, name);
    if (!vt_text_trim(text).size) return VITALS_OK;
    vitals_status status = vitals_document_parse(text.bytes, text.size, options, out, diagnostics);
    if (status == VITALS_OK &&
        vitals_value_type_of(vitals_document_root(*out)) == VITALS_VALUE_LIST) {
        check_patterns(*out, ".apiGroups", name, diagnostics);
        check_patterns(*out, ".clusters", name, diagnostics);
        return VITALS_OK;
    }
    vitals_document_free(*out);
    *out = NULL;
    if (status == VITALS_OK)
        vt_report(diagnostics, VITALS_SEVERITY_WARNING, "argocd-cm", NULL, "%s is not a list",
                  name);
    return status == VITALS_ENOMEM ? status : VITALS_OK;
}

vitals_status vt_exclusions_new(const vitals_document *configmap, const vitals_allocator *allocator,
                                const vitals_limits *limits, vt_exclusions **out,
                                vitals_diagnostics *diagnostics) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vt_exclusions *made = vt_allocate_zeroed(&own, sizeof *made);
    if (!made) return VITALS_ENOMEM;
    made->allocator = own;
    options.allocator = &own;
    options.limits = limits;
    options.file = "argocd-cm";
    vitals_status status =
        read_setting(configmap, "resource.exclusions", &options, &made->excluded, diagnostics);
    if (status == VITALS_OK)
        status =
            read_setting(configmap, "resource.inclusions", &options, &made->included, diagnostics);
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
    vitals_document_free(exclusions->excluded);
    vitals_document_free(exclusions->included);
    vt_release(&allocator, exclusions, sizeof *exclusions);
}

/* ----------------------------------------------------------------- matching */

/* `*` is any text and `?` one character. Linear in the text for each star. */
static bool matches(vt_text pattern, vt_text text) {
    size_t p = 0, t = 0, star = SIZE_MAX, mark = 0;
    while (t < text.size) {
        if (p < pattern.size && pattern.bytes[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size &&
                   (pattern.bytes[p] == '?' || pattern.bytes[p] == text.bytes[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size && pattern.bytes[p] == '*') p++;
    return p == pattern.size;
}

static bool is_same_or_star(vt_text pattern, vt_text text) {
    return vt_text_is(pattern, "*") || vt_text_equal(pattern, text);
}

static bool matches_list(const vitals_value *list, vt_text text,
                         bool (*match)(vt_text pattern, vt_text text)) {
    uint64_t cursor = 0;
    const vitals_value *item;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        vt_text pattern = vitals_value_string(item);
        if (pattern.bytes && match(pattern, text)) return true;
    }
    return vitals_value_count(list) == 0;
}

static bool matches_any(const vitals_document *list, vt_text group, vt_text kind, vt_text cluster) {
    uint64_t cursor = 0;
    const vitals_value *row;
    while (vt_field_next(vitals_document_root(list), &cursor, NULL, &row)) {
        if (matches_list(vt_field(list, row, ".apiGroups"), group, matches) &&
            matches_list(vt_field(list, row, ".kinds"), kind, is_same_or_star) &&
            matches_list(vt_field(list, row, ".clusters"), cluster, matches))
            return true;
    }
    return false;
}

bool vt_exclusions_has(const vt_exclusions *exclusions, vt_text group, vt_text kind,
                       vt_text cluster) {
    const vitals_document *included = exclusions->included;
    if (included && vitals_value_count(vitals_document_root(included)) &&
        !matches_any(included, group, kind, cluster))
        return true;
    return exclusions->excluded && matches_any(exclusions->excluded, group, kind, cluster);
}
