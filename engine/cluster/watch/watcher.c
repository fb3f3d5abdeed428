/* Watchers: from a selection to scopes. */
#include "base/memory/sized.h"
#include "base/text/quote.h"
#include "cluster/cluster.h"
#include "cluster/transport/problem.h"

enum { DEFAULT_PAGE = 500 };

/* ---------------------------------------------------------------- resolving */

/* Whether the argocd-cm of the selection leaves it out. */
static bool is_excluded(const vitals_cluster_watcher *watcher, const vt_resource *resource) {
    return watcher->exclusions &&
           vt_exclusions_has(watcher->exclusions, resource->group, resource->kind,
                             watcher->cluster->connection->server.url);
}

static bool is_chosen(const vitals_cluster_watcher *watcher, const vt_resource *resource) {
    const vitals_cluster_selection *selection = &watcher->selection;
    if (!resource->preferred || !vt_resource_can(resource, VT_VERB_LIST)) return false;
    if (vt_is_secret(resource->group, resource->kind) || is_excluded(watcher, resource))
        return false;
    if (selection->choose) {
        const vitals_cluster_resource shown = vt_resource_shown(resource);
        return selection->choose(selection->choose_user, &shown);
    }
    return !vt_resource_left_out(resource) &&
           !vitals_kind_has_no_health(resource->group, resource->kind);
}

/* What is being resolved: wishes are noted or carried out one by one. */
typedef struct resolution {
    vitals_cluster_watcher *watcher;
    const vt_resource_table *table;
    vt_arena *arena;
    vt_buffer *why;
    bool stale, failed;
} resolution;

static void want(resolution *own, const vt_wish *wanted) {
    if (own->watcher->dead || vt_cluster_scope_find(own->watcher, wanted)) return;
    if (!vt_cluster_scope_add(own->watcher, wanted)) own->failed = true;
}

/* Whether no version of the group of a row answers, and this is the first of them; and not all of it is left out. */
static bool is_lost_group(const resolution *own, size_t index) {
    const vt_stale_group *stale = &own->table->stale[index];
    const vt_resource any = { .group = stale->group, .version = stale->version };
    if (is_excluded(own->watcher, &any) || vt_resource_left_out(&any)) return false;
    for (size_t i = 0; i < own->table->count; i++) {
        if (vt_text_equal(own->table->rows[i].group, stale->group)) return false;
    }
    return !index || !vt_text_equal(own->table->stale[index - 1].group, stale->group);
}

/* Groups without a version that answers: some of their kinds may be among those that are wanted. */
static void report_stale(resolution *own) {
    const vt_resource_table *table = own->table;
    size_t count = 0;
    vitals_cluster_resource *groups =
        vt_arena_allocate_array(own->arena, table->stale_count + 1, sizeof *groups);
    own->failed |= !groups;
    for (size_t i = 0; groups && i < table->stale_count; i++) {
        if (!is_lost_group(own, i)) continue;
        groups[count++] = (vitals_cluster_resource){ .group = table->stale[i].group,
                                                     .version = table->stale[i].version,
                                                     .stale = true };
    }
    if (groups) VT_REPORT(own->watcher, stale, own->watcher, groups, count);
}

static void want_every_kind(resolution *own, vt_text namespace_) {
    for (size_t i = 0; i < own->table->count && !own->failed; i++) {
        const vt_resource *resource = &own->table->rows[i];
        if (!resource->namespaced && namespace_.bytes) continue;
        if (!is_chosen(own->watcher, resource)) continue;
        const vt_text place = resource->namespaced ? namespace_ : VT_TEXT_ABSENT;
        want(own, &(vt_wish){ .resource = resource, .namespace_ = place });
    }
}

static void want_target_in(resolution *own, const vitals_cluster_target *target,
                           const vt_reference *reference, vt_text place) {
    if (reference->every_kind) {
        report_stale(own);
        want_every_kind(own, place);
        return;
    }
    for (size_t i = 0; i < reference->resource_count && !own->failed; i++) {
        const vt_resource *resource = reference->resources[i];
        if (reference->resource_count > 1 && vt_is_secret(resource->group, resource->kind)) {
            continue;
        }
        want(own, &(vt_wish){
                      .resource = resource,
                      .namespace_ = resource->namespaced ? place : VT_TEXT_ABSENT,
                      .name = target->name.bytes ? target->name : reference->name,
                      .asked_for = true,
                  });
    }
}

/* In each namespace of the selection, unless the target has one of its own. */
static void want_target(resolution *own, const vitals_cluster_target *target,
                        const vt_reference *reference) {
    const vitals_cluster_selection *selection = &own->watcher->selection;
    const vt_text place = target->namespace_.bytes ? target->namespace_ : reference->namespace_;
    if (place.bytes || !selection->namespace_count) {
        want_target_in(own, target, reference, place.bytes ? place : selection->namespace_);
        return;
    }
    for (size_t i = 0; i < selection->namespace_count; i++) {
        want_target_in(own, target, reference, selection->namespaces[i]);
    }
}

static void resolve_target(resolution *own, const vitals_cluster_target *target) {
    vt_reference reference;
    const size_t before = own->why->size;
    if (before) vt_buffer_add_terminated(own->why, "; ");
    switch (vt_reference_read(own->table, target->resource, own->arena, &reference, own->why)) {
    case VT_REFERENCE_FOUND:
        own->why->size = before;
        want_target(own, target, &reference);
        break;
    case VT_REFERENCE_STALE:
        own->stale = true;
        break;
    case VT_REFERENCE_NO_MEMORY:
        own->failed = true;
        break;
    case VT_REFERENCE_UNKNOWN:
    case VT_REFERENCE_MALFORMED:
        break;
    }
}

static void explain_kind(resolution *own, const vt_member *member) {
    vt_reference reference;
    const vt_text word = member->group.size
                             ? VT_JOIN(own->arena, member->kind, VT_TEXT("."), member->group)
                             : member->kind;
    if (own->why->size) vt_buffer_add_terminated(own->why, "; ");
    const vt_reference_result result =
        word.bytes ? vt_reference_read(own->table, word, own->arena, &reference, own->why)
                   : VT_REFERENCE_NO_MEMORY;
    if (result == VT_REFERENCE_FOUND) {
        vt_buffer_add_terminated(own->why, "the server does not list ");
        vt_quote_append_go(own->why, word);
    }
    own->stale |= result == VT_REFERENCE_STALE;
    own->failed |= result == VT_REFERENCE_NO_MEMORY;
}

/* Kinds that cannot be read, each once where its objects follow one another. */
static void explain_unknown(resolution *own, const vt_scopes *scopes) {
    for (size_t i = 0; i < scopes->unknown_count && !own->failed; i++) {
        const vt_member *at = &scopes->unknown[i], *last = i ? at - 1 : NULL;
        if (last && vt_text_equal(last->group, at->group) && vt_text_equal(last->kind, at->kind)) {
            continue;
        }
        explain_kind(own, at);
    }
}

static void resolve_objects(resolution *own) {
    vt_scopes scopes = { .count = 0 };
    if (!own->watcher->selection.object_count) return;
    if (vt_objects_want(own->watcher, own->arena, &scopes) == VITALS_OK) {
        explain_unknown(own, &scopes);
    } else {
        own->failed = true;
    }
}

static bool problem_of(const resolution *own, vitals_cluster_problem *problem) {
    if (own->failed || own->why->failed) {
        *problem = vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    } else if (own->why->size) {
        *problem =
            vt_problem(own->stale ? VITALS_CLUSTER_FAILURE_STALE : VITALS_CLUSTER_FAILURE_NOT_FOUND,
                       vt_buffer_text(own->why));
    } else {
        return false;
    }
    return true;
}

static void resolve(vitals_cluster_watcher *watcher, const vt_resource_table *table) {
    vt_arena arena;
    vt_buffer why;
    vitals_cluster_problem problem;
    const vitals_allocator *allocator = &watcher->cluster->loop->allocator;
    const vitals_cluster_selection *selection = &watcher->selection;
    vt_arena_init(&arena, allocator, 0);
    vt_buffer_init(&why, allocator, 65536);
    resolution own = { .watcher = watcher, .table = table, .arena = &arena, .why = &why };
    if (watcher->listed_by) {
        own.failed = vt_application_want_listed(watcher) != VITALS_OK;
    } else if (selection->application.bytes) {
        own.failed = vt_application_want(watcher, table, &why) == VITALS_ENOMEM;
    } else if (selection->target_count == 0 && selection->object_count == 0) {
        report_stale(&own);
        if (!selection->namespace_count) want_every_kind(&own, selection->namespace_);
        for (size_t i = 0; i < selection->namespace_count; i++) {
            want_every_kind(&own, selection->namespaces[i]);
        }
    }
    for (size_t i = 0; i < selection->target_count && !own.failed; i++) {
        resolve_target(&own, &selection->targets[i]);
    }
    if (!own.failed) resolve_objects(&own);
    watcher->resolved = true;
    const bool has_problem = problem_of(&own, &problem);
    VT_REPORT(watcher, resolved, watcher, has_problem ? &problem : NULL);
    vt_buffer_done(&why);
    vt_arena_done(&arena);
    vt_watcher_report_if_ready(watcher);
}

/* Whether the server has the kind of a scope still, or may have: its group does not answer. */
static bool is_served(const vitals_cluster_scope *scope, const vt_resource_table *table) {
    const vitals_cluster_resource *own = &scope->resource;
    const vt_resource *found = vt_resource_of_version(table, own->group, own->version, own->kind);
    if (found) {
        return found->namespaced == own->namespaced && vt_text_equal(found->plural, own->resource);
    }
    for (size_t i = 0; i < table->stale_count; i++) {
        if (vt_text_equal(table->stale[i].group, own->group)) return true;
    }
    return false;
}

static void drop_unserved(vitals_cluster_watcher *watcher, const vt_resource_table *table) {
    for (vitals_cluster_scope *at = watcher->scopes, *next; at && !watcher->dead; at = next) {
        next = at->next;
        if (!at->dead && !is_served(at, table)) vt_cluster_scope_remove(at);
    }
}

void vt_watcher_discovered(vitals_cluster_watcher *watcher, const vitals_cluster_problem *problem,
                           bool changed) {
    const vt_resource_table *table = vt_discover_table(&watcher->cluster->discover);
    if (watcher->resolved && (problem || !changed)) return;
    if (problem) {
        /* One that follows waits for the next discovery. */
        watcher->resolved = !watcher->selection.follow;
        VT_REPORT(watcher, resolved, watcher, problem);
        vt_watcher_report_if_ready(watcher);
        return;
    }
    if (watcher->resolved) drop_unserved(watcher, table);
    if (!watcher->dead) resolve(watcher, table);
}

/* -------------------------------------------------------------- life cycle */

static void destroy_watcher(void *user) {
    vitals_cluster_watcher *watcher = user;
    vitals_cluster_loop *loop = watcher->cluster->loop;
    if (watcher->free_feed) watcher->free_feed(watcher->feed, loop);
    vt_exclusions_free(watcher->exclusions);
    vitals_document_free(watcher->listed_by);
    vt_arena_done(&watcher->arena);
    vt_release(&loop->allocator, watcher, sizeof *watcher);
}

static const char *const default_drop[] = {
    ".metadata.managedFields",
    ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
    ".spec.versions[].schema",
};

static bool copy_drop(vitals_cluster_watcher *watcher) {
    vitals_cluster_selection *selection = &watcher->selection;
    if (!selection->drop) {
        selection->drop = default_drop;
        selection->drop_count = sizeof default_drop / sizeof default_drop[0];
        return true;
    }
    const char **copies =
        vt_arena_allocate_array(&watcher->arena, selection->drop_count + 1, sizeof *copies);
    for (size_t i = 0; copies && i < selection->drop_count; i++) {
        copies[i] = vt_arena_copy(&watcher->arena, vt_text_from(selection->drop[i])).bytes;
        if (!copies[i]) return false;
    }
    selection->drop = copies;
    return copies != NULL;
}

static bool copy_targets(vitals_cluster_watcher *watcher) {
    vitals_cluster_selection *selection = &watcher->selection;
    vt_arena *arena = &watcher->arena;
    bool copied = true;
    vitals_cluster_target *copies =
        vt_arena_allocate_array(arena, selection->target_count + 1, sizeof *copies);
    if (!copies) return false;
    for (size_t i = 0; i < selection->target_count; i++) {
        copies[i].resource = vt_copy_or_absent(arena, selection->targets[i].resource, &copied);
        copies[i].namespace_ = vt_copy_or_absent(arena, selection->targets[i].namespace_, &copied);
        copies[i].name = vt_copy_or_absent(arena, selection->targets[i].name, &copied);
    }
    selection->targets = copies;
    return copied;
}

static bool copy_objects(vitals_cluster_watcher *watcher) {
    vitals_cluster_selection *selection = &watcher->selection;
    vt_arena *arena = &watcher->arena;
    bool copied = true;
    vitals_live_object *copies =
        vt_arena_allocate_array(arena, selection->object_count + 1, sizeof *copies);
    if (!copies) return false;
    for (size_t i = 0; i < selection->object_count; i++) {
        const vitals_live_object *from = &selection->objects[i];
        copies[i] = (vitals_live_object){
            .group = vt_copy_or_absent(arena, from->group, &copied),
            .kind = vt_copy_or_absent(arena, from->kind, &copied),
            .namespace_ = vt_copy_or_absent(arena, from->namespace_, &copied),
            .name = vt_copy_or_absent(arena, from->name, &copied),
        };
    }
    selection->objects = copies;
    return copied;
}

static void log_diagnostics(const vitals_cluster_loop *loop, const vitals_diagnostics *list) {
    const vitals_diagnostic *at;
    for (size_t i = 0; (at = vitals_diagnostics_at(list, i)); i++) {
        vt_loop_log(loop, VITALS_CLUSTER_WARNING, at->text);
    }
}

static bool read_exclusions(vitals_cluster_watcher *watcher) {
    const vitals_cluster_loop *loop = watcher->cluster->loop;
    const vitals_document *argocd_cm = watcher->selection.argocd_cm;
    vitals_diagnostics *diagnostics = NULL;
    watcher->selection.argocd_cm = NULL;
    if (!argocd_cm) return true;
    vitals_status status = vitals_diagnostics_new(&loop->allocator, &diagnostics);
    if (status == VITALS_OK) {
        status = vt_exclusions_new(argocd_cm, &loop->allocator, loop->limits, &watcher->exclusions,
                                   diagnostics);
    }
    log_diagnostics(loop, diagnostics);
    vitals_diagnostics_free(diagnostics);
    return status == VITALS_OK;
}

/* A document of the watcher's own, in place of the one before. */
static vitals_status copy_listed_by(vitals_cluster_watcher *watcher,
                                    const vitals_document *document) {
    const vitals_allocator *allocator = &watcher->cluster->loop->allocator;
    vitals_write_options writing = VITALS_WRITE_OPTIONS_INIT;
    vitals_read_options reading = VITALS_READ_OPTIONS_INIT;
    vitals_document *copy = NULL;
    char *text = NULL;
    size_t size = 0;
    writing.allocator = allocator;
    reading.allocator = allocator;
    reading.limits = watcher->cluster->loop->limits;
    reading.format = VITALS_FORMAT_JSON;
    vitals_status status = vitals_document_write(document, &writing, &text, &size);
    if (status == VITALS_OK) status = vitals_document_parse(text, size, &reading, &copy, NULL);
    vitals_text_free(allocator, text, size);
    if (status != VITALS_OK) return status;
    vitals_document_free(watcher->listed_by);
    watcher->listed_by = copy;
    return VITALS_OK;
}

static bool read_listed_by(vitals_cluster_watcher *watcher) {
    const vitals_document *given = watcher->selection.listed_by;
    watcher->selection.listed_by = NULL;
    return !given || copy_listed_by(watcher, given) == VITALS_OK;
}

static bool copy_namespaces(vitals_cluster_watcher *watcher) {
    vitals_cluster_selection *selection = &watcher->selection;
    bool copied = true;
    vitals_text *copies =
        vt_arena_allocate_array(&watcher->arena, selection->namespace_count + 1, sizeof *copies);
    for (size_t i = 0; copies && i < selection->namespace_count; i++) {
        copies[i] = vt_copy_or_absent(&watcher->arena, selection->namespaces[i], &copied);
    }
    selection->namespaces = copies;
    return copies && copied;
}

static bool copy_selection(vitals_cluster_watcher *watcher) {
    vitals_cluster_selection *selection = &watcher->selection;
    bool copied = true;
    if (selection->page_items == 0) selection->page_items = DEFAULT_PAGE;
    selection->namespace_ = vt_copy_or_absent(&watcher->arena, selection->namespace_, &copied);
    selection->labels = vt_copy_or_absent(&watcher->arena, selection->labels, &copied);
    selection->fields = vt_copy_or_absent(&watcher->arena, selection->fields, &copied);
    selection->application = vt_copy_or_absent(&watcher->arena, selection->application, &copied);
    return copied && copy_namespaces(watcher) && copy_targets(watcher) && copy_objects(watcher) &&
           copy_drop(watcher) && read_exclusions(watcher) && read_listed_by(watcher);
}

static bool read_structs(const vitals_cluster_selection *selection,
                         const vitals_cluster_events *events, vitals_cluster_watcher *watcher) {
    watcher->selection = (vitals_cluster_selection)VITALS_CLUSTER_SELECTION_INIT;
    watcher->events = (vitals_cluster_events)VITALS_CLUSTER_EVENTS_INIT;
    return vt_sized_read(selection, &watcher->selection, sizeof watcher->selection) &&
           vt_sized_read(events, &watcher->events, sizeof watcher->events);
}

/* Resolve with what is known, or ask the server. An alarm, so that no callback comes from the call that
** makes the watcher. */
static void begin(void *user) {
    vitals_cluster_watcher *watcher = user;
    vitals_cluster *cluster = watcher->cluster;
    if (vt_discover_is_under_way(&cluster->discover)) return;
    if (vt_discover_table(&cluster->discover)) {
        vt_watcher_discovered(watcher, NULL, true);
        if (watcher->selection.follow) vt_cluster_rediscover_in(cluster, VT_REDISCOVER_MS);
    } else if (vt_discover_start(&cluster->discover, watcher->selection.follow) != VITALS_OK) {
        const vitals_cluster_problem problem =
            vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
        vt_watcher_discovered(watcher, &problem, false);
    }
}

vitals_status vitals_cluster_watch(vitals_cluster *cluster,
                                   const vitals_cluster_selection *selection,
                                   const vitals_cluster_events *events,
                                   vitals_cluster_watcher **out) {
    if (!cluster || cluster->dead || !selection || !events || !out) return VITALS_EINVAL;
    vitals_cluster_loop *loop = cluster->loop;
    vitals_cluster_watcher *watcher = vt_allocate_zeroed(&loop->allocator, sizeof *watcher);
    if (!watcher) return VITALS_ENOMEM;
    watcher->cluster = cluster;
    watcher->scopes_end = &watcher->scopes;
    watcher->garbage = (vt_garbage){ .release = destroy_watcher, .user = watcher };
    watcher->narrow = (vt_errand){ .run = vt_watcher_narrow, .user = watcher };
    watcher->start = (vt_alarm){ .ring = begin, .user = watcher };
    vt_arena_init(&watcher->arena, &loop->allocator, 0);
    const bool read = read_structs(selection, events, watcher);
    if (!read || !copy_selection(watcher)) {
        destroy_watcher(watcher);
        return read ? VITALS_ENOMEM : VITALS_EINVAL;
    }
    watcher->next = cluster->watchers;
    cluster->watchers = watcher;
    *out = watcher;
    vt_loop_enter(loop);
    vt_alarm_set(loop, &watcher->start, vt_loop_now(loop));
    vt_loop_leave(loop);
    return VITALS_OK;
}

vitals_status vitals_cluster_watcher_list(vitals_cluster_watcher *watcher,
                                          const vitals_document *application) {
    if (!watcher || watcher->dead || !watcher->listed_by || !application) return VITALS_EINVAL;
    vitals_cluster_loop *loop = watcher->cluster->loop;
    const vitals_status status = copy_listed_by(watcher, application);
    if (status != VITALS_OK) return status;
    vt_loop_enter(loop);
    vt_alarm_set(loop, &watcher->start, vt_loop_now(loop));
    vt_loop_leave(loop);
    return VITALS_OK;
}

void vitals_cluster_watcher_free(vitals_cluster_watcher *watcher) {
    if (!watcher || watcher->dead) return;
    vitals_cluster *cluster = watcher->cluster;
    vt_loop_enter(cluster->loop);
    watcher->dead = true;
    for (vitals_cluster_watcher **at = &cluster->watchers; *at; at = &(*at)->next) {
        if (*at != watcher) continue;
        *at = watcher->next;
        break;
    }
    for (vitals_cluster_scope *at = watcher->scopes; at; at = at->next) {
        vt_cluster_scope_stop(at);
        vt_loop_discard(cluster->loop, &at->garbage);
    }
    vt_loop_forget(cluster->loop, &watcher->narrow);
    vt_alarm_clear(cluster->loop, &watcher->start);
    vt_loop_discard(cluster->loop, &watcher->garbage);
    vt_loop_leave(cluster->loop);
}

/* ----------------------------------------------------------------- questions */

vitals_cluster *vitals_cluster_watcher_cluster(const vitals_cluster_watcher *watcher) {
    return watcher->cluster;
}

vitals_cluster_scope *vitals_cluster_scope_next(const vitals_cluster_watcher *watcher,
                                                const vitals_cluster_scope *scope) {
    return scope ? scope->next : watcher->scopes;
}
