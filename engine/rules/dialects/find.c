/* Rules of dialects in a document, and rules that are only named. */
#include "rules/argocd_data.h"
#include "rules/dialects/dialects.h"

/* ------------------------------------------------ rules that are only named */

/* Rules in other languages, at a path; "[]" stands for each item of a list. */
static const struct unread {
    const char *group, *kind, *path, *what;
} unread[] = {
    { "config.projectsveltos.io", "ClusterProfile", "spec.validateHealths[].script", "in Lua" },
    { "config.projectsveltos.io", "Profile", "spec.validateHealths[].script", "in Lua" },
    { "lib.projectsveltos.io", "HealthCheck", "spec.evaluateHealth", "in Lua" },
    { "lib.projectsveltos.io", "HealthCheck", "spec.metrics", "in PromQL" },
    { "lib.projectsveltos.io", "EventSource", "spec.resourceSelectors[].evaluate", "in Lua" },
    { "work.open-cluster-management.io", "ManifestWork", "spec.manifestConfigs[].feedbackRules",
      "for feedback, which is not health" },
    { "apiextensions.crossplane.io", "Composition", "spec.resources[].readinessChecks",
      "as readinessChecks of Crossplane" },
    { "apiextensions.crossplane.io", "Composition",
      "spec.pipeline[].input.resources[].readinessChecks", "as readinessChecks of Crossplane" },
    { "apiextensions.crossplane.io", "Composition",
      "spec.pipeline[].input.celHealthCheckCustomizationFrom", "in the context of the function" },
    { "kapp.k14s.io", "Config", "waitRules", "as waitRules of kapp" },
    { "core.oam.dev", "ComponentDefinition", "spec.status.healthPolicy", "in CUE" },
    { "core.oam.dev", "TraitDefinition", "spec.status.healthPolicy", "in CUE" },
    { "kyverno.io", "ClusterPolicy", "spec.rules", "of Kyverno, about admission" },
    { "kyverno.io", "Policy", "spec.rules", "of Kyverno, about admission" },
    { "config.karmada.io", "ResourceInterpreterCustomization",
      "spec.customizations.statusAggregation",
      "for AggregateStatus of Karmada, which is not health" },
};

/* The first value at a path; NULL: none. */
static const vt_value *find_path(const vitals_document *document, const vt_value *at,
                                 const char *path) {
    while (at && *path) {
        const size_t size = strcspn(path, ".[");
        at = vt_document_get(document, at, vt_text_slice(path, size));
        path += size;
        if (strncmp(path, "[]", 2) == 0) {
            path += 2 + (path[2] == '.');
            const vt_value *item = vt_value_is_array(at) ? vt_array_first(at) : NULL;
            for (; item; item = vt_array_next(at, item)) {
                const vt_value *found = find_path(document, item, path);
                if (found) return found;
            }
            return NULL;
        }
        path += *path == '.';
    }
    return at;
}

static void note_unread(vt_build_context *context, const vitals_document *document) {
    for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++) {
        if (!vt_text_is(vitals_document_kind(document), unread[i].kind) ||
            !vt_text_is(vitals_document_group(document), unread[i].group)) {
            continue;
        }
        const vt_value *found = find_path(document, vt_document_root(document), unread[i].path);
        if (!found || vt_value_is_null(found) ||
            (vt_value_is_array(found) && vt_value_count(found) == 0)) {
            continue;
        }
        vt_text text = vt_arena_printf(&context->engine->arena,
                                       "this %s has rules %s (%s), which vitals does not evaluate",
                                       unread[i].kind, unread[i].what, unread[i].path);
        if (vt_text_is_absent(text)) vt_context_no_memory(context);
        vt_diagnose(context->diagnostics, VITALS_SEVERITY_WARNING, "rules-not-evaluated",
                    vt_document_place(document, found), NULL, text);
    }
}

bool vt_dialects_may_hold(vt_text text) {
    const vt_dialect *dialect;
    for (size_t i = 0; (dialect = vt_dialect_at(i)); i++) {
        if (vt_text_find(text, vt_text_from(dialect->word), 0) != SIZE_MAX) return true;
    }
    for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++) {
        if (vt_text_find(text, vt_text_from(unread[i].group), 0) != SIZE_MAX) return true;
    }
    return false;
}

bool vt_dialect_names(const vitals_document *document) {
    const vt_text group = vitals_document_group(document), kind = vitals_document_kind(document);
    const vt_dialect *dialect = vt_dialect_of_kind(group, kind);
    for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++) {
        if (vt_text_is(group, unread[i].group) && vt_text_is(kind, unread[i].kind)) return true;
    }
    return dialect && dialect->read;
}

void vt_dialects_read(vt_build_context *context, const vitals_document *document) {
    const vt_dialect *dialect =
        vt_dialect_of_kind(vitals_document_group(document), vitals_document_kind(document));
    note_unread(context, document);
    if (!dialect || !dialect->read) return;
    vt_dialect_reader reader = { context, dialect, document, vt_document_root(document) };
    dialect->read(&reader);
}
