/* The order of sources in each profile, as tables, and the sources that are written in C. */
#include "health/assessment.h"
#include "native/native.h"

static vt_opinion no_opinion(void) {
    return (vt_opinion){ 0 };
}

vt_opinion vt_pending_deletion(vt_assessment *assessment) {
    const vt_text message = vt_native_deletion_message(&assessment->evaluation);
    if (vt_text_is_absent(message)) assessment->no_memory = true;
    return vt_opinion_status(VITALS_HEALTH_PROGRESSING, message, NULL);
}

/* ARGO: up to 3.5 GetResourceHealth checks this first, for every kind. Since 3.6 it asks the rules of the
** kind first and replaces their answer: see vt_assessment.deleting. */
static vt_opinion evaluate_deletion(vt_assessment *assessment) {
    const vt_evaluation *evaluation = &assessment->evaluation;
    const bool deleting = vt_argocd_before(evaluation, VT_ARGOCD_3_0)
                              ? vt_native_is_deleted(&evaluation->reader)
                              : vt_native_is_deleting(&evaluation->reader);
    if (!deleting) return no_opinion();
    if (vt_argocd_before(evaluation, VT_ARGOCD_3_6)) return vt_pending_deletion(assessment);
    assessment->deleting = true;
    return no_opinion();
}

/* A check written in C fails without a message only when memory runs out. */
static vt_opinion checked(vt_assessment *assessment, vt_opinion opinion) {
    if (opinion.kind == VT_OPINION_FAILED && vt_text_is_absent(opinion.message))
        assessment->no_memory = true;
    return opinion;
}

static vt_opinion run_native(vt_assessment *assessment, const vt_native_check *check) {
    return check ? checked(assessment, check->check(&assessment->evaluation)) : no_opinion();
}

static vt_opinion evaluate_native(vt_assessment *assessment) {
    return run_native(assessment, vt_native_find_argocd(assessment->group, assessment->kind));
}

/* In profile combined there are more kinds, and its evaluations are strict. A check that cannot read the object is
** Unknown with its reason: kstatus, which comes after it, would take a field of the wrong type for one that is not
** there. A version that the check does not know is left to kstatus. */
static vt_opinion evaluate_native_or_unknown(vt_assessment *assessment) {
    const vt_native_check *check = vt_native_find(assessment->group, assessment->kind);
    const vt_opinion opinion = run_native(assessment, check);
    return check && vt_native_is_unsupported(check, &opinion) ? no_opinion() : opinion;
}

/* The kstatus result of the assessment as an opinion; the verdict copies the rest of it. */
static vt_opinion from_kstatus(vt_assessment *assessment) {
    vt_kstatus_result *result = &assessment->kstatus;
    assessment->has_kstatus = true;
    if (result->failed) result->status = VITALS_KSTATUS_UNKNOWN;
    vt_opinion opinion = result->failed
                             ? vt_opinion_failed(result->message, result->row)
                             : vt_opinion_status(vitals_health_from_kstatus(result->status),
                                                 result->message, result->row);
    opinion.kstatus = result->status;
    opinion.condition = result->condition;
    opinion.limit = result->limit;
    opinion.steps = result->steps;
    if (result->no_memory) assessment->no_memory = true;
    return opinion;
}

/* In profiles flux and kstatus: with a set like the readers of cli-utils, which look at Pods;
** without one like Compute. */
static vt_opinion evaluate_kstatus(vt_assessment *assessment) {
    const vt_evaluation *evaluation = &assessment->evaluation;
    assessment->kstatus =
        evaluation->set ? vt_kstatus_read(evaluation) : vt_kstatus_compute(evaluation);
    return from_kstatus(assessment);
}

/* In profile combined neither the last rule of kstatus, which matches anything, nor an object that it
** cannot read is an opinion, and kinds that have no health are skipped. */
static vt_opinion evaluate_kstatus_last(vt_assessment *assessment) {
    if (vitals_kind_has_no_health(assessment->group, assessment->kind)) return no_opinion();
    assessment->kstatus = vt_kstatus_compute(&assessment->evaluation);
    vt_opinion opinion = from_kstatus(assessment);
    assessment->has_kstatus = false;
    bool unreadable = assessment->kstatus.failed && !assessment->kstatus.limit;
    if (unreadable || assessment->kstatus.last_resort) return no_opinion();
    opinion.kstatus = VITALS_KSTATUS_NONE;
    return opinion;
}

static vt_opinion evaluate_job_reader(vt_assessment *assessment) {
    if (!vt_text_is(assessment->group, "batch") || !vt_text_is(assessment->kind, "Job")) {
        return no_opinion();
    }
    /* FLUX: the reader that Helm has copied was Flux's up to 2.7. */
    assessment->kstatus = vt_flux_before(&assessment->evaluation, VT_FLUX_2_9)
                              ? vt_kstatus_helm_job(&assessment->evaluation)
                              : vt_kstatus_flux_job(&assessment->evaluation);
    return from_kstatus(assessment);
}

/* clang-format off */
static const vt_profile_step combined_steps[] = {
    { VITALS_SOURCE_DELETION,      evaluate_deletion },
    { VITALS_SOURCE_CUSTOMIZATION, vt_evaluate_customization },
    { VITALS_SOURCE_INTERPRETER,   vt_evaluate_interpreter },
    { VITALS_SOURCE_EXPRESSION,    vt_evaluate_expression },
    { VITALS_SOURCE_SUSPENSION,    vt_evaluate_suspension },
    { VITALS_SOURCE_BUNDLED,       vt_evaluate_bundled },
    { VITALS_SOURCE_NATIVE,        evaluate_native_or_unknown },
    { VITALS_SOURCE_KSTATUS,       evaluate_kstatus_last },
    { VITALS_SOURCE_NONE,          NULL },
};

static const vt_profile_step argocd_steps[] = {
    { VITALS_SOURCE_DELETION,      evaluate_deletion },
    { VITALS_SOURCE_CUSTOMIZATION, vt_evaluate_customization },
    { VITALS_SOURCE_BUNDLED,       vt_evaluate_bundled },
    { VITALS_SOURCE_NATIVE,        evaluate_native },
    { VITALS_SOURCE_NONE,          NULL },
};

/* FLUX: kustomize-controller tries its Job reader before the expressions. */
static const vt_profile_step flux_steps[] = {
    { VITALS_SOURCE_JOB_READER,    evaluate_job_reader },
    { VITALS_SOURCE_EXPRESSION,    vt_evaluate_expression },
    { VITALS_SOURCE_KSTATUS,       evaluate_kstatus },
    { VITALS_SOURCE_NONE,          NULL },
};

/* FLUX: helm-controller, and kustomize-controller when it impersonates, tries it after them. */
static const vt_profile_step flux_helm_steps[] = {
    { VITALS_SOURCE_EXPRESSION,    vt_evaluate_expression },
    { VITALS_SOURCE_JOB_READER,    evaluate_job_reader },
    { VITALS_SOURCE_KSTATUS,       evaluate_kstatus },
    { VITALS_SOURCE_NONE,          NULL },
};

static const vt_profile_step kstatus_steps[] = {
    { VITALS_SOURCE_KSTATUS,       evaluate_kstatus },
    { VITALS_SOURCE_NONE,          NULL },
};

static const vt_profile_step *const steps[VITALS_PROFILE_COUNT] = {
    [VITALS_PROFILE_COMBINED] = combined_steps,
    [VITALS_PROFILE_ARGOCD]   = argocd_steps,
    [VITALS_PROFILE_FLUX]     = flux_steps,
    [VITALS_PROFILE_KSTATUS]  = kstatus_steps,
};
/* clang-format on */

const vt_profile_step *vt_profile_steps(vitals_profile profile, bool helm_controller_order) {
    if (profile == VITALS_PROFILE_FLUX && helm_controller_order) return flux_helm_steps;
    return steps[profile];
}
