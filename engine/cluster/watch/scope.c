/* Scopes: what a watcher reads, and what comes of it. */
#include "base/memory/sized.h"
#include "cluster/cluster.h"
#include "cluster/transport/problem.h"

/* ------------------------------------------------------------------- scopes */

vitals_cluster_resource vt_resource_shown(const vt_resource *resource) {
    return (vitals_cluster_resource){
        .group = resource->group,
        .version = resource->version,
        .resource = resource->plural,
        .kind = resource->kind,
        .namespaced = resource->namespaced,
        .listable = vt_resource_can(resource, VT_VERB_LIST),
        .watchable = vt_resource_is_watchable(resource),
        .patchable = vt_resource_can(resource, VT_VERB_PATCH),
        .has_status = vt_resource_has_subresource(resource, VT_TEXT("status")),
    };
}

static void report_no_application(vitals_cluster_watcher *watcher) {
    vt_buffer text;
    vt_buffer_init(&text, &watcher->cluster->loop->allocator, SIZE_MAX / 2);
    vt_buffer_add_terminated(&text, "there is no application of this name: ");
    vt_buffer_add(&text, watcher->selection.application);
    const vitals_cluster_problem problem = vt_problem(
        VITALS_CLUSTER_FAILURE_NOT_FOUND,
        text.failed ? VT_TEXT("there is no application of this name") : vt_buffer_text(&text));
    VT_REPORT(watcher, resolved, watcher, &problem);
    vt_buffer_done(&text);
}

void vt_watcher_report_if_ready(vitals_cluster_watcher *watcher) {
    if (!watcher->resolved || watcher->ready || watcher->unsettled || watcher->dead) return;
    if (watcher->application_seen && !watcher->found_application) {
        report_no_application(watcher);
        if (watcher->dead) return;
    }
    watcher->ready = true;
    VT_REPORT(watcher, ready, watcher);
}

static void destroy_scope(void *user) {
    vitals_cluster_scope *scope = user;
    vitals_cluster_loop *loop = scope->watcher->cluster->loop;
    vt_reflector_done(&scope->reflector);
    vt_arena_done(&scope->arena);
    vt_release(&loop->allocator, scope, sizeof *scope);
}

/* Silent from now on. It stays in the list until it is freed, so that iterations survive. */
void vt_cluster_scope_stop(vitals_cluster_scope *scope) {
    scope->dead = true;
    vt_reflector_stop(&scope->reflector);
}

void vt_cluster_scope_remove(vitals_cluster_scope *scope) {
    vitals_cluster_watcher *watcher = scope->watcher;
    vt_cluster_scope_stop(scope);
    if (!scope->settled) watcher->unsettled--;
    scope->settled = true;
    VT_REPORT(watcher, scope_removed, scope);
    for (vitals_cluster_scope **at = &watcher->scopes; *at; at = &(*at)->next) {
        if (*at != scope) continue;
        *at = scope->next;
        if (!*at) watcher->scopes_end = at;
        break;
    }
    vt_loop_discard(watcher->cluster->loop, &scope->garbage);
}

/* ------------------------------------------------------ what reflectors report */

static bool is_silent(const vitals_cluster_scope *scope) {
    return scope->dead || scope->watcher->dead;
}

static void on_begin(void *user) {
    vitals_cluster_scope *scope = user;
    if (!is_silent(scope)) VT_REPORT(scope->watcher, begin, scope);
}

/* A scope of an application may read a whole namespace for the few objects that it names. */
static bool is_wanted(const vitals_cluster_scope *scope, const vitals_document *document) {
    if (!scope->member_count) return true;
    const vt_text name = vitals_document_name(document);
    for (size_t i = 0; i < scope->member_count; i++) {
        if (vt_text_equal(scope->members[i], name)) return true;
    }
    return false;
}

/* Kinds come and go with these. */
static bool announces_kinds(const vitals_cluster_scope *scope) {
    const vt_text resource = scope->resource.resource;
    return vt_text_is(resource, "customresourcedefinitions") || vt_text_is(resource, "apiservices");
}

static void on_object(void *user, vitals_cluster_change change, vitals_document **document) {
    vitals_cluster_scope *scope = user;
    if (is_silent(scope)) return;
    if (change != VITALS_CLUSTER_LISTED && announces_kinds(scope)) {
        vt_cluster_rediscover_in(scope->watcher->cluster, VT_REDISCOVER_SOON_MS);
    }
    if (!is_wanted(scope, *document)) return;
    if (scope->root) {
        scope->watcher->application_seen(scope, *document, change == VITALS_CLUSTER_DELETED);
        if (is_silent(scope)) return;
    }
    VT_REPORT(scope->watcher, object, scope, change, document);
}

static void on_synced(void *user) {
    vitals_cluster_scope *scope = user;
    if (!is_silent(scope)) VT_REPORT(scope->watcher, synced, scope);
}

/* A kind that is forbidden everywhere may be allowed in one namespace. */
static bool may_be_narrowed(const vitals_cluster_scope *scope,
                            const vitals_cluster_problem *problem) {
    return scope->watcher->selection.fallback_namespace && scope->resource.namespaced &&
           !scope->namespace_.bytes && problem &&
           problem->failure == VITALS_CLUSTER_FAILURE_FORBIDDEN;
}

static void on_state(void *user, vitals_live_state state, const vitals_cluster_problem *problem) {
    vitals_cluster_scope *scope = user;
    vitals_cluster_watcher *watcher = scope->watcher;
    if (is_silent(scope)) return;
    if (state == VITALS_LIVE_REFUSED && may_be_narrowed(scope, problem)) {
        scope->narrow = true;
        vt_loop_defer(watcher->cluster->loop, &watcher->narrow);
        return;
    }
    VT_REPORT(watcher, state, scope, state, problem);
}

static void on_broken(void *user, const vitals_cluster_problem *problem) {
    vitals_cluster_scope *scope = user;
    if (!is_silent(scope)) VT_REPORT(scope->watcher, broken, scope, problem);
}

static void on_settled(void *user) {
    vitals_cluster_scope *scope = user;
    if (is_silent(scope) || scope->settled || scope->narrow) return;
    scope->settled = true;
    scope->watcher->unsettled--;
    vt_watcher_report_if_ready(scope->watcher);
}

static void on_gone(void *user) {
    vitals_cluster_scope *scope = user;
    if (!is_silent(scope)) vt_cluster_rediscover_in(scope->watcher->cluster, VT_REDISCOVER_SOON_MS);
}

/* ------------------------------------------------------------- adding scopes */

vt_text vt_copy_or_absent(vt_arena *arena, vt_text text, bool *copied) {
    if (!text.bytes) return VT_TEXT_ABSENT;
    const vt_text copy = vt_arena_copy(arena, text);
    if (!copy.bytes) *copied = false;
    return copy;
}

static bool copy_members(vitals_cluster_scope *scope, const vt_wish *wanted) {
    bool copied = true;
    if (!wanted->member_count) return true;
    vt_text *copies = vt_arena_allocate_array(&scope->arena, wanted->member_count, sizeof *copies);
    if (!copies) return false;
    for (size_t i = 0; i < wanted->member_count; i++) {
        copies[i] = vt_copy_or_absent(&scope->arena, wanted->members[i], &copied);
    }
    scope->members = copies;
    scope->member_count = wanted->member_count;
    return copied;
}

/* Set the type of the objects when their metadata suffices. */
static bool read_metadata_only(vitals_cluster_scope *scope) {
    const vitals_cluster_selection *selection = &scope->watcher->selection;
    const vt_text group = scope->resource.group;
    if (scope->root || !selection->metadata_only ||
        !selection->metadata_only(selection->metadata_only_user, &scope->resource)) {
        return true;
    }
    scope->api_version = group.size ? vt_arena_printf(&scope->arena, "%s/%s", group.bytes,
                                                      scope->resource.version.bytes)
                                    : scope->resource.version;
    return scope->api_version.bytes != NULL;
}

static bool copy_texts(vitals_cluster_scope *scope, const vt_wish *wanted) {
    bool copied = true;
    vt_arena *arena = &scope->arena;
    scope->resource = vt_resource_shown(wanted->resource);
    scope->resource.group = vt_copy_or_absent(arena, scope->resource.group, &copied);
    scope->resource.version = vt_copy_or_absent(arena, scope->resource.version, &copied);
    scope->resource.resource = vt_copy_or_absent(arena, scope->resource.resource, &copied);
    scope->resource.kind = vt_copy_or_absent(arena, scope->resource.kind, &copied);
    scope->namespace_ = vt_copy_or_absent(arena, wanted->namespace_, &copied);
    scope->name = vt_copy_or_absent(arena, wanted->name, &copied);
    return copied && copy_members(scope, wanted) && read_metadata_only(scope);
}

static void init_reflector(vitals_cluster_scope *scope) {
    static const vt_reflector_events events = { on_begin,  on_object,  on_synced, on_state,
                                                on_broken, on_settled, on_gone };
    vitals_cluster_watcher *watcher = scope->watcher;
    const vitals_cluster_selection *selection = &watcher->selection;
    const vt_reflector_options options = {
        .group = scope->resource.group,
        .version = scope->resource.version,
        .resource = scope->resource.resource,
        .namespace_ = scope->namespace_,
        .name = scope->name,
        .labels = selection->labels,
        .fields = selection->fields,
        .follow = selection->follow,
        .watchable = scope->resource.watchable,
        .streams = &watcher->cluster->streams,
        .page_items = selection->page_items,
        .body = { .drop = selection->drop,
                  .drop_count = selection->drop_count,
                  .api_version = scope->api_version,
                  .kind = scope->api_version.size ? scope->resource.kind : VT_TEXT_ABSENT },
    };
    vt_reflector_init(&scope->reflector, watcher->cluster->session, &options, &events, scope);
}

bool vt_cluster_scope_add(vitals_cluster_watcher *watcher, const vt_wish *wanted) {
    vitals_cluster_loop *loop = watcher->cluster->loop;
    vitals_cluster_scope *scope = vt_allocate_zeroed(&loop->allocator, sizeof *scope);
    if (!scope) return false;
    scope->watcher = watcher;
    scope->asked_for = wanted->asked_for;
    scope->root = wanted->root;
    scope->narrowed = wanted->narrowed;
    scope->garbage = (vt_garbage){ .release = destroy_scope, .user = scope };
    vt_arena_init(&scope->arena, &loop->allocator, 0);
    if (!copy_texts(scope, wanted)) {
        destroy_scope(scope);
        return false;
    }
    init_reflector(scope);
    *watcher->scopes_end = scope;
    watcher->scopes_end = &scope->next;
    watcher->unsettled++;
    VT_REPORT(watcher, scope_added, scope);
    if (!watcher->dead) vt_reflector_start(&scope->reflector);
    return true;
}

vitals_cluster_scope *vt_cluster_scope_find(const vitals_cluster_watcher *watcher,
                                            const vt_wish *wanted) {
    const vitals_cluster_resource resource = vt_resource_shown(wanted->resource);
    for (vitals_cluster_scope *at = watcher->scopes; at; at = at->next) {
        if (!at->dead && vt_text_equal(at->resource.group, resource.group) &&
            vt_text_equal(at->resource.version, resource.version) &&
            vt_text_equal(at->resource.resource, resource.resource) &&
            at->resource.namespaced == resource.namespaced &&
            vt_text_equal(at->name, wanted->name) &&
            (vt_text_equal(at->namespace_, wanted->namespace_) || !wanted->namespace_.bytes)) {
            return at;
        }
    }
    return NULL;
}

/* Forbidden scopes give way to those of one namespace. An errand: not from their own callbacks. */
void vt_watcher_narrow(void *user) {
    vitals_cluster_watcher *watcher = user;
    const vitals_cluster *cluster = watcher->cluster;
    const vt_resource_table *table = vt_discover_table(&cluster->discover);
    for (vitals_cluster_scope *at = watcher->scopes, *next; at && !watcher->dead; at = next) {
        next = at->next;
        if (!at->narrow || at->dead) continue;
        const vt_wish wanted = {
            .resource = vt_resource_of_version(table, at->resource.group, at->resource.version,
                                               at->resource.kind),
            .namespace_ = cluster->connection->namespace_,
            .name = at->name,
            .asked_for = at->asked_for,
            .root = at->root,
            .narrowed = true,
            .members = at->members,
            .member_count = at->member_count,
        };
        if (wanted.resource && !vt_cluster_scope_add(watcher, &wanted)) return;
        vt_cluster_scope_remove(at);
    }
    vt_watcher_report_if_ready(watcher);
}

/* ----------------------------------------------------------------- questions */

void vitals_cluster_scope_about_of(const vitals_cluster_scope *scope,
                                   vitals_cluster_scope_about *out, size_t out_bytes) {
    const vt_reflector *reflector = &scope->reflector;
    const vt_buffer *version = &reflector->version;
    const vitals_cluster_scope_about own = {
        .resource = scope->resource,
        .namespace_ = scope->namespace_,
        .name = scope->name,
        .resource_version = version->size ? vt_buffer_text(version) : VT_TEXT_ABSENT,
        .state = reflector->state,
        .synced = reflector->synced,
        .asked_for = scope->asked_for,
        .snapshot = reflector->snapshot,
        .application = scope->root,
        .narrowed = scope->narrowed,
        .lists = reflector->lists,
        .watches = reflector->watches,
    };
    vt_sized_write(out, out_bytes, &own, sizeof own);
}

void vitals_cluster_scope_set_tag(vitals_cluster_scope *scope, uint64_t tag) {
    scope->tag = tag;
}

uint64_t vitals_cluster_scope_tag(const vitals_cluster_scope *scope) {
    return scope->tag;
}
