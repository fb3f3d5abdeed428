/* From options, kubeconfig files and the environment to one connection. */
#include <errno.h>
#include <sys/stat.h>

#include "base/memory/sized.h"
#include "cluster/cluster.h"
#include "cluster/config/kubeconfig.h"
#include "cluster/config/report.h"

/* A kubeconfig with inline certificates for hundreds of clusters. */
enum { KUBECONFIG_BYTES = 16777216, NAMESPACE_BYTES = 4096 };

#define POD_DIRECTORY "/var/run/secrets/kubernetes.io/serviceaccount"

bool vt_cluster_options_read(const vitals_cluster_options *given, vitals_cluster_options *own) {
    *own = (vitals_cluster_options)VITALS_CLUSTER_OPTIONS_INIT;
    return !given || vt_sized_read(given, own, sizeof *own);
}

vt_text vt_environment_get(const char *const *environment, const char *name) {
    const size_t size = strlen(name);
    for (; environment && *environment; environment++) {
        const char *at = *environment;
        if (strncmp(at, name, size) == 0 && at[size] == '=') return vt_text_from(at + size + 1);
    }
    return VT_TEXT_ABSENT;
}

/* -------------------------------------------------------------------- files */

static bool is_missing(const char *path) {
    struct stat status;
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static vitals_status add_file(vt_kubeconfig *kubeconfig, const char *path,
                              const vitals_allocator *allocator, vitals_diagnostics *diagnostics) {
    vt_buffer content;
    vt_buffer_init(&content, allocator, KUBECONFIG_BYTES);
    const char *why = vt_read_file_of_system(NULL, path, &content);
    vitals_status status;
    if (!why && content.over_ceiling) why = "it is longer than 16 MiB";
    if (why) {
        vt_report(diagnostics, VITALS_SEVERITY_ERROR, "kubeconfig", path, "%s", why);
        status = VITALS_ECONFIG;
    } else if (content.failed) {
        status = VITALS_ENOMEM;
    } else {
        status = vt_kubeconfig_add(kubeconfig, path, vt_buffer_text(&content), diagnostics);
    }
    vt_buffer_done(&content);
    return status;
}

/* All errors of all files are reported. */
static vitals_status add_files(vt_kubeconfig *kubeconfig, const vt_kubeconfig_paths *paths,
                               const vitals_allocator *allocator, vitals_diagnostics *diagnostics) {
    vitals_status result = VITALS_OK;
    for (size_t i = 0; i < paths->count; i++) {
        const char *path = paths->paths[i].bytes;
        if (!paths->must_exist && is_missing(path)) continue;
        const vitals_status status = add_file(kubeconfig, path, allocator, diagnostics);
        if (status == VITALS_ENOMEM) return status;
        if (status != VITALS_OK) result = VITALS_ECONFIG;
    }
    return result;
}

/* The kubeconfig of the options; `paths` are the files that were looked for. */
static vitals_status read_kubeconfig(vitals_cluster_loop *loop,
                                     const vitals_cluster_options *options, vt_arena *arena,
                                     vt_kubeconfig_paths *paths, vt_kubeconfig **out,
                                     vitals_diagnostics *diagnostics) {
    const char *const *environment = loop->options.environment;
    const vt_kubeconfig_places places = {
        .flag = vt_text_from(options->kubeconfig),
        .variable = vt_environment_get(environment, "KUBECONFIG"),
        .home = vt_environment_get(environment, "HOME"),
    };
    vitals_status status = vt_kubeconfig_new(&loop->allocator, loop->limits, out);
    *paths = (vt_kubeconfig_paths){ .count = 0 };
    if (status != VITALS_OK) return status;
    if (options->kubeconfig_text) {
        status = vt_kubeconfig_add(*out, "/", vt_text_from(options->kubeconfig_text), diagnostics);
        return status == VITALS_OK || status == VITALS_ENOMEM ? status : VITALS_ECONFIG;
    }
    status = vt_kubeconfig_find(&places, arena, paths);
    return status == VITALS_OK ? add_files(*out, paths, &loop->allocator, diagnostics) : status;
}

/* -------------------------------------------------------------------- a pod */

static bool is_in_pod(const vitals_cluster_loop *loop, const vitals_cluster_options *options) {
    const char *const *environment = loop->options.environment;
    return (options->allow & VITALS_CLUSTER_ALLOW_IN_CLUSTER) &&
           vt_environment_get(environment, "KUBERNETES_SERVICE_HOST").size &&
           vt_environment_get(environment, "KUBERNETES_SERVICE_PORT").size &&
           !is_missing(POD_DIRECTORY "/token");
}

static vitals_status connect_pod(vitals_cluster_loop *loop, vt_connection **out,
                                 vitals_diagnostics *diagnostics) {
    const char *const *environment = loop->options.environment;
    vt_buffer content;
    vt_buffer_init(&content, &loop->allocator, NAMESPACE_BYTES);
    const char *path = POD_DIRECTORY "/namespace";
    const bool read = !vt_read_file_of_system(NULL, path, &content) && !content.failed;
    const vt_pod pod = {
        .host = vt_environment_get(environment, "KUBERNETES_SERVICE_HOST"),
        .port = vt_environment_get(environment, "KUBERNETES_SERVICE_PORT"),
        .namespace_ = vt_environment_get(environment, "POD_NAMESPACE"),
        .namespace_file = read ? vt_text_trim(vt_buffer_text(&content)) : VT_TEXT_ABSENT,
    };
    vitals_status status = vt_connection_of_pod(&pod, &loop->allocator, out, diagnostics);
    vt_buffer_done(&content);
    return status;
}

/* --------------------------------------------------------------- the whole */

static vt_overrides overrides_of(const vitals_cluster_options *options, const vt_text *groups) {
    return (vt_overrides){
        .context = vt_text_from(options->context),
        .cluster = vt_text_from(options->cluster),
        .user = vt_text_from(options->user),
        .namespace_ = vt_text_from(options->namespace_),
        .server = vt_text_from(options->server),
        .tls_server_name = vt_text_from(options->tls_server_name),
        .certificate_authority = vt_text_from(options->certificate_authority),
        .proxy_url = vt_text_from(options->proxy_url),
        .insecure = options->insecure_skip_tls_verify ? VT_YES : VT_NOT_SAID,
        .disable_compression = options->disable_compression ? VT_YES : VT_NOT_SAID,
        .token = vt_text_from(options->token),
        .token_file = vt_text_from(options->token_file),
        .username = vt_text_from(options->username),
        .password = vt_text_from(options->password),
        .client_certificate = vt_text_from(options->client_certificate),
        .client_key = vt_text_from(options->client_key),
        .as = vt_text_from(options->as),
        .as_uid = vt_text_from(options->as_uid),
        .as_groups = groups,
        .as_group_count = options->as_group_count,
    };
}

static void report_nothing(const vt_kubeconfig_paths *paths, vitals_diagnostics *diagnostics,
                           const vitals_allocator *allocator) {
    vt_buffer list;
    vt_buffer_init(&list, allocator, 65536);
    for (size_t i = 0; i < paths->count; i++) {
        if (i) vt_buffer_add_terminated(&list, ", ");
        vt_buffer_add(&list, paths->paths[i]);
    }
    vt_report(diagnostics, VITALS_SEVERITY_ERROR, "kubeconfig", NULL,
              "there is no configuration: no context in %s, no --server, and this is not a pod",
              list.size ? vt_buffer_text(&list).bytes : "any file");
    vt_buffer_done(&list);
}

static vitals_status connect(vitals_cluster_loop *loop, const vitals_cluster_options *options,
                             vt_arena *arena, vt_connection **out,
                             vitals_diagnostics *diagnostics) {
    vt_kubeconfig_paths paths;
    vt_kubeconfig *kubeconfig = NULL;
    vt_text *groups = vt_arena_allocate_array(arena, options->as_group_count + 1, sizeof *groups);
    if (!groups) return VITALS_ENOMEM;
    for (size_t i = 0; i < options->as_group_count; i++) {
        groups[i] = vt_text_from(options->as_groups[i]);
    }
    const vt_overrides overrides = overrides_of(options, groups);
    vitals_status status = read_kubeconfig(loop, options, arena, &paths, &kubeconfig, diagnostics);
    if (status == VITALS_OK) {
        status = vt_kubeconfig_connect(kubeconfig, &overrides, &loop->allocator, out, diagnostics);
    }
    vt_kubeconfig_free(kubeconfig);
    if (status != VITALS_ENOTFOUND) return status;
    if (is_in_pod(loop, options)) return connect_pod(loop, out, diagnostics);
    report_nothing(&paths, diagnostics, &loop->allocator);
    return VITALS_ECONFIG;
}

vitals_status vt_configure(vitals_cluster_loop *loop, const vitals_cluster_options *options,
                           vt_connection **out, vitals_diagnostics *diagnostics) {
    const uint64_t allow = options->allow;
    const vt_connection_policy policy = {
        .no_plugins = !(allow & VITALS_CLUSTER_ALLOW_EXEC),
        .no_files = !(allow & VITALS_CLUSTER_ALLOW_FILES),
        .no_proxies = !(allow & VITALS_CLUSTER_ALLOW_PROXY),
    };
    vt_arena arena;
    vt_arena_init(&arena, &loop->allocator, 0);
    vt_connection *connection = NULL;
    vitals_status status = connect(loop, options, &arena, &connection, diagnostics);
    vt_arena_done(&arena);
    if (status == VITALS_OK && vt_connection_is_refused(connection, &policy, diagnostics)) {
        vt_connection_free(connection);
        return VITALS_ECONFIG;
    }
    if (status == VITALS_OK) *out = connection;
    return status;
}

vitals_status vitals_cluster_contexts(vitals_cluster_loop *loop,
                                      const vitals_cluster_options *options,
                                      vitals_cluster_context_fn take, void *user,
                                      vitals_diagnostics *diagnostics) {
    vitals_cluster_options own;
    if (!loop || !take || !vt_cluster_options_read(options, &own)) return VITALS_EINVAL;
    vt_arena arena;
    vt_kubeconfig_paths paths;
    vt_kubeconfig *kubeconfig = NULL;
    vt_arena_init(&arena, &loop->allocator, 0);
    vitals_status status = read_kubeconfig(loop, &own, &arena, &paths, &kubeconfig, diagnostics);
    for (size_t i = 0; status == VITALS_OK; i++) {
        vitals_cluster_context context = { .name = vt_kubeconfig_context_at(kubeconfig, i) };
        if (!context.name.bytes) break;
        context.server = vt_kubeconfig_server_at(kubeconfig, i);
        context.current = vt_text_equal(context.name, vt_kubeconfig_current(kubeconfig));
        if (!take(user, &context)) break;
    }
    vt_kubeconfig_free(kubeconfig);
    vt_arena_done(&arena);
    return status;
}
