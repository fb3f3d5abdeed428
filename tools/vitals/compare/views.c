/* Assesses every object in every view, and finds the disagreements. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <vitals/kstatus.h>

#include "base/memory.h"
#include "compare/compare.h"

/* Scratch memory of one thread. */
typedef struct view_scratch {
    vitals_worker *workers[MAX_ENGINES];
    vitals_verdict *verdict;
    vitals_kstatus_result *result;
} view_scratch;

static void *start(void *user) {
    const compare_run *run = user;
    view_scratch *scratch = memory_new(1, sizeof *scratch);
    for (size_t i = 0; i < MAX_ENGINES; i++) {
        if (vitals_worker_new(run->engines[i].engine, &scratch->workers[i]) != VITALS_OK) {
            memory_exhausted();
        }
    }
    if (vitals_verdict_new(NULL, &scratch->verdict) != VITALS_OK ||
        vitals_kstatus_result_new(NULL, &scratch->result) != VITALS_OK) {
        memory_exhausted();
    }
    return scratch;
}

static void stop(void *user, void *memory) {
    (void)user;
    view_scratch *scratch = memory;
    for (size_t i = 0; i < MAX_ENGINES; i++) vitals_worker_free(scratch->workers[i]);
    vitals_verdict_free(scratch->verdict);
    vitals_kstatus_result_free(scratch->result);
    free(scratch);
}

/* ----------------------------------------------------------------- answers */

const char *compare_word(const compare_answer *answer) {
    const cli_answer words = { .health = answer->health, .kstatus = answer->kstatus };
    return answer->given ? answer_word(&words) : "";
}

/* Answers are compared as statuses of kstatus, by the mapping of docs/profiles.md. A kind that never
** has health counts as Current for Argo CD. */
static vitals_kstatus common_word(const compare_answer *answer, bool without_health) {
    if (answer->kstatus == VITALS_KSTATUS_TERMINATING) return VITALS_KSTATUS_IN_PROGRESS;
    if (answer->kstatus != VITALS_KSTATUS_NONE) return answer->kstatus;
    if (answer->health == VITALS_HEALTH_UNASSESSED && without_health) return VITALS_KSTATUS_CURRENT;
    return vitals_kstatus_from_health(answer->health);
}

/* The message, or a reason why there is none. */
static vitals_text reason_of(const compare_run *run, const vitals_document *document,
                             const compare_answer *answer, const vitals_verdict *verdict) {
    const vitals_text message = vitals_verdict_message(verdict);
    if (message.size) return message;
    if (answer->health == VITALS_HEALTH_EMPTY) return vt_text_from("the script returned no status");
    if (answer->health != VITALS_HEALTH_UNASSESSED) return message;
    if (vitals_kind_has_no_health(vitals_document_group(document),
                                  vitals_document_kind(document))) {
        return vt_text_from("this kind has no health");
    }
    if (!compare_is_by_rules(run) &&
        vitals_argocd_bundles(vitals_document_group(document), vitals_document_kind(document))) {
        return vt_text_from("not compared: Argo CD bundles a check for this kind, see --checks");
    }
    return vt_text_from("no rule for this kind");
}

const vitals_set *compare_set_of(const compare_run *run, size_t entry) {
    const char *cluster = entry_at(&run->base, entry)->answer.cluster;
    for (size_t i = 0; cluster && i < run->cluster_count; i++) {
        if (strcmp(run->clusters[i].name, cluster) == 0) return run->clusters[i].set;
    }
    return run->base.set;
}

vitals_call compare_call_of(const compare_run *run, const compare_view *view,
                            const vitals_set *set) {
    vitals_call call = run->base.rules.call;
    call.profile = view->profile;
    call.set = set;
    call.argocd_release = view->profile == VITALS_PROFILE_ARGOCD ? view->release : 0;
    call.flux_release = view->profile == VITALS_PROFILE_FLUX ? view->release : 0;
    return call;
}

static void assess_with_profile(const compare_run *run, view_scratch *scratch,
                                const compare_view *view, const vitals_document *document,
                                const vitals_set *set, compare_answer *answer) {
    const vitals_call call = compare_call_of(run, view, set);
    if (vitals_assess(scratch->workers[view->engine], document, &call, scratch->verdict) !=
        VITALS_OK) {
        memory_exhausted();
    }
    const vitals_verdict *verdict = scratch->verdict;
    answer->given =
        view->decider == VITALS_SOURCE_NONE || vitals_verdict_source(verdict) == view->decider;
    if (!answer->given) return;
    answer->health = vitals_verdict_health(verdict);
    answer->kstatus = vitals_verdict_kstatus(verdict);
    answer->message = text_visible(text_first_line(reason_of(run, document, answer, verdict)));
    answer->rule = answer_rule(verdict);
}

static void assess_with_helm(const compare_run *run, view_scratch *scratch,
                             const compare_view *view, const vitals_document *document,
                             const vitals_set *set, compare_answer *answer) {
    const vitals_kstatus_result *result = scratch->result;
    if (vitals_kstatus_compute(
            document, release_helm_reader(view->release, run->options->wait_for_jobs),
            run->base.rules.call.now_seconds, set, scratch->result) != VITALS_OK) {
        memory_exhausted();
    }
    const vitals_text error = vitals_kstatus_result_error(result);
    answer->given = true;
    answer->kstatus = vitals_kstatus_result_status(result);
    answer->health = vitals_health_from_kstatus(answer->kstatus);
    answer->message =
        text_visible(text_first_line(error.size ? error : vitals_kstatus_result_message(result)));
    answer->rule = text_visible(vt_text_from("kstatus of Helm"));
}

static void assess_view(const compare_run *run, view_scratch *scratch, const compare_view *view,
                        size_t entry, compare_answer *answer) {
    const vitals_document *document = entry_at(&run->base, entry)->live;
    const vitals_set *set = compare_set_of(run, entry);
    if (view->helm) {
        assess_with_helm(run, scratch, view, document, set, answer);
    } else {
        assess_with_profile(run, scratch, view, document, set, answer);
    }
}

/* --------------------------------------------------------------- comparing */

/* Argo CD may bundle a check that vitals does not have: then no health means nothing. */
static bool is_known(const compare_run *run, const vitals_document *document,
                     const compare_answer *answer) {
    return compare_is_by_rules(run) || answer->health != VITALS_HEALTH_UNASSESSED ||
           !vitals_argocd_bundles(vitals_document_group(document), vitals_document_kind(document));
}

static void choose_compared(const compare_run *run, const vitals_document *document,
                            compare_result *result) {
    for (size_t i = 0; i < run->view_count; i++) {
        compare_answer *answer = &result->answers[i];
        answer->compared = answer->given && is_known(run, document, answer);
        if (answer->given && run->views[i].replaces != i) {
            result->answers[run->views[i].replaces].compared = false;
        }
    }
}

/* Two versions of the rules are compared by their statuses, two engines by what those mean. */
static bool differ(const compare_run *run, const compare_answer *a, const compare_answer *b) {
    if (compare_is_by_rules(run)) return strcmp(compare_word(a), compare_word(b)) != 0;
    return a->common != b->common;
}

static bool disagree(const compare_run *run, const compare_result *result) {
    const compare_answer *first = NULL;
    for (size_t i = 0; i < run->view_count; i++) {
        const compare_answer *answer = &result->answers[i];
        if (!answer->compared) continue;
        if (first && differ(run, first, answer)) return true;
        if (!first) first = answer;
    }
    return false;
}

/* The first release on the way whose status is another one: the newer one of the two. */
static unsigned find_change(const compare_run *run, view_scratch *scratch,
                            const compare_result *result) {
    const unsigned from = run->releases[0], to = run->releases[1];
    compare_view view = run->views[0];
    for (unsigned at = from; at != to;) {
        const unsigned next = at < to ? at + 1 : at - 1;
        compare_answer answer = { .given = false };
        view.release = (uint16_t)next;
        assess_view(run, scratch, &view, result->entry, &answer);
        const bool other = differ(run, &result->answers[0], &answer);
        free(answer.message);
        free(answer.rule);
        if (other) return at > next ? at : next;
        at = next;
    }
    return 0;
}

/* "by RULE" for both sides, or the rule of both. */
static void note_rules(compare_result *result) {
    vt_buffer note = BUFFER_INIT;
    const char *from = result->answers[0].rule, *to = result->answers[1].rule;
    if (strcmp(from, to) == 0) {
        vt_buffer_printf(&note, "%s is another one", to);
    } else {
        vt_buffer_printf(&note, "by %s, then by %s", from, to);
    }
    result->note = vt_buffer_take(&note, NULL);
}

static void note_generations(const vitals_document *document, compare_result *result) {
    char text[256];
    if (vitals_kstatus_generation_problem(document, text, sizeof text)) {
        result->note = text_visible(vt_text_from(text));
    }
}

static void work(void *user, void *memory, void *pushed) {
    const compare_run *run = user;
    compare_result *result = pushed;
    const vitals_document *document = entry_at(&run->base, result->entry)->live;
    result->without_health =
        vitals_kind_has_no_health(vitals_document_group(document), vitals_document_kind(document));
    for (size_t i = 0; i < run->view_count; i++) {
        compare_answer *answer = &result->answers[i];
        assess_view(run, memory, &run->views[i], result->entry, answer);
        answer->common = common_word(answer, result->without_health);
    }
    choose_compared(run, document, result);
    result->disagree = disagree(run, result);
    if (run->sides == SIDES_RELEASES) {
        if (result->disagree) result->changed_at = find_change(run, memory, result);
        compare_note_releases(run, document, result);
    } else if (!compare_is_by_rules(run)) {
        note_generations(document, result);
    } else if (result->disagree) {
        note_rules(result);
    }
}

static void take(void *user, void *pushed) {
    compare_run *run = user;
    compare_result *result = pushed;
    run->results = memory_grow(run->results, run->result_count, sizeof *run->results);
    run->results[run->result_count++] = *result;
    run->disagreements += result->disagree;
    *result = (compare_result){ .note = NULL };
}

static void nothing_to_free(void *pushed) {
    (void)pushed;
}

static int compare_results(const void *a, const void *b) {
    const compare_result *left = a, *right = b;
    if (left->disagree != right->disagree) return right->disagree - left->disagree;
    return (left->entry > right->entry) - (left->entry < right->entry);
}

void compare_all(compare_run *run) {
    const pool_work all = { sizeof(compare_result), start, stop, NULL, work, take,
                            nothing_to_free,        run };
    cli_pool *pool = pool_new(&all, run->options->threads);
    for (size_t i = 0; i < run->base.entry_count; i++) {
        if (!entry_at(&run->base, i)->live) continue;
        compare_result *result = pool_next(pool);
        result->entry = i;
        pool_push(pool, 0);
    }
    pool_drain(pool);
    pool_free(pool);
    if (run->result_count) {
        qsort(run->results, run->result_count, sizeof *run->results, compare_results);
    }
}

void compare_results_done(compare_run *run) {
    for (size_t i = 0; i < run->result_count; i++) {
        compare_result *result = &run->results[i];
        for (size_t j = 0; j < MAX_VIEWS; j++) {
            free(result->answers[j].message);
            free(result->answers[j].rule);
        }
        free(result->note);
    }
    free(run->results);
}
