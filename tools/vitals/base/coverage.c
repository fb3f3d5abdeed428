/* What a run has not seen: kept by the library, and printed. */
#include "base/coverage.h"

#include <stdlib.h>

#include "base/memory.h"

/* Forbidden kinds named in one line. */
enum { COVERAGE_NAMES = 5 };

static void must(vitals_status status) {
    if (status != VITALS_OK) memory_exhausted();
}

/* ----------------------------------------------------------------- keeping */

void coverage_clear(cli_coverage *coverage) {
    vitals_coverage_clear(coverage->list);
}

void coverage_done(cli_coverage *coverage) {
    vitals_coverage_free(coverage->list);
    coverage->list = NULL;
}

static vitals_coverage_list *list_of(cli_coverage *coverage) {
    if (!coverage->list) must(vitals_coverage_new(NULL, &coverage->list));
    return coverage->list;
}

void coverage_add(cli_coverage *coverage, const vitals_coverage_part *part) {
    vitals_coverage_part copy = *part;
    vitals_text *const texts[] = { &copy.cluster, &copy.what, &copy.namespace_,
                                   &copy.group,   &copy.kind, &copy.reason };
    char *visible[COUNT_OF(texts)];
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        visible[i] = texts[i]->size ? text_visible(*texts[i]) : NULL;
        *texts[i] = vt_text_from(visible[i]);
    }
    must(vitals_coverage_add(list_of(coverage), &copy));
    for (size_t i = 0; i < COUNT_OF(texts); i++) free(visible[i]);
}

void coverage_take(cli_coverage *coverage, cli_coverage *from, size_t most) {
    if (!vitals_coverage_count(from->list)) return;
    must(vitals_coverage_add_list(list_of(coverage), from->list, most));
    coverage->needs_forbidden |= from->needs_forbidden;
    coverage_clear(from);
}

void coverage_add_more(cli_coverage *coverage, size_t count) {
    if (count) vitals_coverage_add_more(list_of(coverage), count);
}

void coverage_set_cluster(cli_coverage *coverage, const char *cluster) {
    char *visible = cluster ? text_visible(vt_text_from(cluster)) : NULL;
    if (visible) must(vitals_coverage_set_cluster(coverage->list, vt_text_from(visible)));
    free(visible);
}

bool coverage_at(const cli_coverage *coverage, size_t index, vitals_coverage_part *part) {
    return vitals_coverage_at(coverage->list, index, part, sizeof *part);
}

bool coverage_next_error(const cli_coverage *coverage, size_t *next, vitals_coverage_part *part) {
    while (coverage_at(coverage, (*next)++, part)) {
        const bool forbidden = part->state == VITALS_COVERAGE_FORBIDDEN;
        if (vitals_coverage_state_loses(part->state)) return true;
        if (forbidden && coverage->needs_forbidden) return true;
    }
    return false;
}

size_t coverage_count_errors(const cli_coverage *coverage) {
    vitals_coverage_part part;
    size_t count = 0;
    for (size_t next = 0; coverage_next_error(coverage, &next, &part);) count++;
    return count;
}

bool coverage_judge(const cli_coverage *coverage, const vitals_coverage_question *question,
                    vitals_health *health, bool *incomplete, vt_buffer *remark) {
    vitals_text text;
    *incomplete = false;
    if (!coverage->list) return false;
    must(vitals_coverage_judge(coverage->list, question, health, incomplete, &text));
    vt_buffer_add_bytes(remark, text.bytes, text.size);
    return text.size > 0;
}

/* ---------------------------------------------------------------- for people */

static void add(vt_buffer *out, vitals_text text) {
    vt_buffer_add_bytes(out, text.bytes, text.size);
}

void coverage_add_place(vt_buffer *out, const vitals_coverage_part *part) {
    add(out, part->what.size ? part->what : vt_text_from("input"));
    if (part->namespace_.size) vt_buffer_add_terminated(out, " in ");
    add(out, part->namespace_);
    if (part->line) vt_buffer_printf(out, ":%u", part->line);
    if (part->line && part->column) vt_buffer_printf(out, ":%u", part->column);
}

static void add_cluster(vt_buffer *out, const vitals_coverage_part *part) {
    if (!part->cluster.size) return;
    vt_buffer_add_terminated(out, "cluster ");
    add(out, part->cluster);
    vt_buffer_add_terminated(out, ": ");
}

/* "lost: half.yaml:7:3: did not find …" */
static void add_part(vt_buffer *out, const vitals_coverage_part *part) {
    const char *state = vitals_coverage_state_name(part->state);
    vt_buffer_printf(out, "%s: ", state);
    add_cluster(out, part);
    if (part->what.size) coverage_add_place(out, part);
    if (part->what.size) vt_buffer_add_terminated(out, ": ");
    add(out, part->reason.size ? part->reason : vt_text_from(state));
    vt_buffer_add_terminated(out, "\n");
}

/* "forbidden: pods in shop, deployments.apps, and 2 more". How many they are. */
static size_t add_forbidden(vt_buffer *out, const cli_coverage *coverage) {
    vitals_coverage_part part;
    size_t found = 0;
    for (size_t i = 0; coverage_at(coverage, i, &part); i++) {
        if (part.state != VITALS_COVERAGE_FORBIDDEN || found++ >= COVERAGE_NAMES) continue;
        vt_buffer_add_terminated(out, found == 1 ? "forbidden: " : ", ");
        add_cluster(out, &part);
        coverage_add_place(out, &part);
    }
    if (found > COVERAGE_NAMES) vt_buffer_printf(out, ", and %zu more", found - COVERAGE_NAMES);
    if (found) vt_buffer_add_terminated(out, "\n");
    return found;
}

void coverage_add_lines(vt_buffer *out, const cli_coverage *coverage) {
    vitals_coverage_part part;
    size_t shown = 0;
    const size_t forbidden = add_forbidden(out, coverage);
    const size_t all =
        vitals_coverage_count(coverage->list) + vitals_coverage_more(coverage->list) - forbidden;
    for (size_t i = 0; shown < COVERAGE_LINES && coverage_at(coverage, i, &part); i++) {
        if (part.state == VITALS_COVERAGE_FORBIDDEN) continue;
        add_part(out, &part);
        shown++;
    }
    if (all > shown) vt_buffer_printf(out, "and %zu more parts that were not read\n", all - shown);
}

/* -------------------------------------------------------------------- JSON */

void coverage_add_json(vt_buffer *out, const cli_coverage *coverage) {
    vitals_text json = vt_text_from("{\"complete\":true,\"parts\":[]}");
    if (coverage->list) must(vitals_coverage_json(coverage->list, &json));
    add(out, json);
}

void coverage_add_member(vt_buffer *out, const cli_coverage *coverage) {
    if (!vitals_coverage_count(coverage->list)) return;
    vt_buffer_add_terminated(out, ",\"coverage\":");
    coverage_add_json(out, coverage);
}

void coverage_add_line(vt_buffer *out, const cli_coverage *coverage) {
    if (!vitals_coverage_count(coverage->list)) return;
    vt_buffer_add_terminated(out, "{\"coverage\":");
    coverage_add_json(out, coverage);
    vt_buffer_add_terminated(out, "}\n");
}
