/* What a cluster's own Argo CD, Flux and controllers with rules in CEL go by. */
#include "cluster/own_rules.h"

#include <stdlib.h>
#include <string.h>

#include "base/fields.h"
#include "base/memory.h"

/* One object with rules. */
typedef struct own_rule {
    char *name; /* "Kustomization/flux-system/apps" */
    char *text; /* the object in YAML, with its rules alone */
    unsigned take;
    uint64_t list; /* of its scope, that had it last */
    vitals_cluster_scope *scope;
} own_rule;

struct own_rules {
    vitals_cluster_watcher *watcher;
    own_rule *items;
    size_t count;
    vt_buffer problem; /* what could not be read */
    bool read, changed;
};

/* ------------------------------------------------------------------- objects */

/* What is kept of each kind: nothing else changes verdicts. */
static const struct kept_kind {
    const char *group, *kind, *resource;
    unsigned take;
    const char *fields[3]; /* paths; NULL after the last one */
    const char *parent;    /* of the members; NULL: the object */
    const char *word;      /* without it, an object has no rule and is not kept; or NULL */
} kept_kinds[] = {
    /* clang-format off */
    { "", "ConfigMap", "configmaps", VITALS_RULES_CUSTOMIZATIONS, { ".data" }, NULL, NULL },
    { "kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations.kustomize.toolkit.fluxcd.io", VITALS_RULES_EXPRESSIONS, { ".spec.wait", ".spec.healthChecks", ".spec.healthCheckExprs" }, "spec", NULL },
    { "helm.toolkit.fluxcd.io", "HelmRelease", "helmreleases.helm.toolkit.fluxcd.io", VITALS_RULES_EXPRESSIONS, { ".spec.healthCheckExprs" }, "spec", NULL },
    { "fluxcd.controlplane.io", "ResourceSet", "resourcesets.fluxcd.controlplane.io", VITALS_RULES_EXPRESSIONS, { ".spec.dependsOn" }, "spec", "readyExpr" },
    { "kro.run", "ResourceGraphDefinition", "resourcegraphdefinitions.kro.run", VITALS_RULES_EXPRESSIONS, { ".spec.resources" }, "spec", "readyWhen" },
    { "apiextensions.crossplane.io", "Composition", "compositions.apiextensions.crossplane.io", VITALS_RULES_EXPRESSIONS, { ".spec.pipeline" }, "spec", "celHealthCheckCustomization" },
    { "work.open-cluster-management.io", "ManifestWork", "manifestworks.work.open-cluster-management.io", VITALS_RULES_EXPRESSIONS, { ".spec.manifestConfigs" }, "spec", "conditionRules" },
    { "config.projectsveltos.io", "ClusterProfile", "clusterprofiles.config.projectsveltos.io", VITALS_RULES_EXPRESSIONS, { ".spec.validateHealths" }, "spec", "evaluateCEL" },
    { "config.projectsveltos.io", "Profile", "profiles.config.projectsveltos.io", VITALS_RULES_EXPRESSIONS, { ".spec.validateHealths" }, "spec", "evaluateCEL" },
    { "config.karmada.io", "ResourceInterpreterCustomization", "resourceinterpretercustomizations.config.karmada.io", VITALS_RULES_INTERPRETERS, { ".spec.target", ".spec.customizations" }, "spec", "healthInterpretation" },
    /* clang-format on */
};

static const struct kept_kind *kept_kind_of(const vitals_document *document) {
    for (size_t i = 0; i < COUNT_OF(kept_kinds); i++) {
        if (vt_text_is(vitals_document_kind(document), kept_kinds[i].kind) &&
            vt_text_is(vitals_document_group(document), kept_kinds[i].group))
            return &kept_kinds[i];
    }
    return NULL;
}

static void add_member(vt_buffer *out, const char *name, vitals_text value) {
    vt_buffer_printf(out, ",\"%s\":", name);
    vt_quote_append_json(out, value);
}

/* "name":VALUE of a path, with `comma` before it; nothing when the object has no such field. Returns whether it
** has. */
static bool add_field(vt_buffer *out, const vitals_document *document, const char *path,
                      bool comma) {
    const vitals_value *value = field_at(document, NULL, path);
    char *json = NULL;
    size_t size = 0;
    if (!value) return false;
    if (vitals_value_write_json(document, value, 0, NULL, &json, &size) != VITALS_OK) {
        memory_exhausted();
    }
    vt_buffer_printf(out, "%s\"%s\":", comma ? "," : "", strrchr(path, '.') + 1);
    vt_buffer_add_bytes(out, json, size);
    vitals_text_free(NULL, json, size);
    return true;
}

static void add_fields(vt_buffer *out, const vitals_document *document,
                       const struct kept_kind *kept) {
    bool any = false;
    if (kept->parent) vt_buffer_printf(out, ",\"%s\":{", kept->parent);
    for (size_t i = 0; i < COUNT_OF(kept->fields) && kept->fields[i]; i++) {
        any |= add_field(out, document, kept->fields[i], any || !kept->parent);
    }
    if (kept->parent) vt_buffer_add_terminated(out, "}");
}

/* The object with its rules alone, in YAML as in the editor, so that their lines say something. */
static char *text_of(const vitals_document *document, const struct kept_kind *kept) {
    vt_buffer json = BUFFER_INIT;
    vitals_document *reduced = NULL;
    char *yaml = NULL;
    size_t size = 0;
    vt_buffer_add_terminated(&json, "{\"apiVersion\":");
    vt_quote_append_json(&json, vitals_document_api_version(document));
    add_member(&json, "kind", vitals_document_kind(document));
    vt_buffer_add_terminated(&json, ",\"metadata\":{\"name\":");
    vt_quote_append_json(&json, vitals_document_name(document));
    add_member(&json, "namespace", vitals_document_namespace(document));
    vt_buffer_add_terminated(&json, "}");
    add_fields(&json, document, kept);
    vt_buffer_add_terminated(&json, "}");
    if (vitals_document_parse(json.bytes, json.size, NULL, &reduced, NULL) != VITALS_OK ||
        vitals_document_write_yaml(reduced, NULL, &yaml, &size) != VITALS_OK) {
        memory_exhausted();
    }
    char *text = memory_copy(yaml, size);
    vitals_text_free(NULL, yaml, size);
    vitals_document_free(reduced);
    vt_buffer_done(&json);
    return text;
}

static char *name_of(const vitals_document *document) {
    vt_buffer name = BUFFER_INIT;
    vt_quote_append_visible(&name, vitals_document_kind(document));
    vt_buffer_add_terminated(&name, "/");
    if (vitals_document_namespace(document).size > 0) {
        vt_quote_append_visible(&name, vitals_document_namespace(document));
        vt_buffer_add_terminated(&name, "/");
    }
    vt_quote_append_visible(&name, vitals_document_name(document));
    return vt_buffer_take(&name, NULL);
}

/* --------------------------------------------------------------------- items */

static own_rule *find(const own_rules *rules, const char *name) {
    for (size_t i = 0; i < rules->count; i++) {
        if (strcmp(rules->items[i].name, name) == 0) return &rules->items[i];
    }
    return NULL;
}

static void remove_item(own_rules *rules, own_rule *item) {
    free(item->name);
    free(item->text);
    *item = rules->items[--rules->count];
    rules->changed = true;
}

static uint64_t list_of(const vitals_cluster_scope *scope) {
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    return about.lists;
}

static void remove_named(own_rules *rules, const vitals_document *document) {
    char *name = name_of(document);
    own_rule *item = find(rules, name);
    if (item) remove_item(rules, item);
    free(name);
}

static own_rule *find_or_add(own_rules *rules, const vitals_document *document, unsigned take) {
    char *name = name_of(document);
    own_rule *item = find(rules, name);
    if (!item) {
        rules->items = memory_grow(rules->items, rules->count, sizeof *rules->items);
        item = &rules->items[rules->count++];
        *item = (own_rule){ .name = memory_copy_string(name), .take = take };
    }
    free(name);
    return item;
}

static void put_item(own_rules *rules, vitals_cluster_scope *scope, const vitals_document *document,
                     const struct kept_kind *kept) {
    char *text = text_of(document, kept);
    if (kept->word && !strstr(text, kept->word)) {
        free(text);
        remove_named(rules, document);
        return;
    }
    own_rule *item = find_or_add(rules, document, kept->take);
    rules->changed |= !item->text || strcmp(item->text, text) != 0;
    free(item->text);
    item->text = text;
    item->scope = scope;
    item->list = list_of(scope);
}

/* -------------------------------------------------------------------- events */

static void on_object(void *user, vitals_cluster_scope *scope, vitals_cluster_change change,
                      vitals_document **document) {
    own_rules *rules = user;
    const struct kept_kind *kept = kept_kind_of(*document);
    if (!kept) return;
    if (change == VITALS_CLUSTER_DELETED)
        remove_named(rules, *document);
    else
        put_item(rules, scope, *document, kept);
}

/* What the list did not hold, or no list any more, is gone. */
static void drop_others(own_rules *rules, const vitals_cluster_scope *scope, uint64_t list) {
    for (size_t i = 0; i < rules->count;) {
        own_rule *item = &rules->items[i];
        if (item->scope == scope && item->list != list) {
            remove_item(rules, item);
        } else {
            i++;
        }
    }
}

static void on_synced(void *user, vitals_cluster_scope *scope) {
    drop_others(user, scope, list_of(scope));
}

static void on_scope_removed(void *user, vitals_cluster_scope *scope) {
    drop_others(user, scope, 0);
}

static void add_problem(own_rules *rules, const char *what, const vitals_cluster_problem *problem) {
    if (problem->failure == VITALS_CLUSTER_FAILURE_NOT_FOUND) return;
    if (rules->problem.size) vt_buffer_add_terminated(&rules->problem, "; ");
    vt_buffer_printf(&rules->problem, "%s: ", what);
    vt_quote_append_visible(&rules->problem, problem->text);
}

/* A server without a project does not have its kinds. */
static void on_resolved(void *user, vitals_cluster_watcher *watcher,
                        const vitals_cluster_problem *problem) {
    own_rules *rules = user;
    (void)watcher;
    if (problem && problem->failure != VITALS_CLUSTER_FAILURE_NOT_FOUND) rules->read = true;
}

static void on_state(void *user, vitals_cluster_scope *scope, vitals_live_state state,
                     const vitals_cluster_problem *problem) {
    own_rules *rules = user;
    vitals_cluster_scope_about about;
    vitals_cluster_scope_about_of(scope, &about, sizeof about);
    char *what = text_visible(about.resource.resource);
    if (state == VITALS_LIVE_REFUSED && problem) add_problem(rules, what, problem);
    free(what);
}

static void on_ready(void *user, vitals_cluster_watcher *watcher) {
    (void)watcher;
    ((own_rules *)user)->read = true;
}

/* -------------------------------------------------------------------- public */

own_rules *own_rules_new(vitals_cluster *cluster, const char *argocd_namespace, bool follow) {
    own_rules *rules = memory_new(1, sizeof *rules);
    rules->problem = (vt_buffer)BUFFER_INIT;
    vitals_cluster_target targets[COUNT_OF(kept_kinds)] = { 0 };
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        targets[i].resource = vt_text_from(kept_kinds[i].resource);
    targets[0].namespace_ = vt_text_from(argocd_namespace);
    targets[0].name = vt_text_from("argocd-cm");
    static const char *const drop[] = { ".metadata.managedFields", ".status" };
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    vitals_cluster_events events = VITALS_CLUSTER_EVENTS_INIT;
    selection.targets = targets;
    selection.target_count = COUNT_OF(targets);
    selection.follow = follow;
    selection.drop = drop;
    selection.drop_count = COUNT_OF(drop);
    events.user = rules;
    events.object = on_object;
    events.synced = on_synced;
    events.scope_removed = on_scope_removed;
    events.resolved = on_resolved;
    events.state = on_state;
    events.ready = on_ready;
    if (vitals_cluster_watch(cluster, &selection, &events, &rules->watcher) != VITALS_OK) {
        memory_exhausted();
    }
    return rules;
}

void own_rules_free(own_rules *rules) {
    if (!rules) return;
    for (size_t i = 0; i < rules->count; i++) {
        free(rules->items[i].name);
        free(rules->items[i].text);
    }
    free(rules->items);
    vt_buffer_done(&rules->problem);
    free(rules);
}

bool own_rules_are_read(const own_rules *rules) {
    return rules->read;
}

void own_rules_report(own_rules *rules, const char *context, cli_problems *problems) {
    if (rules->problem.size) {
        problems_add_error(problems, NULL, "%s%s--rules-from cluster: %s", context ? context : "",
                           context ? ": " : "", vt_buffer_string(&rules->problem));
    }
    vt_buffer_clear(&rules->problem);
}

bool own_rules_have_changed(const own_rules *rules) {
    return rules->changed;
}

rule_text *own_rules_texts(own_rules *rules, size_t *count) {
    rule_text *texts = memory_new(rules->count + 1, sizeof *texts);
    for (size_t i = 0; i < rules->count; i++) {
        const own_rule *item = &rules->items[i];
        texts[i] = (rule_text){ item->name, item->text, item->take };
    }
    *count = rules->count;
    rules->changed = false;
    return texts;
}

vitals_document *own_rules_argocd_cm(const own_rules *rules) {
    vitals_document *document = NULL;
    for (size_t i = 0; i < rules->count && !document; i++) {
        const own_rule *item = &rules->items[i];
        if (item->take != VITALS_RULES_CUSTOMIZATIONS) continue;
        if (vitals_document_parse(item->text, strlen(item->text), NULL, &document, NULL) !=
            VITALS_OK) {
            memory_exhausted();
        }
    }
    return document;
}
