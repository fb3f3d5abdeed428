/* The coverage of checks by their tests: as a table, and for lcov. */
#include "output/show_tests.h"

/* Per cent, rounded down: 100 means all. */
static unsigned percent_of(size_t part, size_t whole) {
    return whole ? (unsigned)(part * 100 / whole) : 100;
}

/* ------------------------------------------------------------------- table */

static void add_missed_points(cli_text *out, const vitals_report *report, size_t index,
                              const vitals_coverage *entry) {
    vitals_coverage_point point;
    for (size_t i = 0; vitals_report_coverage_point_at(report, index, i, &point, sizeof point);
         i++) {
        if (point.count) continue;
        text_add_string(out, "    ");
        text_add_visible(out, entry->script);
        text_printf(out, ":%u", point.line);
        if (point.column) text_printf(out, ":%u", point.column);
        text_add_string(out, point.column ? "  never: " : "  not reached");
        if (point.column) text_add_visible(out, point.what);
        text_add_string(out, "\n");
    }
}

static void add_entry(cli_text *out, const vitals_report *report, size_t index,
                      const vitals_coverage *entry) {
    if (entry->error.bytes) {
        text_add_string(out, "not measured                     ");
    } else {
        text_printf(out, "%3u%% of lines, %3u%% of branches  ",
                    percent_of(entry->lines_run, entry->lines),
                    percent_of(entry->branches_taken, entry->branches));
    }
    text_add_visible(out, entry->check);
    text_add_string(out, "\n");
    add_missed_points(out, report, index, entry);
    if (entry->missing_statuses.size) {
        text_add_string(out, "    no test reaches ");
        text_add_visible(out, entry->missing_statuses);
        text_add_string(out, "\n");
    }
    if (entry->error.bytes) {
        text_add_string(out, "    ");
        text_add_visible(out, entry->error);
        text_add_string(out, "\n");
    }
}

void coverage_add_table(cli_text *out, const vitals_report *report) {
    vitals_coverage entry;
    for (size_t i = 0; vitals_report_coverage_at(report, i, &entry, sizeof entry); i++) {
        add_entry(out, report, i, &entry);
    }
    text_printf(out, "%3u%% in all\n", vitals_report_coverage_percent(report));
}

/* -------------------------------------------------------------------- lcov */

/* lcov needs a block and a branch number: branches are numbered by their order. */
static void add_lcov_points(cli_text *out, const vitals_report *report, size_t index) {
    vitals_coverage_point point;
    size_t branch = 0;
    for (size_t i = 0; vitals_report_coverage_point_at(report, index, i, &point, sizeof point);
         i++) {
        if (point.column) {
            text_printf(out, "BRDA:%u,0,%zu,%llu\n", point.line, branch++,
                        (unsigned long long)point.count);
        } else {
            text_printf(out, "DA:%u,%llu\n", point.line, (unsigned long long)point.count);
        }
    }
}

void coverage_add_lcov(cli_text *out, const vitals_report *report) {
    vitals_coverage entry;
    for (size_t i = 0; vitals_report_coverage_at(report, i, &entry, sizeof entry); i++) {
        text_add_string(out, "TN:\nSF:");
        text_add_visible(out, entry.script);
        text_add_string(out, "\n");
        add_lcov_points(out, report, i);
        text_printf(out, "BRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record\n", entry.branches,
                    entry.branches_taken, entry.lines, entry.lines_run);
    }
}
