/*
** The table of dialects, and a reader for each: where its rules are, and which objects they are for. The rules
** of semantics are facts about the released programs, which tests/peers/dialects runs beside vitals.
*/
#include "rules/dialects/dialects.h"

#define FOR_EACH(item, list)                                                                       \
    for (const vt_value *item = vt_value_is_array(list) ? vt_array_first(list) : NULL; item;       \
         item = vt_array_next(list, item))

/* ----------------------------------------------------------------------- kro */

static const char kro_id[] = "kro.run/node-id";
static const char kro_graph[] = "kro.run/resource-graph-definition-name";

/* Room for the filters of a rule; NULL: no memory, which is noted. */
static vt_label_filter *add_filters(vt_dialect_reader *reader, struct vt_dialect_rule *rule,
                                    size_t count) {
    vt_label_filter *filters =
        vt_arena_allocate_array(&reader->context->engine->arena, count, sizeof *filters);
    if (!filters) vt_context_no_memory(reader->context);
    rule->filters = filters;
    rule->filter_count = filters ? count : 0;
    return filters;
}

/* An object that kro made has the labels of its node. One without them is any of that kind in a file, and not
** of the graph in a cluster. */
static void read_kro_labels(vt_dialect_reader *reader, struct vt_dialect_rule *rule, vt_text id) {
    vt_label_filter *filters = add_filters(reader, rule, 2);
    const bool or_missing = !reader->context->engine->owned_only;
    if (!filters) return;
    filters[0] = (vt_label_filter){ vt_text_from(kro_id), id, VT_LABEL_EQUAL, or_missing };
    filters[1] = (vt_label_filter){ vt_text_from(kro_graph), vitals_document_name(reader->document),
                                    VT_LABEL_EQUAL, or_missing };
}

/* KRO: github.com/kubernetes-sigs/kro v0.9.4, pkg/runtime/node_readiness.go, pkg/graph/builder.go, and
** pkg/graph/parser/conditions.go. The variable is the id of the resource; in a collection, `each` is the
** object. */
static void read_kro(vt_dialect_reader *reader) {
    const vt_value *spec = vt_dialect_field(reader, reader->root, "spec");
    FOR_EACH(resource, vt_dialect_field(reader, spec, "resources")) {
        const vt_value *list = vt_dialect_field(reader, resource, "readyWhen");
        const vt_text id = vt_dialect_text(reader, resource, "id");
        const vt_value *reference = vt_dialect_field(reader, resource, "externalRef");
        const vt_value *template = vt_dialect_field(reader, resource, "template");
        const vt_value *of = template ? template : reference;
        const bool is_collection = vt_dialect_field(reader, resource, "forEach") != NULL;
        struct vt_dialect_rule rule = { .variable = is_collection ? VT_TEXT("each") : id };
        if (!list || vt_value_count(list) == 0) continue;
        vt_dialect_split(vt_dialect_text(reader, of, "apiVersion"), &rule.group, &rule.version);
        rule.kind = vt_dialect_text(reader, of, "kind");
        if (reference && !template) {
            const vt_value *metadata = vt_dialect_field(reader, reference, "metadata");
            const vt_text name = vt_dialect_text(reader, metadata, "name");
            if (vt_text_find(name, VT_TEXT("${"), 0) == SIZE_MAX) rule.name = name;
        } else {
            read_kro_labels(reader, &rule, id);
        }
        vt_dialect_add(reader, resource, id, &rule,
                       &(vt_dialect_source){ list, NULL, true, VT_TEXT_ABSENT });
    }
}

/* ---------------------------------------------------------------- Crossplane */

/* CROSSPLANE: github.com/crossplane-contrib/function-auto-ready v0.7.0, cel/resolver.go and fn.go. Keys are
** group_version_Kind. In a cluster, only what a composite resource is composed of has the label. */
static void read_customizations(vt_dialect_reader *reader, const vt_value *input) {
    const vt_value *map = vt_dialect_field(reader, input, "celHealthCheckCustomization");
    if (!vt_value_is_object(map)) return;
    const bool in_cluster = reader->context->engine->owned_only;
    for (const vt_value *key = vt_object_first(map); key; key = vt_object_next(map, key)) {
        const vt_text name = vt_value_text(key);
        const size_t first = vt_text_find_byte(name, '_', 0);
        const size_t second = first == SIZE_MAX ? first : vt_text_find_byte(name, '_', first + 1);
        if (second == SIZE_MAX) {
            vt_context_report(
                reader->context, "expressions", vt_document_place(reader->document, key),
                VT_TEXT("a key of celHealthCheckCustomization is group_version_Kind"));
            continue;
        }
        struct vt_dialect_rule rule = { .group = vt_text_between(name, 0, first),
                                        .version = vt_text_between(name, first + 1, second),
                                        .kind = vt_text_between(name, second + 1, name.size) };
        vt_label_filter *filter = in_cluster ? add_filters(reader, &rule, 1) : NULL;
        if (filter)
            *filter = (vt_label_filter){ .key = VT_TEXT("crossplane.io/composite"),
                                         .test = VT_LABEL_PRESENT };
        vt_dialect_add(reader, key, name, &rule,
                       &(vt_dialect_source){ .list = vt_object_value(key) });
    }
}

static void read_composition(vt_dialect_reader *reader) {
    const vt_value *spec = vt_dialect_field(reader, reader->root, "spec");
    FOR_EACH(step, vt_dialect_field(reader, spec, "pipeline")) {
        read_customizations(reader, vt_dialect_field(reader, step, "input"));
    }
}

static void read_input(vt_dialect_reader *reader) {
    read_customizations(reader, reader->root);
}

/* ---------------------------------------------------- Open Cluster Management */

/* OCM: pkg/work/spoke/conditions/rules/rule.go knows when these two are complete. */
static const struct well_known {
    const char *group, *resource, *expression;
} well_known[] = {
    { "batch", "jobs",
      "hasConditions(object.status) && object.status.conditions.exists(c, (c.type == 'Complete' || "
      "c.type == 'Failed') && c.status == 'True')" },
    { "", "pods", "object.status.phase in ['Succeeded', 'Failed']" },
};

/* Any other well-known condition is left out, as there. */
static const struct well_known *find_well_known(const struct vt_dialect_rule *rule) {
    for (size_t i = 0; i < sizeof well_known / sizeof well_known[0]; i++) {
        if (vt_text_is(rule->group, well_known[i].group) &&
            vt_text_is(rule->resource, well_known[i].resource) &&
            vt_text_is(rule->condition, "Complete"))
            return &well_known[i];
    }
    return NULL;
}

/* OCM: open-cluster-management.io/ocm v1.2.0, pkg/work/spoke/conditions/reader.go; FindManifestConfiguration
** of pkg/work/helper/helpers.go, whose first match counts. */
static void read_condition_rules(vt_dialect_reader *reader, const vt_value *config) {
    const vt_value *id = vt_dialect_field(reader, config, "resourceIdentifier");
    FOR_EACH(item, vt_dialect_field(reader, config, "conditionRules")) {
        struct vt_dialect_rule rule = { .group = vt_dialect_text(reader, id, "group"),
                                        .resource = vt_dialect_text(reader, id, "resource"),
                                        .namespace_ = vt_dialect_text(reader, id, "namespace"),
                                        .name = vt_dialect_text(reader, id, "name"),
                                        .has_wildcards = true,
                                        .set = config };
        const vt_value *wording = vt_dialect_field(reader, item, "messageExpression");
        rule.condition = vt_dialect_text(reader, item, "condition");
        rule.message = vt_dialect_text(reader, item, "message");
        rule.message_rule.text = vt_value_text(wording);
        const vt_value *list = vt_dialect_field(reader, item, "celExpressions");
        vt_dialect_source source = { .list = list };
        if (vt_text_is(vt_dialect_text(reader, item, "type"), "WellKnownConditions")) {
            const struct well_known *known = find_well_known(&rule);
            if (!known) continue;
            source = (vt_dialect_source){ .text = vt_text_from(known->expression) };
        }
        vt_dialect_add(reader, item, rule.condition, &rule, &source);
    }
}

static void read_manifest_work(vt_dialect_reader *reader) {
    const vt_value *spec = vt_dialect_field(reader, reader->root, "spec");
    FOR_EACH(config, vt_dialect_field(reader, spec, "manifestConfigs")) {
        read_condition_rules(reader, config);
    }
}

/* ------------------------------------------------------------------- Sveltos */

static void read_filters(vt_dialect_reader *reader, const vt_value *list,
                         struct vt_dialect_rule *rule) {
    static const struct {
        const char *name;
        vt_label_test test;
    } operations[] = { { "Equal", VT_LABEL_EQUAL },
                       { "Different", VT_LABEL_DIFFERENT },
                       { "Has", VT_LABEL_PRESENT },
                       { "DoesNotHave", VT_LABEL_ABSENT } };
    const size_t count = vt_value_is_array(list) ? vt_value_count(list) : 0;
    vt_label_filter *filter = count > 0 ? add_filters(reader, rule, count) : NULL;
    if (!filter) return;
    FOR_EACH(item, list) {
        const vt_text operation = vt_dialect_text(reader, item, "operation");
        *filter = (vt_label_filter){ .key = vt_dialect_text(reader, item, "key"),
                                     .value = vt_dialect_text(reader, item, "value") };
        for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
            if (vt_text_is(operation, operations[i].name)) filter->test = operations[i].test;
        }
        filter++;
    }
}

/* SVELTOS: github.com/projectsveltos/addon-controller v1.12.0, lib/clusterops/validate_health.go;
** github.com/projectsveltos/libsveltos v1.12.0, lib/cel/evaluator.go. */
static void read_validations(vt_dialect_reader *reader, const vt_value *spec) {
    FOR_EACH(item, vt_dialect_field(reader, spec, "validateHealths")) {
        struct vt_dialect_rule rule = { .group = vt_dialect_text(reader, item, "group"),
                                        .version = vt_dialect_text(reader, item, "version"),
                                        .kind = vt_dialect_text(reader, item, "kind") };
        const vt_text namespace_ = vt_dialect_text(reader, item, "namespace");
        const vt_value *list = vt_dialect_field(reader, item, "evaluateCEL");
        if (namespace_.size) rule.namespace_ = namespace_;
        read_filters(reader, vt_dialect_field(reader, item, "labelFilters"), &rule);
        if (!list || vt_value_count(list) == 0) continue;
        vt_dialect_add(reader, item, vt_dialect_text(reader, item, "name"), &rule,
                       &(vt_dialect_source){ .list = list, .key = "rule" });
    }
}

static void read_profile(vt_dialect_reader *reader) {
    read_validations(reader, vt_dialect_field(reader, reader->root, "spec"));
}

/* ------------------------------------------------------------- flux-operator */

/* FLUX-OPERATOR: github.com/controlplaneio-fluxcd/flux-operator v0.59.0,
** internal/controller/resourceset_controller.go, checkDependencies: only with `ready`. */
static void read_resource_set(vt_dialect_reader *reader) {
    const vt_value *spec = vt_dialect_field(reader, reader->root, "spec");
    FOR_EACH(item, vt_dialect_field(reader, spec, "dependsOn")) {
        struct vt_dialect_rule rule = { .kind = vt_dialect_text(reader, item, "kind"),
                                        .name = vt_dialect_text(reader, item, "name"),
                                        .namespace_ = vt_dialect_text(reader, item, "namespace") };
        const vt_value *expression = vt_dialect_field(reader, item, "readyExpr");
        vt_dialect_split(vt_dialect_text(reader, item, "apiVersion"), &rule.group, &rule.version);
        rule.version = VT_TEXT_ABSENT;
        if (vt_value_text(expression).size == 0) continue;
        if (!vt_value_is_true(vt_dialect_field(reader, item, "ready"))) {
            vt_diagnose(reader->context->diagnostics, VITALS_SEVERITY_WARNING, "expressions-idle",
                        vt_document_place(reader->document, expression), NULL,
                        VT_TEXT("flux-operator evaluates a readyExpr only with ready: true"));
            continue;
        }
        vt_dialect_add(reader, item, rule.name, &rule, &(vt_dialect_source){ .list = expression });
    }
}

/* --------------------------------------------------------------------- table */

/* OCM: reader.go, globalCostBudget; it is RuntimeCELCostBudget of Kubernetes. */
#define OCM_BUDGET UINT64_C(10000000)

#define SVELTOS(kind)                                                                              \
    {                                                                                              \
        "sveltos", "evaluateCEL", "config.projectsveltos.io", kind, "validateHealths",             \
            VT_CEL_ENVIRONMENT_STANDARD, true, "resource", VT_FOLD_FIRST, VT_FAILURE_SKIPS,        \
            VT_RESULT_ANY, 0, read_profile                                                         \
    }
#define CROSSPLANE(group, kind, read)                                                              \
    {                                                                                              \
        "crossplane", "celHealthCheckCustomization", group, kind, "celHealthCheckCustomization",   \
            VT_CEL_ENVIRONMENT_STANDARD, true, "object", VT_FOLD_ALL, VT_FAILURE_PASSES,           \
            VT_RESULT_BOOL, 0, read                                                                \
    }
#define FLUX(group, kind)                                                                          \
    {                                                                                              \
        "flux", "healthCheckExprs", group, kind, group, VT_CEL_ENVIRONMENT_FLUX, false, "",        \
            VT_FOLD_FIRST, VT_FAILURE_WAITS, VT_RESULT_ANY, 0, NULL                                \
    }

/* clang-format off */
static const vt_dialect dialects[] = {
    FLUX("kustomize.toolkit.fluxcd.io", "Kustomization"),
    FLUX("helm.toolkit.fluxcd.io", "HelmRelease"),
    { "flux-operator", "readyExpr", "fluxcd.controlplane.io", "ResourceSet", "readyExpr", VT_CEL_ENVIRONMENT_FLUX, false, "", VT_FOLD_ALL, VT_FAILURE_WAITS, VT_RESULT_ANY, 0, read_resource_set },
    { "kro", "readyWhen", "kro.run", "ResourceGraphDefinition", "readyWhen", VT_CEL_ENVIRONMENT_KRO, true, NULL, VT_FOLD_ALL, VT_FAILURE_PENDS, VT_RESULT_OPTIONAL_BOOL, 0, read_kro },
    CROSSPLANE("apiextensions.crossplane.io", "Composition", read_composition),
    CROSSPLANE("autoready.fn.crossplane.io", "Input", read_input),
    { "ocm", "conditionRules", "work.open-cluster-management.io", "ManifestWork", "conditionRules", VT_CEL_ENVIRONMENT_OCM, true, "object", VT_FOLD_ALL, VT_FAILURE_WAITS, VT_RESULT_ANY, OCM_BUDGET, read_manifest_work },
    SVELTOS("ClusterProfile"),
    SVELTOS("Profile"),
};
/* clang-format on */

const vt_dialect *vt_dialect_at(size_t index) {
    return index < sizeof dialects / sizeof dialects[0] ? &dialects[index] : NULL;
}

const vt_dialect *vt_dialect_of_kind(vt_text group, vt_text kind) {
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        if (vt_text_is(group, dialects[i].group) && vt_text_is(kind, dialects[i].kind))
            return &dialects[i];
    }
    return NULL;
}
