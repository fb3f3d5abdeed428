/* Findings as text and as JSON. */
#include "output/show_why.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/time.h"
#include "output/rank_why.h"

/* What is printed: the findings of one set of questions. */
typedef struct cli_findings {
    const vitals_why *why;
    const cli_terminal *terminal;
    int64_t now_seconds;
    vt_buffer *out;
    const why_ranking *ranking;
} cli_findings;

/* ------------------------------------------------------------------- pieces */

static void add_label(vt_buffer *out, const char *label) {
    vt_buffer_printf(out, "  %-9s", label);
}

static void add_object(vt_buffer *out, const vitals_document *document) {
    text_add_object(out, vitals_document_kind(document), vitals_document_namespace(document),
                    vitals_document_name(document));
}

static void add_ago(const cli_findings *f, int64_t seconds) {
    const size_t before = f->out->size;
    if (seconds != INT64_MIN) time_add_age(f->out, f->now_seconds - seconds);
    if (f->out->size > before) vt_buffer_add_terminated(f->out, " ago  ");
}

/* A healthy object that something else speaks of: its own message says the opposite. */
static void add_message(vt_buffer *out, const vitals_why_finding *finding) {
    const bool healthy =
        vitals_health_severity(finding->health) <= vitals_health_severity(VITALS_HEALTH_SUSPENDED);
    if (healthy && why_has_failed_delivery(finding)) {
        vt_buffer_add_terminated(out, ", and its delivery has failed");
    } else if (healthy && finding->cause != finding->object) {
        vt_buffer_add_terminated(out, " by its own rule, but what it started last has failed");
        return;
    } else if (healthy) {
        vt_buffer_add_terminated(out, " by its own rule, but a drain waits");
        return;
    }
    if (finding->message.size) vt_buffer_add_terminated(out, ": ");
    vt_quote_append_visible(out, text_first_line(finding->message));
}

static void add_head(const cli_findings *f, const vitals_why_finding *finding) {
    vt_buffer *out = f->out;
    add_object(out, finding->object);
    vt_buffer_add_terminated(out, " is ");
    terminal_add_status(f->terminal, out, finding->health,
                        finding->kstatus ? vitals_kstatus_name(finding->kstatus)
                                         : vitals_health_name(finding->health));
    vt_buffer age = BUFFER_INIT;
    if (finding->since_seconds != INT64_MIN) {
        time_add_age(&age, f->now_seconds - finding->since_seconds);
    }
    if (age.size) vt_buffer_printf(out, " for %s", vt_buffer_string(&age));
    vt_buffer_done(&age);
    add_message(out, finding);
    vt_buffer_add_terminated(out, "\n");
}

static void add_line(vt_buffer *out, const char *label, vitals_text text) {
    if (!text.size) return;
    add_label(out, label);
    vt_quote_append_visible(out, text);
    vt_buffer_add_terminated(out, "\n");
}

static void add_delivery(vt_buffer *out, const vitals_why_finding *finding) {
    const vitals_live_delivery_info *delivery = &finding->delivery;
    if (!finding->deliverer) return;
    add_label(out, "delivery");
    add_object(out, finding->deliverer);
    vt_buffer_printf(out, ": %s", vitals_live_delivery_name(delivery->state));
    if (delivery->wanted.size) vt_buffer_add_terminated(out, ", wants ");
    vt_quote_append_visible(out, delivery->wanted);
    if (delivery->applied.size) vt_buffer_add_terminated(out, ", has ");
    vt_quote_append_visible(out, delivery->applied);
    vt_buffer_add_terminated(out, "\n");
}

static void add_events(const cli_findings *f, size_t index) {
    vitals_why_event event;
    for (size_t i = 0; vitals_why_event_at(f->why, index, i, &event, sizeof event); i++) {
        add_label(f->out, i ? "" : "events");
        add_ago(f, event.at_seconds);
        vt_quote_append_visible(f->out, event.kind);
        vt_buffer_add_terminated(f->out, "/");
        vt_quote_append_visible(f->out, event.name);
        vt_buffer_add_terminated(f->out, " ");
        vt_quote_append_visible(f->out, event.reason);
        if (event.count > 1) vt_buffer_printf(f->out, " ×%llu", (unsigned long long)event.count);
        vt_buffer_add_terminated(f->out, ": ");
        vt_quote_append_visible(f->out, text_first_line(event.message));
        vt_buffer_add_terminated(f->out, "\n");
    }
}

static void add_changes(const cli_findings *f, size_t index) {
    vitals_why_change change;
    for (size_t i = 0; vitals_why_change_at(f->why, index, i, &change, sizeof change); i++) {
        add_label(f->out, i ? "" : "changes");
        add_ago(f, change.at_seconds);
        add_object(f->out, change.object);
        vt_buffer_add_terminated(f->out, " by ");
        vt_quote_append_visible(f->out, change.manager);
        vt_buffer_add_terminated(f->out, " (");
        vt_quote_append_visible(f->out, change.operation);
        vt_buffer_add_terminated(f->out, change.fields.size ? "): " : ")");
        vt_quote_append_visible(f->out, change.fields);
        vt_buffer_add_terminated(f->out, "\n");
    }
}

/* "native apps/Deployment, progress-deadline", with the place of a rule that is not built in. */
static void add_rule(vt_buffer *out, const vitals_why_finding *finding) {
    add_label(out, "rule");
    vt_buffer_add_terminated(out, vitals_source_name(finding->source));
    const vitals_text parts[] = { finding->rule, finding->row, finding->line_at };
    const char *const before[] = { " ", ", ", ", " };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (parts[i].size) vt_buffer_add_terminated(out, before[i]);
        vt_quote_append_visible(out, parts[i]);
    }
    if (finding->rule_at.size && !finding->line_at.size) {
        vt_buffer_add_terminated(out, ", ");
        vt_quote_append_visible(out, finding->rule_at);
    }
    vt_buffer_add_terminated(out, "\n");
}

/* ------------------------------------------------------------------ entries */

enum { OTHERS_SHOWN = 5 };

/* The other objects with the same cause. */
static void add_others(const cli_findings *f, const why_cause *cause) {
    size_t others = 0;
    for (size_t i = cause->first; i != SIZE_MAX; i = f->ranking->next[i]) {
        if (i == cause->worst || ++others > OTHERS_SHOWN) continue;
        if (others == 1) add_label(f->out, "also");
        if (others > 1) vt_buffer_add_terminated(f->out, ", ");
        add_object(f->out, why_finding(f->why, i).object);
    }
    if (others > OTHERS_SHOWN) vt_buffer_printf(f->out, ", and %zu more", others - OTHERS_SHOWN);
    if (others && cause->applications > 1) {
        vt_buffer_printf(f->out, "; of %zu applications", cause->applications);
    }
    if (others) vt_buffer_add_terminated(f->out, "\n");
}

static void add_details(const cli_findings *f, size_t first) {
    vitals_text detail;
    for (size_t i = 0; vitals_why_detail_at(f->why, first, i, &detail); i++) {
        add_line(f->out, i ? "" : "details", detail);
    }
}

static void add_entry(const cli_findings *f, const why_cause *cause) {
    const vitals_why_finding finding = why_finding(f->why, cause->worst);
    if (f->out->size) vt_buffer_add_terminated(f->out, "\n");
    add_head(f, &finding);
    add_line(f->out, "because", finding.because);
    add_details(f, cause->first);
    add_others(f, cause);
    add_delivery(f->out, &finding);
    add_events(f, cause->worst);
    add_changes(f, cause->worst);
    add_rule(f->out, &finding);
    add_line(f->out, "next", finding.next);
    if (finding.limit) {
        add_label(f->out, "limit");
        vt_buffer_printf(f->out, "the search ended at %s\n", finding.limit);
    }
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

/* "3 of 272 causes; together they affect 310 objects of 12 applications". */
static void add_summary(vt_buffer *out, const why_ranking *ranking, size_t shown) {
    if (ranking->count < 2) return;
    vt_buffer_add_terminated(out, "\n");
    if (shown < ranking->count) vt_buffer_printf(out, "%zu of ", shown);
    vt_buffer_printf(out, "%zu causes; all of them affect %zu object%s", ranking->count,
                     ranking->objects, plural(ranking->objects));
    if (ranking->applications) {
        vt_buffer_printf(out, " of %zu application%s", ranking->applications,
                         plural(ranking->applications));
    }
    vt_buffer_add_terminated(out, "\n");
}

static size_t shown_of(const why_ranking *ranking, size_t top) {
    return top && top < ranking->count ? top : ranking->count;
}

void why_add_text(vt_buffer *out, const vitals_why *why, const cli_terminal *terminal,
                  int64_t now_seconds, size_t top) {
    why_ranking ranking;
    ranking_make(&ranking, why);
    const cli_findings f = { why, terminal, now_seconds, out, &ranking };
    const size_t shown = shown_of(&ranking, top);
    for (size_t i = 0; i < shown; i++) add_entry(&f, &ranking.causes[i]);
    add_summary(out, &ranking, shown);
    ranking_done(&ranking);
}

/* --------------------------------------------------------------------- JSON */

static void add_one(vt_buffer *out, const vitals_why *why, size_t index) {
    char *text = NULL;
    size_t size = 0;
    if (vitals_why_json(why, index, &text, &size) != VITALS_OK) memory_exhausted();
    vt_buffer_add_bytes(out, text, size);
    vitals_text_free(NULL, text, size);
}

static void add_findings(vt_buffer *out, const why_ranking *ranking, size_t shown, bool whole) {
    bool first = true;
    for (size_t i = 0; i < shown; i++) {
        for (size_t k = ranking->causes[i].first; k != SIZE_MAX; k = ranking->next[k]) {
            if (whole && !first) vt_buffer_add_terminated(out, ",");
            add_one(out, ranking->why, k);
            if (!whole) vt_buffer_add_terminated(out, "\n");
            first = false;
        }
    }
}

void why_add_json(vt_buffer *out, const vitals_why *why, bool whole, size_t top,
                  const cli_coverage *coverage) {
    why_ranking ranking;
    ranking_make(&ranking, why);
    const size_t shown = shown_of(&ranking, top);
    if (whole) vt_buffer_add_terminated(out, "{\"schema\":\"vitals/why/v1\",\"findings\":[");
    add_findings(out, &ranking, shown, whole);
    if (whole) {
        vt_buffer_printf(out, "],\"causes\":%zu,\"objects\":%zu,\"applications\":%zu",
                         ranking.count, ranking.objects, ranking.applications);
        coverage_add_member(out, coverage);
        vt_buffer_add_terminated(out, "}\n");
    } else {
        coverage_add_line(out, coverage);
    }
    ranking_done(&ranking);
}
