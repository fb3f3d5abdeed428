/* Requests for one object: reading and patching it. */
#include "cluster/cluster.h"
#include "cluster/transport/problem.h"
#include "cluster/transport/request.h"
#ifdef VITALS_WITH_CLUSTER_WRITE
#include "cluster/actions/patch.h"
#endif

struct vt_single {
    vitals_cluster *cluster;
    vt_single *next;
    vt_arena arena; /* of the texts */
    vitals_cluster_reference reference;
    vt_text patch; /* absent: it is read */
    vitals_cluster_patch_type type;
    bool dry_run, sent, dead;
    vt_fetch fetch;
    vt_alarm start;
    vitals_cluster_done_fn done;
    void *user;
    vt_garbage garbage;
};

static void destroy(void *user) {
    vt_single *single = user;
    const vitals_allocator allocator = single->cluster->loop->allocator;
    vt_fetch_done(&single->fetch);
    vt_arena_done(&single->arena);
    vt_release(&allocator, single, sizeof *single);
}

static void discard(vt_single *single) {
    vitals_cluster *cluster = single->cluster;
    single->dead = true;
    for (vt_single **at = &cluster->singles; *at; at = &(*at)->next) {
        if (*at != single) continue;
        *at = single->next;
        break;
    }
    vt_alarm_clear(cluster->loop, &single->start);
    vt_fetch_cancel(&single->fetch);
    vt_loop_discard(cluster->loop, &single->garbage);
}

static void end(vt_single *single, const vitals_cluster_problem *problem, vt_text body) {
    if (single->dead) return;
    discard(single);
    single->done(single->user, problem, body);
}

static void on_fetched(void *user, const vt_fetched *fetched) {
    end(user, fetched->problem, fetched->body);
}

/* ---------------------------------------------------------------- requests */

static bool add_path(const vt_single *single, const vt_resource *resource, vt_text namespace_,
                     vt_text name, vt_buffer *path) {
    const vt_request request = {
        .group = resource->group,
        .version = resource->version,
        .resource = resource->plural,
        .namespace_ = resource->namespaced ? namespace_ : VT_TEXT_ABSENT,
        .name = name,
        .subresource = single->reference.subresource,
    };
    if (!vt_request_add_path(path, &request)) return false;
#ifdef VITALS_WITH_CLUSTER_WRITE
    if (single->patch.bytes) return vt_patch_add_query(path, single->dry_run);
#endif
    return true;
}

static const char *content_type(const vt_single *single) {
    if (!single->patch.bytes) return NULL;
    return single->type == VITALS_CLUSTER_JSON_PATCH ? "application/json-patch+json"
                                                     : "application/merge-patch+json";
}

static vitals_status send(vt_single *single, const vt_resource *resource, vt_text namespace_,
                          vt_text name) {
    vt_buffer path;
    vt_buffer_init(&path, &single->cluster->loop->allocator, SIZE_MAX / 2);
    vitals_status status = VITALS_ENOMEM;
    if (add_path(single, resource, namespace_, name, &path)) {
        const vt_call_request request = {
            .kind = VT_TRANSFER_CALL,
            .method = single->patch.bytes ? "PATCH" : "GET",
            .path = vt_buffer_text(&path),
            .accept = vt_accept_json,
            .content_type = content_type(single),
            .body = single->patch,
        };
        status = vt_fetch_start(&single->fetch, &request);
    }
    vt_buffer_done(&path);
    return status;
}

static void fail(vt_single *single, vitals_cluster_failure failure, vt_text text) {
    const vitals_cluster_problem problem = vt_problem(failure, text);
    end(single, &problem, VT_TEXT_ABSENT);
}

static void resolve(vt_single *single, const vt_resource_table *table) {
    vt_reference found;
    vt_buffer why;
    const vt_text word = single->reference.resource;
    vt_buffer_init(&why, &single->cluster->loop->allocator, 4096);
    const vt_reference_result result = vt_reference_read(table, word, &single->arena, &found, &why);
    vt_text namespace_ = single->reference.namespace_, name = single->reference.name;
    single->sent = true;
    if (result == VT_REFERENCE_NO_MEMORY) {
        fail(single, VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    } else if (result != VT_REFERENCE_FOUND) {
        fail(single, VITALS_CLUSTER_FAILURE_NOT_FOUND, vt_buffer_text(&why));
    } else {
        if (!namespace_.bytes) namespace_ = found.namespace_;
        if (!namespace_.bytes) namespace_ = single->cluster->connection->namespace_;
        if (!name.bytes) name = found.name;
        if (found.resource_count != 1 || !name.size) {
            fail(single, VITALS_CLUSTER_FAILURE_NOT_FOUND,
                 VT_TEXT("this does not name one object"));
        } else if (send(single, found.resources[0], namespace_, name) != VITALS_OK) {
            fail(single, VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
        }
    }
    vt_buffer_done(&why);
}

void vt_singles_discovered(vitals_cluster *cluster, const vitals_cluster_problem *problem) {
    const vt_resource_table *table = vt_discover_table(&cluster->discover);
    for (vt_single *at = cluster->singles, *next; at && !cluster->dead; at = next) {
        next = at->next;
        if (at->sent || at->dead || at->start.set) continue;
        if (table) {
            resolve(at, table);
        } else if (problem) {
            end(at, problem, VT_TEXT_ABSENT);
        }
    }
}

void vt_singles_free(vitals_cluster *cluster) {
    while (cluster->singles) discard(cluster->singles);
}

/* An alarm, so that no callback comes from the call that makes the request. */
static void start(void *user) {
    vt_single *single = user;
    vitals_cluster *cluster = single->cluster;
    const vt_resource_table *table = vt_discover_table(&cluster->discover);
    if (table) {
        resolve(single, table);
    } else if (vt_discover_start(&cluster->discover, false) != VITALS_OK) {
        fail(single, VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    }
}

/* ------------------------------------------------------------------- public */

static bool copy_texts(vt_single *single, const vitals_cluster_reference *reference) {
    const vt_text from[] = { reference->resource, reference->namespace_, reference->name,
                             reference->subresource, single->patch };
    vt_text *const to[] = { &single->reference.resource, &single->reference.namespace_,
                            &single->reference.name, &single->reference.subresource,
                            &single->patch };
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        *to[i] = from[i].bytes ? vt_arena_copy(&single->arena, from[i]) : VT_TEXT_ABSENT;
        if (from[i].bytes && !to[i]->bytes) return false;
    }
    return true;
}

static vt_single *new_single(vitals_cluster *cluster, vitals_cluster_done_fn done, void *user) {
    vt_single *single = vt_allocate_zeroed(&cluster->loop->allocator, sizeof *single);
    if (!single) return NULL;
    single->cluster = cluster;
    single->done = done;
    single->user = user;
    single->garbage = (vt_garbage){ .release = destroy, .user = single };
    single->start = (vt_alarm){ .ring = start, .user = single };
    vt_arena_init(&single->arena, &cluster->loop->allocator, 0);
    vt_fetch_init(&single->fetch, cluster->session, on_fetched, single);
    return single;
}

static vitals_status begin(vt_single *single, const vitals_cluster_reference *reference) {
    vitals_cluster *cluster = single->cluster;
    if (!copy_texts(single, reference)) {
        destroy(single);
        return VITALS_ENOMEM;
    }
    single->next = cluster->singles;
    cluster->singles = single;
    vt_loop_enter(cluster->loop);
    vt_alarm_set(cluster->loop, &single->start, vt_loop_now(cluster->loop));
    vt_loop_leave(cluster->loop);
    return VITALS_OK;
}

vitals_status vitals_cluster_get(vitals_cluster *cluster, const vitals_cluster_reference *reference,
                                 vitals_cluster_done_fn done, void *user) {
    if (!cluster || cluster->dead || !reference || !done) return VITALS_EINVAL;
    vt_single *single = new_single(cluster, done, user);
    return single ? begin(single, reference) : VITALS_ENOMEM;
}

vitals_status vitals_cluster_patch(vitals_cluster *cluster,
                                   const vitals_cluster_reference *reference,
                                   vitals_cluster_patch_type type, vitals_text patch, bool dry_run,
                                   vitals_cluster_done_fn done, void *user) {
    if (!cluster || cluster->dead || !reference || !done || !patch.bytes) return VITALS_EINVAL;
#ifndef VITALS_WITH_CLUSTER_WRITE
    (void)type, (void)dry_run, (void)user;
    return VITALS_ECONFIG;
#else
    vt_single *single = new_single(cluster, done, user);
    if (!single) return VITALS_ENOMEM;
    single->patch = patch;
    single->type = type;
    single->dry_run = dry_run;
    return begin(single, reference);
#endif
}
