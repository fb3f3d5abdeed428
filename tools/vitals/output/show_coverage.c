/* The coverage of checks by their tests: as a table, and for lcov. */
#include "output/show_tests.h"

/* Per cent, rounded down: 100 means all. */
static unsigned percent_of(size_t part, size_t whole) {
    return whole ? (unsigned)(part * 100 / whole) : 100;
}

/* ------------------------------------------------------------------- table */

static void add_missed_points(vt_buffer *out, const vitals_report *report, size_t index,
                              const vitals_coverage *entry) {
    vitals_coverage_point point;
    for (size_t i = 0; vitals_report_coverage_point_at(report, index, i, &point, sizeof point);
         i++) {
        if (point.count) continue;
        vt_buffer_add_terminated(out, "    ");
        vt_quote_append_visible(out, entry->script);
        vt_buffer_printf(out, ":%u", point.line);
        if (point.column) vt_buffer_printf(out, ":%u", point.column);
        vt_buffer_add_terminated(out, point.column ? "  never: " : "  not reached");
        if (point.column) vt_quote_append_visible(out, point.what);
        vt_buffer_add_terminated(out, "\n");
    }
}

static void add_entry(vt_buffer *out, const vitals_report *report, size_t index,
                      const vitals_coverage *entry) {
    if (entry->error.bytes) {
        vt_buffer_add_terminated(out, "not measured                     ");
    } else {
        vt_buffer_printf(out, "%3u%% of lines, %3u%% of branches  ",
                         percent_of(entry->lines_run, entry->lines),
                         percent_of(entry->branches_taken, entry->branches));
    }
    vt_quote_append_visible(out, entry->check);
    vt_buffer_add_terminated(out, "\n");
    add_missed_points(out, report, index, entry);
    if (entry->missing_statuses.size) {
        vt_buffer_add_terminated(out, "    no test reaches ");
        vt_quote_append_visible(out, entry->missing_statuses);
        vt_buffer_add_terminated(out, "\n");
    }
    if (entry->error.bytes) {
        vt_buffer_add_terminated(out, "    ");
        vt_quote_append_visible(out, entry->error);
        vt_buffer_add_terminated(out, "\n");
    }
}

void coverage_add_table(vt_buffer *out, const vitals_report *report) {
    vitals_coverage entry;
    for (size_t i = 0; vitals_report_coverage_at(report, i, &entry, sizeof entry); i++) {
        add_entry(out, report, i, &entry);
    }
    vt_buffer_printf(out, "%3u%% in all\n", vitals_report_coverage_percent(report));
}

/* -------------------------------------------------------------------- lcov */

/* lcov needs a block and a branch number: branches are numbered by their order. */
static void add_lcov_points(vt_buffer *out, const vitals_report *report, size_t index) {
    vitals_coverage_point point;
    size_t branch = 0;
    for (size_t i = 0; vitals_report_coverage_point_at(report, index, i, &point, sizeof point);
         i++) {
        if (point.column) {
            vt_buffer_printf(out, "BRDA:%u,0,%zu,%llu\n", point.line, branch++,
                             (unsigned long long)point.count);
        } else {
            vt_buffer_printf(out, "DA:%u,%llu\n", point.line, (unsigned long long)point.count);
        }
    }
}

void coverage_add_lcov(vt_buffer *out, const vitals_report *report) {
    vitals_coverage entry;
    for (size_t i = 0; vitals_report_coverage_at(report, i, &entry, sizeof entry); i++) {
        vt_buffer_add_terminated(out, "TN:\nSF:");
        vt_quote_append_visible(out, entry.script);
        vt_buffer_add_terminated(out, "\n");
        add_lcov_points(out, report, i);
        vt_buffer_printf(out, "BRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record\n", entry.branches,
                         entry.branches_taken, entry.lines, entry.lines_run);
    }
}
