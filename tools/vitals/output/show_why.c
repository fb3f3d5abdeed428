/* Findings as text and as JSON. */
#include "output/show_why.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "input/time.h"

/* What is printed: the findings of one set of questions. */
typedef struct cli_findings {
    const vitals_why *why;
    const cli_terminal *terminal;
    int64_t now_seconds;
    vt_buffer *out;
    size_t *next; /* of each finding, the next one with the same cause; SIZE_MAX: none */
} cli_findings;

static vitals_why_finding finding_at(const vitals_why *why, size_t index) {
    vitals_why_finding finding;
    memset(&finding, 0, sizeof finding);
    (void)vitals_why_finding_at(why, index, &finding, sizeof finding);
    return finding;
}

/* Whether the object itself delivers others, and has failed to. */
static bool has_failed_delivery(const vitals_why_finding *finding) {
    return finding->deliverer == finding->object &&
           (finding->delivery.state == VITALS_LIVE_DELIVERY_FAILED ||
            finding->delivery.state == VITALS_LIVE_DELIVERY_STALLED);
}

int why_severity(const vitals_why_finding *finding) {
    const int own = vitals_health_severity(finding->health);
    const int degraded = vitals_health_severity(VITALS_HEALTH_DEGRADED);
    return has_failed_delivery(finding) && own < degraded ? degraded : own;
}

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
    if (has_failed_delivery(finding) && vitals_health_severity(finding->health) <=
                                            vitals_health_severity(VITALS_HEALTH_SUSPENDED)) {
        vt_buffer_add_terminated(out, ", and its delivery has failed");
    }
    if (finding->message.size) vt_buffer_add_terminated(out, ": ");
    vt_quote_append_visible(out, text_first_line(finding->message));
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
        vt_buffer_add_terminated(f->out, ")\n");
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
static void add_others(const cli_findings *f, size_t index, size_t first) {
    size_t others = 0;
    for (size_t i = first; i != SIZE_MAX; i = f->next[i]) {
        if (i == index || ++others > OTHERS_SHOWN) continue;
        if (others == 1) add_label(f->out, "also");
        if (others > 1) vt_buffer_add_terminated(f->out, ", ");
        add_object(f->out, finding_at(f->why, i).object);
    }
    if (others > OTHERS_SHOWN) vt_buffer_printf(f->out, ", and %zu more", others - OTHERS_SHOWN);
    if (others) vt_buffer_add_terminated(f->out, "\n");
}

static void add_entry(const cli_findings *f, size_t index) {
    const vitals_why_finding finding = finding_at(f->why, index);
    add_head(f, &finding);
    add_line(f->out, "because", finding.because);
    add_others(f, index, finding.first);
    add_delivery(f->out, &finding);
    add_events(f, index);
    add_changes(f, index);
    add_rule(f->out, &finding);
    add_line(f->out, "next", finding.next);
    if (finding.limit) {
        add_label(f->out, "limit");
        vt_buffer_printf(f->out, "the search ended at %s\n", finding.limit);
    }
}

static int severity_of(const vitals_why *why, size_t index) {
    const vitals_why_finding finding = finding_at(why, index);
    return why_severity(&finding);
}

/* Connect the findings of each cause; `last` has room for an index of each finding. */
static void connect(const cli_findings *f, size_t *last) {
    for (size_t i = 0; i < vitals_why_finding_count(f->why); i++) {
        const size_t first = finding_at(f->why, i).first;
        f->next[i] = SIZE_MAX;
        if (first != i) f->next[last[first]] = i;
        last[first] = i;
    }
}

/* The worst finding of a cause stands for it; the first of several. */
static size_t worst_of(const cli_findings *f, size_t first) {
    size_t worst = first;
    for (size_t i = f->next[first]; i != SIZE_MAX; i = f->next[i]) {
        if (severity_of(f->why, i) > severity_of(f->why, worst)) worst = i;
    }
    return worst;
}

void why_add_text(vt_buffer *out, const vitals_why *why, const cli_terminal *terminal,
                  int64_t now_seconds) {
    const size_t count = vitals_why_finding_count(why);
    size_t *entries = memory_new(count + 1, sizeof *entries), entry_count = 0;
    size_t *next = memory_new(count + 1, sizeof *next);
    const cli_findings f = { why, terminal, now_seconds, out, next };
    connect(&f, entries);
    for (size_t i = 0; i < count; i++) {
        if (finding_at(why, i).first == i) entries[entry_count++] = worst_of(&f, i);
    }
    const int most = vitals_health_severity(VITALS_HEALTH_UNKNOWN);
    for (int severity = most; severity >= 0; severity--) {
        for (size_t i = 0; i < entry_count; i++) {
            if (severity_of(why, entries[i]) != severity) continue;
            if (out->size) vt_buffer_add_terminated(out, "\n");
            add_entry(&f, entries[i]);
        }
    }
    free(next);
    free(entries);
}

/* --------------------------------------------------------------------- JSON */

void why_add_json(vt_buffer *out, const vitals_why *why, bool whole, const cli_coverage *coverage) {
    if (whole) vt_buffer_add_terminated(out, "{\"schema\":\"vitals/why/v1\",\"findings\":[");
    for (size_t i = 0; i < vitals_why_finding_count(why); i++) {
        char *text = NULL;
        size_t size = 0;
        if (vitals_why_json(why, i, &text, &size) != VITALS_OK) memory_exhausted();
        if (whole && i) vt_buffer_add_terminated(out, ",");
        vt_buffer_add_bytes(out, text, size);
        if (!whole) vt_buffer_add_terminated(out, "\n");
        vitals_text_free(NULL, text, size);
    }
    if (whole) {
        vt_buffer_add_terminated(out, "]");
        coverage_add_member(out, coverage);
        vt_buffer_add_terminated(out, "}\n");
    } else {
        coverage_add_line(out, coverage);
    }
}
