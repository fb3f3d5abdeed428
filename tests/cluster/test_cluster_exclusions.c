/* The kinds that an argocd-cm leaves out. */
#include "cluster/config/exclusions.h"
#include "cluster/conversation.h"
#include "support/table.h"
#include "support/torture.h"

#define CM(data) "kind: ConfigMap\ndata:\n" data
#define EXCLUDE(rows) "  resource.exclusions: |\n" rows
#define INCLUDE(rows) "  resource.inclusions: |\n" rows

static const struct row {
    TABLE_ROW;
    const char *configmap, *group, *kind, *cluster;
    bool want;
} rows[] = {
    { "no settings", "kind: ConfigMap\n", "apps", "Deployment", "https://c", false },
    { "a kind", CM(EXCLUDE("    - apiGroups: [cilium.io]\n      kinds: [CiliumIdentity]\n")),
      "cilium.io", "CiliumIdentity", "https://c", true },
    { "another kind", CM(EXCLUDE("    - apiGroups: [cilium.io]\n      kinds: [CiliumIdentity]\n")),
      "cilium.io", "CiliumNode", "https://c", false },
    { "the core group", CM(EXCLUDE("    - apiGroups: ['']\n      kinds: [Endpoints]\n")), "",
      "Endpoints", "https://c", true },
    { "not the core group", CM(EXCLUDE("    - apiGroups: ['']\n      kinds: [Endpoints]\n")), "x",
      "Endpoints", "https://c", false },
    { "every kind", CM(EXCLUDE("    - apiGroups: [x]\n      kinds: ['*']\n")), "x", "Any",
      "https://c", true },
    { "no kinds is every kind", CM(EXCLUDE("    - apiGroups: [x]\n")), "x", "Any", "https://c",
      true },
    { "no groups is every group", CM(EXCLUDE("    - kinds: [Any]\n")), "x", "Any", "https://c",
      true },
    { "kinds are not patterns", CM(EXCLUDE("    - kinds: ['An*']\n")), "x", "Any", "https://c",
      false },
    { "a pattern", CM(EXCLUDE("    - apiGroups: ['*.cilium.io']\n")), "a.cilium.io", "Any",
      "https://c", true },
    { "a pattern with two stars", CM(EXCLUDE("    - apiGroups: ['*cil*.i?']\n")), "a.cilium.io",
      "Any", "https://c", true },
    { "a pattern that does not match", CM(EXCLUDE("    - apiGroups: ['*.cilium.io']\n")),
      "cilium.io", "Any", "https://c", false },
    { "a cluster", CM(EXCLUDE("    - clusters: ['https://*.prod']\n")), "x", "Any",
      "https://a.prod", true },
    { "another cluster", CM(EXCLUDE("    - clusters: ['https://*.prod']\n")), "x", "Any",
      "https://a.test", false },
    { "the second row", CM(EXCLUDE("    - kinds: [A]\n    - kinds: [B]\n")), "x", "B", "https://c",
      true },
    { "included", CM(INCLUDE("    - apiGroups: [apps]\n")), "apps", "Deployment", "https://c",
      false },
    { "not included", CM(INCLUDE("    - apiGroups: [apps]\n")), "batch", "Job", "https://c", true },
    { "no inclusions include all", CM(INCLUDE("    []\n")), "batch", "Job", "https://c", false },
    { "included and excluded",
      CM(INCLUDE("    - apiGroups: [apps]\n") EXCLUDE("    - kinds: [ReplicaSet]\n")), "apps",
      "ReplicaSet", "https://c", true },
    { "not a list", CM(EXCLUDE("    kinds: [A]\n")), "x", "A", "https://c", false },
    { "not YAML", CM(EXCLUDE("    - [\n")), "x", "A", "https://c", false },
    { "a pattern that does not compile", CM(EXCLUDE("    - apiGroups: ['[a', b]\n")), "[a", "A",
      "https://c", false },
    { "a pattern beside one that does not compile", CM(EXCLUDE("    - apiGroups: ['[a', b]\n")),
      "b", "A", "https://c", true },
    { "alternatives", CM(EXCLUDE("    - apiGroups: ['{a,b}.io']\n")), "b.io", "A", "https://c",
      true },
    { "none of the alternatives", CM(EXCLUDE("    - apiGroups: ['{a,b}.io']\n")), "c.io", "A",
      "https://c", false },
    { "a class", CM(EXCLUDE("    - apiGroups: ['v[0-9].io']\n")), "v1.io", "A", "https://c", true },
    { "not of the class", CM(EXCLUDE("    - apiGroups: ['v[!0-9].io']\n")), "v1.io", "A",
      "https://c", false },
    { "an escape", CM(EXCLUDE("    - apiGroups: ['a\\*']\n")), "ab", "A", "https://c", false },
    { "a star matches dots and slashes", CM(EXCLUDE("    - clusters: ['https*b']\n")), "x", "A",
      "https://a.x/b", true },
    { "alternatives of clusters", CM(EXCLUDE("    - clusters: ['https://{a,b}.*']\n")), "x", "A",
      "https://b.test", true },
    { "alternatives that are included", CM(INCLUDE("    - apiGroups: ['{apps,batch}']\n")), "batch",
      "Job", "https://c", false },
    { "alternatives that are not included", CM(INCLUDE("    - apiGroups: ['{apps,batch}']\n")), "x",
      "Job", "https://c", true },
    { "a number matches nothing", CM(EXCLUDE("    - apiGroups: [5]\n")), "5", "A", "https://c",
      false },
};

static vitals_document *parse(const char *yaml) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(yaml, strlen(yaml), NULL, &document, NULL), VITALS_OK);
    return document;
}

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *configmap = parse(row->configmap);
    vt_exclusions *exclusions = NULL;
    assert_int_equal(vt_exclusions_new(configmap, NULL, NULL, &exclusions, NULL), VITALS_OK);
    vitals_document_free(configmap);
    assert_int_equal(vt_exclusions_has(exclusions, vt_text_from(row->group),
                                       vt_text_from(row->kind), vt_text_from(row->cluster)),
                     row->want);
    vt_exclusions_free(exclusions);
}

static void what_is_ignored_is_reported(void **state) {
    (void)state;
    static const char *const settings[] = {
        CM(EXCLUDE("    kinds: [A]\n")),
        CM(EXCLUDE("    - [\n")),
        CM(EXCLUDE("    - apiGroups: ['[a']\n")),
        CM(INCLUDE("    - clusters: ['{a,b}', '[z-a]']\n")),
    };
    static const char *const wanted[] = {
        "resource.exclusions is not a list",
        NULL,
        "resource.exclusions: the pattern \"[a\" matches nothing: unexpected end of input",
        "resource.inclusions: the pattern \"[z-a]\" matches nothing",
    };
    for (size_t i = 0; i < TABLE_COUNT(wanted); i++) {
        vitals_document *configmap = parse(settings[i]);
        vt_exclusions *exclusions = NULL;
        vitals_diagnostics *findings = NULL;
        assert_int_equal(vitals_diagnostics_new(NULL, &findings), VITALS_OK);
        assert_int_equal(vt_exclusions_new(configmap, NULL, NULL, &exclusions, findings),
                         VITALS_OK);
        assert_int_equal(vitals_diagnostics_count(findings), 1);
        if (wanted[i])
            assert_non_null(strstr(vitals_diagnostics_at(findings, 0)->text.bytes, wanted[i]));
        vitals_diagnostics_free(findings);
        vt_exclusions_free(exclusions);
        vitals_document_free(configmap);
    }
}

static vitals_status read_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vt_exclusions *exclusions = NULL;
    vitals_status status = vt_exclusions_new(user, &allocator, NULL, &exclusions, NULL);
    vt_exclusions_free(exclusions);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    vitals_document *configmap = parse(rows[18].configmap);
    torture_run(read_once, configmap);
    vitals_document_free(configmap);
}

/* A watcher asks for no kind that its argocd-cm excludes, unless that is a target. */
static void watchers_leave_out(void **state) {
    (void)state;
    vitals_document *configmap =
        parse("kind: ConfigMap\ndata:\n  resource.exclusions: |\n"
              "    - {apiGroups: ['{,a}'], kinds: [Pod]}\n    - {apiGroups: ['[a']}\n");
    const vitals_cluster_target target = { .resource = { "pods", 4 } };
    for (size_t targets = 0; targets < 2; targets++) {
        vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
        selection.argocd_cm = configmap;
        selection.targets = &target;
        selection.target_count = targets;
        const conversation_options options = { .selection = &selection };
        conversation *own = NULL;
        assert_int_equal(conversation_new(&options, &own), VITALS_OK);
        conversation_discover(own, 26);
        const bool asked = strstr(conversation_requests(own), "/api/v1/pods") != NULL;
        assert_int_equal(asked, targets == 1);
        conversation_free(own);
    }
    vitals_document_free(configmap);
}

static void tracking(void **state) {
    (void)state;
    vitals_live_source_options options = VITALS_LIVE_SOURCE_OPTIONS_INIT;
    vitals_cluster_read_tracking(NULL, &options);
    assert_int_equal(options.tracking, VITALS_LIVE_TRACKING_ANNOTATION);
    vitals_document *configmap = parse("kind: ConfigMap\ndata:\n"
                                       "  application.resourceTrackingMethod: label\n"
                                       "  application.instanceLabelKey: x/y\n"
                                       "  installationID: one\n");
    vitals_cluster_read_tracking(configmap, &options);
    assert_int_equal(options.tracking, VITALS_LIVE_TRACKING_LABEL);
    assert_true(vt_text_is(options.instance_label, "x/y"));
    assert_true(vt_text_is(options.installation_id, "one"));
    vitals_document_free(configmap);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(watchers_leave_out),
                                         cmocka_unit_test(tracking),
                                         cmocka_unit_test(what_is_ignored_is_reported),
                                         cmocka_unit_test(every_allocation_fails) };
    return TABLE_RUN("exclusions", check, rows) +
           cmocka_run_group_tests_name("argocd-cm", others, NULL, NULL);
}
