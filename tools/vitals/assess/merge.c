/* vitals merge: the applications of all parts of a fleet. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "assess/partial.h"
#include "base/memory.h"
#include "input/command.h"

typedef struct merge_options {
    unsigned output, by, colour, fail_on;
    bool health_only;
    bool without_headers, quiet;
    bool allow_partial;
} merge_options;

static const char *const outputs[] = { "table", "json", "yaml", "ndjson", "partial", NULL };
static const char *const groupings[] = { "application", "cluster", NULL };

#define FIELD(name) offsetof(merge_options, name)

/* clang-format off */
static const option_row rows[] = {
    { 'o', "output", NULL, OPTION_CHOICE, FIELD(output), "FORM", outputs,
      "table (default), json, yaml, ndjson with a line for each group, or partial, "
      "to be merged again" },
    { 0, "by", NULL, OPTION_CHOICE, FIELD(by), "GROUP", groupings,
      "group by application (default) or cluster" },
    { 0, "no-headers", NULL, OPTION_FLAG, FIELD(without_headers), NULL, NULL,
      "leave out the titles of columns" },
    { 'q', "quiet", NULL, OPTION_FLAG, FIELD(quiet), NULL, NULL,
      "print nothing but errors; see the exit status" },
    { 0, "color", "colour", OPTION_CHOICE, FIELD(colour), "WHEN", colour_names,
      "auto (default), always or never; NO_COLOR is respected" },
    { 0, "allow-partial", NULL, OPTION_FLAG, FIELD(allow_partial), NULL, NULL,
      "what could not be read is reported, and is not exit status 3" },
    { 0, "fail-on", NULL, OPTION_CHOICE, FIELD(fail_on), "STATUS", assess_failures,
      "exit with 1 at this status or worse, otherwise with 0. Default: 1 at "
      "Degraded and Unknown, 4 at Progressing and Missing" },
    { 0, "health-only", NULL, OPTION_FLAG, FIELD(health_only), NULL, NULL,
      "leave failed deliveries out of the exit status" },
};
/* clang-format on */

static const option_group own_group = { "Merging", rows, COUNT_OF(rows) };
static const option_group *const groups[] = { &own_group, &rule_option_group, NULL };

/* --------------------------------------------------------------- reading */

typedef struct merge_file {
    cli_run *run;
    partial_file part;
} merge_file;

static void take_line(void *user, vitals_text line, size_t number) {
    merge_file *file = user;
    partial_read_line(file->run, &file->part, line, number);
    problems_print_unread(&file->run->problems, &file->run->errors, &file->run->coverage, 1);
}

static void read_files(cli_run *run, const option_list *files) {
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i];
        merge_file file = { run, { .path = strcmp(path, "-") == 0 ? "stdin" : path } };
        file_read_lines(path, take_line, &file, &run->problems);
        partial_end_file(run, &file.part);
    }
    if (!run->group_count && !run->part_count && run->errors + run->problems.errors == 0) {
        problems_add_error(&run->problems, NULL, "there is no line of a part in the input");
    }
    problems_print_unread(&run->problems, &run->errors, &run->coverage, SIZE_MAX);
}

/* A line may hold any number of resources. */
static void raise_limits(cli_run *run) {
    if (!run->rules.limits && vitals_limits_new(NULL, &run->rules.limits) != VITALS_OK) {
        memory_exhausted();
    }
    if (vitals_limits_set(run->rules.limits, "document_bytes", UINT64_MAX) != VITALS_OK ||
        vitals_limits_set(run->rules.limits, "document_values", UINT32_MAX) != VITALS_OK) {
        memory_exhausted();
    }
}

/* ---------------------------------------------------------------- causes */

/* What is needed to say why the members of groups are not healthy. */
typedef struct merge_scratch {
    cli_run *run;
    vitals_worker *worker;
    vitals_verdict *verdict;
} merge_scratch;

/* Assess the object of a member again, which the part kept if it may explain something. */
static void put_member(cli_run *run, uint32_t group, const vitals_application_entry *member,
                       const merge_scratch *scratch) {
    cli_answer answer = { .since = -1 };
    answer.cluster = memory_copy_string(run->groups[group].cluster);
    answer.group = memory_copy(member->group.bytes, member->group.size);
    answer.kind = memory_copy(member->kind.bytes, member->kind.size);
    answer.namespace = memory_copy(member->namespace_.bytes, member->namespace_.size);
    answer.name = memory_copy(member->name.bytes, member->name.size);
    const vitals_document *object = part_objects_find(run, &answer);
    answer_done(&answer);
    if (!object) return;
    if (vitals_assess(scratch->worker, object, &run->rules.call, scratch->verdict) != VITALS_OK) {
        memory_exhausted();
    }
    answer_fill(&answer, object, scratch->verdict, run->parts);
    answer.cluster = memory_copy_string(run->groups[group].cluster);
    answer.owned = false;
    answer.counted_as = member->counted_as;
    const uint32_t index = entries_put(run, &answer, NULL, VITALS_EVENT_NONE);
    entry_at(run, index)->group = group;
}

static void put_members(cli_run *run, uint32_t group, const merge_scratch *scratch) {
    uint64_t cursor = 0;
    vitals_application_entry member;
    while (
        vitals_application_next(run->groups[group].application, &cursor, &member, sizeof member)) {
        if (member.counted && member.health != VITALS_HEALTH_HEALTHY) {
            put_member(run, group, &member, scratch);
        }
    }
}

/* An object that is not a member may still explain the health of one. */
static void note_object(void *user, const char *cluster, const vitals_document *object) {
    const merge_scratch *scratch = user;
    cli_run *run = scratch->run;
    cli_answer answer = { .since = -1 };
    if (vitals_assess(scratch->worker, object, &run->rules.call, scratch->verdict) != VITALS_OK) {
        memory_exhausted();
    }
    answer_fill(&answer, object, scratch->verdict, run->parts);
    answer.cluster = memory_copy_string(cluster);
    uint32_t index = entries_find(run, &answer);
    if (index == NO_ENTRY) {
        index = entries_put(run, &answer, NULL, VITALS_EVENT_NONE);
        entry_at(run, index)->context = true;
    }
    answer_done(&answer);
    because_keep(entry_at(run, index), because_note(run, object, scratch->verdict));
}

static void put_unhealthy(cli_run *run) {
    merge_scratch scratch = { run, NULL, NULL };
    if (vitals_worker_new(run->rules.engine, &scratch.worker) != VITALS_OK ||
        vitals_verdict_new(NULL, &scratch.verdict) != VITALS_OK) {
        memory_exhausted();
    }
    for (uint32_t i = 0; run->part_count && i < run->group_count; i++) {
        put_members(run, i, &scratch);
    }
    part_objects_each(run, note_object, &scratch);
    vitals_verdict_free(scratch.verdict);
    vitals_worker_free(scratch.worker);
}

/* ---------------------------------------------------------------- counting */

/* What makes the exit status, by what the members count as. */
static void count_outcomes(const cli_run *run, cli_group *group) {
    if (failure_rule_counts_delivery(run->failure)) {
        group->tally.failed += group->tally.undelivered;
    }
    for (int i = VITALS_HEALTH_EMPTY + 1; i < VITALS_HEALTH_COUNT; i++) {
        const size_t count = vitals_application_count(group->application, (vitals_health)i);
        const int severity = vitals_health_severity((vitals_health)i);
        if (severity >= run->failure.failed_from) {
            group->tally.failed += count;
        } else if (severity >= run->failure.waiting_from) {
            group->tally.waiting += count;
        }
    }
}

static void count(cli_run *run) {
    for (size_t i = 0; i < run->group_count; i++) {
        cli_tally *tally = &run->groups[i].tally;
        tally->objects = tally->resources + tally->skipped + tally->without_health;
        count_outcomes(run, &run->groups[i]);
        tally_add_tally(&run->tally, tally);
    }
}

/* --------------------------------------------------------------- the whole */

static int run_all(cli_run *run, const rule_options *rules, option_list *files) {
    const bool made = rules_make_engine(&run->rules, rules, &run->problems);
    problems_print(&run->problems, &run->errors);
    if (!made) return EXIT_INPUT;
    raise_limits(run);
    entries_start(run);
    read_files(run, files);
    put_unhealthy(run);
    count(run);
    groups_aggregate(run);
    groups_note_coverage(run);
    return assess_report(run);
}

static output_form form_of(const merge_options *own) {
    return (output_form)choice_find(output_names, outputs[own->output]);
}

/* A run of `assess --by application`, as far as that is about groups. */
static void prepare(cli_run *run, assess_settings *settings, const merge_options *own) {
    const output_form form = form_of(own);
    /* Lines of groups are parts of the report; those of objects are a stream. */
    settings->own.output = form == OUTPUT_NDJSON ? OUTPUT_JSON : form;
    settings->own.by = own->by ? GROUP_BY_CLUSTER : GROUP_BY_APPLICATION;
    settings->own.colour = own->colour;
    settings->own.fail_on = own->fail_on;
    settings->own.health_only = own->health_only;
    settings->own.without_headers = own->without_headers;
    settings->own.quiet = own->quiet;
    settings->objects.allow_partial = own->allow_partial;
    assess_prepare(run, settings);
    settings->own.output = form;
    run->title = "merged";
    run->lists_groups = true;
}

static const char *contradiction(const merge_options *own, option_list *files) {
    if (own->by && form_of(own) == OUTPUT_PARTIAL) {
        return "-o partial is by application; leave out --by";
    }
    return sources_default_to_stdin(files) ? NULL : "no parts: give files, or pipe them in";
}

static int run_merge(const cli_command *self, int argc, char **argv) {
    merge_options own = { 0 };
    assess_settings settings = { .objects.namespace = NULL };
    void *const filled[] = { &own, &settings.rules };
    cli_selection selection = { .terms = NULL };
    cli_run run = { .selection = &selection, .problems = PROBLEMS_INIT };
    option_result result;
    char problem[256];
    int status = EXIT_HEALTHY;
    const char *wrong = NULL;
    if (!options_parse(groups, filled, argc, argv, &result, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", problem);
    } else if (result.help) {
        command_print_help(self);
    } else if ((wrong = contradiction(&own, &result.arguments)) ||
               !rules_read_options(&run.rules, &settings.rules, problem, sizeof problem)) {
        status = command_usage_error(self, "%s", wrong ? wrong : problem);
    } else {
        prepare(&run, &settings, &own);
        status = run_all(&run, &settings.rules, &result.arguments);
    }
    assess_done(&run);
    options_done(groups, filled, &result);
    return status;
}

const cli_command command_merge = {
    "merge",
    "put the parts of a fleet together: the health of applications",
    "[FILE…]",
    groups,
    "  vitals assess -f eu.json -o partial --cluster eu > eu.part\n"
    "  vitals assess -f us.json -o partial --cluster us > us.part\n"
    "  vitals merge eu.part us.part\n"
    "  vitals merge *.part --by cluster -o json\n",
    run_merge,
};
