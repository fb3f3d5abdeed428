/*
** The programs that vitals follows, release by release: their names, and what differs in health.
** ARGO: gitops-engine/pkg/health, controller/health.go and util/lua/lua.go of 2.14.21, 3.0.23, 3.1.16, 3.2.12,
** 3.3.19, 3.4.13, 3.5.7 and 3.6.1. Within each of these minor releases the patch releases have the same rules.
** FLUX: Flux 2.N has kustomize-controller 1.N, whose go.mod names the libraries: 1.7.3 has fluxcd/cli-utils
** v0.36.0-flux.15 and fluxcd/pkg/runtime v0.91.0; 1.9.6 has v1.2.3 and v0.110.3. Flux 2.8 has no row: its modules
** are not to be had.
*/
#include "base/memory/sized.h"
#include "health/health.h"
#include "rules/argocd_kinds.h"
#include "rules/bundled.h"

/* --------------------------------------------------------------------- names */

/* The number after the last dot of a release. */
static vt_text patch_of(vt_text name, vt_text release) {
    return vt_text_between(name, release.size + 1, name.size);
}

/* Decimal digits without a leading zero, up to `last`. */
static bool is_patch(vt_text patch, vt_text last) {
    if (patch.size == 0 || (patch.size > 1 && patch.bytes[0] == '0')) return false;
    for (size_t i = 0; i < patch.size; i++) {
        if (patch.bytes[i] < '0' || patch.bytes[i] > '9') return false;
    }
    if (patch.size != last.size) return patch.size < last.size;
    return memcmp(patch.bytes, last.bytes, last.size) <= 0;
}

bool vt_release_is_named(vt_text name, const char *release, const char *last) {
    if (vt_text_starts(name, VT_TEXT("v"))) name = vt_text_between(name, 1, name.size);
    const vt_text head = vt_text_from(release);
    if (!vt_text_starts(name, head) || name.size == head.size) return vt_text_equal(name, head);
    return name.bytes[head.size] == '.' &&
           is_patch(patch_of(name, head), patch_of(vt_text_from(last), head));
}

/* ------------------------------------------------------------------- Argo CD */

/* In the order of vt_argocd_release. `last` is the patch release whose programs were asked. */
static const vitals_argocd_release argocd[VT_ARGOCD_NEWEST] = {
    { "2.14", VITALS_AGGREGATE_ARGOCD_3_1, "", "2.14.21" },
    { "3.0", VITALS_AGGREGATE_ARGOCD_3_1,
      "an object that waits for the hook finalizer of Argo CD is assessed as any other; before, it "
      "was Progressing: Pending deletion",
      "3.0.23" },
    { "3.1", VITALS_AGGREGATE_ARGOCD_3_1,
      "bundled checks may be for all kinds of groups, such as *.crossplane.io; errors of scripts "
      "have no stack trace; scripts have the table actionParams",
      "3.1.16" },
    { "3.2", VITALS_AGGREGATE_ARGOCD_3_3,
      "CronJobs have health; the annotation ignore-healthcheck counts on the live object, not on "
      "the manifest; a Workflow whose status has other types than declared is Progressing instead "
      "of an error",
      "3.2.12" },
    { "3.3", VITALS_AGGREGATE_ARGOCD_3_3, "", "3.3.19" },
    { "3.4", VITALS_AGGREGATE_ARGOCD,
      "absent resources no longer make an application Missing, unless all of them are absent",
      "3.4.13" },
    { "3.5", VITALS_AGGREGATE_ARGOCD,
      "HorizontalPodAutoscalers of autoscaling/v2beta1 and v2beta2 are an error; more conditions "
      "degrade a HorizontalPodAutoscaler, also after one that is healthy",
      "3.5.7" },
    { "3.6", VITALS_AGGREGATE_ARGOCD,
      "Pods that are no hooks honour the annotation ignore-restart-policy; a suspended Job shows "
      "the message of its condition; Pending deletion names the finalizers; a check may answer "
      "with a deletionMessage; an object being deleted whose check fails is Unknown; a script that "
      "returns nil leaves the answer to the built-in check",
      "3.6.1" },
};

bool vitals_argocd_release_at(size_t index, vitals_argocd_release *out, size_t out_bytes) {
    if (index >= sizeof argocd / sizeof argocd[0]) return false;
    vt_sized_write(out, out_bytes, &argocd[index], sizeof argocd[index]);
    return true;
}

vitals_status vitals_argocd_release_from_name(const char *name, uint16_t *out) {
    for (uint16_t i = 0; i < sizeof argocd / sizeof argocd[0]; i++) {
        if (!vt_release_is_named(vt_text_from(name), argocd[i].name, argocd[i].last)) continue;
        *out = (uint16_t)(i + 1);
        return VITALS_OK;
    }
    return VITALS_ENOTFOUND;
}

/* ---------------------------------------------------------------------- Flux */

/* In the order of vt_flux_release. */
static const vitals_flux_release flux[VT_FLUX_NEWEST] = {
    { "2.7", "1.7.3", "", "2.7.5" },
    { "2.9", "1.9.6",
      "Pods that wait for a node or are being deleted no longer make their workload Failed; a "
      "suspended Job is Current; an observedGeneration that is not an integer is left to the "
      "expressions",
      "2.9.5" },
};

bool vitals_flux_release_at(size_t index, vitals_flux_release *out, size_t out_bytes) {
    if (index >= VT_FLUX_NEWEST) return false;
    vt_sized_write(out, out_bytes, &flux[index], sizeof flux[index]);
    return true;
}

vitals_status vitals_flux_release_from_name(const char *name, uint16_t *out) {
    for (uint16_t i = 0; i < VT_FLUX_NEWEST; i++) {
        if (!vt_release_is_named(vt_text_from(name), flux[i].name, flux[i].last)) continue;
        *out = (uint16_t)(i + 1);
        return VITALS_OK;
    }
    return VITALS_ENOTFOUND;
}

/* ------------------------------------------------------------------- versions */

typedef struct emulated {
    const char *name;
    const char *version;
} emulated;

/* The versions that the specification of each part was read and run against. */
static const emulated emulates[] = {
    { "Argo CD", "3.6.1" },
    { "Flux", "2.9.5" },
    { "kstatus", "sigs.k8s.io/cli-utils as forked by fluxcd" },
    { "cel-go", "v0.26.1" },
    { "Lua", "5.4, in the dialect of gopher-lua v1.1.2" },
    { "bundle", vt_bundled_version },
};

bool vitals_version_of(size_t index, const char **name, const char **version) {
    if (index >= sizeof emulates / sizeof emulates[0]) return false;
    *name = emulates[index].name;
    *version = emulates[index].version;
    return true;
}
