/* What belongs to an application, and what it takes to read it. */
#include "cluster/discovered.h"
#include "cluster/watch/application.h"
#include "support/table.h"
#include "support/torture.h"

static vitals_document *parse(const char *json) {
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(json, strlen(json), NULL, &document, NULL), VITALS_OK);
    return document;
}

static bool is(vt_text text, const char *want) {
    return want ? text.bytes && vt_text_is(text, want) : !text.bytes;
}

/* ------------------------------------------------------------------ tracking */

static const struct settings_row {
    TABLE_ROW;
    const char *data;
    vt_tracking_method method;
    const char *label, *installation;
} settings_rows[] = {
    { "none", "{}", VT_TRACKING_ANNOTATION, "app.kubernetes.io/instance", NULL },
    { "label", "{\"application.resourceTrackingMethod\":\"label\"}", VT_TRACKING_LABEL,
      "app.kubernetes.io/instance", NULL },
    { "both",
      "{\"application.resourceTrackingMethod\":\"annotation+label\",\"application."
      "instanceLabelKey\":\"x/y\"}",
      VT_TRACKING_ANNOTATION_AND_LABEL, "x/y", NULL },
    { "another word is the default", "{\"application.resourceTrackingMethod\":\"odd\"}",
      VT_TRACKING_ANNOTATION, "app.kubernetes.io/instance", NULL },
    { "an installation", "{\"installationID\":\"one\"}", VT_TRACKING_ANNOTATION,
      "app.kubernetes.io/instance", "one" },
    { "empty values", "{\"installationID\":\"\",\"application.instanceLabelKey\":\"\"}",
      VT_TRACKING_ANNOTATION, "app.kubernetes.io/instance", NULL },
};

static void settings(void **state) {
    const struct settings_row *row = *state;
    char json[512];
    snprintf(json, sizeof json, "{\"kind\":\"ConfigMap\",\"data\":%s}", row->data);
    vitals_document *document = parse(json);
    vt_tracking_settings got = vt_tracking_settings_of(document);
    assert_int_equal(got.method, row->method);
    assert_true(is(got.instance_label, row->label));
    assert_true(is(got.installation_id, row->installation));
    vitals_document_free(document);
    assert_int_equal(vt_tracking_settings_of(NULL).method, VT_TRACKING_ANNOTATION);
}

/* -------------------------------------------------------------- applications */

#define ARGO(namespace, spec)                                                                      \
    "{\"apiVersion\":\"argoproj.io/"                                                               \
    "v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"namespace\":\"" namespace "\",\"name\":"  \
                                                                                   "\"shop\"},"    \
                                                                                   "\"spec\""      \
                                                                                   ":" spec "}"
#define KS(spec)                                                                                   \
    "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/"                                               \
    "v1\",\"kind\":\"Kustomization\",\"metadata\":{\"namespace\":\"flux-system\",\"name\":"        \
    "\"apps\"},\"spec\":" spec "}"
#define HR                                                                                         \
    "{\"apiVersion\":\"helm.toolkit.fluxcd.io/"                                                    \
    "v2\",\"kind\":\"HelmRelease\",\"metadata\":{\"namespace\":\"prod\",\"name\":\"redis\"}}"
static const struct read_row {
    TABLE_ROW;
    const char *document;
    bool found, elsewhere, inventory;
} reads[] = {
    { "an Application of this cluster",
      ARGO("argocd", "{\"destination\":{\"server\":\"https://kubernetes.default.svc\"}}"), true,
      false, false },
    { "by name", ARGO("argocd", "{\"destination\":{\"name\":\"in-cluster\"}}"), true, false,
      false },
    { "no destination", ARGO("argocd", "{}"), true, false, false },
    { "another server", ARGO("argocd", "{\"destination\":{\"server\":\"https://prod\"}}"), true,
      true, false },
    { "another name", ARGO("argocd", "{\"destination\":{\"name\":\"prod\"}}"), true, true, false },
    { "a Kustomization", KS("{}"), true, false, false },
    { "a Kustomization for another cluster",
      KS("{\"kubeConfig\":{\"secretRef\":{\"name\":\"x\"}}}"), true, true, false },
    { "with an inventory",
      "{\"apiVersion\":\"helm.toolkit.fluxcd.io/"
      "v2\",\"kind\":\"HelmRelease\",\"metadata\":{\"name\":\"a\"},\"status\":{\"inventory\":{"
      "\"entries\":[]}}}",
      true, false, true },
    { "an Application of another group",
      "{\"apiVersion\":\"app.k8s.io/v1\",\"kind\":\"Application\",\"metadata\":{\"name\":\"a\"}}",
      false, false, false },
    { "no name", "{\"apiVersion\":\"argoproj.io/v1alpha1\",\"kind\":\"Application\"}", false, false,
      false },
};

static void reading(void **state) {
    const struct read_row *row = *state;
    vitals_document *document = parse(row->document);
    vt_application got;
    assert_int_equal(vt_application_read(document, &got), row->found);
    if (row->found) assert_int_equal(got.elsewhere, row->elsewhere);
    if (row->found) assert_int_equal(got.has_inventory, row->inventory);
    vitals_document_free(document);
}

static const struct word_row {
    TABLE_ROW; /* the word */
    int kind;  /* -1: any; -2: malformed */
    const char *namespace, *application;
} words[] = {
    { "shop", -1, NULL, "shop" },
    { "argocd/shop", -1, "argocd", "shop" },
    { "app/shop", VT_APPLICATION_ARGOCD, NULL, "shop" },
    { "Application/argocd/shop", VT_APPLICATION_ARGOCD, "argocd", "shop" },
    { "kustomization/apps", VT_APPLICATION_KUSTOMIZATION, NULL, "apps" },
    { "ks/flux-system/apps", VT_APPLICATION_KUSTOMIZATION, "flux-system", "apps" },
    { "hr/redis", VT_APPLICATION_HELMRELEASE, NULL, "redis" },
    { "", -2 },
    { "ks/", -2 },
    { "/shop", -2 },
    { "a/b/c", -2 },
    { "ks/a/b/c", -2 },
    { "ks//b", -2 },
};

static void word(void **state) {
    const struct word_row *row = *state;
    vt_application_word got;
    assert_int_equal(vt_application_word_read(vt_text_from(row->name), &got), row->kind != -2);
    if (row->kind == -2) return;
    assert_int_equal(got.any_kind, row->kind == -1);
    if (row->kind >= 0) assert_int_equal(got.kind, row->kind);
    assert_true(is(got.namespace_, row->namespace));
    assert_true(is(got.name, row->application));
}

/* ---------------------------------------------------------------- inventories */

static const struct entry_row {
    TABLE_ROW;                                     /* the id */
    const char *group, *kind, *namespace, *object; /* NULL: malformed */
} entries[] = {
    { "prod_web_apps_Deployment", "apps", "Deployment", "prod", "web" },
    { "prod_web__Service", "", "Service", "prod", "web" },
    { "_prod__Namespace", "", "Namespace", "", "prod" },
    { "_system__node_rbac.authorization.k8s.io_ClusterRole", "rbac.authorization.k8s.io",
      "ClusterRole", "", "system:node" },
    { "_a__b__c_rbac.authorization.k8s.io_ClusterRole", "rbac.authorization.k8s.io", "ClusterRole",
      "", "a:b:c" },
    { "_widgets.example.com_apiextensions.k8s.io_CustomResourceDefinition", "apiextensions.k8s.io",
      "CustomResourceDefinition", "", "widgets.example.com" },
    { "", NULL },
    { "web", NULL },
    { "prod_web", NULL },
    { "prod_web_Deployment", NULL },
    { "prod_web_apps_", NULL },
    { "prod__apps_Deployment", NULL },
};

static void entry(void **state) {
    const struct entry_row *row = *state;
    char scratch[256];
    vt_member got;
    assert_int_equal(vt_inventory_id_read(vt_text_from(row->name), scratch, &got),
                     row->kind != NULL);
    if (!row->kind) return;
    assert_true(is(got.group, row->group));
    assert_true(is(got.kind, row->kind));
    assert_true(is(got.namespace_, row->namespace));
    assert_true(is(got.name, row->object));
}

#define INVENTORY                                                                                  \
    "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/"                                               \
    "v1\",\"kind\":\"Kustomization\",\"metadata\":{\"name\":\"a\"},"                               \
    "\"status\":{\"inventory\":{\"entries\":[{\"id\":\"prod_web_apps_Deployment\",\"v\":\"v1\"},{" \
    "\"id\":\"odd\"},"                                                                             \
    "{\"id\":\"_a__b_rbac.authorization.k8s.io_ClusterRole\",\"v\":\"v1\"}]}}}"
#define RESOURCES                                                                                  \
    "{\"apiVersion\":\"argoproj.io/"                                                               \
    "v1alpha1\",\"kind\":\"Application\",\"metadata\":{\"name\":\"a\"},\"status\":{\"resources\":" \
    "["                                                                                            \
    "{\"group\":\"apps\",\"version\":\"v1\",\"kind\":\"Deployment\",\"namespace\":\"prod\","       \
    "\"name\":\"web\",\"status\":\"Synced\"},"                                                     \
    "{\"kind\":\"Pod\",\"version\":\"v1\",\"namespace\":\"prod\",\"name\":\"hook\",\"hook\":true}" \
    ",{\"kind\":\"Pod\"}]}}"

static void members(void **state) {
    (void)state;
    static const struct {
        const char *document, *want;
    } cases[] = {
        { INVENTORY, "apps/v1/Deployment prod/web|rbac.authorization.k8s.io/v1/ClusterRole /a:b|" },
        { RESOURCES, "apps/v1/Deployment prod/web|/v1/Pod prod/hook hook|" },
        { KS("{}"), "" },
    };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        vitals_document *document = parse(cases[i].document);
        vt_application application;
        vt_members list;
        vt_member member;
        vt_arena arena;
        vt_buffer out;
        vitals_allocator memory = { 0 };
        vt_arena_init(&arena, &memory, 0);
        vt_buffer_init(&out, NULL, 4096);
        assert_true(vt_application_read(document, &application));
        vt_members_begin(&list, document, &application);
        while (vt_members_next(&list, &arena, &member)) {
            vt_buffer_printf(&out, "%.*s/%.*s/%.*s %.*s/%.*s%s|", VT_TEXT_ARG(member.group),
                             VT_TEXT_ARG(member.version), VT_TEXT_ARG(member.kind),
                             VT_TEXT_ARG(member.namespace_), VT_TEXT_ARG(member.name),
                             member.hook ? " hook" : "");
        }
        assert_string_equal(vt_buffer_text(&out).bytes, cases[i].want);
        assert_int_equal(list.malformed, i < 2);
        vt_buffer_done(&out);
        vt_arena_done(&arena);
        vitals_document_free(document);
    }
}

/* -------------------------------------------------------------------- scopes */

#define MEMBER(group_, kind_, namespace__, name_)                                                  \
    {                                                                                              \
        .group = VT_TEXT_INIT(group_), .kind = VT_TEXT_INIT(kind_),                                \
        .namespace_ = VT_TEXT_INIT(namespace__), .name = VT_TEXT_INIT(name_)                       \
    }

static const vt_member scope_members[] = {
    MEMBER("apps", "Deployment", "prod", "a"),
    MEMBER("", "Pod", "prod", "p1"),
    MEMBER("apps", "Deployment", "prod", "b"),
    MEMBER("apps", "Deployment", "test", "a"),
    MEMBER("", "Pod", "prod", "p2"),
    MEMBER("", "Pod", "prod", "p3"),
    MEMBER("", "Pod", "prod", "p4"),
    MEMBER("", "Pod", "prod", "p5"),
    MEMBER("", "Pod", "prod", "p6"),
    MEMBER("apps", "Deployment", "prod", "a"),
    MEMBER("rbac.authorization.k8s.io", "ClusterRole", "prod", "r"),
    MEMBER("rbac.authorization.k8s.io", "ClusterRole", "", "r"),
    MEMBER("example.com", "Widget", "prod", "w"),
    MEMBER("", "Binding", "prod", "x"),
};

/* 10.7 */
static void few_requests(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    vt_arena arena;
    vt_buffer out;
    vt_scopes scopes;
    vitals_allocator memory = { 0 };
    vt_arena_init(&arena, &memory, 0);
    vt_buffer_init(&out, NULL, 4096);
    assert_int_equal(vt_scopes_of(vt_discovery_table(discovery), scope_members,
                                  TABLE_COUNT(scope_members), &arena, &scopes),
                     VITALS_OK);
    for (size_t i = 0; i < scopes.count; i++) {
        const vt_scope *row = &scopes.rows[i];
        vt_buffer_printf(&out, "%s %.*s:", row->resource->plural.bytes,
                         VT_TEXT_ARG(row->namespace_));
        for (size_t k = 0; k < row->name_count; k++)
            vt_buffer_printf(&out, " %.*s", VT_TEXT_ARG(row->names[k]));
        vt_buffer_add_byte(&out, '\n');
    }
    for (size_t i = 0; i < scopes.unknown_count; i++)
        vt_buffer_printf(&out, "? %.*s\n", VT_TEXT_ARG(scopes.unknown[i].kind));
    assert_string_equal(out.bytes, "deployments prod: a b\npods prod:\ndeployments test: "
                                   "a\nclusterroles : r\n? Widget\n? Binding\n");
    vt_buffer_done(&out);
    vt_arena_done(&arena);
    vt_discovery_free(discovery);
}

static vitals_status scopes_once(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vt_arena arena;
    vt_scopes scopes;
    vt_arena_init(&arena, &allocator, 0);
    vitals_status status =
        vt_scopes_of(user, scope_members, TABLE_COUNT(scope_members), &arena, &scopes);
    vt_arena_done(&arena);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    vt_resource_table table = *vt_discovery_table(discovery);
    torture_run(scopes_once, &table);
    vt_discovery_free(discovery);
}

int main(void) {
    const struct CMUnitTest others[] = { cmocka_unit_test(members), cmocka_unit_test(few_requests),
                                         cmocka_unit_test(every_allocation_fails) };
    return TABLE_RUN("settings", settings, settings_rows) +
           TABLE_RUN("applications", reading, reads) + TABLE_RUN("words", word, words) +
           TABLE_RUN("inventory", entry, entries) +
           cmocka_run_group_tests_name("members", others, NULL, NULL);
}
