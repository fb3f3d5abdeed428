/*
** Kinds that one field or one condition decides: Service, Ingress, PersistentVolumeClaim, APIService
** and Workflow.
*/
#include "native/check.h"

/* ------------------------------------------------------------- Service, v1 */

/* clang-format off */
enum service_row {
    SERVICE_OTHER_TYPE = VT_NATIVE_FIRST_ROW, SERVICE_HAS_INGRESS, SERVICE_NO_INGRESS
};

const char *const vt_native_service_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("Service"),
    [SERVICE_OTHER_TYPE] =  "Service/1-no-load-balancer",
    [SERVICE_HAS_INGRESS] = "Service/2-ingress",
    [SERVICE_NO_INGRESS] =  "Service/3-no-ingress",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind service = {
    "Service",
    vt_native_service_rows,
    { { "v1", &vt_native_service_type, 0 } },
};

/* ARGO: health_service.go: any ingress counts, whatever is in it. */
vt_opinion vt_native_service(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &service, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const vt_value *type = vt_read_field(reader, vt_read_spec(reader), "type");
    if (!vt_value_text_is(type, VT_TEXT("LoadBalancer"))) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_service_rows[SERVICE_OTHER_TYPE]);
    }
    const vt_value *ingress = vt_native_ingress_points(reader);
    if (vt_value_count(ingress) > 0) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_service_rows[SERVICE_HAS_INGRESS]);
    }
    return vt_native_status(VITALS_HEALTH_PROGRESSING, vt_native_service_rows[SERVICE_NO_INGRESS]);
}

/* ------------------------------------- Ingress, of any version and not converted */

/* clang-format off */
enum ingress_row {
    INGRESS_HAS_INGRESS = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, INGRESS_NO_INGRESS
};

const char *const vt_native_ingress_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("Ingress"),
    [INGRESS_HAS_INGRESS] = "Ingress/1-ingress",
    [INGRESS_NO_INGRESS] =  "Ingress/2-no-ingress",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind ingress_kind = {
    "Ingress",
    vt_native_ingress_rows,
    { { "v1", &vt_native_ingress_type, 0 }, { "v1beta1", &vt_native_ingress_v1beta1_type, 0 } },
};

/* ARGO: health_ingress.go: any list that is not empty, [null] included. */
vt_opinion vt_native_ingress(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &ingress_kind, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const vt_value *ingress = vt_native_ingress_points(reader);
    if (vt_value_is_array(ingress) && vt_value_count(ingress) > 0) {
        return vt_native_status(VITALS_HEALTH_HEALTHY, vt_native_ingress_rows[INGRESS_HAS_INGRESS]);
    }
    return vt_native_status(VITALS_HEALTH_PROGRESSING, vt_native_ingress_rows[INGRESS_NO_INGRESS]);
}

/* ------------------------------------------------ PersistentVolumeClaim, v1 */

/* clang-format off */
enum claim_row {
    CLAIM_BOUND = VT_NATIVE_FIRST_ROW, CLAIM_PENDING, CLAIM_LOST, CLAIM_OTHER
};

const char *const vt_native_persistentvolumeclaim_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("PersistentVolumeClaim"),
    [CLAIM_BOUND] =       "PersistentVolumeClaim/1-bound",
    [CLAIM_PENDING] =     "PersistentVolumeClaim/2-pending",
    [CLAIM_LOST] =        "PersistentVolumeClaim/3-lost",
    [CLAIM_OTHER] =       "PersistentVolumeClaim/4-other-phase",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind persistentvolumeclaim = {
    "PersistentVolumeClaim",
    vt_native_persistentvolumeclaim_rows,
    { { "v1", &vt_native_persistentvolumeclaim_type, 0 } },
};

static const vt_native_phase claim_phases[] = {
    { "Bound", VITALS_HEALTH_HEALTHY, CLAIM_BOUND },
    { "Pending", VITALS_HEALTH_PROGRESSING, CLAIM_PENDING },
    { "Lost", VITALS_HEALTH_DEGRADED, CLAIM_LOST },
};

/* ARGO: health_pvc.go. */
vt_opinion vt_native_persistentvolumeclaim(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &persistentvolumeclaim, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    const char *const *rows = vt_native_persistentvolumeclaim_rows;
    const vt_native_phase *rule = VT_NATIVE_FIND_PHASE(claim_phases, phase);
    if (rule) return vt_native_status(rule->health, rows[rule->row]);
    return vt_native_status(VITALS_HEALTH_UNKNOWN, rows[CLAIM_OTHER]);
}

/* ------------------------------------------------- APIService, v1 and v1beta1 */

/* clang-format off */
enum api_service_row {
    API_SERVICE_AVAILABLE = VT_NATIVE_FIRST_ROW, API_SERVICE_UNAVAILABLE, API_SERVICE_NOT_PROCESSED
};

const char *const vt_native_apiservice_rows[] = {
    VT_NATIVE_CONVERTED_ROWS("APIService"),
    [API_SERVICE_AVAILABLE] =     "APIService/1-available",
    [API_SERVICE_UNAVAILABLE] =   "APIService/2-unavailable",
    [API_SERVICE_NOT_PROCESSED] = "APIService/3-not-processed",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind apiservice = {
    "APIService",
    vt_native_apiservice_rows,
    { { "v1", &vt_native_apiservice_v1_type, 0 },
      { "v1beta1", &vt_native_apiservice_v1beta1_type, 0 } },
};

/* ARGO: health_apiservice.go. */
vt_opinion vt_native_apiservice(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_accepts(evaluation, &apiservice, &refused)) return refused;
    const vt_reader *reader = &evaluation->reader;
    const char *const *rows = vt_native_apiservice_rows;
    const vt_value *condition = vt_native_condition(reader, VT_TEXT("Available"));
    if (!condition) {
        return vt_opinion_status(VITALS_HEALTH_PROGRESSING, VT_TEXT("Waiting to be processed"),
                                 rows[API_SERVICE_NOT_PROCESSED]);
    }
    vt_text message = vt_message(evaluation->arena, "%s: %s",
                                 vt_native_text(reader, condition, VT_TEXT("reason")),
                                 vt_native_text(reader, condition, VT_TEXT("message")));
    bool available = vt_text_is(vt_native_text(reader, condition, VT_TEXT("status")), "True");
    return vt_native_condition_status(
        available ? VITALS_HEALTH_HEALTHY : VITALS_HEALTH_PROGRESSING, condition, message,
        rows[available ? API_SERVICE_AVAILABLE : API_SERVICE_UNAVAILABLE]);
}

/* ------------------------------------ Workflow, of any version and not converted */

/* clang-format off */
enum workflow_row {
    WORKFLOW_RUNNING = VT_NATIVE_FIRST_ROW_OF_ANY_VERSION, WORKFLOW_SUCCEEDED, WORKFLOW_FAILED, WORKFLOW_OTHER
};

const char *const vt_native_workflow_rows[] = {
    VT_NATIVE_ANY_VERSION_ROWS("Workflow"),
    [WORKFLOW_RUNNING] =   "Workflow/1-running",
    [WORKFLOW_SUCCEEDED] = "Workflow/2-succeeded",
    [WORKFLOW_FAILED] =    "Workflow/3-failed",
    [WORKFLOW_OTHER] =     "Workflow/4-other-phase",
    NULL,
};
/* clang-format on */

static const vt_native_typed_kind workflow_kind = {
    "Workflow",
    vt_native_workflow_rows,
    { { "v1alpha1", &vt_native_workflow_type, 0 } },
};

static const vt_native_phase workflow_phases[] = {
    { "", VITALS_HEALTH_PROGRESSING, WORKFLOW_RUNNING },
    { "Pending", VITALS_HEALTH_PROGRESSING, WORKFLOW_RUNNING },
    { "Running", VITALS_HEALTH_PROGRESSING, WORKFLOW_RUNNING },
    { "Succeeded", VITALS_HEALTH_HEALTHY, WORKFLOW_SUCCEEDED },
    { "Failed", VITALS_HEALTH_DEGRADED, WORKFLOW_FAILED },
    { "Error", VITALS_HEALTH_DEGRADED, WORKFLOW_FAILED },
};

/* ARGO: health_argo.go up to 3.1 converts the status. */
static bool workflow_converts(const vt_evaluation *evaluation, vt_opinion *refused) {
    if (!vt_argocd_before(evaluation, VT_ARGOCD_3_2)) return true;
    vt_native_mismatch mismatch;
    const vt_value *root = vt_document_root(evaluation->reader.document);
    if (vt_native_converts(&vt_native_workflow_argocd_3_1_type, root, evaluation->argocd_release,
                           &mismatch))
        return true;
    vt_text message = vt_native_mismatch_text(&mismatch, evaluation->arena);
    if (!vt_argocd_before(evaluation, VT_ARGOCD_3_1)) {
        message = vt_message(evaluation->arena,
                             "failed to convert unstructured to argoworkflow: %s", message);
    }
    *refused = vt_opinion_failed(message, vt_native_workflow_rows[VT_NATIVE_CONVERSION]);
    return false;
}

/* ARGO: health_argo.go: anything but a string counts as empty. */
vt_opinion vt_native_workflow(const vt_evaluation *evaluation) {
    vt_opinion refused;
    if (!vt_native_is_readable(evaluation, &workflow_kind, &refused) ||
        !workflow_converts(evaluation, &refused)) {
        return refused;
    }
    const vt_reader *reader = &evaluation->reader;
    vt_text phase = VT_NATIVE_STATUS_TEXT(reader, "phase");
    vt_text message = VT_NATIVE_STATUS_TEXT(reader, "message");
    const char *const *rows = vt_native_workflow_rows;
    const vt_native_phase *rule = VT_NATIVE_FIND_PHASE(workflow_phases, phase);
    if (rule) return vt_opinion_status(rule->health, message, rows[rule->row]);
    return vt_opinion_status(VITALS_HEALTH_UNKNOWN, message, rows[WORKFLOW_OTHER]);
}
