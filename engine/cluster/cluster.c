/* Clusters: their life, and what they know about the server. */
#include "cluster/cluster.h"

#include "base/memory/sized.h"
#include "cluster/config/report.h"
#include "cluster/transport/problem.h"
#include "cluster/transport/proxy.h"
#include "cluster/transport/request.h"

/* -------------------------------------------------------------------- loops */

vitals_status vitals_cluster_loop_new(const vitals_cluster_loop_options *options,
                                      vitals_cluster_loop **out) {
    vitals_cluster_loop *loop = NULL;
    vitals_status status = vt_loop_new(options, &loop);
    if (status != VITALS_OK) return status;
    status = vt_transport_curl_new(loop, &loop->transport);
    if (status == VITALS_OK) {
        *out = loop;
    } else {
        vitals_cluster_loop_free(loop);
    }
    return status;
}

/* -------------------------------------------------------------- discovery */

static void rediscover(void *user) {
    vitals_cluster *cluster = user;
    if (cluster->dead || !vt_cluster_follows(cluster)) return;
    if (vt_discover_start(&cluster->discover, true) != VITALS_OK) {
        vt_cluster_rediscover_in(cluster, VT_REDISCOVER_MS);
    }
}

/* WatchList is ignored before 1.27: the stream would never say that it is complete. */
static bool may_stream(const vt_discover *discover) {
    return discover->major > 1 || (discover->major == 1 && discover->minor >= 27);
}

static void discovered(void *user, const vitals_cluster_problem *problem, bool changed) {
    vitals_cluster *cluster = user;
    if (changed && !problem) cluster->streams = may_stream(&cluster->discover);
    for (vitals_cluster_watcher *at = cluster->watchers; at && !cluster->dead; at = at->next) {
        if (!at->dead) vt_watcher_discovered(at, problem, changed);
    }
    if (!cluster->dead) vt_singles_discovered(cluster, problem);
    if (!cluster->dead && vt_cluster_follows(cluster)) {
        vt_cluster_rediscover_in(cluster, VT_REDISCOVER_MS);
    }
}

/* -------------------------------------------------------------- life cycle */

static void destroy(void *user) {
    vitals_cluster *cluster = user;
    const vitals_allocator allocator = cluster->loop->allocator;
    vt_discover_done(&cluster->discover);
    vt_session_free(cluster->session);
    vt_connection_free(cluster->connection);
    vt_release(&allocator, cluster, sizeof *cluster);
}

static void free_owned(void *user) {
    vitals_cluster_free(user);
}

static vitals_status make_credentials(vitals_cluster *cluster,
                                      const vitals_cluster_options *options, vt_credentials **out) {
    const vt_credentials_options own = {
        .allocator = &cluster->loop->allocator,
        .limits = cluster->loop->limits,
        .stdin_is_terminal = (options->allow & VITALS_CLUSTER_TERMINAL) != 0,
    };
    return vt_credentials_new(cluster->connection, &own, out);
}

static vt_text first_of(const char *const *environment, const char *upper, const char *lower) {
    const vt_text value = vt_environment_get(environment, upper);
    return value.bytes ? value : vt_environment_get(environment, lower);
}

static vt_text choose_proxy(const vitals_cluster *cluster) {
    const char *const *environment = cluster->loop->options.environment;
    const vt_proxy_environment own = {
        .https = first_of(environment, "HTTPS_PROXY", "https_proxy"),
        .http = first_of(environment, "HTTP_PROXY", "http_proxy"),
        .none = first_of(environment, "NO_PROXY", "no_proxy"),
    };
    return vt_proxy_choose(cluster->connection, &own);
}

static vitals_status make_session(vitals_cluster *cluster, const vitals_cluster_options *options) {
    vt_buffer agent;
    vt_credentials *credentials = NULL;
    vitals_cluster_loop *loop = cluster->loop;
    vt_buffer_init(&agent, &loop->allocator, SIZE_MAX / 2);
    if (options->user_agent) {
        vt_buffer_add_terminated(&agent, options->user_agent);
    } else {
        vt_request_add_user_agent(&agent);
    }
    vitals_status status =
        agent.failed ? VITALS_ENOMEM : make_credentials(cluster, options, &credentials);
    const vt_session_options own = {
        .connection = cluster->connection,
        .credentials = credentials,
        .proxy = choose_proxy(cluster),
        .user_agent = vt_buffer_text(&agent),
        .compression = !cluster->connection->disable_compression,
        .timeout_ms = options->request_timeout_ms,
        .environment = loop->options.environment,
    };
    if (status == VITALS_OK) status = vt_session_new(loop, &own, &cluster->session);
    if (status != VITALS_OK) vt_credentials_free(credentials);
    vt_buffer_done(&agent);
    return status;
}

vitals_status vitals_cluster_new(vitals_cluster_loop *loop, const vitals_cluster_options *options,
                                 vitals_cluster **out, vitals_diagnostics *diagnostics) {
    vitals_cluster_options own;
    if (!loop || !out || !vt_cluster_options_read(options, &own)) return VITALS_EINVAL;
    vt_connection *connection = NULL;
    vitals_status status = vt_configure(loop, &own, &connection, diagnostics);
    if (status != VITALS_OK) return status;
    vitals_cluster *cluster = vt_allocate_zeroed(&loop->allocator, sizeof *cluster);
    if (!cluster) {
        vt_connection_free(connection);
        return VITALS_ENOMEM;
    }
    cluster->loop = loop;
    cluster->connection = connection;
    cluster->garbage = (vt_garbage){ .release = destroy, .user = cluster };
    cluster->owned = (vt_owned){ .free = free_owned, .user = cluster };
    cluster->rediscover = (vt_alarm){ .ring = rediscover, .user = cluster };
    status = make_session(cluster, &own);
    if (status != VITALS_OK) {
        destroy(cluster);
        return status;
    }
    vt_discover_init(&cluster->discover, cluster->session, discovered, cluster);
    vt_loop_own(loop, &cluster->owned);
    *out = cluster;
    return VITALS_OK;
}

void vitals_cluster_free(vitals_cluster *cluster) {
    if (!cluster || cluster->dead) return;
    vitals_cluster_loop *loop = cluster->loop;
    vt_loop_enter(loop);
    cluster->dead = true;
    vt_loop_disown(loop, &cluster->owned);
    while (cluster->watchers) vitals_cluster_watcher_free(cluster->watchers);
    vt_singles_free(cluster);
    vt_alarm_clear(loop, &cluster->rediscover);
    vt_session_stop(cluster->session);
    vt_loop_discard(loop, &cluster->garbage);
    vt_loop_leave(loop);
}

/* ----------------------------------------------------------------- questions */

void vitals_cluster_about_of(const vitals_cluster *cluster, vitals_cluster_about *out,
                             size_t out_bytes) {
    const vt_connection *connection = cluster->connection;
    const vt_session *session = cluster->session;
    vt_transport_figures figures = { 0, 0 };
    if (session->endpoint) {
        cluster->loop->transport->class->figures(session->endpoint, &figures);
    }
    const vt_buffer *version = &cluster->discover.git_version;
    const vitals_cluster_about own = {
        .context = connection->context.size ? connection->context : VT_TEXT_ABSENT,
        .cluster = connection->cluster.size ? connection->cluster : VT_TEXT_ABSENT,
        .user = connection->user.size ? connection->user : VT_TEXT_ABSENT,
        .server = connection->server.url,
        .namespace_ = connection->namespace_,
        .version = version->size ? vt_buffer_text(version) : VT_TEXT_ABSENT,
        .requests = session->figures.requests,
        .retries = session->figures.retries,
        .received_bytes = figures.received_bytes,
        .connections = figures.connections,
        .trouble = session->gate.closed ? vt_buffer_text(&session->gate_text) : VT_TEXT_ABSENT,
    };
    vt_sized_write(out, out_bytes, &own, sizeof own);
}

bool vitals_cluster_resource_next(const vitals_cluster *cluster, size_t *cursor,
                                  vitals_cluster_resource *out, size_t out_bytes) {
    const vt_resource_table *table = vt_discover_table(&cluster->discover);
    if (!table || *cursor >= table->count + table->stale_count) return false;
    const size_t index = (*cursor)++;
    vitals_cluster_resource own = { .stale = false };
    if (index < table->count) {
        own = vt_resource_shown(&table->rows[index]);
    } else {
        const vt_stale_group *stale = &table->stale[index - table->count];
        own.group = stale->group;
        own.version = stale->version;
        own.stale = true;
    }
    vt_sized_write(out, out_bytes, &own, sizeof own);
    return true;
}
