/* Until when a verdict holds, and whether it is terminal. */
#include <stdio.h>

#include "support/health.h"
#include "support/table.h"

#define POD(created)                                                                               \
    "{apiVersion: v1, kind: Pod, metadata: {name: p, creationTimestamp: '" created "'}, status: "  \
    "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: "                 \
    "Unschedulable}]}}"
#define JOB(type)                                                                                  \
    "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, status: {startTime: "                  \
    "'2026-01-01T00:00:00Z', conditions: [{type: " type ", status: 'True'}]}}"
#define DEPLOYMENT(reason)                                                                         \
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, generation: 1}, spec: "           \
    "{replicas: "                                                                                  \
    "1}, status: {observedGeneration: 1, conditions: [{type: Progressing, status: 'False', "       \
    "reason: " reason "}]}}"

enum { NOW = 1767225600 }; /* 2026-01-01T00:00:00Z */

static const struct row {
    TABLE_ROW;
    vitals_profile profile;
    int64_t now;
    const char *object;
    int64_t valid_until;
    bool terminal;
} rows[] = {
    /* clang-format off */
    { "a Pod within its scheduling window", VITALS_PROFILE_KSTATUS, NOW + 10, POD("2026-01-01T00:00:00Z"), NOW + 15, false },
    { "the last second of the window", VITALS_PROFILE_KSTATUS, NOW + 14, POD("2026-01-01T00:00:00Z"), NOW + 15, false },
    { "a Pod after its scheduling window", VITALS_PROFILE_KSTATUS, NOW + 15, POD("2026-01-01T00:00:00Z"), INT64_MAX, true },
    { "a creation time with a fraction", VITALS_PROFILE_KSTATUS, NOW + 15, POD("2026-01-01T00:00:00.5Z"), NOW + 16, false },
    { "after that window", VITALS_PROFILE_KSTATUS, NOW + 16, POD("2026-01-01T00:00:00.5Z"), INT64_MAX, true },
    { "a script that reads the clock", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: x.io/v1, kind: Clock}", NOW + 1, false },
    { "a script that formats the clock", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: x.io/v1, kind: Date}", NOW + 1, false },
    { "a script that formats another time", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: x.io/v1, kind: OtherDate}", INT64_MAX, false },
    { "a script that ignores the clock", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: x.io/v1, kind: Plain}", INT64_MAX, false },
    { "a failed Job", VITALS_PROFILE_ARGOCD, NOW, JOB("Failed"), INT64_MAX, true },
    { "a complete Job", VITALS_PROFILE_ARGOCD, NOW, JOB("Complete"), INT64_MAX, false },
    { "a failed Job in combined", VITALS_PROFILE_COMBINED, NOW, JOB("Failed"), INT64_MAX, true },
    { "a failed Job in kstatus", VITALS_PROFILE_KSTATUS, NOW, JOB("Failed"), INT64_MAX, true },
    { "a Deployment past its deadline", VITALS_PROFILE_ARGOCD, NOW, DEPLOYMENT("ProgressDeadlineExceeded"), INT64_MAX, true },
    { "a Deployment with another reason", VITALS_PROFILE_ARGOCD, NOW, DEPLOYMENT("Other"), INT64_MAX, false },
    { "a failed Pod", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: v1, kind: Pod, status: {phase: Failed, message: x}}", INT64_MAX, true },
    { "a failed Workflow", VITALS_PROFILE_ARGOCD, NOW, "{apiVersion: argoproj.io/v1alpha1, kind: Workflow, status: {phase: Failed}}", INT64_MAX, true },
    /* clang-format on */
};

#define OPEN(kind) "  resource.customizations.useOpenLibs.x.io_" kind ": \"true\"\n"

static const char configmap[] =
    "apiVersion: v1\nkind: ConfigMap\ndata:\n" OPEN("Clock") OPEN("Date")
        OPEN("OtherDate") "  resource.customizations.health.x.io_Clock: |\n"
                          "    return {status = os.time() > 0 and 'Progressing' or 'Healthy'}\n"
                          "  resource.customizations.health.x.io_Date: |\n"
                          "    return {status = 'Healthy', message = os.date('%Y')}\n"
                          "  resource.customizations.health.x.io_OtherDate: |\n"
                          "    return {status = 'Healthy', message = os.date('%Y', 0) .. "
                          "os.time({year=2000, month=1, "
                          "day=1})}\n"
                          "  resource.customizations.health.x.io_Plain: \"return {status = "
                          "'Healthy'}\"\n";

static void check(void **state) {
    const struct row *row = *state;
    const health_setup setup = { .configmap = configmap, .bundled = true };
    health_run run;
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    vitals_call call = VITALS_CALL_INIT;
    call.profile = row->profile;
    call.now_seconds = row->now;
    char text[1024]; /* a text that starts with a brace would be JSON */
    snprintf(text, sizeof text, "--- %s", row->object);
    assert_int_equal(health_call(&run, &call, text), VITALS_OK);
    assert_true(vitals_verdict_valid_until(run.verdict) == row->valid_until);
    assert_int_equal(vitals_verdict_terminal(run.verdict), row->terminal);
    health_close(&run);
}

int main(void) {
    return TABLE_RUN("until when a verdict holds", check, rows);
}
