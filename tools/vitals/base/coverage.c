/* What a run has not seen: kept, counted and printed. */
#include "base/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Forbidden kinds named in one line. */
enum { COVERAGE_NAMES = 5 };

static const char *const state_names[] = {
    [COVERAGE_UNREADABLE] = "unreadable", [COVERAGE_LOST] = "lost",
    [COVERAGE_NARROWED] = "narrowed",     [COVERAGE_FORBIDDEN] = "forbidden",
    [COVERAGE_EXCLUDED] = "excluded",     [COVERAGE_UNKNOWN] = "unknown",
};

const char *coverage_state_name(coverage_state state) {
    return state_names[state];
}

bool coverage_state_from_name(vitals_text name, coverage_state *state) {
    for (size_t i = 0; i < COUNT_OF(state_names); i++) {
        if (!text_is(name, state_names[i])) continue;
        *state = (coverage_state)i;
        return true;
    }
    return false;
}

bool coverage_state_loses(coverage_state state) {
    return state <= COVERAGE_NARROWED;
}

/* ----------------------------------------------------------------- keeping */

static void part_done(coverage_part *part) {
    free(part->cluster);
    free(part->what);
    free(part->namespace);
    free(part->kind);
    free(part->reason);
}

void coverage_clear(cli_coverage *coverage) {
    for (size_t i = 0; i < coverage->count; i++) part_done(&coverage->parts[i]);
    coverage->count = coverage->more = 0;
}

void coverage_done(cli_coverage *coverage) {
    coverage_clear(coverage);
    free(coverage->parts);
    coverage->parts = NULL;
}

static char *copy_visible(const char *text) {
    return text && *text ? text_visible(text_from(text)) : NULL;
}

void coverage_add(cli_coverage *coverage, const coverage_part *part) {
    if (coverage->count == COVERAGE_PARTS) {
        coverage->more += coverage_state_loses(part->state);
        return;
    }
    coverage->parts = memory_grow(coverage->parts, coverage->count, sizeof *coverage->parts);
    coverage_part *copy = &coverage->parts[coverage->count++];
    *copy = *part;
    copy->cluster = copy_visible(part->cluster);
    copy->what = copy_visible(part->what);
    copy->namespace = copy_visible(part->namespace);
    copy->kind = copy_visible(part->kind);
    copy->reason = copy_visible(part->reason);
}

void coverage_take(cli_coverage *coverage, cli_coverage *from, size_t most) {
    for (size_t i = 0; i < from->count && i < most; i++) coverage_add(coverage, &from->parts[i]);
    if (from->count < most) coverage->more += from->more;
    coverage_clear(from);
}

void coverage_set_cluster(cli_coverage *coverage, const char *cluster) {
    for (size_t i = 0; i < coverage->count; i++) {
        coverage_part *part = &coverage->parts[i];
        if (!part->cluster) part->cluster = copy_visible(cluster);
    }
}

/* ---------------------------------------------------------------- counting */

static bool touches(const coverage_filter *filter, const coverage_part *part) {
    return !filter || filter->touches(filter->user, part);
}

static bool may_lack(const coverage_part *part, const coverage_filter *filter) {
    return coverage_state_loses(part->state) && touches(filter, part);
}

size_t coverage_lost(const cli_coverage *coverage, const coverage_filter *filter) {
    size_t lost = coverage->more;
    for (size_t i = 0; i < coverage->count; i++) lost += may_lack(&coverage->parts[i], filter);
    return lost;
}

/* ---------------------------------------------------------------- for people */

void coverage_add_place(cli_text *out, const coverage_part *part) {
    text_add_string(out, part->what ? part->what : "input");
    if (part->namespace) text_printf(out, " in %s", part->namespace);
    if (part->line) text_printf(out, ":%u", part->line);
    if (part->line && part->column) text_printf(out, ":%u", part->column);
}

/* "half.yaml:7:3: did not find …" */
static void add_part(cli_text *out, const coverage_part *part) {
    if (part->cluster) text_printf(out, "cluster %s: ", part->cluster);
    if (part->what) coverage_add_place(out, part);
    text_printf(out, "%s%s", part->what ? ": " : "",
                part->reason ? part->reason : coverage_state_name(part->state));
}

void coverage_add_remark(cli_text *out, const cli_coverage *coverage, const coverage_filter *filter,
                         size_t read) {
    const size_t lost = coverage_lost(coverage, filter);
    size_t first = 0;
    if (!lost) return;
    while (first < coverage->count && !may_lack(&coverage->parts[first], filter)) first++;
    const bool found = first < coverage->count;
    if (!found || coverage->parts[first].what) {
        text_printf(out, "%zu", lost);
        if (read) text_printf(out, " of %zu", lost + read);
        text_printf(out, " part%s of the input could not be read%s", lost + read == 1 ? "" : "s",
                    found ? ": " : "");
    }
    if (found) add_part(out, &coverage->parts[first]);
    if (lost > 1) text_printf(out, "; and %zu more", lost - 1);
}

/* "forbidden: pods in shop, deployments.apps, and 2 more". How many they are. */
static size_t add_forbidden(cli_text *out, const cli_coverage *coverage,
                            const coverage_filter *filter) {
    size_t found = 0;
    for (size_t i = 0; i < coverage->count; i++) {
        const coverage_part *part = &coverage->parts[i];
        if (part->state != COVERAGE_FORBIDDEN || !touches(filter, part)) continue;
        if (found++ >= COVERAGE_NAMES) continue;
        text_add_string(out, found == 1 ? "forbidden: " : ", ");
        if (part->cluster) text_printf(out, "cluster %s: ", part->cluster);
        coverage_add_place(out, part);
    }
    if (found > COVERAGE_NAMES) text_printf(out, ", and %zu more", found - COVERAGE_NAMES);
    return found;
}

void coverage_add_incomplete(cli_text *out, const cli_coverage *coverage,
                             const coverage_filter *filter) {
    cli_text names = TEXT_INIT;
    if (add_forbidden(&names, coverage, filter)) {
        text_printf(out, "incomplete: %s", text_string(&names));
    }
    text_done(&names);
}

void coverage_add_lines(cli_text *out, const cli_coverage *coverage) {
    size_t shown = 0;
    const size_t forbidden = add_forbidden(out, coverage, NULL);
    const size_t all = coverage->count + coverage->more - forbidden;
    if (forbidden) text_add_string(out, "\n");
    for (size_t i = 0; i < coverage->count && shown < COVERAGE_LINES; i++) {
        const coverage_part *part = &coverage->parts[i];
        if (part->state == COVERAGE_FORBIDDEN) continue;
        text_printf(out, "%s: ", coverage_state_name(part->state));
        add_part(out, part);
        text_add_string(out, "\n");
        shown++;
    }
    if (all > shown) text_printf(out, "and %zu more parts that were not read\n", all - shown);
}

/* -------------------------------------------------------------------- JSON */

static void add_string(cli_text *out, const char *name, const char *value) {
    if (!value) return;
    text_printf(out, ",\"%s\":", name);
    text_add_json(out, text_from(value));
}

static void add_json_part(cli_text *out, const coverage_part *part) {
    text_printf(out, "{\"state\":\"%s\"", coverage_state_name(part->state));
    add_string(out, "cluster", part->cluster);
    add_string(out, "what", part->what ? part->what : "input");
    add_string(out, "namespace", part->namespace);
    if (part->line) text_printf(out, ",\"line\":%u", part->line);
    if (part->column) text_printf(out, ",\"column\":%u", part->column);
    add_string(out, "reason", part->reason ? part->reason : "");
    text_add_string(out, "}");
}

void coverage_add_json(cli_text *out, const cli_coverage *coverage) {
    text_printf(out, "{\"complete\":%s,\"parts\":[",
                coverage->count + coverage->more ? "false" : "true");
    for (size_t i = 0; i < coverage->count; i++) {
        if (i) text_add_string(out, ",");
        add_json_part(out, &coverage->parts[i]);
    }
    text_add_string(out, "]");
    if (coverage->more) text_printf(out, ",\"more\":%zu", coverage->more);
    text_add_string(out, "}");
}

void coverage_add_member(cli_text *out, const cli_coverage *coverage) {
    if (!coverage->count) return;
    text_add_string(out, ",\"coverage\":");
    coverage_add_json(out, coverage);
}

void coverage_add_line(cli_text *out, const cli_coverage *coverage) {
    if (!coverage->count) return;
    text_add_string(out, "{\"coverage\":");
    coverage_add_json(out, coverage);
    text_add_string(out, "}\n");
}
