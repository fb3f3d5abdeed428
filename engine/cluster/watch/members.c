/* The objects of an application: its own object is followed, and what that lists is read. */
#include "cluster/cluster.h"
#include "cluster/transport/problem.h"
#include "cluster/watch/application.h"

static const struct application_row {
    vt_application_kind kind;
    vt_text group, name;
} kinds[] = {
    { VT_APPLICATION_ARGOCD, VT_TEXT_INIT("argoproj.io"), VT_TEXT_INIT("Application") },
    { VT_APPLICATION_KUSTOMIZATION, VT_TEXT_INIT("kustomize.toolkit.fluxcd.io"),
      VT_TEXT_INIT("Kustomization") },
    { VT_APPLICATION_HELMRELEASE, VT_TEXT_INIT("helm.toolkit.fluxcd.io"),
      VT_TEXT_INIT("HelmRelease") },
};

static void report(vitals_cluster_watcher *watcher, vitals_cluster_failure failure, vt_text text) {
    const vitals_cluster_problem problem = vt_problem(failure, text);
    VT_REPORT(watcher, resolved, watcher, &problem);
}

/* Its objects are in another cluster, which needs a connection of its own. */
static void report_elsewhere(vitals_cluster_watcher *watcher, const vt_application *application,
                             vt_arena *arena) {
    const vt_text place = application->destination_server.size ? application->destination_server
                                                               : application->destination_name;
    const vt_text text = VT_JOIN(arena, VT_TEXT("the objects of application "), application->name,
                                 VT_TEXT(" are in another cluster: "), place);
    report(watcher, VITALS_CLUSTER_FAILURE_UNSUPPORTED,
           text.bytes ? text : VT_TEXT("the objects are in another cluster"));
}

/* -------------------------------------------------------------------- scopes */

static bool has_same_members(const vitals_cluster_scope *scope, const vt_wish *wanted) {
    if (scope->member_count != wanted->member_count) return false;
    for (size_t i = 0; i < wanted->member_count; i++) {
        if (!vt_text_equal(scope->members[i], wanted->members[i])) return false;
    }
    return true;
}

static bool want(vitals_cluster_watcher *watcher, const vt_wish *wanted, uint64_t stamp) {
    vitals_cluster_scope *scope = vt_cluster_scope_find(watcher, wanted);
    const bool reads_all = scope && scope->member_count == 0;
    if (scope && !scope->root && !reads_all && !has_same_members(scope, wanted)) {
        vt_cluster_scope_remove(scope);
        scope = NULL;
    }
    if (!scope) {
        if (watcher->dead || !vt_cluster_scope_add(watcher, wanted)) return watcher->dead;
        scope = vt_cluster_scope_find(watcher, wanted);
    }
    if (scope) scope->stamp = stamp;
    return true;
}

/* A few objects by their names, or all of a namespace with the others left out. */
static bool want_scope(vitals_cluster_watcher *watcher, const vt_scope *row, const vt_text *all,
                       size_t all_count, uint64_t stamp) {
    vt_wish wanted = { .resource = row->resource,
                       .namespace_ = row->namespace_,
                       .members = all,
                       .member_count = all_count };
    const vitals_cluster_scope *whole = vt_cluster_scope_find(watcher, &wanted);
    const bool reads_all = whole && !whole->name.bytes && whole->member_count == 0;
    if (!row->name_count || reads_all) return want(watcher, &wanted, stamp);
    for (size_t i = 0; i < row->name_count; i++) {
        wanted.name = row->names[i];
        wanted.member_count = 0;
        if (!want(watcher, &wanted, stamp)) return false;
    }
    return true;
}

/* The names of a scope's kind and namespace among the members. */
static size_t names_of(const vt_scope *row, const vt_member *members, size_t count,
                       vt_text *names) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const vt_member *member = &members[i];
        const bool here =
            !row->resource->namespaced || vt_text_equal(member->namespace_, row->namespace_);
        if (!here || !vt_text_equal(member->kind, row->resource->kind)) continue;
        if (vt_text_equal(member->group, row->resource->group)) names[found++] = member->name;
    }
    return found;
}

/* What a former list had and this one has not. */
static void drop_stale(vitals_cluster_watcher *watcher, uint64_t stamp, uint64_t root) {
    for (vitals_cluster_scope *at = watcher->scopes, *next; at && !watcher->dead; at = next) {
        next = at->next;
        if (at->dead || at->root || at->stamp == stamp) continue;
        if (at->stamp >> 32 == root) vt_cluster_scope_remove(at);
    }
}

/* ----------------------------------------------------------- below workloads */

/* Workloads, and the kinds of what they own, down to Pods. */
static const struct workload_row {
    vt_text group, kind;
    struct {
        vt_text group, kind;
    } owned[2];
} workloads[] = {
#define PODS                                                                                       \
    { VT_TEXT_INIT(""), VT_TEXT_INIT("Pod") }
#define REPLICASETS                                                                                \
    { VT_TEXT_INIT("apps"), VT_TEXT_INIT("ReplicaSet") }
    { VT_TEXT_INIT("apps"), VT_TEXT_INIT("Deployment"), { PODS, REPLICASETS } },
    { VT_TEXT_INIT("apps"), VT_TEXT_INIT("ReplicaSet"), { PODS } },
    { VT_TEXT_INIT("apps"), VT_TEXT_INIT("StatefulSet"), { PODS } },
    { VT_TEXT_INIT("apps"), VT_TEXT_INIT("DaemonSet"), { PODS } },
    { VT_TEXT_INIT("batch"), VT_TEXT_INIT("Job"), { PODS } },
    { VT_TEXT_INIT("batch"),
      VT_TEXT_INIT("CronJob"),
      { PODS, { VT_TEXT_INIT("batch"), VT_TEXT_INIT("Job") } } },
    { VT_TEXT_INIT("argoproj.io"), VT_TEXT_INIT("Rollout"), { PODS, REPLICASETS } },
#undef PODS
#undef REPLICASETS
};

static const struct workload_row *workload_of(const vt_resource *resource) {
    for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++) {
        if (vt_text_equal(workloads[i].group, resource->group) &&
            vt_text_equal(workloads[i].kind, resource->kind)) {
            return &workloads[i];
        }
    }
    return NULL;
}

/* Before what is listed: a kind that is read as a whole is not read for a few names besides. */
static bool want_owned(vitals_cluster_watcher *watcher, const vt_resource_table *table,
                       const vt_scope *row, uint64_t stamp) {
    const struct workload_row *workload = workload_of(row->resource);
    if (!workload) return true;
    for (size_t i = 0; i < 2 && workload->owned[i].kind.size; i++) {
        const vt_wish wanted = { .resource = vt_resource_of_kind(table, workload->owned[i].group,
                                                                 workload->owned[i].kind),
                                 .namespace_ = row->namespace_ };
        if (wanted.resource && !want(watcher, &wanted, stamp)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------- members */

static vitals_status read_members(const vitals_document *document,
                                  const vt_application *application, vt_arena *arena,
                                  vt_member **out, size_t *count) {
    vt_members members;
    vt_member member, *items = NULL;
    size_t capacity = 0, found = 0;
    vt_members_begin(&members, document, application);
    while (vt_members_next(&members, arena, &member)) {
        if (found == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            vt_member *larger = vt_arena_allocate_array(arena, capacity, sizeof *larger);
            if (!larger) return VITALS_ENOMEM;
            if (found) memcpy(larger, items, found * sizeof *items);
            items = larger;
        }
        if (!member.hook) items[found++] = member;
    }
    *out = items;
    *count = found;
    return VITALS_OK;
}

static vitals_status want_members(vitals_cluster_watcher *watcher, const vt_member *members,
                                  size_t count, uint64_t stamp, vt_arena *arena,
                                  vt_scopes *scopes) {
    const vt_resource_table *table = vt_discover_table(&watcher->cluster->discover);
    const vitals_status status = vt_scopes_of(table, members, count, arena, scopes);
    vt_text *names = vt_arena_allocate_array(arena, count + 1, sizeof *names);
    if (status != VITALS_OK || !names) return VITALS_ENOMEM;
    for (size_t i = 0; watcher->selection.owned && i < scopes->count && !watcher->dead; i++) {
        if (!want_owned(watcher, table, &scopes->rows[i], stamp)) return VITALS_ENOMEM;
    }
    for (size_t i = 0; i < scopes->count && !watcher->dead; i++) {
        const size_t own = names_of(&scopes->rows[i], members, count, names);
        if (!want_scope(watcher, &scopes->rows[i], names, own, stamp)) return VITALS_ENOMEM;
    }
    return VITALS_OK;
}

/* `root` is the stamp of the scope that has the application, or 0. */
static vitals_status read_listed(vitals_cluster_watcher *watcher, uint64_t root,
                                 const vitals_document *document, const vt_application *application,
                                 vt_arena *arena) {
    const uint64_t stamp = root << 32 | ++watcher->stamp;
    vt_member *members = NULL;
    vt_scopes scopes = { .count = 0 };
    size_t count = 0;
    vitals_status status = read_members(document, application, arena, &members, &count);
    if (status == VITALS_OK) {
        status = want_members(watcher, members, count, stamp, arena, &scopes);
    }
    if (status == VITALS_OK) drop_stale(watcher, stamp, root);
    return status;
}

/* They never change, so nothing becomes stale. */
vitals_status vt_objects_want(vitals_cluster_watcher *watcher, vt_arena *arena, vt_scopes *scopes) {
    const vitals_cluster_selection *selection = &watcher->selection;
    vt_member *members =
        vt_arena_allocate_array(arena, selection->object_count + 1, sizeof *members);
    if (!members) return VITALS_ENOMEM;
    for (size_t i = 0; i < selection->object_count; i++) {
        const vitals_live_object *object = &selection->objects[i];
        members[i] = (vt_member){ .group = object->group,
                                  .kind = object->kind,
                                  .namespace_ = object->namespace_.size ? object->namespace_
                                                                        : selection->namespace_,
                                  .name = object->name };
    }
    return want_members(watcher, members, selection->object_count, 0, arena, scopes);
}

static void seen(vitals_cluster_scope *root, const vitals_document *document, bool deleted) {
    vitals_cluster_watcher *watcher = root->watcher;
    vt_application application;
    vt_arena arena;
    if (deleted || !vt_application_read(document, &application)) return;
    watcher->found_application = true;
    vt_arena_init(&arena, &watcher->cluster->loop->allocator, 0);
    if (application.elsewhere && watcher->events.elsewhere) {
        VT_REPORT(watcher, elsewhere, root, document, application.destination_server,
                  application.destination_name);
    } else if (application.elsewhere) {
        report_elsewhere(watcher, &application, &arena);
    } else if (read_listed(watcher, root->stamp, document, &application, &arena) != VITALS_OK) {
        report(watcher, VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    }
    vt_arena_done(&arena);
}

vitals_status vt_application_want(vitals_cluster_watcher *watcher, const vt_resource_table *table,
                                  vt_buffer *why) {
    vt_application_word word;
    size_t found = 0;
    if (!vt_application_word_read(watcher->selection.application, &word)) {
        vt_buffer_add_terminated(why, "an application is NAME, NAMESPACE/NAME or KIND/NAME");
        return why->failed ? VITALS_ENOMEM : VITALS_ENOTFOUND;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const vt_resource *resource = vt_resource_of_kind(table, kinds[i].group, kinds[i].name);
        if (!resource || (!word.any_kind && word.kind != kinds[i].kind)) continue;
        const vt_wish wanted = { .resource = resource,
                                 .namespace_ = word.namespace_,
                                 .name = word.name,
                                 .asked_for = true,
                                 .root = true };
        found++;
        watcher->application_seen = seen;
        if (vt_cluster_scope_find(watcher, &wanted)) continue;
        if (!vt_cluster_scope_add(watcher, &wanted)) return VITALS_ENOMEM;
        vitals_cluster_scope *scope = vt_cluster_scope_find(watcher, &wanted);
        if (scope) scope->stamp = i + 1;
    }
    if (found) return VITALS_OK;
    vt_buffer_add_terminated(why, "the server has no Applications, Kustomizations or HelmReleases");
    return why->failed ? VITALS_ENOMEM : VITALS_ENOTFOUND;
}

vitals_status vt_application_want_listed(vitals_cluster_watcher *watcher) {
    vt_application application;
    vt_arena arena;
    if (!vt_application_read(watcher->listed_by, &application)) return VITALS_OK;
    vt_arena_init(&arena, &watcher->cluster->loop->allocator, 0);
    const vitals_status status = read_listed(watcher, 0, watcher->listed_by, &application, &arena);
    vt_arena_done(&arena);
    return status;
}

vitals_status vitals_cluster_listed(const vitals_document *document, vitals_cluster_listed_fn take,
                                    void *user) {
    vt_application application;
    vt_arena arena;
    vt_member *members = NULL;
    size_t count = 0;
    if (!document || !take) return VITALS_EINVAL;
    if (!vt_application_read(document, &application)) return VITALS_ENOTFOUND;
    const vitals_allocator allocator = vt_allocator_or_default(NULL);
    vt_arena_init(&arena, &allocator, 0);
    const vitals_status status = read_members(document, &application, &arena, &members, &count);
    for (size_t i = 0; status == VITALS_OK && i < count; i++) {
        const vitals_live_object object = { .group = members[i].group,
                                            .kind = members[i].kind,
                                            .namespace_ = members[i].namespace_,
                                            .name = members[i].name };
        if (!take(user, &object)) break;
    }
    vt_arena_done(&arena);
    return status;
}
