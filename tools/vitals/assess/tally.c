/* Counts answers, and prints the counts. */
#include "assess/tally.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run/statuses.h"
#include "input/releases.h"
#include "output/terminal.h"

/* Worst first, as all outputs list them. */
static const vitals_kstatus kstatus_order[] = {
    VITALS_KSTATUS_UNKNOWN,     VITALS_KSTATUS_FAILED,      VITALS_KSTATUS_NOT_FOUND,
    VITALS_KSTATUS_IN_PROGRESS, VITALS_KSTATUS_TERMINATING, VITALS_KSTATUS_CURRENT,
};

failure_rule failure_rule_default(void) {
    return (failure_rule){ .failed_from = vitals_health_severity(VITALS_HEALTH_DEGRADED),
                           .waiting_from = vitals_health_severity(VITALS_HEALTH_PROGRESSING) };
}

failure_rule failure_rule_of(vitals_health health) {
    return (failure_rule){ .failed_from = vitals_health_severity(health), .waiting_from = INT_MAX };
}

bool failure_rule_counts_delivery(failure_rule failure) {
    return !failure.health_only &&
           vitals_health_severity(VITALS_HEALTH_DEGRADED) >= failure.failed_from;
}

/* What a policy ignores has no delivery to count either. */
static bool is_undelivered(const cli_answer *answer) {
    const bool ignored = answer->policy && answer->counted_as == VITALS_HEALTH_EMPTY;
    return answer_delivery_failed(answer) && !ignored;
}

static bool has_failed(const cli_answer *answer, failure_rule failure) {
    if (answer->failed) return true;
    if (is_undelivered(answer) && failure_rule_counts_delivery(failure)) return true;
    if (answer->health == VITALS_HEALTH_UNASSESSED) {
        return failure.require_rule == RULE_REQUIRED ||
               (failure.require_rule == RULE_REQUIRED_AS_ARGOCD && answer->argocd_rule);
    }
    return answer->counted_as != VITALS_HEALTH_EMPTY &&
           vitals_health_severity(answer->counted_as) >= failure.failed_from;
}

tally_outcome tally_outcome_of(const cli_answer *answer, failure_rule failure) {
    if (has_failed(answer, failure)) return TALLY_FAILED;
    if (vitals_health_severity(answer->counted_as) >= failure.waiting_from) return TALLY_WAITING;
    return answer->health == VITALS_HEALTH_UNASSESSED ? TALLY_WITHOUT_RULE : TALLY_FINE;
}

void tally_add_kind(cli_tally *tally, const char *kind, size_t count) {
    for (size_t i = 0; i < tally->kind_count; i++) {
        if (strcmp(tally->kinds[i].kind, kind) != 0) continue;
        tally->kinds[i].count += count;
        return;
    }
    tally->kinds = memory_grow(tally->kinds, tally->kind_count, sizeof *tally->kinds);
    tally->kinds[tally->kind_count++] = (struct kind_count){ memory_copy_string(kind), count };
}

void tally_note_kind(cli_tally *tally, const cli_answer *answer) {
    vt_buffer kind = BUFFER_INIT;
    if (answer->health != VITALS_HEALTH_UNASSESSED || answer->without_health) return;
    vt_buffer_printf(&kind, "%s%s%s", answer->group, *answer->group ? "/" : "", answer->kind);
    names_keep(&tally->without_rule_kinds, vt_buffer_string(&kind));
    if (answer->argocd_rule) names_keep(&tally->argocd_kinds, vt_buffer_string(&kind));
    vt_buffer_done(&kind);
}

void tally_add(cli_tally *tally, const cli_answer *answer, failure_rule failure) {
    tally->objects++;
    tally->unlike_live += answer->unlike_live;
    if (answer->without_health) {
        tally->without_health++;
        if (answer->kind) tally_add_kind(tally, answer->kind, 1);
        return;
    }
    if (answer->owned || !answer->counted) {
        *(answer->owned ? &tally->owned : &tally->skipped) += 1;
        return;
    }
    tally->resources++;
    tally->own_scripts += answer->own_script;
    tally->undelivered += is_undelivered(answer);
    if (answer->kind) tally_note_kind(tally, answer);
    tally->by_health[answer->health] += answer->kstatus == VITALS_KSTATUS_NONE;
    tally->by_kstatus[answer->kstatus]++;
    const tally_outcome outcome = tally_outcome_of(answer, failure);
    tally->failed += outcome == TALLY_FAILED;
    tally->waiting += outcome == TALLY_WAITING;
    tally->without_rule += outcome == TALLY_WITHOUT_RULE;
}

static void add_names(cli_names *names, const cli_names *more) {
    for (size_t i = 0; i < more->count; i++) names_keep(names, more->items[i]);
}

void tally_add_tally(cli_tally *tally, const cli_tally *more) {
    static const size_t counts[] = {
        offsetof(cli_tally, resources),   offsetof(cli_tally, owned),
        offsetof(cli_tally, skipped),     offsetof(cli_tally, without_health),
        offsetof(cli_tally, unlike_live), offsetof(cli_tally, failed),
        offsetof(cli_tally, waiting),     offsetof(cli_tally, without_rule),
        offsetof(cli_tally, objects),     offsetof(cli_tally, own_scripts),
        offsetof(cli_tally, undelivered),
    };
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        *(size_t *)(void *)((char *)tally + counts[i]) +=
            *(const size_t *)(const void *)((const char *)more + counts[i]);
    }
    for (size_t i = 0; i < VITALS_HEALTH_COUNT; i++) tally->by_health[i] += more->by_health[i];
    for (size_t i = 0; i < VITALS_KSTATUS_COUNT; i++) tally->by_kstatus[i] += more->by_kstatus[i];
    for (size_t i = 0; i < more->kind_count; i++) {
        tally_add_kind(tally, more->kinds[i].kind, more->kinds[i].count);
    }
    add_names(&tally->without_rule_kinds, &more->without_rule_kinds);
    add_names(&tally->argocd_kinds, &more->argocd_kinds);
}

void tally_done(cli_tally *tally) {
    for (size_t i = 0; i < tally->kind_count; i++) free(tally->kinds[i].kind);
    free(tally->kinds);
    names_done(&tally->without_rule_kinds);
    names_done(&tally->argocd_kinds);
    *tally = (struct cli_tally){ .kinds = NULL };
}

static int compare_kinds(const void *a, const void *b) {
    const kind_count *left = a, *right = b;
    if (left->count != right->count) return left->count < right->count ? 1 : -1;
    return strcmp(left->kind, right->kind);
}

void tally_print_without_health(cli_tally *tally, const char *indent,
                                const cli_terminal *terminal) {
    vt_buffer line = BUFFER_INIT;
    if (tally->without_health == 0) return;
    if (tally->kind_count) {
        qsort(tally->kinds, tally->kind_count, sizeof *tally->kinds, compare_kinds);
    }
    vt_buffer_printf(&line, "%s%zu object%s without health: ", indent, tally->without_health,
                     tally->without_health == 1 ? "" : "s");
    for (size_t i = 0; i < tally->kind_count; i++) {
        vt_buffer_printf(&line, "%s%zu %s", i ? ", " : "", tally->kinds[i].count,
                         tally->kinds[i].kind);
    }
    vt_buffer_add_terminated(&line, "\n");
    terminal_write_wrapped(terminal, &line, 4);
    vt_buffer_done(&line);
}

static const char *separator(bool *first) {
    const char *mark = *first ? ": " : ", ";
    *first = false;
    return mark;
}

static void add_count(vt_buffer *out, size_t count, const char *word, bool *first) {
    if (count) vt_buffer_printf(out, "%s%zu %s", separator(first), count, word);
}

/* "profile argocd 3.1.16": with the release that an option or the settings name. */
static void add_profile(vt_buffer *out, const vitals_call *call) {
    const bool argocd = call->argocd_release != 0;
    release_row row;
    vt_buffer_printf(out, "; profile %s", vitals_profile_name(call->profile));
    if (release_at(argocd ? RELEASE_ARGOCD : RELEASE_FLUX,
                   argocd ? call->argocd_release : call->flux_release, &row)) {
        vt_buffer_printf(out, " %s", row.last);
    }
}

void tally_add_summary(vt_buffer *out, const cli_tally *tally, const vitals_call *call,
                       vitals_aggregate aggregate) {
    bool first = true;
    vt_buffer_printf(out, "%zu resource%s", tally->resources, tally->resources == 1 ? "" : "s");
    for (size_t i = 0; i < VITALS_HEALTH_COUNT; i++) {
        const vitals_health health = vt_status_rows[i].health;
        if (health == VITALS_HEALTH_UNASSESSED || health == VITALS_HEALTH_EMPTY) continue;
        add_count(out, tally->by_health[health], vitals_health_name(health), &first);
    }
    for (size_t i = 0; i < COUNT_OF(kstatus_order); i++) {
        add_count(out, tally->by_kstatus[kstatus_order[i]], vitals_kstatus_name(kstatus_order[i]),
                  &first);
    }
    add_count(out, tally->by_health[VITALS_HEALTH_UNASSESSED], "unassessed", &first);
    add_count(out, tally->by_health[VITALS_HEALTH_EMPTY], "without a status from the script",
              &first);
    if (tally->undelivered) {
        vt_buffer_printf(out, "; %zu failed deliver%s", tally->undelivered,
                         tally->undelivered == 1 ? "y" : "ies");
    }
    if (tally->owned) vt_buffer_printf(out, "; %zu owned, not counted", tally->owned);
    if (tally->skipped) vt_buffer_printf(out, "; %zu hooks or ignored", tally->skipped);
    if (tally->files_without_object) {
        vt_buffer_printf(out, "; %zu file%s without an object", tally->files_without_object,
                         tally->files_without_object == 1 ? "" : "s");
    }
    add_profile(out, call);
    vt_buffer_printf(out, ", aggregate %s\n", vitals_aggregate_name(aggregate));
}

enum { KINDS_NAMED = 5 };

static void add_kinds(vt_buffer *out, const cli_names *kinds) {
    for (size_t i = 0; i < kinds->count && i < KINDS_NAMED; i++) {
        vt_buffer_printf(out, "%s%s", i ? ", " : ": ", kinds->items[i]);
    }
    if (kinds->count > KINDS_NAMED) {
        vt_buffer_printf(out, " and %zu more", kinds->count - KINDS_NAMED);
    }
    vt_buffer_add_terminated(out, "\n");
}

void tally_add_gaps(vt_buffer *out, const cli_tally *tally) {
    const cli_names *all = &tally->without_rule_kinds, *argocd = &tally->argocd_kinds;
    if (all->count) {
        vt_buffer_printf(out, "%zu kind%s without a rule", all->count, all->count == 1 ? "" : "s");
    }
    if (argocd->count) {
        vt_buffer_printf(out, ", %zu of them with one in Argo CD 3.6, see --checks", argocd->count);
    }
    if (all->count) add_kinds(out, argocd->count ? argocd : all);
    if (tally->own_scripts) {
        vt_buffer_printf(out,
                         "%zu verdict%s by the checks of vitals, not by Argo CD's own scripts; see "
                         "--checks\n",
                         tally->own_scripts, tally->own_scripts == 1 ? "" : "s");
    }
}
