/* -o json and -o yaml: one report with groups, items and summary. */
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "output/memory.h"

static void add_string_member(cli_text *out, const char *name, const char *value) {
    text_printf(out, "\"%s\":", name);
    text_add_json(out, text_from(value));
}

static void add_count_member(cli_text *out, const char *name, size_t count) {
    text_printf(out, ",\"%s\":%zu", name, count);
}

/* Counts by status; zero counts are omitted. */
static void add_counts(cli_text *out, const cli_tally *tally) {
    const char *separator = "";
    text_add_string(out, "{");
    for (int i = 0; i < VITALS_HEALTH_COUNT; i++) {
        const cli_answer example = { .health = (vitals_health)i };
        if (!tally->by_health[i]) continue;
        text_printf(out, "%s\"%s\":%zu", separator, answer_word(&example), tally->by_health[i]);
        separator = ",";
    }
    for (int i = VITALS_KSTATUS_NONE + 1; i < VITALS_KSTATUS_COUNT; i++) {
        if (!tally->by_kstatus[i]) continue;
        text_printf(out, "%s\"%s\":%zu", separator, vitals_kstatus_name((vitals_kstatus)i),
                    tally->by_kstatus[i]);
        separator = ",";
    }
    text_add_string(out, "}");
}

static void add_kinds(cli_text *out, const cli_tally *tally) {
    text_add_string(out, "{");
    for (size_t i = 0; i < tally->kind_count; i++) {
        if (i) text_add_string(out, ",");
        text_add_json(out, text_from(tally->kinds[i].kind));
        text_printf(out, ":%zu", tally->kinds[i].count);
    }
    text_add_string(out, "}");
}

static void add_tally(cli_text *out, const cli_tally *tally) {
    text_printf(out, "{\"resources\":%zu,\"counts\":", tally->resources);
    add_counts(out, tally);
    add_count_member(out, "notCounted", tally->owned + tally->skipped);
    text_add_string(out, ",\"withoutHealth\":");
    add_kinds(out, tally);
}

static void add_group(cli_text *out, const cli_group *group) {
    text_add_string(out, "{");
    add_string_member(out, "name", group->name);
    text_add_string(out, ",\"health\":{");
    add_string_member(out, "status", vitals_health_name(group->health));
    text_add_string(out, ",");
    add_string_member(out, "message", group->message);
    text_add_string(out, "}");
    if (group->error) {
        text_add_string(out, ",");
        add_string_member(out, "error", group->error);
    }
    text_add_string(out, ",\"summary\":");
    add_tally(out, &group->tally);
    text_add_string(out, "}}");
}

static void add_groups(const cli_run *run, cli_text *out) {
    if (run->options->by == GROUP_ALL) {
        text_add_string(out, ",\"application\":");
        add_group(out, &run->groups[0]);
        return;
    }
    text_add_string(out, ",\"groups\":[");
    for (size_t i = 0; i < run->group_count; i++) {
        if (i) text_add_string(out, ",");
        add_group(out, &run->groups[i]);
    }
    text_add_string(out, "]");
}

static void add_items(const cli_run *run, cli_text *out) {
    const char *separator = "";
    text_add_string(out, ",\"items\":[");
    for (size_t i = 0; i < run->entry_count; i++) {
        const cli_entry *entry = &run->entries[i];
        if (entry->group == SIZE_MAX || !entry->shown || !entry->answer.line) continue;
        text_add_string(out, separator);
        text_add_string(out, entry->answer.line);
        separator = ",";
    }
    text_add_string(out, "]");
}

static void add_report(const cli_run *run, cli_text *out) {
    text_add_string(out, "{\"schema\":\"vitals/v1\",");
    add_string_member(out, "profile", vitals_profile_name(run->rules.call.profile));
    text_add_string(out, ",");
    add_string_member(out, "aggregate", vitals_aggregate_name(run->aggregate));
    add_groups(run, out);
    add_items(run, out);
    text_add_string(out, ",\"summary\":");
    add_tally(out, &run->tally);
    add_count_member(out, "filesWithoutObject", run->tally.files_without_object);
    add_count_member(out, "errors", run->errors);
    text_add_string(out, "}}");
}

/* The library does the layout of what it parses: the report, without any limit. */
static vitals_document *parse_report(cli_text *report) {
    vitals_limits *limits = NULL;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    if (vitals_limits_new(NULL, &limits) != VITALS_OK ||
        vitals_limits_set(limits, "document_bytes", UINT64_MAX) != VITALS_OK ||
        vitals_limits_set(limits, "document_values", UINT32_MAX) != VITALS_OK)
        memory_exhausted();
    options.limits = limits;
    options.format = VITALS_FORMAT_JSON;
    if (vitals_document_parse(report->bytes, report->size, &options, &document, NULL) != VITALS_OK)
        memory_exhausted();
    vitals_limits_free(limits);
    return document;
}

static void print_laid_out(const cli_run *run, cli_text *report) {
    vitals_document *document = parse_report(report);
    cli_text laid_out = TEXT_INIT;
    const vitals_status status =
        run->options->output == OUTPUT_YAML
            ? vitals_document_write_yaml(document, NULL, &laid_out.bytes, &laid_out.size)
            : vitals_document_write_json(document, 2, NULL, &laid_out.bytes, &laid_out.size);
    if (status != VITALS_OK) memory_exhausted();
    const bool ended = laid_out.size && laid_out.bytes[laid_out.size - 1] == '\n';
    terminal_write(laid_out.bytes, laid_out.size);
    if (!ended) terminal_write("\n", 1);
    vitals_text_free(NULL, laid_out.bytes, laid_out.size);
    vitals_document_free(document);
}

void show_report(cli_run *run) {
    cli_text report = TEXT_INIT;
    add_report(run, &report);
    print_laid_out(run, &report);
    text_done(&report);
}
