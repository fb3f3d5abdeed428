/* Which applications an object names, and what an application lists. */
#include <stdio.h>

#include "base/memory/memory.h"
#include "document/document.h"
#include "objects/live/membership.h"
#include "support/table.h"

static vitals_document *parse(const char *yaml) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    vitals_document *document = NULL;
    assert_int_equal(vitals_document_parse(yaml, strlen(yaml), &options, &document, NULL),
                     VITALS_OK);
    return document;
}

#define TEXT(literal)                                                                              \
    { literal, sizeof literal - 1 }
#define TRACKING(how)                                                                              \
    { how, TEXT("app.kubernetes.io/instance"), { NULL, 0 }, TEXT("argocd"), false }
#define ANY TRACKING(VITALS_LIVE_TRACKING_ANY)
#define DEPLOYMENT                                                                                 \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n"
#define ID(value) DEPLOYMENT "  annotations: {argocd.argoproj.io/tracking-id: '" value "'}\n"

static const struct row {
    TABLE_ROW;
    vt_tracking tracking;
    const char *object;
    const char *want; /* method:manager:namespace:name … */
} rows[] = {
    /* clang-format off */
    { "nothing", ANY, DEPLOYMENT, "" },
    { "a tracking id", ANY, ID("shop:apps/Deployment:shop/web"), "annotation:Application::shop " },
    { "of another name", ANY, ID("shop:apps/Deployment:shop/api"), "" },
    { "of another kind", ANY, ID("shop:apps/ReplicaSet:shop/web"), "" },
    { "of another group", ANY, ID("shop:extensions/Deployment:shop/web"), "" },
    { "of another namespace", ANY, ID("shop:apps/Deployment:other/web"), "" },
    { "too few parts", ANY, ID("shop:apps/Deployment"), "" },
    { "too many slashes", ANY, ID("shop:apps/Deployment:shop/web/x"), "" },
    { "no application", ANY, ID(":apps/Deployment:shop/web"), "" },
    { "an application in its own namespace", ANY, ID("team_shop:apps/Deployment:shop/web"), "annotation:Application:team:shop " },
    { "the control plane's namespace is none", ANY, ID("argocd_shop:apps/Deployment:shop/web"), "annotation:Application::shop " },
    { "cluster-scoped objects carry the destination's namespace", ANY,
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: system:web\n"
      "  annotations: {argocd.argoproj.io/tracking-id: 'shop:rbac.authorization.k8s.io/ClusterRole:shop/system:web'}\n",
      "annotation:Application::shop " },
    { "tracking by label ignores the annotation", TRACKING(VITALS_LIVE_TRACKING_LABEL), ID("shop:apps/Deployment:shop/web"), "" },
    { "an instance label", ANY, DEPLOYMENT "  labels: {app.kubernetes.io/instance: shop}\n", "instance-label:Application::shop " },
    { "tracking by annotation ignores the label", TRACKING(VITALS_LIVE_TRACKING_ANNOTATION), DEPLOYMENT "  labels: {app.kubernetes.io/instance: shop}\n", "" },
    { "an installation id that matches",
      { VITALS_LIVE_TRACKING_ANY, TEXT("x"), TEXT("one"), TEXT("argocd"), false },
      DEPLOYMENT "  annotations: {argocd.argoproj.io/tracking-id: 'shop:apps/Deployment:shop/web', argocd.argoproj.io/installation-id: one}\n",
      "annotation:Application::shop " },
    { "an installation id that does not",
      { VITALS_LIVE_TRACKING_ANY, TEXT("x"), TEXT("two"), TEXT("argocd"), false },
      DEPLOYMENT "  annotations: {argocd.argoproj.io/tracking-id: 'shop:apps/Deployment:shop/web', argocd.argoproj.io/installation-id: one}\n",
      "" },
    { "a Kustomization", ANY,
      DEPLOYMENT "  labels: {kustomize.toolkit.fluxcd.io/name: apps, kustomize.toolkit.fluxcd.io/namespace: flux-system}\n",
      "kustomize:Kustomization:flux-system:apps " },
    { "a HelmRelease; its instance label does not count", ANY,
      DEPLOYMENT "  labels: {helm.toolkit.fluxcd.io/name: redis, helm.toolkit.fluxcd.io/namespace: shop, app.kubernetes.io/instance: redis}\n",
      "helm:HelmRelease:shop:redis " },
    { "all of them, in order", ANY,
      DEPLOYMENT "  labels: {helm.toolkit.fluxcd.io/name: r, kustomize.toolkit.fluxcd.io/name: k}\n"
      "  annotations: {argocd.argoproj.io/tracking-id: 'a:apps/Deployment:shop/web'}\n",
      "annotation:Application::a kustomize:Kustomization::k helm:HelmRelease::r " },
    { "by namespace", { VITALS_LIVE_TRACKING_ANY, TEXT("x"), { NULL, 0 }, TEXT("argocd"), true }, DEPLOYMENT, "namespace:Namespace:shop:shop " },
    { "what is owned follows its owner", { VITALS_LIVE_TRACKING_ANY, TEXT("x"), { NULL, 0 }, TEXT("argocd"), true },
      DEPLOYMENT "  ownerReferences: [{uid: u}]\n", "" },
    /* clang-format on */
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_document *document = parse(row->object);
    vt_membership found[VT_MOST_MEMBERSHIPS];
    size_t count = vt_memberships_of(document, &row->tracking, found);
    if (count == 0 && vt_namespace_application(&row->tracking, vitals_document_namespace(document),
                                               vt_owner_of(document), &found[0].application)) {
        found[count++].method = VITALS_LIVE_BY_NAMESPACE;
    }
    char text[1024] = "";
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s:%s:%.*s:%.*s ",
                 vitals_live_method_name(found[i].method),
                 vitals_live_manager_name(found[i].application.manager),
                 VT_TEXT_ARG(found[i].application.namespace_),
                 VT_TEXT_ARG(found[i].application.name));
    }
    assert_string_equal(text, row->want);
    vitals_document_free(document);
}

static const struct inventory_row {
    TABLE_ROW;
    const char *object;
    const char *want; /* group/kind/namespace/name … */
} inventories[] = {
    /* clang-format off */
    { "an Application in its own cluster",
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {destination: {server: 'https://kubernetes.default.svc'}}\n"
      "status: {resources: [{group: apps, kind: Deployment, namespace: shop, name: web}, {kind: Service, namespace: shop, name: web}, "
      "{kind: Job, name: hook, hook: true}, {kind: Broken}, 1]}",
      "apps/Deployment/shop/web /Service/shop/web " },
    { "by the cluster's name",
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {destination: {name: in-cluster}}\n"
      "status: {resources: [{kind: Namespace, name: shop}]}",
      "/Namespace//shop " },
    { "an Application elsewhere lists nothing here",
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {destination: {server: 'https://10.0.0.1'}}\n"
      "status: {resources: [{kind: Namespace, name: shop}]}", "" },
    { "a Kustomization",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nstatus: {inventory: {entries: ["
      "{id: shop_web_apps_Deployment, v: v1}, {id: _shop__Namespace, v: v1}, "
      "{id: shop_system__web_rbac.authorization.k8s.io_Role, v: v1}, {id: broken}, {id: a_b}, {v: v1}]}}",
      "apps/Deployment/shop/web /Namespace//shop rbac.authorization.k8s.io/Role/shop/system:web " },
    { "another kind", "apiVersion: v1\nkind: Pod\nstatus: {inventory: {entries: [{id: shop_web_apps_Deployment}]}}", "" },
    /* clang-format on */
};

static void check_inventory(void **state) {
    const struct inventory_row *row = *state;
    vitals_document *document = parse(row->object);
    vt_inventory inventory;
    vitals_live_object object;
    char scratch[256], text[1024] = "";
    for (vt_inventory_begin(&inventory, document);
         vt_inventory_next(&inventory, scratch, &object);) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%.*s/%.*s/%.*s/%.*s ", VT_TEXT_ARG(object.group),
                 VT_TEXT_ARG(object.kind), VT_TEXT_ARG(object.namespace_),
                 VT_TEXT_ARG(object.name));
    }
    assert_string_equal(text, row->want);
    vitals_document_free(document);
}

int main(void) {
    int failed = TABLE_RUN("memberships", check, rows);
    return failed + TABLE_RUN("inventories", check_inventory, inventories);
}
