/* -o json and -o yaml: one report with groups, items and summary. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "output/answer_json.h"
#include "output/judged.h"

static void add_string_member(vt_buffer *out, const char *name, const char *value) {
    vt_buffer_printf(out, "\"%s\":", name);
    vt_quote_append_json(out, vt_text_from(value));
}

static void add_count_member(vt_buffer *out, const char *name, size_t count) {
    vt_buffer_printf(out, ",\"%s\":%zu", name, count);
}

/* Counts by status; zero counts are omitted. */
static void add_counts(vt_buffer *out, const cli_tally *tally) {
    const char *separator = "";
    vt_buffer_add_terminated(out, "{");
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        const cli_answer example = { .health = (vitals_health)i };
        if (!tally->by_health[i]) continue;
        vt_buffer_printf(out, "%s\"%s\":%zu", separator, answer_word(&example),
                         tally->by_health[i]);
        separator = ",";
    }
    for (int i = VITALS_KSTATUS_NONE + 1; i < VITALS_KSTATUS_COUNT; i++) {
        if (!tally->by_kstatus[i]) continue;
        vt_buffer_printf(out, "%s\"%s\":%zu", separator, vitals_kstatus_name((vitals_kstatus)i),
                         tally->by_kstatus[i]);
        separator = ",";
    }
    vt_buffer_add_terminated(out, "}");
}

static void add_kinds(vt_buffer *out, const cli_tally *tally) {
    vt_buffer_add_terminated(out, "{");
    for (size_t i = 0; i < tally->kind_count; i++) {
        if (i) vt_buffer_add_terminated(out, ",");
        vt_quote_append_json(out, vt_text_from(tally->kinds[i].kind));
        vt_buffer_printf(out, ":%zu", tally->kinds[i].count);
    }
    vt_buffer_add_terminated(out, "}");
}

static void add_tally(vt_buffer *out, const cli_tally *tally) {
    vt_buffer_printf(out, "{\"resources\":%zu,\"counts\":", tally->resources);
    add_counts(out, tally);
    add_count_member(out, "notCounted", tally->owned + tally->skipped);
    vt_buffer_add_terminated(out, ",\"withoutHealth\":");
    add_kinds(out, tally);
}

static void add_group(const cli_run *run, vt_buffer *out, uint32_t index) {
    const cli_group *group = &run->groups[index];
    char *because = because_of_group(run, index);
    vt_buffer_add_terminated(out, "{");
    add_string_member(out, "name", group->name);
    if (group->cluster && *group->cluster) {
        vt_buffer_add_terminated(out, ",");
        add_string_member(out, "cluster", group->cluster);
    }
    vt_buffer_add_terminated(out, ",\"health\":{");
    add_string_member(out, "status", vitals_health_name(group->health));
    vt_buffer_add_terminated(out, ",");
    add_string_member(out, "message", group->message);
    vt_buffer_add_terminated(out, group->incomplete ? ",\"incomplete\":true}" : "}");
    if (because) {
        vt_buffer_add_terminated(out, ",");
        add_string_member(out, "because", because);
    }
    free(because);
    if (group->error) {
        vt_buffer_add_terminated(out, ",");
        add_string_member(out, "error", group->error);
    }
    vt_buffer_add_terminated(out, ",\"summary\":");
    add_tally(out, &group->tally);
    vt_buffer_add_terminated(out, "}}");
}

void show_group_lines(cli_run *run) {
    size_t *order = show_groups_in_order(run);
    vt_buffer line = BUFFER_INIT;
    because_prepare(run);
    for (size_t i = 0; i < run->group_count; i++) {
        const cli_tally *tally = &run->groups[order[i]].tally;
        if (tally->objects == tally->without_health) continue; /* as in the table */
        vt_buffer_clear(&line);
        add_group(run, &line, (uint32_t)order[i]);
        vt_buffer_add_terminated(&line, "\n");
        terminal_write(line.bytes, line.size);
    }
    vt_buffer_done(&line);
    free(order);
}

static void add_groups(const cli_run *run, vt_buffer *out) {
    if (run->options->by == GROUP_ALL) {
        vt_buffer_add_terminated(out, ",\"application\":");
        add_group(run, out, 0);
        return;
    }
    size_t *order = show_groups_in_order(run);
    const char *separator = "";
    vt_buffer_add_terminated(out, ",\"groups\":[");
    for (uint32_t i = 0; i < run->group_count; i++) {
        /* Those of clusters are made as objects arrive, in no order. */
        const uint32_t index = run->title ? (uint32_t)order[i] : i;
        if (!show_has_group(run, &run->groups[index])) continue;
        vt_buffer_add_terminated(out, separator);
        add_group(run, out, index);
        separator = ",";
    }
    vt_buffer_add_terminated(out, "]");
    free(order);
}

/* The application that tracks it or its owner; the group when it is an application. */
static const char *application_of(const cli_run *run, uint32_t index) {
    const cli_entry *entry = entry_at(run, index);
    const uint32_t root = entry->gone ? index : relations_root(run, index);
    return entry_at(run, root)->answer.tracking;
}

static const char *event_name(const cli_entry *entry) {
    static const char *const names[] = { [VITALS_EVENT_ADDED] = "ADDED",
                                         [VITALS_EVENT_MODIFIED] = "MODIFIED",
                                         [VITALS_EVENT_DELETED] = "DELETED" };
    return entry->event < COUNT_OF(names) ? names[entry->event] : NULL;
}

void show_add_json(const cli_run *run, vt_buffer *out, uint32_t index) {
    const cli_entry *entry = entry_at(run, index);
    const bool owned = !entry->gone && entry->owner != NO_ENTRY;
    char *because = entry->gone ? NULL : because_of_entry(run, index);
    const answer_relations relations = { .owner =
                                             owned ? &entry_at(run, entry->owner)->answer : NULL,
                                         .application = application_of(run, index),
                                         .event = event_name(entry),
                                         .because = because };
    answer_add_json(out, &entry->answer, &relations);
    free(because);
}

/* ------------------------------------------------------------------ layout */

/* The library lays out what it has parsed. The report is laid out in parts, so that it is never in
** memory as a whole. */
typedef struct report_layout {
    bool yaml;
    vitals_limits *limits;
    vitals_document *document; /* its memory is used for part after part */
    char *text;
    size_t size;
} report_layout;

static void layout_start(report_layout *layout, bool yaml) {
    *layout = (report_layout){ .yaml = yaml };
    if (vitals_limits_new(NULL, &layout->limits) != VITALS_OK ||
        vitals_limits_set(layout->limits, "document_bytes", UINT64_MAX) != VITALS_OK ||
        vitals_limits_set(layout->limits, "document_values", UINT32_MAX) != VITALS_OK) {
        memory_exhausted();
    }
}

static void layout_done(report_layout *layout) {
    vitals_document_free(layout->document);
    vitals_limits_free(layout->limits);
}

/* layout->text is `json` laid out, until layout_free_text. */
static void lay_out(report_layout *layout, const vt_buffer *json) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.limits = layout->limits;
    options.format = VITALS_FORMAT_JSON;
    if (vitals_document_parse(json->bytes, json->size, &options, &layout->document, NULL) !=
        VITALS_OK) {
        memory_exhausted();
    }
    const vitals_status status =
        layout->yaml
            ? vitals_document_write_yaml(layout->document, NULL, &layout->text, &layout->size)
            : vitals_document_write_json(layout->document, 2, NULL, &layout->text, &layout->size);
    if (status != VITALS_OK) memory_exhausted();
    while (layout->size && layout->text[layout->size - 1] == '\n') layout->size--;
}

static void free_text(report_layout *layout) {
    vitals_text_free(NULL, layout->text, layout->size);
    layout->text = NULL;
}

/* Each line after `first` or `rest`; empty lines stay empty. */
static void write_lines(const char *text, size_t size, const char *first, const char *rest) {
    const char *indent = first;
    while (size) {
        const char *end = memchr(text, '\n', size);
        const size_t length = end ? (size_t)(end - text) : size;
        if (length) terminal_write(indent, strlen(indent));
        terminal_write(text, length);
        if (end) terminal_write("\n", 1);
        text += length + (end != NULL);
        size -= length + (end != NULL);
        indent = rest;
    }
}

static void write_string(const char *text) {
    terminal_write(text, strlen(text));
}

/* -------------------------------------------------------------------- parts */

/* The members before the items. In JSON the closing brace is left for the end. */
static void write_head(const cli_run *run, report_layout *layout) {
    vt_buffer json = BUFFER_INIT;
    vt_buffer_add_terminated(&json, "{\"schema\":\"vitals/v1\",");
    add_string_member(&json, "profile", vitals_profile_name(run->rules.call.profile));
    vt_buffer_add_terminated(&json, ",");
    add_string_member(&json, "aggregate", vitals_aggregate_name(run->aggregate));
    vt_buffer_add_terminated(&json, ",\"judged\":");
    const cli_judged judged = judged_of_call(&run->rules.call, run->rules.bundled);
    judged_add_json(&json, &judged);
    add_groups(run, &json);
    vt_buffer_add_terminated(&json, "}");
    lay_out(layout, &json);
    write_lines(layout->text, layout->size - (layout->yaml ? 0 : 2), "", "");
    free_text(layout);
    vt_buffer_done(&json);
}

static void write_item(report_layout *layout, const vt_buffer *json, bool first) {
    lay_out(layout, json);
    if (!layout->yaml && !first) write_string(",");
    write_string("\n");
    if (layout->yaml) {
        write_lines(layout->text, layout->size, "- ", "  ");
    } else {
        write_lines(layout->text, layout->size, "    ", "    ");
    }
    free_text(layout);
}

static bool is_item(const cli_entry *entry) {
    return !entry->gone && entry->group != NO_ENTRY && entry->shown && entry->answer.line;
}

static void write_items(const cli_run *run, report_layout *layout) {
    vt_buffer json = BUFFER_INIT;
    size_t count = 0;
    uint32_t *order = show_input_order(run, is_item, &count);
    write_string(layout->yaml ? "\nitems:" : ",\n  \"items\": [");
    for (size_t i = 0; i < count; i++) {
        vt_buffer_clear(&json);
        show_add_json(run, &json, order[i]);
        write_item(layout, &json, i == 0);
    }
    if (layout->yaml) {
        write_string(count ? "\n" : " []\n");
    } else {
        write_string(count ? "\n  ],\n" : "],\n");
    }
    free(order);
    vt_buffer_done(&json);
}

static void write_summary(const cli_run *run, report_layout *layout) {
    vt_buffer json = BUFFER_INIT;
    vt_buffer_add_terminated(&json, "{\"summary\":");
    add_tally(&json, &run->tally);
    add_count_member(&json, "filesWithoutObject", run->tally.files_without_object);
    add_count_member(&json, "errors", run->errors);
    vt_buffer_add_terminated(&json, "}");
    coverage_add_member(&json, &run->coverage);
    if (run->access) vt_buffer_printf(&json, ",\"access\":[%s]", run->access);
    vt_buffer_add_terminated(&json, "}");
    lay_out(layout, &json);
    const size_t brace = layout->yaml ? 0 : 2; /* "{" and its line break */
    write_lines(layout->text + brace, layout->size - brace, "", "");
    write_string("\n");
    free_text(layout);
    vt_buffer_done(&json);
}

void show_report(cli_run *run) {
    report_layout layout;
    because_prepare(run);
    layout_start(&layout, run->options->output == OUTPUT_YAML);
    write_head(run, &layout);
    write_items(run, &layout);
    write_summary(run, &layout);
    layout_done(&layout);
}
