/* Which kinds a server has, and the words that name them. */
#include "cluster/discovered.h"

#include "base/memory/sort.h"
#include "support/table.h"
#include "support/torture.h"

#define RESOURCES(group_version, resources)                                                        \
    "{\"kind\":\"APIResourceList\",\"groupVersion\":\"" group_version                              \
    "\",\"resources\":[" resources "]}"
#define OLD(name, kind, namespaced)                                                                \
    "{\"name\":\"" name "\",\"singularName\":\"\",\"kind\":\"" kind                                \
    "\",\"namespaced\":" namespaced ",\"verbs\":[\"get\",\"list\",\"watch\"]}"

/* "group/version/plural Kind [n][p][w]\n" for each row, then "stale group/version\n". */
static void dump(const vt_resource_table *table, vt_buffer *out) {
    for (size_t i = 0; i < table->count; i++) {
        const vt_resource *row = &table->rows[i];
        vt_buffer_printf(out, "%s/%s/%s %s %s%s%s", row->group.bytes, row->version.bytes,
                         row->plural.bytes, row->kind.bytes, row->namespaced ? "n" : "",
                         row->preferred ? "p" : "", vt_resource_is_watchable(row) ? "w" : "");
        for (size_t k = 0; k < row->subresource_count; k++)
            vt_buffer_printf(out, " /%s", row->subresources[k].bytes);
        vt_buffer_add_byte(out, '\n');
    }
    for (size_t i = 0; i < table->stale_count; i++) {
        vt_buffer_printf(out, "stale %s/%s\n", table->stale[i].group.bytes,
                         table->stale[i].version.bytes);
    }
}

static vt_discovery *begin(const vt_discovery *known) {
    vt_discovery *discovery = NULL;
    assert_int_equal(vt_discovery_new(NULL, NULL, known, &discovery), VITALS_OK);
    return discovery;
}

/* ------------------------------------------------------------------- forms */

static const char older_apis[] =
    "{\"kind\":\"APIGroupList\",\"groups\":[{\"name\":\"apps\",\"versions\":[{\"groupVersion\":"
    "\"apps/v1beta1\",\"version\":\"v1beta1\"},{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}],"
    "\"preferredVersion\":{\"version\":\"v1\"}},{\"name\":\"metrics.k8s.io\",\"versions\":"
    "[{\"version\":\"v1beta1\"}],\"preferredVersion\":{\"version\":\"v1beta1\"}}]}";
static const char older_api[] = "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}";
static const char older_core[] =
    RESOURCES("v1", OLD("pods", "Pod", "true") "," OLD("pods/status", "Pod", "true") "," OLD(
                        "pods/log", "Pod", "true") "," OLD("nodes", "Node",
                                                           "false") "," OLD("odd/x", "X", "true"));
static const char older_apps_beta[] = RESOURCES(
    "apps/v1beta1", OLD("deployments", "Deployment", "true") "," OLD("scales", "Scale", "true"));
static const char older_apps[] = RESOURCES("apps/v1", OLD("deployments", "Deployment", "true"));
static const char aggregated_core[] = "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{"
                                      "\"metadata\":{},\"versions\":[{\"version\":\"v1\","
                                      "\"resources\":[{\"resource\":\"bogus\",\"responseKind\":{"
                                      "\"kind\":\"Bogus\"},\"scope\":\"Cluster\"}]}]}]}";

#define OLDER_ROWS                                                                                 \
    "/v1/pods Pod npw /status /log\n/v1/nodes Node pw\n"                                           \
    "apps/v1/deployments Deployment npw\napps/v1beta1/deployments Deployment nw\n"                 \
    "apps/v1beta1/scales Scale npw\n"

static const struct form_row {
    TABLE_ROW;
    discovered_answer answers[7];
    const char *requests, *table;
} forms[] = {
    { "before 1.27",
      { { "/api", 0, NULL, NULL, older_api },
        { "/apis", 0, NULL, NULL, older_apis },
        { "/api/v1", 0, NULL, NULL, older_core },
        { "/apis/apps/v1beta1", 0, NULL, NULL, older_apps_beta },
        { "/apis/apps/v1", 0, NULL, NULL, older_apps },
        { "/apis/metrics.k8s.io/v1beta1", 503, "text/plain", NULL, "down" } },
      "/api\n/apis\n/api/v1\n/apis/apps/v1beta1\n/apis/apps/v1\n/apis/metrics.k8s.io/v1beta1\n",
      OLDER_ROWS "stale metrics.k8s.io/v1beta1\n" },
    { "a group that went meanwhile",
      { { "/api", 0, NULL, NULL, older_api },
        { "/apis", 0, NULL, NULL, older_apis },
        { "/api/v1", 0, NULL, NULL, older_core },
        { "/apis/apps/v1beta1", 0, NULL, NULL, older_apps_beta },
        { "/apis/apps/v1", 0, NULL, NULL, older_apps } },
      "/api\n/apis\n/api/v1\n/apis/apps/v1beta1\n/apis/apps/v1\n/apis/metrics.k8s.io/v1beta1\n",
      OLDER_ROWS },
    { "the preferred version is down",
      { { "/api", 404 },
        { "/apis", 0, NULL, NULL, older_apis },
        { "/apis/apps/v1beta1", 0, NULL, NULL, older_apps_beta },
        { "/apis/apps/v1", 500 } },
      "/api\n/apis\n/apis/apps/v1beta1\n/apis/apps/v1\n/apis/metrics.k8s.io/v1beta1\n",
      "apps/v1beta1/deployments Deployment npw\napps/v1beta1/scales Scale npw\nstale apps/v1\n" },
    { "one path aggregated, the other not: neither counts",
      { { "/api", 0, AGGREGATED, "\"e\"", aggregated_core },
        { "/apis", 0, NULL, NULL, older_apis },
        { "/api/v1", 0, NULL, NULL, older_core },
        { "/apis/apps/v1beta1", 0, NULL, NULL, older_apps_beta },
        { "/apis/apps/v1", 0, NULL, NULL, older_apps } },
      "/api\n/apis\n/api/v1\n/apis/apps/v1beta1\n/apis/apps/v1\n/apis/metrics.k8s.io/v1beta1\n",
      OLDER_ROWS },
    { "no core group",
      { { "/apis", 0, AGGREGATED, NULL, "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}" } },
      "/api\n/apis\n",
      "" },
    { "the first version is stale",
      { { "/apis", 0, AGGREGATED, NULL,
          "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[{\"metadata\":{\"name\":\"g\"},"
          "\"versions\":["
          "{\"version\":\"v2\",\"freshness\":\"Stale\",\"resources\":[{\"resource\":\"as\","
          "\"responseKind\":{\"kind\":\"A\"}}]},"
          "{\"version\":\"v1\",\"freshness\":\"Current\",\"resources\":[{\"resource\":\"as\","
          "\"responseKind\":{\"kind\":\"A\"}}]}]}]}" } },
      "/api\n/apis\n",
      "g/v1/as A p\nstale g/v2\n" },
    { "a beta of the aggregated form",
      { { "/apis", 0, "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
          NULL, "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}" } },
      "/api\n/apis\n",
      "" },
};

static void form(void **state) {
    const struct form_row *row = *state;
    vt_discovery *discovery = begin(NULL);
    vt_buffer log, why, table;
    vt_buffer_init(&log, NULL, 4096);
    vt_buffer_init(&why, NULL, 4096);
    vt_buffer_init(&table, NULL, 4096);
    assert_int_equal(discovered_run(discovery, row->answers, &log, &why), VITALS_OK);
    assert_true(vt_discovery_is_done(discovery));
    assert_string_equal(log.bytes, row->requests);
    dump(vt_discovery_table(discovery), &table);
    assert_string_equal(vt_buffer_text(&table).bytes, row->table);
    vt_buffer_done(&log);
    vt_buffer_done(&why);
    vt_buffer_done(&table);
    vt_discovery_free(discovery);
}

static const struct failure_row {
    TABLE_ROW;
    discovered_answer answers[3];
    const char *why;
} failures[] = {
    { "no rights",
      { { "/api", 403, NULL, NULL,
          "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"message\":\"no\"}" } },
      "from /api: no" },
    { "a login page", { { "/api", 200, "text/html", NULL, "<html>" } }, "login page" },
    { "JSON of something else",
      { { "/api", 404 }, { "/apis", 200, NULL, NULL, "{}" } },
      "from /apis: the answer is not a discovery document" },
    { "no groups",
      { { "/api", 200, NULL, NULL, older_api } },
      "from /apis: the server answered with status 404" },
    { "cut short", { { "/api", 200, NULL, NULL, "{\"kind\":" } }, "from /api: the answer" },
};

static void failure(void **state) {
    const struct failure_row *row = *state;
    vt_discovery *discovery = begin(NULL);
    vt_discovery_request request;
    vt_buffer why;
    vt_buffer_init(&why, NULL, 4096);
    assert_int_equal(discovered_run(discovery, row->answers, NULL, &why), VITALS_EREAD);
    assert_non_null(strstr(why.bytes, row->why));
    assert_false(vt_discovery_is_done(discovery));
    assert_null(vt_discovery_table(discovery));
    assert_false(vt_discovery_next(discovery, &request));
    vt_buffer_done(&why);
    vt_discovery_free(discovery);
}

/* Two conditional requests cost one round trip; what has not changed is used again. */
static void nothing_has_changed(void **state) {
    (void)state;
    vt_discovery *first = discovered_usual(NULL), *second = begin(first);
    vt_buffer log, why, a, b;
    vt_buffer_init(&log, NULL, 4096);
    vt_buffer_init(&why, NULL, 4096);
    vt_buffer_init(&a, NULL, 65536);
    vt_buffer_init(&b, NULL, 65536);
    assert_false(vt_discovery_is_unchanged(first));
    assert_int_equal(discovered_run(second, discovered_usual_answers, &log, &why), VITALS_OK);
    assert_string_equal(log.bytes, "/api \"c1\"\n/apis \"g1\"\n");
    assert_true(vt_discovery_is_unchanged(second));
    dump(vt_discovery_table(first), &a);
    vt_discovery_free(first);
    vt_discovery *third = begin(second);
    assert_int_equal(discovered_run(third, discovered_usual_answers, NULL, &why), VITALS_OK);
    dump(vt_discovery_table(third), &b);
    assert_string_equal(a.bytes, b.bytes);
    vt_discovery_free(second);
    vt_discovery_free(third);
    vt_buffer_done(&log);
    vt_buffer_done(&why);
    vt_buffer_done(&a);
    vt_buffer_done(&b);
}

static void answers_that_were_not_asked_for(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    vt_buffer why;
    vt_buffer_init(&why, NULL, 4096);
    vt_discovery_answer again = { .id = 0, .status = 200 }, other = { .id = 99, .status = 200 };
    assert_int_equal(vt_discovery_answered(discovery, &again, &why), VITALS_EINVAL);
    assert_int_equal(vt_discovery_answered(discovery, &other, &why), VITALS_EINVAL);
    vt_buffer_done(&why);
    vt_discovery_free(discovery);
}

/* ----------------------------------------------------------------- changes */

static void note(void *user, vt_discovery_change change, const vt_resource *before,
                 const vt_resource *after) {
    static const char *const names[] = { "+", "-", "~" };
    const vt_resource *row = after ? after : before;
    vt_buffer_printf(user, "%s%s.%s ", names[change], row->plural.bytes, row->group.bytes);
}

static void changes(void **state) {
    (void)state;
    enum { ROWS = 5 };
    const uint32_t followed = 1U << VT_VERB_LIST | 1U << VT_VERB_WATCH;
#define ROW(group_, kind_, version_, namespaced_, verbs_)                                          \
    {                                                                                              \
        .group = VT_TEXT_INIT(group_), .version = VT_TEXT_INIT(version_),                          \
        .plural = VT_TEXT_INIT(kind_), .kind = VT_TEXT_INIT(kind_), .verbs = (verbs_),             \
        .namespaced = (namespaced_), .preferred = true                                             \
    }
    const vt_resource before[ROWS] = { ROW("g", "same", "v1", true, followed),
                                       ROW("g", "scope", "v1", true, followed),
                                       ROW("g", "gone", "v1", true, followed),
                                       ROW("down", "hidden", "v1", true, followed),
                                       ROW("g", "unwatched", "v1", true, 0) };
    const vt_resource after[ROWS] = { ROW("g", "same", "v1", true, followed),
                                      ROW("g", "scope", "v1", false, followed),
                                      ROW("g", "new", "v1", true, followed),
                                      ROW("other", "gone", "v1", true, followed),
                                      ROW("g", "alsounwatched", "v1", true, 0) };
    const vt_stale_group stale[] = { { VT_TEXT_INIT("down"), VT_TEXT_INIT("v1") } };
    const vt_resource_table a = { before, ROWS, NULL, 0 }, b = { after, ROWS, stale, 1 };
    vt_buffer out;
    vt_buffer_init(&out, NULL, 4096);
    vt_discovery_compare(&a, &b, note, &out);
    assert_string_equal(out.bytes, "~scope.g -gone.g +new.g +gone.other ");
    vt_buffer_clear(&out);
    vt_discovery_compare(&b, &b, note, &out);
    assert_string_equal(out.bytes, "");
    vt_buffer_done(&out);
}

/* -------------------------------------------------------------------- words */

static const struct word_row {
    TABLE_ROW;
    const char *want; /* "group/version/plural[ namespace][/object]", "all", or "! text" */
} words[] = {
    { "pods", "/v1/pods" },
    { "po", "/v1/pods" },
    { "Pod", "/v1/pods" },
    { "POD", "/v1/pods" },
    { "pod/web", "/v1/pods name=web" },
    { "pods.v1.", "/v1/pods" },
    { "pods.v1./web", "/v1/pods name=web" },
    { "deploy/web", "apps/v1/deployments name=web" },
    { "deployments.apps/web", "apps/v1/deployments name=web" },
    { "deployments.v1.apps", "apps/v1/deployments" },
    { "Deployment.v1.apps/web", "apps/v1/deployments name=web" },
    { "deploy.ap", "apps/v1/deployments" },
    { "apps/Deployment", "apps/v1/deployments" },
    { "apps/v1/Deployment", "apps/v1/deployments" },
    { "v1/Pod", "/v1/pods" },
    { "deploy/shop/web", "apps/v1/deployments namespace=shop name=web" },
    { "apps/Deployment:shop/web", "apps/v1/deployments namespace=shop name=web" },
    { "apps/v1/Deployment:shop/web", "apps/v1/deployments namespace=shop name=web" },
    { "Pod:shop/web", "/v1/pods namespace=shop name=web" },
    { "Node:n1", "/v1/nodes name=n1" },
    { "apps:Deployment:shop/web", "apps/v1/deployments namespace=shop name=web" },
    { ":Pod:shop/web", "/v1/pods namespace=shop name=web" },
    { "rbac.authorization.k8s.io:ClusterRole:system:node",
      "rbac.authorization.k8s.io/v1/clusterroles name=system:node" },
    { "clusterrole/system:node", "rbac.authorization.k8s.io/v1/clusterroles name=system:node" },
    { "svc", "/v1/services" },
    { "services", "/v1/services" },
    { "ksvc", "serving.knative.dev/v1/services" },
    { "services.serving.knative.dev", "serving.knative.dev/v1/services" },
    { "services.serving", "serving.knative.dev/v1/services" },
    { "events", "/v1/events" },
    { "events.events.k8s.io", "events.k8s.io/v1/events" },
    { "hpa", "autoscaling/v2/horizontalpodautoscalers" },
    { "hpa.v1.autoscaling", "! the server has no kind \"hpa.v1.autoscaling\"" },
    { "horizontalpodautoscalers.v1.autoscaling", "autoscaling/v1/horizontalpodautoscalers" },
    { "olds", "autoscaling/v1/olds" },
    { "app", "argoproj.io/v1alpha1/applications" },
    { "apps", "argoproj.io/v1alpha1/applications" },
    { "all", "all" },
    { "All", "all" },
    { "work", "/v1/pods apps/v1/deployments" },
    { "apps/deployment", "argoproj.io/v1alpha1/applications name=deployment" },
    { "application/Web", "argoproj.io/v1alpha1/applications name=Web" },
    { "pod/shop/Web", "/v1/pods namespace=shop name=Web" },
    { "role/Admin", "rbac.authorization.k8s.io/v1/roles name=Admin" },
    { "deplyments", "! the server has no kind \"deplyments\"; did you mean deployments?" },
    { "pods.batch", "! the server has no kind \"pods.batch\"; did you mean pods?" },
    { "zzz/web",
      "! the server has no kind \"zzz\" (not known now: the kinds of metrics.k8s.io/v1beta1" },
    { "pods.metrics.k8s.io", "! the server behind metrics.k8s.io/v1beta1 does not answer" },
    { "metrics.k8s.io/PodMetrics", "! the server behind metrics.k8s.io/v1beta1" },
    { "", "! \"\" does not name" },
    { "pod/", "! \"pod/\" does not name" },
    { "/web", "! " },
};

static void word(void **state) {
    const struct word_row *row = *state;
    vt_discovery *discovery = discovered_usual(NULL);
    vt_arena arena;
    vt_buffer got, why;
    vt_reference reference;
    vitals_allocator memory = { 0 };
    vt_arena_init(&arena, &memory, 0);
    vt_buffer_init(&got, NULL, 4096);
    vt_buffer_init(&why, NULL, 4096);
    vt_reference_result result = vt_reference_read(
        vt_discovery_table(discovery), vt_text_from(row->name), &arena, &reference, &why);
    if (result != VT_REFERENCE_FOUND) {
        vt_buffer_printf(&got, "! %s", vt_buffer_text(&why).bytes);
        assert_memory_equal(got.bytes, row->want, strlen(row->want));
    } else if (reference.every_kind) {
        assert_string_equal(row->want, "all");
    } else {
        for (size_t i = 0; i < reference.resource_count; i++) {
            const vt_resource *found = reference.resources[i];
            vt_buffer_printf(&got, "%s%s/%s/%s", i ? " " : "", found->group.bytes,
                             found->version.bytes, found->plural.bytes);
        }
        if (reference.namespace_.size) {
            vt_buffer_add_terminated(&got, " namespace=");
            vt_buffer_add(&got, reference.namespace_);
        }
        if (reference.name.bytes) {
            vt_buffer_add_terminated(&got, " name=");
            vt_buffer_add(&got, reference.name);
        }
        assert_string_equal(got.bytes, row->want);
    }
    assert_int_equal(why.size == 0, result == VT_REFERENCE_FOUND);
    vt_buffer_done(&got);
    vt_buffer_done(&why);
    vt_arena_done(&arena);
    vt_discovery_free(discovery);
}

/* ------------------------------------------------------------------- table */

static void kinds_of_the_table(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    const vt_resource_table *table = vt_discovery_table(discovery);
    const vt_resource *pod = vt_resource_of_kind(table, VT_TEXT(""), VT_TEXT("Pod"));
    assert_true(vt_text_is(pod->plural, "pods"));
    assert_true(vt_resource_has_subresource(pod, VT_TEXT("status")));
    assert_false(vt_resource_has_subresource(pod, VT_TEXT("scale")));
    assert_true(vt_resource_is_watchable(pod));
    assert_true(vt_resource_can(pod, VT_VERB_PATCH));
    const vt_text autoscaling = VT_TEXT("autoscaling"), hpa = VT_TEXT("HorizontalPodAutoscaler");
    assert_true(vt_text_is(vt_resource_of_kind(table, autoscaling, hpa)->version, "v2"));
    assert_true(
        vt_text_is(vt_resource_of_version(table, autoscaling, VT_TEXT("v1"), hpa)->version, "v1"));
    assert_null(vt_resource_of_version(table, autoscaling, VT_TEXT("v3"), hpa));
    assert_null(vt_resource_of_kind(table, VT_TEXT("apps"), VT_TEXT("Pod")));
    assert_null(vt_resource_of_kind(table, VT_TEXT(""), VT_TEXT("Odd")));
    assert_false(
        vt_resource_is_watchable(vt_resource_of_kind(table, VT_TEXT(""), VT_TEXT("Binding"))));
    vt_discovery_free(discovery);
}

/* `get` without a kind never lists Secrets, and nothing that Argo CD ignores. */
static void what_is_left_out(void **state) {
    (void)state;
    vt_discovery *discovery = discovered_usual(NULL);
    const vt_resource_table *table = vt_discovery_table(discovery);
    vt_buffer kept;
    vt_buffer_init(&kept, NULL, 4096);
    for (size_t i = 0; i < table->count; i++) {
        if (table->rows[i].preferred && vt_resource_is_watchable(&table->rows[i]) &&
            !vt_resource_left_out(&table->rows[i]))
            vt_buffer_printf(&kept, "%s ", table->rows[i].kind.bytes);
    }
    assert_string_equal(kept.bytes, "Pod Service Node Namespace Deployment StatefulSet "
                                    "HorizontalPodAutoscaler Old CronJob Job Service "
                                    "Kustomization HelmRelease Application Rollout "
                                    "CustomResourceDefinition ");
    vt_buffer_done(&kept);
    vt_discovery_free(discovery);
}

static void server_versions(void **state) {
    (void)state;
    unsigned major, minor;
    vt_buffer git;
    vt_buffer_init(&git, NULL, 256);
    assert_true(vt_server_version_read(
        VT_TEXT("{\"major\":\"1\",\"minor\":\"27+\",\"gitVersion\":\"v1.27.3-gke.100\"}"), NULL,
        &major, &minor, &git));
    assert_int_equal(major, 1);
    assert_int_equal(minor, 27);
    assert_string_equal(git.bytes, "v1.27.3-gke.100");
    assert_false(vt_server_version_read(VT_TEXT("{}"), NULL, &major, &minor, &git));
    assert_false(vt_server_version_read(VT_TEXT("<html>"), NULL, &major, &minor, &git));
    assert_false(vt_server_version_read(VT_TEXT("{\"major\":\"1\",\"minor\":\"99999999999\"}"),
                                        NULL, &major, &minor, &git));
    vt_buffer_done(&git);
}

/* ------------------------------------------------------------------ torture */

static vitals_status discover(torture *memory, void *user) {
    const discovered_answer *answers = user;
    vitals_allocator allocator = torture_allocator(memory);
    vt_discovery *discovery = NULL;
    vt_buffer why;
    vt_arena arena;
    vt_reference reference;
    vitals_status status = vt_discovery_new(&allocator, NULL, NULL, &discovery);
    if (status != VITALS_OK) return status;
    vt_buffer_init(&why, &allocator, 4096);
    vt_arena_init(&arena, &allocator, 0);
    status = discovered_run(discovery, answers, NULL, &why);
    if (status == VITALS_OK &&
        vt_reference_read(vt_discovery_table(discovery), VT_TEXT("deployments/web"), &arena,
                          &reference, &why) == VT_REFERENCE_NO_MEMORY)
        status = VITALS_ENOMEM;
    vt_arena_done(&arena);
    vt_buffer_done(&why);
    vt_discovery_free(discovery);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    static discovered_answer older[7];
    memcpy(older, forms[1].answers, sizeof older);
    torture_run(discover, older);
    discovered_answer usual[3];
    memcpy(usual, discovered_usual_answers, sizeof usual);
    torture_run(discover, usual);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(nothing_has_changed),
        cmocka_unit_test(answers_that_were_not_asked_for),
        cmocka_unit_test(changes),
        cmocka_unit_test(kinds_of_the_table),
        cmocka_unit_test(what_is_left_out),
        cmocka_unit_test(server_versions),
        cmocka_unit_test(every_allocation_fails),
    };
    return TABLE_RUN("forms", form, forms) + TABLE_RUN("failures", failure, failures) +
           TABLE_RUN("words", word, words) +
           cmocka_run_group_tests_name("discovery", others, NULL, NULL);
}
