/* The groups of objects: their members, their names, and their aggregated health. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "output/memory.h"

/* ------------------------------------------------------------------ groups */

/* The group of this name, created when it is new. */
static size_t group_named(cli_run *run, const char *name) {
    for (size_t i = run->group_count; i > 0; i--)
        if (strcmp(run->groups[i - 1].name, name) == 0) return i - 1;
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_application *application = NULL;
    options.aggregate = run->aggregate;
    if (vitals_application_new(run->rules.engine, &options, &application) != VITALS_OK)
        memory_exhausted();
    run->groups = memory_grow(run->groups, run->group_count, sizeof *run->groups);
    run->groups[run->group_count] = (cli_group){
        .name = memory_copy_string(name), .application = application, .worst = -1, .since = -1
    };
    return run->group_count++;
}

/* One group for all; name_only_group names it at the end. */
static void name_all(const cli_answer *answer, cli_text *name) {
    (void)answer;
    text_clear(name);
}

static void name_by_application(const cli_answer *answer, cli_text *name) {
    text_add_visible(name, text_from(answer->tracking ? answer->tracking : "(no application)"));
}

static void name_by_namespace(const cli_answer *answer, cli_text *name) {
    text_add_string(name, *answer->namespace ? answer->namespace : "(cluster)");
}

static void name_by_kind(const cli_answer *answer, cli_text *name) {
    text_printf(name, "%s%s%s", answer->group, *answer->group ? "/" : "", answer->kind);
}

typedef void (*name_fn)(const cli_answer *answer, cli_text *name);

static const name_fn name_by[] = {
    [GROUP_ALL] = name_all,
    [GROUP_BY_APPLICATION] = name_by_application,
    [GROUP_BY_NAMESPACE] = name_by_namespace,
    [GROUP_BY_KIND] = name_by_kind,
};

/* ----------------------------------------------------------------- putting */

/* Record what the member counts as: a policy may change it, or not count it at all. */
static void note_counted(cli_group *group, vitals_text key, cli_answer *answer, bool live) {
    vitals_application_entry counted;
    if (vitals_application_entry_of(group->application, key, &counted, sizeof counted) != VITALS_OK)
        memory_exhausted();
    static const char policy[] = "policy ";
    if (counted.why && strncmp(counted.why, policy, strlen(policy)) == 0)
        answer->policy = text_visible(text_from(counted.why + strlen(policy)));
    if (counted.counted)
        answer->counted_as = counted.counted_as;
    else if (live && answer_has_opinion(answer))
        answer->counted = false;
}

static void take_out(const cli_group *group, vitals_text key) {
    const vitals_status status = vitals_application_remove(group->application, key);
    if (status != VITALS_OK && status != VITALS_ENOTFOUND) memory_exhausted();
}

/* Every entry goes into the group it would belong to without an owner; groups_finish removes what
** does not count. */
void groups_put(cli_run *run, size_t index, const vitals_document *live, vitals_verdict *verdict) {
    cli_entry *entry = &run->entries[index];
    cli_text name = TEXT_INIT, key = TEXT_INIT;
    name_by[run->options->by](&entry->answer, &name);
    entry->group = group_named(run, text_string(&name));
    cli_group *group = &run->groups[entry->group];
    text_printf(&key, "%zu", index);
    const vitals_text put = { key.bytes, key.size };
    if (!entry->answer.without_health) {
        vitals_resource resource = VITALS_RESOURCE_INIT;
        resource.key = put;
        resource.target = entry->desired;
        resource.live = live;
        resource.verdict = verdict;
        /* Owners are looked for among the entries. */
        resource.membership = VITALS_MEMBERSHIP_YES;
        resource.ordinal = index;
        if (vitals_application_put(group->application, &resource) != VITALS_OK) memory_exhausted();
        note_counted(group, put, &entry->answer, live != NULL);
        if (!run->adds_up) take_out(group, put);
    }
    text_done(&name);
    text_done(&key);
}

/* -------------------------------------------------------------- taking out */

static size_t root_of(const cli_run *run, size_t index) {
    while (run->entries[index].owner != SIZE_MAX) index = run->entries[index].owner;
    return index;
}

/* An application that manages itself is not one of its own resources. */
static bool is_self(const cli_answer *answer) {
    return answer->tracking && strcmp(answer->kind, "Application") == 0 &&
           strcmp(answer->group, "argoproj.io") == 0 && strcmp(answer->name, answer->tracking) == 0;
}

static bool is_left_out(const cli_run *run, size_t index) {
    const char *wanted = run->options->application;
    const char *tracking = run->entries[root_of(run, index)].answer.tracking;
    return run->entries[index].gone || (wanted && !(tracking && strcmp(tracking, wanted) == 0));
}

/* Owned objects belong to the group of their owner, and are not counted. */
static void assign_group(cli_run *run, size_t index) {
    cli_entry *entry = &run->entries[index];
    if (entry->group == SIZE_MAX) return;
    const bool left_out = is_left_out(run, index);
    if (is_self(&entry->answer)) entry->answer.counted = false;
    if (left_out || entry->answer.owned || is_self(&entry->answer)) {
        cli_text key = TEXT_INIT;
        text_printf(&key, "%zu", index);
        take_out(&run->groups[entry->group], (vitals_text){ key.bytes, key.size });
        text_done(&key);
    }
    entry->group = left_out ? SIZE_MAX : run->entries[root_of(run, index)].group;
}

/* ---------------------------------------------------------------- counting */

/* A group has its status since its worst members have: since the latest of them. */
static void note_since(cli_group *group, const cli_answer *answer) {
    const int badness = answer_badness(answer);
    if (badness > group->worst || (badness == group->worst && answer->since > group->since))
        group->since = answer->since;
    if (badness > group->worst) group->worst = badness;
}

/* The rule of the members, or "several". */
static void note_rule(cli_group *group, const cli_answer *answer) {
    if (answer->without_health || !answer->rule) return;
    const bool several = group->rule && strcmp(group->rule, answer->rule) != 0;
    if (group->rule && !several) return;
    free(group->rule);
    group->rule = memory_copy_string(several ? "several" : answer->rule);
}

static void count(cli_run *run, cli_entry *entry) {
    if (entry->group == SIZE_MAX) return;
    cli_group *group = &run->groups[entry->group];
    const cli_answer *answer = &entry->answer;
    entry->shown = work_is_wanted(run, answer);
    tally_add(&group->tally, answer, run->failure);
    tally_add(&run->tally, answer, run->failure);
    note_rule(group, answer);
    if (!answer->owned && answer->counted && !answer->without_health) note_since(group, answer);
}

/* ------------------------------------------------------------------- names */

/* A field of an answer. */
typedef const char *(*field_fn)(const cli_answer *answer);

static const char *tracking_field(const cli_answer *answer) {
    return answer->tracking;
}
static const char *namespace_field(const cli_answer *answer) {
    return answer->namespace;
}

static bool is_member(const cli_entry *entry) {
    return entry->group != SIZE_MAX && !entry->answer.owned && !entry->answer.without_health;
}

/* The value that all members share, or NULL. A member without the field is skipped, or rules it out. */
static const char *common_field(const cli_run *run, field_fn field, bool skip_absent) {
    const char *common = NULL;
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!is_member(&run->entries[i])) continue;
        const char *value = field(&run->entries[i].answer);
        const bool absent = !value || !*value;
        if (absent && skip_absent) continue;
        if (absent || (common && strcmp(common, value) != 0)) return NULL;
        common = value;
    }
    return common;
}

static const char *source_name(const cli_run *run) {
    if (run->objects->files.count > 1) return "(all)";
    const char *file = run->objects->files.items[0];
    return strcmp(file, "-") == 0 ? "stdin" : file;
}

/* --app, or else the application that tracks all members, their common namespace, or the file. */
static void name_only_group(cli_run *run) {
    const char *name = run->options->application;
    if (!name) name = common_field(run, tracking_field, false);
    if (!name) name = common_field(run, namespace_field, true);
    if (!name) name = source_name(run);
    free(run->groups[0].name);
    run->groups[0].name = text_visible(text_from(name));
}

/* Nothing to aggregate: Argo CD calls that Healthy, which needs an explanation. */
static bool is_without_rules(const cli_tally *tally) {
    const size_t silent =
        tally->by_health[VITALS_HEALTH_UNASSESSED] + tally->by_health[VITALS_HEALTH_EMPTY];
    return tally->resources > 0 && tally->resources == silent;
}

static void finish_group(cli_run *run, cli_group *group) {
    vitals_text message = { "", 0 };
    if (vitals_application_health(group->application, &group->health, &message) != VITALS_OK)
        memory_exhausted();
    if (is_without_rules(&group->tally)) {
        message = text_from("no rule for any of its resources");
        if (run->options->by == GROUP_BY_KIND) group->health = VITALS_HEALTH_UNASSESSED;
    }
    group->message = text_visible(message);
    const vitals_text error = vitals_application_error(group->application);
    if (error.bytes) group->error = text_visible(error);
}

/* A table by kind shows the rule of each kind: there a Pod counts as a Pod even when it is owned. */
static bool follows_owners(const assess_options *options) {
    return options->by != GROUP_BY_KIND || options->output == OUTPUT_TREE;
}

void groups_finish(cli_run *run) {
    if (run->options->by == GROUP_ALL) group_named(run, "");
    if (follows_owners(run->options)) entries_find_owners(run);
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].owner != SIZE_MAX) assign_group(run, i);
    for (size_t i = 0; i < run->entry_count; i++)
        if (run->entries[i].owner == SIZE_MAX) assign_group(run, i);
    for (size_t i = 0; i < run->entry_count; i++) count(run, &run->entries[i]);
    if (run->options->by == GROUP_ALL) name_only_group(run);
    for (size_t i = 0; i < run->group_count; i++) finish_group(run, &run->groups[i]);
}

void groups_done(cli_run *run) {
    for (size_t i = 0; i < run->group_count; i++) {
        vitals_application_free(run->groups[i].application);
        free(run->groups[i].name);
        free(run->groups[i].message);
        free(run->groups[i].rule);
        free(run->groups[i].error);
        tally_done(&run->groups[i].tally);
    }
    free(run->groups);
}
