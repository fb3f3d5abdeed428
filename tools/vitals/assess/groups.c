/* The groups of objects: their members, their names, and their aggregated health. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "assess/assess.h"
#include "base/memory.h"

/* ------------------------------------------------------------------ groups */

typedef struct wanted_group {
    const cli_run *run;
    const char *key;
} wanted_group;

static bool has_key(const void *user, size_t item) {
    const wanted_group *wanted = user;
    return wanted->run->groups[item].key == wanted->key;
}

static vitals_application *new_application(const cli_run *run, const char *name) {
    vitals_application_options options = VITALS_APPLICATION_OPTIONS_INIT;
    vitals_application *application = NULL;
    options.aggregate = run->aggregate;
    if (run->is_part) options.name = vt_text_from(name ? name : "");
    if (vitals_application_new(run->rules.engine, &options, &application) != VITALS_OK) {
        memory_exhausted();
    }
    return application;
}

uint32_t groups_named(cli_run *run, const char *name, const char *application) {
    const wanted_group wanted = { run, names_keep(&run->names, name) };
    const uint32_t hash = index_hash(run->hash_seed, name);
    const size_t found = index_find(&run->by_key, hash, has_key, &wanted);
    if (found != SIZE_MAX) return (uint32_t)found;
    run->groups = memory_grow(run->groups, run->group_count, sizeof *run->groups);
    run->groups[run->group_count] = (cli_group){ .key = wanted.key,
                                                 .name = memory_copy_string(name),
                                                 .application = new_application(run, application),
                                                 .worst = -1,
                                                 .since = -1 };
    index_add(&run->by_key, hash, run->group_count);
    return (uint32_t)run->group_count++;
}

/* One group for all; name_only_group names it at the end. */
static void name_all(const cli_answer *answer, vt_buffer *name) {
    (void)answer;
    vt_buffer_clear(name);
}

/* Of several clusters: "prod/". */
static void add_cluster(const cli_answer *answer, vt_buffer *name) {
    if (answer->show_cluster) vt_buffer_printf(name, "%s/", answer->cluster);
}

static void name_by_application(const cli_answer *answer, vt_buffer *name) {
    add_cluster(answer, name);
    vt_quote_append_visible(name,
                            vt_text_from(answer->tracking ? answer->tracking : "(no application)"));
}

static void name_by_namespace(const cli_answer *answer, vt_buffer *name) {
    add_cluster(answer, name);
    vt_buffer_add_terminated(name, *answer->namespace ? answer->namespace : "(cluster)");
}

static void name_by_kind(const cli_answer *answer, vt_buffer *name) {
    vt_buffer_printf(name, "%s%s%s", answer->group, *answer->group ? "/" : "", answer->kind);
}

static void name_by_cluster(const cli_answer *answer, vt_buffer *name) {
    vt_buffer_add_terminated(name, answer->cluster ? answer->cluster : "(files)");
}

typedef void (*name_fn)(const cli_answer *answer, vt_buffer *name);

static const name_fn name_by[] = {
    [GROUP_ALL] = name_all,
    [GROUP_BY_APPLICATION] = name_by_application,
    [GROUP_BY_NAMESPACE] = name_by_namespace,
    [GROUP_BY_KIND] = name_by_kind,
    [GROUP_BY_CLUSTER] = name_by_cluster,
};

/* ----------------------------------------------------------------- putting */

/* Record what the member counts as: a policy may change it, or not count it at all. */
static void note_counted(cli_run *run, const cli_group *group, vitals_text key, cli_answer *answer,
                         bool live) {
    vitals_application_entry counted;
    if (vitals_application_entry_of(group->application, key, &counted, sizeof counted) !=
        VITALS_OK) {
        memory_exhausted();
    }
    static const char policy[] = "policy ";
    if (counted.why && strncmp(counted.why, policy, strlen(policy)) == 0) {
        char *visible = text_visible(vt_text_from(counted.why + strlen(policy)));
        answer->policy = names_keep(&run->names, visible);
        free(visible);
    }
    static const char owned[] = "owned by another object"; /* of a part: by its own word */
    answer->owned = run->is_part && counted.why && strcmp(counted.why, owned) == 0;
    if (counted.counted) {
        answer->counted_as = counted.counted_as;
    } else if (live && answer_has_opinion(answer)) {
        answer->counted = false;
    }
}

/* Entries are known to applications by their number, and parts to each other by their identity. */
static vitals_text key_of(const cli_run *run, uint32_t index, vt_buffer *key) {
    const cli_answer *answer = &entry_at(run, index)->answer;
    if (!run->is_part) {
        vt_buffer_printf(key, "%u", index);
    } else if (answer->exact) {
        vt_buffer_add_terminated(key, answer->exact);
    } else {
        vt_buffer_printf(key, "%s.%s/%s/%s", answer->kind, answer->group, answer->namespace,
                         answer->name);
        if (!*answer->name) vt_buffer_printf(key, "%s:%u", answer->file, answer->document);
    }
    return vt_text_from(vt_buffer_string(key));
}

static void take_out(cli_run *run, uint32_t index) {
    vt_buffer key = BUFFER_INIT;
    const uint32_t group = entry_at(run, index)->group;
    if (group == NO_ENTRY) return;
    const vitals_status status =
        vitals_application_remove(run->groups[group].application, key_of(run, index, &key));
    vt_buffer_done(&key);
    if (status != VITALS_OK && status != VITALS_ENOTFOUND) memory_exhausted();
}

static void put_resource(cli_run *run, uint32_t index, const vitals_document *live,
                         vitals_verdict *verdict) {
    vt_buffer key = BUFFER_INIT;
    cli_entry *entry = entry_at(run, index);
    cli_group *group = &run->groups[entry->group];
    vitals_resource resource = VITALS_RESOURCE_INIT;
    resource.key = key_of(run, index, &key);
    resource.target = entry->desired;
    resource.live = live;
    resource.verdict = verdict;
    /* Owners are looked for among the entries; that of a part may be in another one. */
    resource.membership = run->is_part ? VITALS_MEMBERSHIP_TRACKED : VITALS_MEMBERSHIP_YES;
    resource.ordinal = run->is_part ? 0 : index;
    if (vitals_application_put(group->application, &resource) != VITALS_OK) memory_exhausted();
    note_counted(run, group, resource.key, &entry->answer, live != NULL);
    vt_buffer_done(&key);
    if (!run->adds_up) take_out(run, index);
}

/* Into the group that its answer names. */
static void move(cli_run *run, uint32_t index) {
    vt_buffer name = BUFFER_INIT;
    name_by[run->options->by](&entry_at(run, index)->answer, &name);
    const uint32_t group =
        groups_named(run, vt_buffer_string(&name), entry_at(run, index)->answer.tracking);
    if (entry_at(run, index)->group != group) take_out(run, index);
    entry_at(run, index)->group = group;
    vt_buffer_done(&name);
}

/* Every entry goes into the group it would belong to without an owner; groups_finish removes what
** does not count. */
void groups_put(cli_run *run, uint32_t index, const vitals_document *live,
                vitals_verdict *verdict) {
    move(run, index);
    if (!entry_at(run, index)->answer.without_health) put_resource(run, index, live, verdict);
}

void groups_track(cli_run *run, uint32_t index, const char *tracking, uint64_t application) {
    cli_entry *entry = entry_at(run, index);
    entry->answer.tracking = tracking ? names_keep(&run->names, tracking) : NULL;
    if (run->options->by != GROUP_BY_APPLICATION) return;
    move(run, index);
    run->groups[entry->group].number = application;
}

void groups_remove(cli_run *run, uint32_t index) {
    take_out(run, index);
    entry_at(run, index)->group = NO_ENTRY;
}

void groups_hide(cli_run *run, uint32_t index, bool hidden) {
    cli_entry *entry = entry_at(run, index);
    if (hidden) groups_remove(run, index);
    if (entry->context && !hidden) {
        entry->printed = false;
        move(run, index);
    }
    entry->context = hidden;
}

/* -------------------------------------------------------------- taking out */

/* An application that manages itself is not one of its own resources. */
static bool is_self(const cli_answer *answer) {
    return answer->tracking && strcmp(answer->kind, "Application") == 0 &&
           strcmp(answer->group, "argoproj.io") == 0 && strcmp(answer->name, answer->tracking) == 0;
}

static bool is_left_out(const cli_run *run, uint32_t index) {
    const char *wanted = run->options->application;
    const char *tracking = entry_at(run, relations_root(run, index))->answer.tracking;
    return entry_at(run, index)->gone ||
           (wanted && !(tracking && option_has_item(wanted, vt_text_from(tracking))));
}

/* Owned objects belong to the group of their owner, and are not counted. */
static void assign_group(cli_run *run, uint32_t index) {
    cli_entry *entry = entry_at(run, index);
    if (entry->group == NO_ENTRY) return;
    const bool left_out = is_left_out(run, index);
    if (is_self(&entry->answer)) entry->answer.counted = false;
    if (left_out || entry->answer.owned || is_self(&entry->answer)) take_out(run, index);
    entry->group = left_out ? NO_ENTRY : entry_at(run, relations_root(run, index))->group;
}

/* ---------------------------------------------------------------- counting */

/* A group has its status since its worst members have: since the latest of them. */
static void note_since(cli_group *group, const cli_answer *answer) {
    const int badness = vitals_health_severity(answer->health);
    if (badness > group->worst || (badness == group->worst && answer->since > group->since)) {
        group->since = answer->since;
    }
    if (badness > group->worst) {
        group->worst = badness;
    }
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
    if (entry->group == NO_ENTRY) return;
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
    return entry->group != NO_ENTRY && !entry->answer.owned && !entry->answer.without_health;
}

/* The value that all members share, or NULL. A member without the field is skipped, or rules it out. */
static const char *common_field(const cli_run *run, field_fn field, bool skip_absent) {
    const char *common = NULL;
    for (size_t i = 0; i < run->entry_count; i++) {
        if (!is_member(entry_at(run, i))) continue;
        const char *value = field(&entry_at(run, i)->answer);
        const bool absent = !value || !*value;
        if (absent && skip_absent) continue;
        if (absent || (common && strcmp(common, value) != 0)) return NULL;
        common = value;
    }
    return common;
}

static const char *source_name(const cli_run *run) {
    if (run->title) return run->title;
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
    run->groups[0].name = text_visible(vt_text_from(name));
}

/* Nothing to aggregate: Argo CD calls that Healthy, which needs an explanation. */
static bool is_without_rules(const cli_tally *tally) {
    const size_t silent =
        tally->by_health[VITALS_HEALTH_UNASSESSED] + tally->by_health[VITALS_HEALTH_EMPTY];
    return tally->resources > 0 && tally->resources == silent;
}

static void finish_group(cli_run *run, cli_group *group) {
    vitals_text message = { "", 0 };
    if (vitals_application_health(group->application, &group->health, &message) != VITALS_OK) {
        memory_exhausted();
    }
    const uint64_t number = run->options->by == GROUP_ALL ? run->application : group->number;
    const bool judges = run->rules.call.profile == VITALS_PROFILE_COMBINED;
    vitals_live_application known;
    group->incomplete = false;
    if (run->group_health && number &&
        run->group_health(run->group_health_user, number, &known, &message)) {
        group->health = known.settled;
        group->incomplete = !known.complete && !(judges && known.lost);
    }
    if (is_without_rules(&group->tally)) {
        if (!message.size) message = vt_text_from("no rule for any of its resources");
        if (run->options->by == GROUP_BY_KIND) group->health = VITALS_HEALTH_UNASSESSED;
    }
    group->message = text_visible(message);
    const vitals_text error = vitals_application_error(group->application);
    if (error.bytes) group->error = text_visible(error);
}

/* By kind each object counts as one of its kind, even when it is owned; a tree shows it with its owner. */
static bool follows_owners(const cli_run *run) {
    const assess_options *options = run->options;
    return !run->is_part && (options->by != GROUP_BY_KIND || options->output == OUTPUT_TREE);
}

/* What an earlier call has counted. */
static void forget_counts(cli_run *run) {
    tally_done(&run->tally);
    for (size_t i = 0; i < run->group_count; i++) {
        cli_group *group = &run->groups[i];
        tally_done(&group->tally);
        free(group->message);
        free(group->rule);
        free(group->error);
        group->message = group->rule = group->error = NULL;
        group->worst = -1;
        group->since = -1;
    }
    for (size_t i = 0; i < run->entry_count; i++) {
        cli_entry *entry = entry_at(run, i);
        entry->shown = entry->gone && !entry->context && work_is_wanted(run, &entry->answer);
    }
}

/* With one group for all, what was left out before may belong to it now. */
static void join_only_group(cli_run *run) {
    for (size_t i = 0; run->options->by == GROUP_ALL && i < run->entry_count; i++) {
        if (!entry_at(run, i)->gone && !entry_at(run, i)->context) entry_at(run, i)->group = 0;
    }
}

static void assign_groups(cli_run *run) {
    join_only_group(run);
    if (follows_owners(run)) relations_find_owners(run);
    for (uint32_t i = 0; i < run->entry_count; i++) {
        if (!entry_at(run, i)->gone && entry_at(run, i)->owner != NO_ENTRY) assign_group(run, i);
    }
    for (uint32_t i = 0; i < run->entry_count; i++) {
        if (!entry_at(run, i)->gone && entry_at(run, i)->owner == NO_ENTRY) assign_group(run, i);
    }
}

void groups_aggregate(cli_run *run) {
    for (size_t i = 0; i < run->group_count; i++) finish_group(run, &run->groups[i]);
}

/* ---------------------------------------------------------------- coverage */

/* A group that may lack parts. */
typedef struct lacking_group {
    const cli_run *run;
    const cli_group *group;
} lacking_group;

/* What follows "prod/" in the name of a group; NULL: it is of another cluster than the part. */
static const char *name_in_cluster(const cli_group *group, const vitals_coverage_part *part) {
    const vitals_text key = vt_text_from(group->key);
    if (!part->cluster.size) return group->key;
    if (key.size <= part->cluster.size ||
        memcmp(key.bytes, part->cluster.bytes, part->cluster.size) != 0 ||
        key.bytes[part->cluster.size] != '/') {
        return NULL;
    }
    return group->key + part->cluster.size + 1;
}

static bool touches_all(const lacking_group *own, const vitals_coverage_part *part) {
    (void)own, (void)part;
    return true;
}

static bool touches_application(const lacking_group *own, const vitals_coverage_part *part) {
    return !own->run->clusters || name_in_cluster(own->group, part);
}

/* A kind that was narrowed was read in its namespace. */
static bool touches_namespace(const lacking_group *own, const vitals_coverage_part *part) {
    const char *name = own->run->clusters ? name_in_cluster(own->group, part) : own->group->key;
    if (!name) return false;
    if (part->outside) return strcmp(name, "(cluster)") == 0;
    if (!part->namespace_.size) return true;
    return vt_text_is(part->namespace_, name) != (part->state == VITALS_COVERAGE_NARROWED);
}

/* "apps/Deployment". Of a group that does not answer the kinds are not known. */
static bool touches_kind(const lacking_group *own, const vitals_coverage_part *part) {
    const char *key = own->group->key, *slash = strrchr(key, '/');
    const vitals_text group = { key, slash ? (size_t)(slash - key) : 0 };
    if (!part->kind.size) return true;
    return vt_text_equal(part->group, group) &&
           (vt_text_is(part->kind, "*") || vt_text_is(part->kind, slash ? slash + 1 : key));
}

static bool touches_cluster(const lacking_group *own, const vitals_coverage_part *part) {
    return !part->cluster.size || vt_text_is(part->cluster, own->group->key);
}

static bool touches(void *user, const vitals_coverage_part *part) {
    static bool (*const by[])(const lacking_group *, const vitals_coverage_part *) = {
        [GROUP_ALL] = touches_all,
        [GROUP_BY_APPLICATION] = touches_application,
        [GROUP_BY_NAMESPACE] = touches_namespace,
        [GROUP_BY_KIND] = touches_kind,
        [GROUP_BY_CLUSTER] = touches_cluster,
    };
    const lacking_group *own = user;
    const char *cluster = own->group->cluster; /* of `merge` */
    if (cluster) return !part->cluster.size || vt_text_is(part->cluster, cluster);
    return by[own->run->options->by](own, part);
}

/* What is known elsewhere says itself whether it is complete. */
static bool is_known_elsewhere(const cli_run *run, const cli_group *group) {
    return run->group_health &&
           (run->options->by == GROUP_ALL ? run->application : group->number) != 0;
}

/* The profiles of real engines keep their status; what was not read is named beside it. */
static void note_coverage(const cli_run *run, cli_group *group) {
    vt_buffer message = BUFFER_INIT;
    lacking_group own = { run, group };
    vitals_coverage_question question = VITALS_COVERAGE_QUESTION_INIT;
    question.touches = touches;
    question.user = &own;
    question.read = sources_count_objects(&run->sources);
    if (is_known_elsewhere(run, group)) return;
    if (coverage_judge(&run->coverage, &question, &group->health, &group->incomplete, &message)) {
        if (*group->message) vt_buffer_printf(&message, "; %s", group->message);
        free(group->message);
        group->message = vt_buffer_take(&message, NULL);
    }
    vt_buffer_done(&message);
}

void groups_note_coverage(cli_run *run) {
    if (run->rules.call.profile != VITALS_PROFILE_COMBINED) return;
    for (size_t i = 0; i < run->group_count; i++) note_coverage(run, &run->groups[i]);
}

void groups_finish(cli_run *run) {
    forget_counts(run);
    if (run->options->by == GROUP_ALL) groups_named(run, "", NULL);
    assign_groups(run);
    for (size_t i = 0; i < run->entry_count; i++) count(run, entry_at(run, i));
    if (run->options->by == GROUP_ALL) name_only_group(run);
    groups_aggregate(run);
    relations_mark_ambiguous(run);
}

void groups_done(cli_run *run) {
    for (size_t i = 0; i < run->group_count; i++) {
        vitals_application_free(run->groups[i].application);
        free(run->groups[i].name);
        free(run->groups[i].cluster);
        free(run->groups[i].message);
        free(run->groups[i].rule);
        free(run->groups[i].error);
        tally_done(&run->groups[i].tally);
    }
    free(run->groups);
    index_done(&run->by_key);
}
