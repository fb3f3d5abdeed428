/* Discovery over the network. */
#include "cluster/discovery/discover.h"

#include "cluster/transport/problem.h"
#include "cluster/transport/request.h"

static void go_on(vt_discover *discover);

/* ----------------------------------------------------------------- endings */

static void stop(vt_discover *discover) {
    for (size_t i = 0; i < VT_SESSION_CALLS; i++) {
        vt_fetch_cancel(&discover->slots[i].fetch);
        discover->slots[i].busy = false;
    }
    vt_discovery_free(discover->now);
    discover->now = NULL;
}

static void fail(vt_discover *discover, const vitals_cluster_problem *problem) {
    stop(discover);
    discover->done(discover->user, problem, false);
}

static void fail_without_memory(vt_discover *discover) {
    const vitals_cluster_problem problem =
        vt_problem(VITALS_CLUSTER_FAILURE_MEMORY, VT_TEXT("out of memory"));
    fail(discover, &problem);
}

static void succeed(vt_discover *discover) {
    vt_discovery *old = discover->known;
    discover->known = discover->now;
    discover->now = NULL;
    discover->done(discover->user, NULL, true);
    vt_discovery_free(old); /* the callback compares the two */
}

static void stay(vt_discover *discover) {
    stop(discover);
    discover->done(discover->user, NULL, false);
}

/* What has changed is read again as a whole: a table must not refer to an older one. */
static void read_whole(vt_discover *discover) {
    const vitals_cluster_loop *loop = discover->session->loop;
    stop(discover);
    if (vt_discovery_new(&loop->allocator, loop->limits, NULL, &discover->now) == VITALS_OK) {
        discover->whole = true;
        go_on(discover);
    } else {
        fail_without_memory(discover);
    }
}

/* The version comes with the first discovery: it decides how lists are read. */
static void end_if_done(vt_discover *discover) {
    if (discover->asks_version || !discover->now || !vt_discovery_is_done(discover->now)) return;
    if (discover->whole) {
        succeed(discover);
    } else if (vt_discovery_is_unchanged(discover->now)) {
        stay(discover);
    } else {
        read_whole(discover);
    }
}

/* ---------------------------------------------------------------- answers */

/* A request that failed for a reason that all would have: credentials, no connection. */
static bool is_common(const vt_fetched *fetched) {
    return fetched->problem && (fetched->status == 0 || fetched->status == 401 ||
                                fetched->problem->failure == VITALS_CLUSTER_FAILURE_CREDENTIALS);
}

static void on_answer(void *user, const vt_fetched *fetched) {
    vt_discover_slot *slot = user;
    vt_discover *discover = slot->owner;
    slot->busy = false;
    if (is_common(fetched)) {
        fail(discover, fetched->problem);
        return;
    }
    vt_buffer why;
    vt_buffer_init(&why, &discover->session->loop->allocator, 4096);
    const vt_discovery_answer answer = { slot->id, fetched->status, fetched->content_type,
                                         fetched->etag, fetched->body };
    vitals_status status = vt_discovery_answered(discover->now, &answer, &why);
    if (status == VITALS_OK) {
        go_on(discover);
    } else if (status == VITALS_ENOMEM || why.failed) {
        fail_without_memory(discover);
    } else {
        vitals_cluster_problem problem =
            vt_problem(VITALS_CLUSTER_FAILURE_ANSWER, vt_buffer_text(&why));
        if (fetched->problem) problem = *fetched->problem;
        fail(discover, &problem);
    }
    vt_buffer_done(&why);
}

static void on_version(void *user, const vt_fetched *fetched) {
    vt_discover *discover = user;
    discover->asks_version = false;
    vt_buffer_clear(&discover->git_version);
    if (!fetched->problem) {
        vt_server_version_read(fetched->body, &discover->session->loop->allocator, &discover->major,
                               &discover->minor, &discover->git_version);
    }
    end_if_done(discover);
}

/* ---------------------------------------------------------------- requests */

static vt_discover_slot *free_slot(vt_discover *discover) {
    for (size_t i = 0; i < VT_SESSION_CALLS; i++) {
        if (!discover->slots[i].busy) return &discover->slots[i];
    }
    return NULL;
}

static vitals_status ask(vt_discover *discover, vt_fetch *fetch, vt_text path, const char *accept,
                         vt_text etag) {
    const vt_call_request request = { .kind = VT_TRANSFER_CALL,
                                      .method = "GET",
                                      .path = path,
                                      .accept = accept,
                                      .if_none_match = etag,
                                      .following = discover->following };
    return vt_fetch_start(fetch, &request);
}

static void go_on(vt_discover *discover) {
    vt_discover_slot *slot;
    vt_discovery_request request;
    while ((slot = free_slot(discover)) && vt_discovery_next(discover->now, &request)) {
        slot->id = request.id;
        slot->busy = true;
        if (ask(discover, &slot->fetch, request.path, request.accept, request.if_none_match)) {
            fail_without_memory(discover);
            return;
        }
    }
    end_if_done(discover);
}

void vt_discover_init(vt_discover *discover, vt_session *session, vt_discover_fn done, void *user) {
    *discover = (vt_discover){ .session = session, .done = done, .user = user };
    for (size_t i = 0; i < VT_SESSION_CALLS; i++) {
        vt_discover_slot *slot = &discover->slots[i];
        slot->owner = discover;
        vt_fetch_init(&slot->fetch, session, on_answer, slot);
    }
    vt_fetch_init(&discover->version, session, on_version, discover);
    vt_buffer_init(&discover->git_version, &session->loop->allocator, 1024);
}

void vt_discover_done(vt_discover *discover) {
    if (!discover->session) return;
    stop(discover);
    for (size_t i = 0; i < VT_SESSION_CALLS; i++) vt_fetch_done(&discover->slots[i].fetch);
    vt_fetch_done(&discover->version);
    vt_discovery_free(discover->known);
    vt_buffer_done(&discover->git_version);
    discover->session = NULL;
}

vitals_status vt_discover_start(vt_discover *discover, bool following) {
    if (discover->now) return VITALS_OK;
    vitals_cluster_loop *loop = discover->session->loop;
    vitals_status status =
        vt_discovery_new(&loop->allocator, loop->limits, discover->known, &discover->now);
    if (status != VITALS_OK) return status;
    discover->following = following;
    discover->whole = !discover->known;
    vt_discovery_request first;
    if (!discover->major && !discover->asks_version) {
        const vt_text path = VT_TEXT("/version");
        status = ask(discover, &discover->version, path, vt_accept_json, VT_TEXT_ABSENT);
        discover->asks_version = status == VITALS_OK;
    }
    while (status == VITALS_OK && vt_discovery_next(discover->now, &first)) {
        vt_discover_slot *slot = free_slot(discover);
        slot->id = first.id;
        slot->busy = true;
        status = ask(discover, &slot->fetch, first.path, first.accept, first.if_none_match);
    }
    if (status != VITALS_OK) stop(discover);
    return status;
}

const vt_resource_table *vt_discover_table(const vt_discover *discover) {
    return discover->known ? vt_discovery_table(discover->known) : NULL;
}
