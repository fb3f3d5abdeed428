/* What other profiles and lint say about rules. */
#include "server/api/study.h"

#include <vitals/lint.h>

enum {
    MOST_SAMPLES = 1000,
    MOST_SAMPLE_BYTES = 8 << 20,
    SAMPLES_OF_RULE = 16,
    MOST_FINDINGS = 200,
    MOST_FILES = 500,
    MOST_LINT_STEPS = 500000000 /* a few seconds; ordinary rules take a hundredth of them */
};

struct vt_studied_engine {
    vt_studied_engine *next;
    vitals_engine *engine;
};

struct vt_sample {
    vt_sample *next;
    vitals_engine *engine; /* one of those that the study holds */
    vitals_profile profile;
    int32_t zone_offset_seconds;
    vt_text json;
    vt_comparison *to;
};

void vt_study_init(vt_study *study, const vt_server *server, vt_arena *memory) {
    *study = (vt_study){ .server = server, .memory = memory };
}

void vt_study_done(vt_study *study) {
    for (vt_studied_engine *each = study->engines; each; each = each->next) {
        vitals_engine_release(each->engine);
    }
    study->engines = NULL;
}

static bool has_engine(const vt_study *study, const vitals_engine *engine) {
    const vt_studied_engine *each = study->engines;
    while (each && each->engine != engine) each = each->next;
    return each != NULL;
}

bool vt_study_add_engine(vt_study *study, const vt_source *source) {
    if (has_engine(study, source->engine)) return true;
    vt_studied_engine *one = vt_arena_allocate_zeroed(study->memory, sizeof *one);
    if (!one) return false;
    *one = (vt_studied_engine){ study->engines, vitals_engine_retain(source->engine) };
    study->engines = one;
    return true;
}

void vt_study_add_object(vt_study *study, const vt_source *source, vt_text json,
                         vt_comparison *to) {
    if (to->asked >= SAMPLES_OF_RULE || study->sample_count >= MOST_SAMPLES ||
        study->sample_bytes + json.size > MOST_SAMPLE_BYTES || !has_engine(study, source->engine)) {
        return;
    }
    vt_sample *sample = vt_arena_allocate_zeroed(study->memory, sizeof *sample);
    const vt_text copy = vt_arena_copy(study->memory, json);
    if (!sample || vt_text_is_absent(copy)) return;
    *sample = (vt_sample){ study->samples,
                           source->engine,
                           source->options.profile,
                           source->options.zone_offset_seconds,
                           copy,
                           to };
    study->samples = sample;
    study->sample_count++;
    study->sample_bytes += json.size;
    to->asked++;
}

/* ------------------------------------------------------------------- profiles */

static bool is_assessed(vitals_health health) {
    return health != VITALS_HEALTH_UNASSESSED && health != VITALS_HEALTH_EMPTY;
}

/* A profile without a rule for the object says nothing that could differ. */
static vitals_status compare_profiles(const vt_sample *sample, const vitals_document *document,
                                      vitals_call *call, vitals_worker *worker,
                                      vitals_verdict *verdict) {
    vitals_health health[VT_PROFILES];
    vitals_status status = vitals_worker_use(worker, sample->engine);
    for (int i = 0; i < VT_PROFILES && status == VITALS_OK; i++) {
        call->profile = (vitals_profile)i;
        status = vitals_assess(worker, document, call, verdict);
        health[i] = vitals_verdict_health(verdict);
    }
    if (status != VITALS_OK || !is_assessed(health[sample->profile])) return status;
    sample->to->compared++;
    for (int i = 0; i < VT_PROFILES; i++) {
        sample->to->differs[i] += is_assessed(health[i]) && health[i] != health[sample->profile];
    }
    return VITALS_OK;
}

static vitals_status compare_samples(const vt_study *study, vitals_worker *worker,
                                     vitals_verdict *verdict, vitals_call *call) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_status status = VITALS_OK;
    options.allocator = &study->server->allocator;
    options.format = VITALS_FORMAT_JSON;
    for (const vt_sample *each = study->samples; each && status == VITALS_OK; each = each->next) {
        vitals_document *document = NULL;
        call->zone_offset_seconds = each->zone_offset_seconds;
        status =
            vitals_document_parse(each->json.bytes, each->json.size, &options, &document, NULL);
        if (status == VITALS_OK) status = compare_profiles(each, document, call, worker, verdict);
        vitals_document_free(document);
        if (call->interrupt(call->interrupt_user)) status = VITALS_ESTOPPED;
    }
    return status;
}

/* ------------------------------------------------------------------------ lint */

static bool is_before(const vitals_engine *engine, size_t index, const char *file) {
    vitals_rule rule;
    for (size_t i = 0; i < index && vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (rule.file == file || strcmp(rule.file, file) == 0) return true;
    }
    return false;
}

/* The files of an engine's rules. Rules of a cluster have names that are not files: they are skipped. */
static void add_files(vitals_lint *lint, const vitals_engine *engine,
                      vitals_diagnostics *diagnostics) {
    vitals_rule rule;
    size_t files = 0;
    for (size_t i = 0; vitals_engine_rule_at(engine, i, &rule, sizeof rule); i++) {
        if (!rule.file || !*rule.file || files >= MOST_FILES || is_before(engine, i, rule.file)) {
            continue;
        }
        files++;
        if (vitals_lint_path(lint, rule.file, diagnostics) == VITALS_ENOMEM) return;
    }
}

/* The line of the last rule that begins before a finding. */
static uint32_t line_of_rule(const vt_study *study, const vitals_lint_finding *finding) {
    vitals_rule rule;
    uint32_t line = 0;
    for (const vt_studied_engine *each = study->engines; each; each = each->next) {
        for (size_t i = 0; vitals_engine_rule_at(each->engine, i, &rule, sizeof rule); i++) {
            if (rule.line > line && rule.line <= finding->line && rule.file &&
                strcmp(rule.file, finding->file) == 0) {
                line = rule.line;
            }
        }
    }
    return line;
}

static void take_findings(vt_study *study, const vitals_lint *lint) {
    vitals_lint_finding finding;
    for (size_t i = 0; study->finding_count < MOST_FINDINGS &&
                       vitals_lint_finding_at(lint, i, &finding, sizeof finding);
         i++) {
        if (finding.ignored || finding.severity == VITALS_SEVERITY_NOTE) continue;
        vt_finding *one = vt_arena_allocate_zeroed(study->memory, sizeof *one);
        if (!one) return;
        *one =
            (vt_finding){ study->findings, vt_arena_copy(study->memory, vt_text_from(finding.file)),
                          vt_arena_copy(study->memory, finding.text), finding.line,
                          line_of_rule(study, &finding) };
        study->findings = one;
        study->finding_count++;
    }
}

static vitals_status lint_files(vt_study *study, vitals_interrupt_fn interrupt, void *user) {
    vitals_lint *lint = NULL;
    vitals_diagnostics *diagnostics = NULL;
    vitals_limits limits = vt_limits_or_default(&study->server->limits);
    if (limits.lint_run_steps > MOST_LINT_STEPS) limits.lint_run_steps = MOST_LINT_STEPS;
    vitals_status status = vitals_lint_new(&study->server->allocator, &limits, &lint);
    if (status == VITALS_OK) {
        status = vitals_diagnostics_new(&study->server->allocator, &diagnostics);
    }
    if (status == VITALS_OK) {
        vitals_lint_set_interrupt(lint, interrupt, user);
        for (const vt_studied_engine *each = study->engines; each; each = each->next) {
            add_files(lint, each->engine, diagnostics);
        }
        status = vitals_lint_finish(lint);
    }
    if (status == VITALS_OK) take_findings(study, lint);
    vitals_lint_free(lint);
    vitals_diagnostics_free(diagnostics);
    return status;
}

vitals_status vt_study_run(vt_study *study, vitals_worker *worker, vitals_interrupt_fn interrupt,
                           void *user) {
    vitals_verdict *verdict = NULL;
    vitals_call call = study->server->options.call;
    call.interrupt = interrupt;
    call.interrupt_user = user;
    call.now_seconds = vt_server_wall_ms(study->server) / 1000;
    vitals_status status = vitals_verdict_new(&study->server->allocator, &verdict);
    if (status == VITALS_OK) status = compare_samples(study, worker, verdict, &call);
    if (status == VITALS_OK) status = lint_files(study, interrupt, user);
    vitals_verdict_free(verdict);
    return status;
}
