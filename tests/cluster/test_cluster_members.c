/* Applications: their object is followed, and what it lists is read. */
#include "support/table.h"

#include "cluster/conversation.h"

#define ROOT "/apis/kustomize.toolkit.fluxcd.io/v1/kustomizations?"
#define NAMED "fieldSelector=metadata.name%3D"
#define PODS "/api/v1/namespaces/shop/pods?limit=500"
#define KUSTOMIZATION(version, entries)                                                            \
    "{\"apiVersion\":\"kustomize.toolkit.fluxcd.io/"                                               \
    "v1\",\"kind\":\"Kustomization\",\"metadata\":{\"name\":\"apps\",\"namespace\":\"flux\","      \
    "\"resourceVersion\":\"" version "\"},\"status\":{\"inventory\":{\"entries\":[" entries "]}}}"
#define LIST(items)                                                                                \
    "{\"kind\":\"KustomizationList\",\"apiVersion\":\"kustomize.toolkit.fluxcd.io/"                \
    "v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[" items "]}"
#define ENTRY(name) "{\"id\":\"shop_" name "__Pod\",\"v\":\"v1\"}"
#define POD(name) "{\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\"}}"
#define PAGE(items)                                                                                \
    "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},"        \
    "\"items\":[" items "]}"

#define SETS                                                                                       \
    "{\"kind\":\"StatefulSetList\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"resourceVersion\":"  \
    "\"8\"},\"items\":[]}"

#define OBJECT(kind, namespace_, name)                                                             \
    {                                                                                              \
        { NULL, 0 }, { NULL, 0 }, { kind, sizeof(kind) - 1 },                                      \
            { namespace_, sizeof(namespace_) - 1 }, {                                              \
            name, sizeof(name) - 1                                                                 \
        }                                                                                          \
    }
static const vitals_live_object few[] = { OBJECT("Pod", "shop", "a"), OBJECT("Pod", "", "b"),
                                          OBJECT("Secret", "shop", "s"),
                                          OBJECT("Namespace", "shop", "n") };
static const vitals_live_object unknown[] = { OBJECT("Widget", "shop", "a"),
                                              OBJECT("Widget", "shop", "b"),
                                              OBJECT("Pod", "shop", "a") };
#define SPACES                                                                                     \
    "{\"kind\":\"NamespaceList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"8\"},"  \
    "\"items\":[]}"

static const struct row {
    TABLE_ROW;
    const char *application;
    bool follow;
    const char *script;
    bool owned;
    const vitals_live_object *objects;
    size_t object_count;
} rows[] = {
    /* clang-format off */
    { "a few objects by their names", "apps", false,
      "> " ROOT "limit=500&" NAMED "apps\n< 200 " LIST(KUSTOMIZATION("3", ENTRY("a") "," ENTRY("b"))) "\n"
      "> " PODS "&" NAMED "a\n< 200 " PAGE(POD("a")) "\n> " PODS "&" NAMED "b\n< 200 " PAGE("") "\n"
      "= scope kustomizations; begin; scope pods in shop; begin; scope pods in shop; begin; .apps; synced 5; live; .a; synced 7; live; synced 7; live; ready\n-\n" },
    { "many of a namespace, without the others", "ks/flux/apps", false,
      "> /apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux/kustomizations?limit=500&" NAMED "apps\n"
      "< 200 " LIST(KUSTOMIZATION("3", ENTRY("a") "," ENTRY("b") "," ENTRY("c") "," ENTRY("d") "," ENTRY("e") "," ENTRY("f"))) "\n"
      "> " PODS "\n< 200 " PAGE(POD("a") "," POD("x") "," POD("f")) "\n"
      "= scope kustomizations in flux; begin; scope pods in shop; begin; .apps; synced 5; live; .a; .f; synced 7; live; ready\n-\n" },
    { "no such application", "nope", false,
      "> " ROOT "limit=500&" NAMED "nope\n< 200 " LIST("") "\n"
      "= scope kustomizations; begin; synced 5; live; resolved not-found: there is no application of this name: nope; ready\n-\n" },
    { "a kind that the server lacks", "hr/x", false,
      "= resolved not-found: the server has no Applications, Kustomizations or HelmReleases; ready\n-\n" },
    { "the list changes", "apps", true,
      "> " ROOT "limit=500&" NAMED "apps\n< 200 " LIST(KUSTOMIZATION("3", ENTRY("a"))) "\n> " PODS "&" NAMED "a\n< 200 " PAGE(POD("a")) "\n"
      "= scope kustomizations; begin; scope pods in shop; begin; .apps; synced 5; live; .a; synced 7; live; ready\n"
      "> " ROOT "watch=1&allowWatchBookmarks=true&resourceVersion=5&" NAMED "apps&timeoutSeconds=300\n{ 200\n"
      ". {\"type\":\"MODIFIED\",\"object\":" KUSTOMIZATION("6", ENTRY("b")) "}\\n\n"
      "> " PODS "&" NAMED "b\n< 200 " PAGE(POD("b")) "\n= scope pods in shop; begin; no scope pods; ~apps; .b; synced 7; live\n" },
    { "what a workload owns, all Pods of its namespace", "apps", false,
      "> " ROOT "limit=500&" NAMED "apps\n< 200 " LIST(KUSTOMIZATION("3", "{\"id\":\"shop_web_apps_StatefulSet\"}," ENTRY("a"))) "\n"
      "> " PODS "\n< 200 " PAGE(POD("a") "," POD("web-0")) "\n"
      "> /apis/apps/v1/namespaces/shop/statefulsets?limit=500&" NAMED "web\n< 200 " SETS "\n"
      "= scope kustomizations; begin; scope pods in shop; begin; scope statefulsets in shop; begin; .apps; synced 5; live; "
      ".a; .web-0; synced 7; live; synced 8; live; ready\n-\n", true },
    { "a Secret that it lists is not requested", "apps", false,
      "> " ROOT "limit=500&" NAMED "apps\n< 200 " LIST(KUSTOMIZATION("3", "{\"id\":\"shop_s__Secret\"}," ENTRY("a"))) "\n"
      "> " PODS "&" NAMED "a\n< 200 " PAGE(POD("a")) "\n"
      "= scope kustomizations; begin; scope pods in shop; begin; .apps; synced 5; live; .a; synced 7; live; ready\n-\n" },
    { "given objects, but for Secrets", NULL, false,
      "> " PODS "&" NAMED "a\n< 200 " PAGE(POD("a")) "\n"
      "> /api/v1/namespaces/team/pods?limit=500&" NAMED "b\n< 200 " PAGE("") "\n"
      "> /api/v1/namespaces?limit=500&" NAMED "n\n< 200 " SPACES "\n"
      "= scope pods in shop; begin; scope pods in team; begin; scope namespaces; begin; .a; synced 7; live; synced 7; live; synced 8; live; ready\n-\n",
      false, few, 4 },
    { "given objects of a kind that the server lacks", NULL, false,
      "> " PODS "&" NAMED "a\n< 200 " PAGE(POD("a")) "\n"
      "= scope pods in shop; begin; resolved not-found: the server has no kind \"Widget\"; .a; synced 7; live; ready\n-\n",
      false, unknown, 3 },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_cluster_selection selection = VITALS_CLUSTER_SELECTION_INIT;
    if (row->application) {
        selection.application = (vitals_text){ row->application, strlen(row->application) };
    } else {
        selection.namespace_ = (vitals_text){ "team", 4 };
    }
    selection.objects = row->objects;
    selection.object_count = row->object_count;
    selection.follow = row->follow;
    selection.owned = row->owned;
    const conversation_options options = { .selection = &selection };
    conversation *own = NULL;
    assert_int_equal(conversation_new(&options, &own), VITALS_OK);
    conversation_discover_flux(own, 26);
    assert_int_equal(conversation_run(own, row->script), VITALS_OK);
    conversation_free(own);
}

int main(void) {
    return TABLE_RUN("applications", check, rows);
}
