/* Rights: ClusterRoles. */
#include "cluster/actions/access.h"
#include "cluster/discovered.h"
#include "support/table.h"
#include "support/torture.h"

static void add_role(vt_buffer *out, vt_purpose purpose) {
    vt_discovery *discovery = discovered_usual(NULL);
    assert_true(
        vt_access_add_role(out, vt_discovery_table(discovery), purpose, VT_TEXT("vitals"), NULL));
    vt_discovery_free(discovery);
}

static void a_role_for_get(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 65536);
    add_role(&out, VT_PURPOSE_GET);
    static const char begin[] =
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: "
        "\"vitals\"\n"
        "# The server behind metrics.k8s.io/v1beta1 did not answer: its kinds are not known and "
        "not in here.\nrules:\n"
        "- apiGroups: [\"\"]\n  resources:\n  - \"pods\"\n  - \"services\"\n  - \"nodes\"\n  - "
        "\"namespaces\"\n  verbs: [get, list, watch]\n"
        "- apiGroups: [\"\"]\n  resources:\n  - \"configmaps\"\n  resourceNames: [argocd-cm]\n  "
        "verbs: [get, list, watch]\n"
        "- apiGroups: [\"apps\"]\n  resources:\n  - \"deployments\"\n  - \"statefulsets\"\n  "
        "verbs: [get, list, watch]\n";
    assert_memory_equal(out.bytes, begin, sizeof begin - 1);
    assert_null(strstr(out.bytes, "secrets"));
    assert_null(strchr(out.bytes, '*'));
    assert_null(strstr(out.bytes, "patch"));
    vt_buffer_done(&out);
}

static void a_role_for_suspend(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 65536);
    add_role(&out, VT_PURPOSE_SUSPEND);
    assert_non_null(strstr(out.bytes, "- apiGroups: [\"apps\"]\n  resources:\n  - "
                                      "\"deployments\"\n  verbs: [get, list, watch, patch]\n"));
    assert_non_null(strstr(out.bytes, "  - \"rollouts/status\"\n  verbs: [patch]\n"));
    assert_null(strstr(out.bytes, "pods"));
    assert_null(strstr(out.bytes, "secrets"));
    vt_buffer_done(&out);
}

/* Events besides; nothing is watched. */
static void a_role_for_why(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 65536);
    add_role(&out, VT_PURPOSE_WHY);
    assert_non_null(strstr(out.bytes, "  - \"pods\"\n"));
    assert_null(strstr(out.bytes, "[get, list, watch]\n- apiGroups: [\"apps\"]"));
    assert_null(strstr(out.bytes, "secrets"));
    assert_null(strstr(out.bytes, "patch"));
    vt_buffer_done(&out);
}

static vitals_status compare(const char *yaml, vt_purpose purpose, bool *same, vt_buffer *out) {
    vt_discovery *discovery = discovered_usual(NULL);
    vitals_document *role = NULL;
    assert_int_equal(vitals_document_parse(yaml, strlen(yaml), NULL, &role, NULL), VITALS_OK);
    vitals_status status =
        vt_access_compare_role(out, role, vt_discovery_table(discovery), purpose, NULL, same);
    vitals_document_free(role);
    vt_discovery_free(discovery);
    return status;
}

/* What is printed is all that is needed, for each purpose. */
static void a_role_equals_itself(void **state) {
    (void)state;
    for (int purpose = 0; purpose < VT_PURPOSE_COUNT; purpose++) {
        vt_buffer role, out;
        bool same = false;
        vt_buffer_init(&role, NULL, 65536);
        vt_buffer_init(&out, NULL, 65536);
        add_role(&role, (vt_purpose)purpose);
        assert_int_equal(compare(role.bytes, (vt_purpose)purpose, &same, &out), VITALS_OK);
        assert_string_equal(vt_buffer_text(&out).bytes, "");
        assert_true(same);
        vt_buffer_done(&role);
        vt_buffer_done(&out);
    }
}

#define ROLE(rules) "kind: ClusterRole\nrules:\n" rules
#define SUSPENDABLE                                                                                \
    "- {apiGroups: [apps], resources: [deployments], verbs: [get, list, watch, patch]}\n"          \
    "- {apiGroups: [batch], resources: [cronjobs, jobs], verbs: [get, list, watch, patch]}\n"      \
    "- {apiGroups: [kustomize.toolkit.fluxcd.io, helm.toolkit.fluxcd.io], resources: "             \
    "[kustomizations, helmreleases], verbs: [get, list, watch, patch]}\n"
#define ARGOPROJ                                                                                   \
    "- {apiGroups: [argoproj.io], resources: [applications, rollouts, rollouts/status], verbs: "   \
    "[get, list, watch, patch]}\n"

static const struct compare_row {
    TABLE_ROW;
    const char *role, *want;
} compares[] = {
    { "a right is missing",
      ROLE(SUSPENDABLE "- {apiGroups: [argoproj.io], resources: [applications, rollouts], verbs: "
                       "[get, list, watch, patch]}\n"),
      "+ patch rollouts/status.argoproj.io\n- get helmreleases.kustomize.toolkit.fluxcd.io\n- list "
      "helmreleases.kustomize.toolkit.fluxcd.io\n- watch "
      "helmreleases.kustomize.toolkit.fluxcd.io\n- patch helmreleases.kustomize.toolkit.fluxcd.io\n"
      "- get kustomizations.helm.toolkit.fluxcd.io\n- list "
      "kustomizations.helm.toolkit.fluxcd.io\n- watch kustomizations.helm.toolkit.fluxcd.io\n- "
      "patch kustomizations.helm.toolkit.fluxcd.io\n" },
    { "wildcards", ROLE("- {apiGroups: ['*'], resources: ['*'], verbs: ['*']}\n"),
      "- rule 1 allows more than is needed: it has a wildcard\n" },
    { "another kind of document", "kind: Role\n", NULL },
};

static void comparing(void **state) {
    const struct compare_row *row = *state;
    vt_buffer out;
    bool same = true;
    vt_buffer_init(&out, NULL, 65536);
    vitals_status status = compare(row->role, VT_PURPOSE_SUSPEND, &same, &out);
    assert_int_equal(status, row->want ? VITALS_OK : VITALS_ECONFIG);
    if (row->want) assert_string_equal(out.bytes, row->want);
    if (row->want) assert_false(same);
    vt_buffer_done(&out);
}

/* A rule for named objects does not allow all of them; and only argocd-cm is needed of ConfigMaps. */
static void named_objects(void **state) {
    (void)state;
    vt_buffer out;
    bool same = true;
    vt_buffer_init(&out, NULL, 65536);
    assert_int_equal(
        compare(ROLE("- {apiGroups: [''], resources: [pods], resourceNames: [web], verbs: [get]}\n"
                     "- {apiGroups: [''], resources: [configmaps], resourceNames: [argocd-cm], "
                     "verbs: [get, list, watch]}\n"),
                VT_PURPOSE_SERVE, &same, &out),
        VITALS_OK);
    assert_non_null(strstr(out.bytes, "+ get pods\n"));
    assert_null(strstr(out.bytes, "configmaps"));
    vt_buffer_done(&out);
}

static void purposes(void **state) {
    (void)state;
    vt_purpose purpose;
    assert_true(vt_purpose_from_name(VT_TEXT("serve"), &purpose));
    assert_int_equal(purpose, VT_PURPOSE_SERVE);
    assert_false(vt_purpose_from_name(VT_TEXT("x"), &purpose));
}

/* -------------------------------------------------------------------- torture */

static vitals_status write_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vt_buffer out;
    vt_buffer_init(&out, &allocator, 65536);
    const bool written = vt_access_add_role(&out, user, VT_PURPOSE_GET, VT_TEXT("a"), &allocator);
    vt_buffer_done(&out);
    return written ? VITALS_OK : VITALS_ENOMEM;
}

static void every_allocation_fails(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    vt_resource_table table = *vt_discovery_table(discovery);
    torture_run(write_once, &table);
    vt_discovery_free(discovery);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(a_role_for_get),         cmocka_unit_test(a_role_for_suspend),
        cmocka_unit_test(a_role_for_why),         cmocka_unit_test(a_role_equals_itself),
        cmocka_unit_test(named_objects),          cmocka_unit_test(purposes),
        cmocka_unit_test(every_allocation_fails),
    };
    return TABLE_RUN("differences", comparing, compares) +
           cmocka_run_group_tests_name("access", others, NULL, NULL);
}
