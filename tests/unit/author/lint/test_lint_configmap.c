/*
** Keys and values of an argocd-cm. The rows that begin with a number are mistakes that users reported
** to Argo CD (argo-cd unless named).
*/
#include "support/lint.h"
#include "support/table.h"

#define CM "kind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n" /* the next line is the 4th */
#define SPLIT(key) CM "  resource.customizations.health." key ": |\n" GOOD
#define GOOD "    return { status = \"Healthy\", message = \"\" }\n"
#define LEGACY CM "  resource.customizations: |\n" /* the next line is the 5th */
#define SCRIPT "      health.lua: return { status = \"Healthy\" }\n"

static const struct row {
    TABLE_ROW;
    const char *text;
    const char *findings;
} rows[] = {
    { "#14043: a misspelt group of Kubernetes", SPLIT("app_Deployment"), "4:3 key-unknown-group" },
    { "#29249: a core kind with its version for a group", SPLIT("v1_Service"),
      "4:3 key-core-group" },
    { "#29249: a core kind with the word core", LEGACY "    core/Pod:\n" SCRIPT,
      "5:5 key-core-group" },
    { "#12715: an unquoted star", LEGACY "    *.crossplane.io/*:\n" SCRIPT,
      "5:6 configmap-unquoted-wildcard" },
    { "#12715: the same in the values of the chart",
      "configs:\n  cm:\n    resource.customizations:\n      *:\n        health.lua: x\n",
      "4:8 configmap-unquoted-wildcard" },
    { "argocd-operator#936: a core kind after a lone underscore", SPLIT("_PersistentVolumeClaim"),
      "4:3 key-empty-group" },
    { "argocd-operator#998: a wildcard in a split key",
      CM "  \"resource.customizations.health.kro.run_*\": |\n" GOOD, "4:3 key-split-wildcard" },
    { "#6488: a kind that has a group, without it", SPLIT("Deployment"), "4:3 key-no-group" },
    { "#6719: the separator of the other form, in the map", LEGACY "    apps_Deployment:\n" SCRIPT,
      "5:5 key-underscore" },
    { "#6719: the separator of the other form, in a split key", SPLIT("apps/Deployment"),
      "4:3 key-characters" },
    { "#6909: a split key without group and kind", CM "  resource.customizations.health: |\n" GOOD,
      "4:3 key-ignored" },
    { "#6909: the fields of the map under a split key",
      CM
      "  resource.customizations.health.apps_Deployment: |\n    health.lua: |\n      return {}\n",
      "4:51 configmap-not-a-script" },
    { "#6719: a dot for the separator of a split key", SPLIT("apps.Deployment"),
      "4:3 key-no-group" },
    { "a dot for the separator after a group with dots", SPLIT("argoproj.io.Rollout"),
      "4:3 key-no-group" },
    { "a dot for the separator in the map", LEGACY "    apps.Deployment:\n" SCRIPT,
      "5:5 key-no-group" },
    { "useOpenLibs without quotes",
      CM "  resource.customizations.health.apps_Deployment: |\n" GOOD
         "  resource.customizations.useOpenLibs.apps_Deployment: true\n",
      "6:56 configmap-not-text" },
    { "any other value that is not a string", CM "  timeout.reconciliation: 180\n",
      "4:27 configmap-not-text" },
    { "a good split key", SPLIT("apps_Deployment"), "" },
    { "a good core kind", SPLIT("Pod"), "" },
    { "a third-party kind", SPLIT("example.com_Widget"), "" },
    { "a group that is nearly a known one", SPLIT("cert-manger.io_Certificate"),
      "4:3 key-group-spelling" },
    { "an unknown group that is near no known one", SPLIT("widgets.example.com_Widget"), "" },
    { "a kind that is nearly a known one", SPLIT("apps_Deploymnt"), "4:3 key-kind-spelling" },
    { "a kind in lower case", SPLIT("apps_deployment"), "4:3 key-kind-spelling" },
    { "a group with built-in checks, near another", SPLIT("pgv2.percona.com_PerconaPG"), "" },
    { "a kind with a built-in check, near another", SPLIT("ceph.rook.io_CephObjectZone"), "" },
    { "a kind that is nearly one with a built-in check", SPLIT("ceph.rook.io_CephObjectStor"),
      "4:3 key-kind-spelling" },
    { "nothing before the slash", LEGACY "    /Pod:\n" SCRIPT, "5:5 key-empty-group" },
    { "nothing after the separator", SPLIT("apps_"), "4:3 key-empty-kind" },
    { "an underscore alone", SPLIT("_"), "4:3 key-empty-group" },
    { "a version in the key", LEGACY "    argoproj.io/v1alpha1/Rollout:\n" SCRIPT,
      "5:5 key-version" },
    { "a core kind in an existing group", SPLIT("apps_Pod"), "4:3 key-core-group" },
    { "a star for the group of a core kind", LEGACY "    \"*/Pod\":\n" SCRIPT,
      "5:5 key-core-group" },
    { "a misspelt core kind", SPLIT("Podd"), "4:3 key-no-group" },
    { "an unknown kind without group", SPLIT("Certificates"), "4:3 key-no-group" },
    { "the key all for health", SPLIT("all"), "4:3 wildcard-shadows 4:3 wildcard-no-core" },
    { "the key all for differences",
      CM "  resource.customizations.ignoreDifferences.all: |\n    jsonPointers: [/status]\n", "" },
    { "a misspelt prefix", CM "  resource.customization.health.apps_Deployment: |\n" GOOD,
      "4:3 key-ignored" },
    { "a null entry", LEGACY "    example.com/Widget:\n", "5:5 configmap-null-entry" },
    { "an empty entry", LEGACY "    example.com/Widget: {}\n", "" },
    { "an unknown field", LEGACY "    example.com/Widget:\n      health: x\n",
      "6:7 configmap-entry-field" },
    { "a field of another case",
      LEGACY "    example.com/Widget:\n      Health.Lua: return "
             "{ status = \"Healthy\" }\n",
      "" },
    { "a script that is not a string", LEGACY "    example.com/Widget:\n      health.lua: 5\n",
      "6:19 configmap-broken" },
    { "useOpenLibs that is not a bool",
      CM "  resource.customizations.useOpenLibs.batch_Job: \"yes\"\n", "4:3 configmap-broken" },
    { "a type that does not exist", CM "  resource.customizations.healthy.batch_Job: x\n",
      "4:3 configmap-broken" },
    { "a pattern that does not compile", LEGACY "    \"example.com/[]\":\n" SCRIPT,
      "5:5 key-glob-syntax" },
    { "a key given twice", LEGACY "    a.b/C:\n" SCRIPT "    a.b/C:\n" SCRIPT, "5:5 key-shadowed" },
    { "a split key and an entry",
      LEGACY "    a.b/C:\n" SCRIPT "  resource.customizations.health.a.b_C: |\n" GOOD,
      "6:7 key-shadowed" },
    { "wildcards that overlap",
      LEGACY "    \"a.b.example/*\":\n" SCRIPT "    \"*.b.example/*\":\n" SCRIPT,
      "8:7 wildcard-ambiguous" },
    { "wildcards apart", LEGACY "    \"a.example/*\":\n" SCRIPT "    \"b.example/*\":\n" SCRIPT,
      "" },
    { "a wildcard over bundled checks", LEGACY "    \"cert-manager.io/*\":\n" SCRIPT,
      "6:7 wildcard-shadows" },
    { "a wildcard over kinds that have keys of their own",
      LEGACY "    \"policy/*\":\n" SCRIPT "    policy/PodDisruptionBudget:\n" SCRIPT, "" },
    { "useOpenLibs without a script",
      CM "  resource.customizations.useOpenLibs.batch_Job: \"true\"\n",
      "4:3 open-libs-without-script" },
    { "useOpenLibs where none is needed",
      SPLIT("batch_Job") "  resource.customizations.useOpenLibs.batch_Job: \"true\"\n",
      "6:3 open-libs-unneeded" },
    { "useOpenLibs false",
      SPLIT("batch_Job") "  resource.customizations.useOpenLibs.batch_Job: "
                         "\"false\"\n",
      "" },
    { "useOpenLibs that is needed",
      CM "  resource.customizations.health.batch_Job: |\n"
         "    return { status = \"Healthy\", message = string.upper(obj.kind) }\n"
         "  resource.customizations.useOpenLibs.batch_Job: \"true\"\n",
      "" },
    { "keys of the default install",
      CM
      "  resource.customizations.ignoreResourceUpdates.all: |\n    jsonPointers: [/status]\n"
      "  resource.customizations.ignoreResourceUpdates.argoproj.io_Application: |\n"
      "    jqPathExpressions: [.metadata]\n"
      "  resource.customizations.ignoreResourceUpdates.ConfigMap: |\n    jqPathExpressions: [.a]\n"
      "  resource.customizations.ignoreResourceUpdates.Endpoints: |\n    jsonPointers: [/subsets]\n"
      "  resource.exclusions: |\n    - kinds: [Endpoints]\n",
      "" },
    { "another ConfigMap",
      "kind: ConfigMap\nmetadata: { name: argocd-cmd-params-cm }\ndata:\n  a: b\n", "" },
    { "a file that does not parse", CM "  resource.customizations.health.Pod: [\n",
      "5:1 unreadable" },
    { "a template", CM "  resource.customizations.health.Pod: {{ .Values.x }}\n", "" },
    { "the second document of a file", "kind: Pod\n---\n" SPLIT("app_Deployment"),
      "6:3 key-unknown-group" },
    { "a comment on the line before",
      CM "  # vitals:ignore key-unknown-group ours is not a CRD\n"
         "  resource.customizations.health.app_Deployment: |\n" GOOD,
      "!5:3 key-unknown-group" },
    { "a comment on the line",
      CM "  resource.customizations.health.app_Deployment: | # vitals:ignore "
         "key-unknown-group ours\n" GOOD,
      "!4:3 key-unknown-group" },
    { "a comment without a reason",
      CM "  # vitals:ignore key-unknown-group\n"
         "  resource.customizations.health.app_Deployment: |\n" GOOD,
      "4:3 ignore-invalid 5:3 key-unknown-group" },
    { "a comment about an unknown rule",
      CM "  # vitals:ignore no-such-rule because\n"
         "  resource.customizations.health.apps_Deployment: |\n" GOOD,
      "4:3 ignore-invalid" },
    { "a comment that silences nothing",
      CM "  # vitals:ignore key-version because\n"
         "  resource.customizations.health.apps_Deployment: |\n" GOOD,
      "4:3 ignore-invalid" },
};

static void check(void **state) {
    const struct row *row = *state;
    assert_string_equal(lint_one("argocd-cm.yaml", row->text), row->findings);
}

int main(void) {
    return TABLE_RUN("lint_configmap", check, rows);
}
