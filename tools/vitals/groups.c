/* Who owns whom, which application an object belongs to, and what the members add up to. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess.h"
#include "memory.h"

/* ------------------------------------------------------------------ owners */

/* Following owners from `start` leads back to it. */
static bool is_in_cycle(const cli_run *run, size_t start) {
    size_t slow = start, fast = start;
    for (;;) {
        for (int step = 0; step < 2; step++) {
            fast = run->entries[fast].owner;
            if (fast == SIZE_MAX) return false;
            if (fast == start) return true;
        }
        slow = run->entries[slow].owner;
        if (slow == fast) return false; /* a cycle, but further up */
    }
}

/* Where objects own each other in a ring, the link that would close it is left out. */
static void find_owners(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = &run->entries[i];
        const vitals_document *owner = entry->live ? vitals_set_owner(run->set, entry->live) : NULL;
        entry->owner = owner ? entries_find(run, owner) : SIZE_MAX;
        if (entry->owner == i) entry->owner = SIZE_MAX;
        entry->owned = entry->owner != SIZE_MAX;
        if (entry->owned && is_in_cycle(run, i)) entry->owner = SIZE_MAX;
    }
}

static size_t root_of(const cli_run *run, size_t index) {
    while (run->entries[index].owner != SIZE_MAX) index = run->entries[index].owner;
    return index;
}

/* ---------------------------------------------------------------- tracking */

/* Argo CD's annotation says NAME:GROUP/KIND:NAMESPACE/NAME; its label just NAME. */
static char *tracking_of(const vitals_document *document) {
    cli_fields fields = FIELDS_INIT;
    fields_read(&fields, document);
    const char *id = fields_annotation(&fields, "argocd.argoproj.io/tracking-id");
    const char *label = fields_label(&fields, "app.kubernetes.io/instance");
    char *name = NULL;
    if (id)
        name = memory_copy(id, strcspn(id, ":"));
    else if (label)
        name = memory_copy(label, strlen(label));
    fields_done(&fields);
    return name;
}

static void find_tracking(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = &run->entries[i];
        if (!entry->owned)
            entry->tracking = tracking_of(entry->desired ? entry->desired : entry->live);
    }
}

/* ------------------------------------------------------------------ groups */

static vitals_application *new_application(const cli_run *run, const char *name) {
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    options.aggregate = run->aggregate;
    for (size_t i = 0; name && i < run->entry_count; i++) {
        const vitals_document *live = run->entries[i].live;
        if (!live || !text_is(vitals_document_kind(live), "Application") ||
            !text_is(vitals_document_group(live), "argoproj.io") ||
            !text_is(vitals_document_name(live), name))
            continue;
        options.uid = vitals_document_uid(live);
        options.namespace_ = vitals_document_namespace(live);
        options.name = vitals_document_name(live);
    }
    vitals_application *application = NULL;
    if (vitals_application_new(run->rules.engine, &options, &application) != VITALS_OK)
        memory_exhausted();
    return application;
}

/* The group so named, made when it is new. `self` is the application that it is, or NULL. */
static size_t group_named(cli_run *run, const char *name, const char *self) {
    for (size_t i = run->group_count; i > 0; i--)
        if (strcmp(run->groups[i - 1].name, name) == 0) return i - 1;
    run->groups = memory_grow(run->groups, run->group_count, sizeof *run->groups);
    run->groups[run->group_count] = (cli_group){ .name = memory_copy(name, strlen(name)),
                                                 .application = new_application(run, self),
                                                 .worst = -1,
                                                 .since = -1 };
    return run->group_count++;
}

static size_t group_by_application(cli_run *run, const cli_entry *entry, cli_text *name) {
    text_add_visible(name, text_from(entry->tracking ? entry->tracking : "(no application)"));
    return group_named(run, text_string(name), entry->tracking);
}

static size_t group_by_namespace(cli_run *run, const cli_entry *entry, cli_text *name) {
    const vitals_document *document = entry->live ? entry->live : entry->desired;
    const vitals_text namespace = vitals_document_namespace(document);
    text_add_visible(name, namespace.size ? namespace : text_from("(cluster)"));
    return group_named(run, text_string(name), NULL);
}

static size_t group_by_kind(cli_run *run, const cli_entry *entry, cli_text *name) {
    const vitals_document *document = entry->live ? entry->live : entry->desired;
    const vitals_text group = vitals_document_group(document);
    text_add_visible(name, group);
    if (group.size) text_add_string(name, "/");
    text_add_visible(name, vitals_document_kind(document));
    return group_named(run, text_string(name), NULL);
}

/* All in one; with --app what that application does not track is left out. The group gets its
** name at the end. */
static size_t group_all(cli_run *run, const cli_entry *entry, cli_text *name) {
    (void)name;
    const char *wanted = run->options->application;
    if (wanted && !(entry->tracking && strcmp(entry->tracking, wanted) == 0)) return SIZE_MAX;
    return group_named(run, "", wanted);
}

typedef size_t (*group_fn)(cli_run *run, const cli_entry *entry, cli_text *name);

static const group_fn group_by[] = {
    [GROUP_ALL] = group_all,
    [GROUP_BY_APPLICATION] = group_by_application,
    [GROUP_BY_NAMESPACE] = group_by_namespace,
    [GROUP_BY_KIND] = group_by_kind,
};

void groups_divide(cli_run *run) {
    cli_text name = TEXT_INIT;
    find_owners(run);
    find_tracking(run);
    if (run->options->by == GROUP_ALL) group_named(run, "", run->options->application);
    for (size_t i = 0; i < run->entry_count; i++) {
        if (run->entries[i].owner != SIZE_MAX) continue;
        text_clear(&name);
        run->entries[i].group = group_by[run->options->by](run, &run->entries[i], &name);
    }
    for (size_t i = 0; i < run->entry_count; i++)
        run->entries[i].group = run->entries[root_of(run, i)].group;
    text_done(&name);
}

/* ---------------------------------------------------------------- counting */

/* What the group makes of a member: a policy may make it count as something else. */
static void put(cli_group *group, cli_entry *entry, size_t index, const vitals_verdict *verdict) {
    cli_text key = TEXT_INIT;
    text_printf(&key, "%zu", index);
    const vitals_text name = { key.bytes, key.size };
    vitals_application_entry counted;
    if (vitals_application_put(group->application, name, entry->desired, entry->live, verdict) !=
            VITALS_OK ||
        vitals_application_entry_of(group->application, name, &counted) != VITALS_OK)
        memory_exhausted();
    if (counted.counted)
        entry->answer.counted_as = counted.counted_as;
    else if (entry->live && answer_has_opinion(&entry->answer))
        entry->answer.counted = false;
    text_done(&key);
}

/* A group is as it is since the latest of its worst members. */
static void note_since(cli_group *group, const cli_answer *answer) {
    const int badness = answer_badness(answer);
    if (badness > group->worst || (badness == group->worst && answer->since > group->since))
        group->since = answer->since;
    if (badness > group->worst) group->worst = badness;
}

void groups_count(cli_run *run, cli_entry *entry, size_t index, vitals_verdict *verdict) {
    if (entry->group == SIZE_MAX) return;
    cli_group *group = &run->groups[entry->group];
    cli_answer *answer = &entry->answer;
    if (!answer->owned && !answer->without_health) put(group, entry, index, verdict);
    entry->shown = work_is_wanted(run, answer);
    tally_add(&group->tally, answer, run->failure);
    tally_add(&run->tally, answer, run->failure);
    if (!answer->owned && answer->counted && !answer->without_health) note_since(group, answer);
}

/* ------------------------------------------------------------------- names */

/* The one value of a field of all members that count, or NULL. */
typedef vitals_text (*field_fn)(const cli_entry *entry);

static vitals_text tracking_field(const cli_entry *entry) {
    return text_from(entry->tracking);
}

static vitals_text namespace_field(const cli_entry *entry) {
    return vitals_document_namespace(entry->live ? entry->live : entry->desired);
}

static bool is_member(const cli_entry *entry) {
    return entry->group != SIZE_MAX && !entry->owned && !entry->answer.without_health;
}

/* `most`: whether members without the field are passed over. */
static vitals_text common_field(const cli_run *run, field_fn field, bool pass_over_absent) {
    vitals_text common = { NULL, 0 };
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!is_member(&run->entries[i])) continue;
        const vitals_text value = field(&run->entries[i]);
        if (value.size == 0 && pass_over_absent) continue;
        if (value.size == 0 || (common.bytes && !text_equal(common, value)))
            return (vitals_text){ NULL, 0 };
        common = value;
    }
    return common;
}

static vitals_text source_name(const cli_run *run) {
    if (run->objects->files.count > 1) return text_from("(all)");
    const char *file = run->objects->files.count ? run->objects->files.items[0] : "-";
    return text_from(strcmp(file, "-") == 0 ? "stdin" : file);
}

/* --app, else what tracks all of them, else their one namespace, else the file. */
static void name_only_group(cli_run *run) {
    vitals_text name = text_from(run->options->application);
    if (!name.size) name = common_field(run, tracking_field, false);
    if (!name.size) name = common_field(run, namespace_field, true);
    if (!name.size) name = source_name(run);
    cli_text visible = TEXT_INIT;
    text_add_visible(&visible, name);
    free(run->groups[0].name);
    run->groups[0].name = memory_copy(visible.bytes, visible.size);
    text_done(&visible);
}

static char *visible_or_null(vitals_text from) {
    cli_text visible = TEXT_INIT;
    if (!from.bytes) return NULL;
    text_add_visible(&visible, from);
    char *copy = memory_copy(visible.bytes, visible.size);
    text_done(&visible);
    return copy;
}

/* Nothing to add up: Argo CD calls that Healthy, which deserves a word. */
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
        message = text_from("no rule knows any of its resources");
        if (run->options->by == GROUP_BY_KIND) group->health = VITALS_HEALTH_UNASSESSED;
    }
    group->message = visible_or_null(message.bytes ? message : text_from(""));
    group->error = visible_or_null(vitals_application_error(group->application));
}

void groups_finish(cli_run *run) {
    if (run->options->by == GROUP_ALL) name_only_group(run);
    for (size_t i = 0; i < run->group_count; i++) finish_group(run, &run->groups[i]);
}

void groups_done(cli_run *run) {
    for (size_t i = 0; i < run->entry_count; i++) free(run->entries[i].tracking);
    for (size_t i = 0; i < run->group_count; i++) {
        vitals_application_free(run->groups[i].application);
        free(run->groups[i].name);
        free(run->groups[i].message);
        free(run->groups[i].error);
        tally_done(&run->groups[i].tally);
    }
    free(run->groups);
}
