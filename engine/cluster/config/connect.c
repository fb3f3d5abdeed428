/* kubeconfig: a context is chosen, flags are put on top, and what comes out is checked. */
#include "base/memory/buffer.h"
#include "base/text/base64.h"
#include "cluster/config/connection_make.h"
#include "cluster/config/kubeconfig_files.h"
#include "cluster/config/report.h"
#include "cluster/transport/encoding.h"
#include "cluster/watch/fields.h"

/* A connection that is being made. */
typedef struct connecting {
    const vt_kubeconfig *kubeconfig;
    const vt_overrides *flags;
    vitals_diagnostics *diagnostics;
    vt_arena *arena;
    vt_connection *out;
    const vt_kubeconfig_entry *context, *cluster, *user; /* NULL: none */
    bool failed, no_memory;
} connecting;

/* An error about an entry of a file, or, when that is NULL, about the flags. */
#define COMPLAIN(c, entry, ...)                                                                    \
    ((c)->failed = true, vt_report((c)->diagnostics, VITALS_SEVERITY_ERROR, "kubeconfig",          \
                                   (entry) ? (entry)->file->path.bytes : NULL, __VA_ARGS__))

/* -------------------------------------------------------------------- fields */

static const vitals_value *value_of(const vt_kubeconfig_entry *entry, const char *path) {
    return entry && entry->value ? vt_field(entry->file->document, entry->value, path) : NULL;
}

/* Borrowed from the file; absent when it is empty, as Go's zero value is. */
static vt_text text_of(const vt_kubeconfig_entry *entry, const char *path) {
    vt_text text = vitals_value_string(value_of(entry, path));
    return text.size ? text : VT_TEXT_ABSENT;
}

static vt_text copy(connecting *c, vt_text text) {
    if (!text.bytes) return text;
    vt_text kept = vt_arena_copy(c->arena, text);
    if (!kept.bytes) c->no_memory = true;
    return kept;
}

/* The flag, else the field. */
static vt_text flag_or(connecting *c, vt_text flag, const vt_kubeconfig_entry *entry,
                       const char *path) {
    return copy(c, flag.size ? flag : text_of(entry, path));
}

/* A path in a file starts from the directory of that file. */
static vt_text path_of(connecting *c, const vt_kubeconfig_entry *entry, const char *field) {
    vt_text path = text_of(entry, field);
    if (!path.size || path.bytes[0] == '/') return copy(c, path);
    vt_text whole = VT_JOIN(c->arena, entry->file->directory, path);
    if (!whole.bytes) c->no_memory = true;
    return whole;
}

/* PEM text from base64, of which the first line is checked. */
static vt_text data_of(connecting *c, const vt_kubeconfig_entry *entry, const char *field,
                       const char *begins) {
    vt_text text = text_of(entry, field);
    vt_buffer out;
    if (!text.size) return VT_TEXT_ABSENT;
    vt_buffer_init(&out, &c->arena->allocator, text.size);
    bool decoded = vt_base64_decode(&out, text);
    vt_text kept = decoded ? copy(c, vt_buffer_text(&out)) : VT_TEXT_ABSENT;
    if (out.failed) {
        c->no_memory = true;
    } else if (!decoded) {
        COMPLAIN(c, entry, "%s of \"%.*s\" is not base64", field + 1, VT_TEXT_ARG(entry->name));
    } else if (vt_text_find(vt_buffer_text(&out), vt_text_from(begins), 0) == SIZE_MAX) {
        COMPLAIN(c, entry, "%s of \"%.*s\" is not PEM text", field + 1, VT_TEXT_ARG(entry->name));
    }
    vt_buffer_done(&out);
    return kept;
}

/* ------------------------------------------------------------------ choosing */

static void add_names(const vt_kubeconfig *kubeconfig, vt_buffer *out) {
    vt_text name;
    for (size_t i = 0; (name = vt_kubeconfig_context_at(kubeconfig, i)).bytes; i++) {
        if (i) vt_buffer_add_terminated(out, ", ");
        vt_buffer_add(out, name);
    }
}

static void complain_context(connecting *c, vt_text wanted) {
    vt_buffer names;
    vt_buffer_init(&names, &c->kubeconfig->parent, 800);
    add_names(c->kubeconfig, &names);
    vt_text list = vt_buffer_text(&names);
    if (list.size == 0) list = VT_TEXT("none");
    if (wanted.size) {
        COMPLAIN(c, (const vt_kubeconfig_entry *)NULL,
                 "context \"%.*s\" does not exist; there are: %.*s", VT_TEXT_ARG(wanted),
                 VT_TEXT_ARG(list));
    } else {
        COMPLAIN(c, (const vt_kubeconfig_entry *)NULL,
                 "no current-context is set: choose one with --context; there are: %.*s",
                 VT_TEXT_ARG(list));
    }
    vt_buffer_done(&names);
}

/* The cluster or user by a flag, else the one that the context names. */
static const vt_kubeconfig_entry *choose_part(connecting *c, vt_kubeconfig_sort sort, vt_text flag,
                                              const char *field) {
    vt_text name = flag.size ? flag : text_of(c->context, field);
    const char *what = sort == VT_KUBECONFIG_USERS ? "user" : "cluster";
    if (!name.size) return NULL;
    const vt_kubeconfig_entry *found = vt_kubeconfig_entry_of(c->kubeconfig, sort, name);
    if (found) return found;
    if (flag.size) {
        COMPLAIN(c, (const vt_kubeconfig_entry *)NULL, "%s \"%.*s\" does not exist", what,
                 VT_TEXT_ARG(name));
    } else {
        COMPLAIN(c, c->context, "%s \"%.*s\" of context \"%.*s\" does not exist", what,
                 VT_TEXT_ARG(name), VT_TEXT_ARG(c->context->name));
    }
    return NULL;
}

static void choose(connecting *c) {
    vt_text said = c->flags->context, wanted = said;
    if (!wanted.size) wanted = c->kubeconfig->current;
    if (wanted.size)
        c->context = vt_kubeconfig_entry_of(c->kubeconfig, VT_KUBECONFIG_CONTEXTS, wanted);
    bool needed = wanted.size || !(c->flags->server.size || c->flags->cluster.size);
    if (!c->context && needed) {
        complain_context(c, wanted);
        return;
    }
    c->cluster = choose_part(c, VT_KUBECONFIG_CLUSTERS, c->flags->cluster, ".cluster");
    c->user = choose_part(c, VT_KUBECONFIG_USERS, c->flags->user, ".user");
    c->out->context = c->context ? copy(c, c->context->name) : VT_TEXT("");
    c->out->cluster = c->cluster ? copy(c, c->cluster->name) : VT_TEXT("");
    c->out->user = c->user ? copy(c, c->user->name) : VT_TEXT("");
    c->out->namespace_ = flag_or(c, c->flags->namespace_, c->context, ".namespace");
    if (!c->out->namespace_.bytes) c->out->namespace_ = VT_TEXT("default");
}

/* ------------------------------------------------------------------- cluster */

static void read_server(connecting *c) {
    const vt_kubeconfig_entry *from = c->flags->server.size ? NULL : c->cluster;
    vt_text url = flag_or(c, c->flags->server, c->cluster, ".server");
    if (!url.bytes) {
        if (!c->failed && !c->no_memory) {
            COMPLAIN(c, c->cluster ? c->cluster : c->context, "cluster \"%.*s\" has no server",
                     VT_TEXT_ARG(c->out->cluster));
        }
        return;
    }
    const char *wrong = vt_server_parse(url, &c->out->server);
    if (!wrong) return;
    /* The URL may hold a password; then it is not shown. */
    bool shown = vt_text_find_byte(url, '@', 0) == SIZE_MAX;
    COMPLAIN(c, from, "the server%s%.*s%s of cluster \"%.*s\" cannot be used: %s",
             shown ? " \"" : "", shown ? (int)url.size : 0, url.bytes, shown ? "\"" : "",
             VT_TEXT_ARG(c->out->cluster), wrong);
}

static bool has_scheme(vt_text url) {
    static const char *const schemes[] = { "http://", "https://", "socks5://" };
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        vt_text scheme = vt_text_from(schemes[i]);
        if (url.size > scheme.size &&
            vt_text_equal_fold(vt_text_between(url, 0, scheme.size), scheme))
            return true;
    }
    return false;
}

/* Not shown: it may hold a password. */
static void read_proxy(connecting *c) {
    const vt_kubeconfig_entry *from = c->flags->proxy_url.size ? NULL : c->cluster;
    c->out->proxy_url = flag_or(c, c->flags->proxy_url, c->cluster, ".proxy-url");
    if (c->out->proxy_url.size && !has_scheme(c->out->proxy_url)) {
        COMPLAIN(c, from,
                 "proxy-url of cluster \"%.*s\" does not begin with http://, https:// or "
                 "socks5://",
                 VT_TEXT_ARG(c->out->cluster));
    }
}

/* A flag clears what the file says: client-go's getCluster. */
static void read_authority(connecting *c) {
    const char *data = ".certificate-authority-data", *path = ".certificate-authority";
    vt_material *ca = &c->out->ca;
    bool by_file = c->flags->insecure != VT_YES && !c->flags->certificate_authority.size;
    c->out->insecure = vitals_value_bool(value_of(c->cluster, ".insecure-skip-tls-verify"));
    if (c->flags->certificate_authority.size) c->out->insecure = false;
    if (c->flags->insecure != VT_NOT_SAID) c->out->insecure = c->flags->insecure == VT_YES;
    ca->path = copy(c, c->flags->certificate_authority);
    if (by_file) {
        ca->data = data_of(c, c->cluster, data, "-----BEGIN CERTIFICATE-----");
        ca->path = path_of(c, c->cluster, path);
    }
    if (ca->data.size && ca->path.size) {
        COMPLAIN(c, c->cluster,
                 "cluster \"%.*s\" has certificate-authority and "
                 "certificate-authority-data",
                 VT_TEXT_ARG(c->out->cluster));
    }
    if (c->out->insecure && (ca->data.size || ca->path.size)) {
        COMPLAIN(c, c->cluster,
                 "cluster \"%.*s\" has insecure-skip-tls-verify and a certificate "
                 "authority",
                 VT_TEXT_ARG(c->out->cluster));
    }
}

static void read_cluster(connecting *c) {
    read_server(c);
    read_proxy(c);
    read_authority(c);
    c->out->tls_server_name = c->flags->server.size ? copy(c, c->flags->tls_server_name)
                                                    : flag_or(c, c->flags->tls_server_name,
                                                              c->cluster, ".tls-server-name");
    c->out->disable_compression = vitals_value_bool(value_of(c->cluster, ".disable-compression"));
    if (c->flags->disable_compression != VT_NOT_SAID)
        c->out->disable_compression = c->flags->disable_compression == VT_YES;
}

/* -------------------------------------------------------------- certificates */

static void read_material(connecting *c, vt_material *out, vt_text flag, const char *path,
                          const char *data, const char *begins) {
    if (flag.size) {
        out->path = copy(c, flag);
        return;
    }
    out->data = data_of(c, c->user, data, begins);
    out->path = path_of(c, c->user, path);
    if (out->data.size && out->path.size) {
        COMPLAIN(c, c->user, "user \"%.*s\" has %s and %s", VT_TEXT_ARG(c->out->user), path + 1,
                 data + 1);
    }
}

static bool is_set(const vt_material *material) {
    return material->data.size || material->path.size;
}

static void read_certificate(connecting *c) {
    vt_material *certificate = &c->out->certificate, *key = &c->out->key;
    read_material(c, certificate, c->flags->client_certificate, ".client-certificate",
                  ".client-certificate-data", "-----BEGIN CERTIFICATE-----");
    read_material(c, key, c->flags->client_key, ".client-key", ".client-key-data",
                  "PRIVATE KEY-----");
    if (is_set(certificate) != is_set(key) && !c->failed) {
        COMPLAIN(c, c->user, "user \"%.*s\" has a client %s without a client %s",
                 VT_TEXT_ARG(c->out->user), is_set(key) ? "key" : "certificate",
                 is_set(key) ? "certificate" : "key");
    }
}

/* ------------------------------------------------------------ token and basic */

/* A token or a user name by flag replaces both of the file: kubectl would find two methods. */
static void read_secrets(connecting *c) {
    const vt_overrides *flags = c->flags;
    vt_connection *out = c->out;
    bool by_flag =
        flags->token.size || flags->token_file.size || flags->username.size || flags->password.size;
    const vt_kubeconfig_entry *user = by_flag ? NULL : c->user;
    out->token = flag_or(c, flags->token, user, ".token");
    out->token_file =
        flags->token_file.size ? copy(c, flags->token_file) : path_of(c, user, ".tokenFile");
    out->username = flag_or(c, flags->username, user, ".username");
    out->password = flag_or(c, flags->password, user, ".password");
    if ((out->token.size || out->token_file.size) && (out->username.size || out->password.size)) {
        COMPLAIN(c, c->user,
                 "user \"%.*s\" has a token and a user name with a password: only one "
                 "of them is allowed",
                 VT_TEXT_ARG(out->user));
    }
    if (!vt_is_header_value(out->token)) {
        COMPLAIN(c, user, "the token of user \"%.*s\" holds control characters",
                 VT_TEXT_ARG(out->user));
    }
}

/* -------------------------------------------------------------- impersonation */

static void copy_texts(connecting *c, const vt_text *from, size_t count, const vt_text **out) {
    vt_text *texts = vt_arena_allocate_array(c->arena, count, sizeof *texts);
    if (!texts) c->no_memory = true;
    for (size_t i = 0; texts && i < count; i++) texts[i] = copy(c, from[i]);
    *out = texts;
}

static void copy_list(connecting *c, const vitals_value *list, const vt_text **out, size_t *count) {
    uint64_t cursor = 0;
    const vitals_value *item;
    vt_text *texts = vt_arena_allocate_array(c->arena, vitals_value_count(list), sizeof *texts);
    *count = 0;
    if (!texts) c->no_memory = true;
    while (texts && vt_field_next(list, &cursor, NULL, &item)) {
        vt_text text = vitals_value_string(item);
        texts[(*count)++] = copy(c, text.bytes ? text : VT_TEXT(""));
    }
    *out = texts;
}

static size_t count_extra(const vitals_value *map) {
    uint64_t cursor = 0;
    const vitals_value *values;
    size_t count = 0;
    while (vt_field_next(map, &cursor, NULL, &values)) count += vitals_value_count(values);
    return count;
}

/* as-user-extra: a map of lists. */
static void copy_extra(connecting *c, const vitals_value *map) {
    uint64_t cursor = 0, at;
    const vitals_value *values, *value;
    vt_text key;
    vt_name_value *rows = vt_arena_allocate_array(c->arena, count_extra(map), sizeof *rows);
    if (!rows) c->no_memory = true;
    while (rows && vt_field_next(map, &cursor, &key, &values)) {
        vt_text name = copy(c, key);
        at = 0;
        while (vt_field_next(values, &at, NULL, &value)) {
            vt_text text = vitals_value_string(value);
            rows[c->out->as.extra_count++] =
                (vt_name_value){ name, copy(c, text.bytes ? text : VT_TEXT("")) };
        }
    }
    c->out->as.extra = rows;
}

static bool is_sendable(const vt_impersonation *as) {
    bool good = vt_is_header_value(as->user) && vt_is_header_value(as->uid);
    for (size_t i = 0; i < as->group_count; i++) good = good && vt_is_header_value(as->groups[i]);
    for (size_t i = 0; i < as->extra_count; i++)
        good = good && vt_is_header_value(as->extra[i].value);
    return good;
}

static void read_impersonation(connecting *c) {
    vt_impersonation *as = &c->out->as;
    as->user = flag_or(c, c->flags->as, c->user, ".as");
    as->uid = flag_or(c, c->flags->as_uid, c->user, ".as-uid");
    if (c->flags->as_group_count) {
        as->group_count = c->flags->as_group_count;
        copy_texts(c, c->flags->as_groups, as->group_count, &as->groups);
    } else {
        copy_list(c, value_of(c->user, ".as-groups"), &as->groups, &as->group_count);
    }
    copy_extra(c, value_of(c->user, ".as-user-extra"));
    if (!as->user.size && (as->uid.size || as->group_count || as->extra_count)) {
        COMPLAIN(c, c->user, "user \"%.*s\" has as-uid, as-groups or as-user-extra without as",
                 VT_TEXT_ARG(c->out->user));
    }
    if (!c->no_memory && !is_sendable(as)) {
        COMPLAIN(c, c->user, "as of user \"%.*s\" holds control characters",
                 VT_TEXT_ARG(c->out->user));
    }
}

/* -------------------------------------------------------------------- plugins */

static const char version_1[] = "client.authentication.k8s.io/v1";
static const char version_beta[] = "client.authentication.k8s.io/v1beta1";

static void read_interactive(connecting *c, vt_plugin *plugin) {
    static const char *const modes[] = { "Never", "IfAvailable", "Always" };
    vt_text mode = text_of(c->user, ".exec.interactiveMode");
    plugin->interactive = VT_INTERACTIVE_IF_AVAILABLE;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (!vt_text_is(mode, modes[i])) continue;
        plugin->interactive = (vt_interactive)i;
        return;
    }
    if (mode.size) {
        COMPLAIN(c, c->user,
                 "interactiveMode \"%.*s\" of user \"%.*s\" is not Never, IfAvailable "
                 "or Always",
                 VT_TEXT_ARG(mode), VT_TEXT_ARG(c->out->user));
    } else if (vt_text_is(plugin->api_version, version_1)) {
        COMPLAIN(c, c->user, "exec of user \"%.*s\" has no interactiveMode, which %s requires",
                 VT_TEXT_ARG(c->out->user), version_1);
    }
}

static void read_environment(connecting *c, vt_plugin *plugin) {
    const vitals_value *list = value_of(c->user, ".exec.env"), *item;
    uint64_t cursor = 0;
    vt_name_value *rows = vt_arena_allocate_array(c->arena, vitals_value_count(list), sizeof *rows);
    if (!rows) c->no_memory = true;
    while (rows && vt_field_next(list, &cursor, NULL, &item)) {
        vt_text name = vt_field_text(c->user->file->document, item, ".name");
        vt_text value = vt_field_text(c->user->file->document, item, ".value");
        if (!name.size || vt_text_find_byte(name, '=', 0) != SIZE_MAX) {
            COMPLAIN(c, c->user, "a variable in exec.env of user \"%.*s\" has no proper name",
                     VT_TEXT_ARG(c->out->user));
            continue;
        }
        rows[plugin->environment_count++] =
            (vt_name_value){ copy(c, name), copy(c, value.bytes ? value : VT_TEXT("")) };
    }
    plugin->environment = rows;
}

/* A command with a slash in it is a path. */
static vt_text read_command(connecting *c) {
    vt_text command = text_of(c->user, ".exec.command");
    if (vt_text_find_byte(command, '/', 0) != SIZE_MAX) return path_of(c, c->user, ".exec.command");
    return copy(c, command);
}

/* The cluster's extension for plugins, as JSON. */
static vt_text read_config(connecting *c) {
    const vitals_value *list = value_of(c->cluster, ".extensions"), *item;
    uint64_t cursor = 0;
    char *json;
    size_t size;
    while (vt_field_next(list, &cursor, NULL, &item)) {
        const vitals_document *document = c->cluster->file->document;
        const vitals_value *config = vt_field(document, item, ".extension");
        if (!vt_text_is(vt_field_text(document, item, ".name"),
                        "client.authentication.k8s.io/exec") ||
            !config)
            continue;
        if (vitals_value_write_json(document, config, 0, &c->arena->allocator, &json, &size) !=
            VITALS_OK) {
            c->no_memory = true;
            return VT_TEXT_ABSENT;
        }
        vt_text kept = copy(c, vt_text_slice(json, size));
        vitals_text_free(&c->arena->allocator, json, size);
        return kept;
    }
    return VT_TEXT_ABSENT;
}

static bool holds_zero(const vt_plugin *plugin) {
    bool found = vt_text_find_byte(plugin->command, 0, 0) != SIZE_MAX;
    for (size_t i = 0; i < plugin->argument_count; i++)
        found = found || vt_text_find_byte(plugin->arguments[i], 0, 0) != SIZE_MAX;
    for (size_t i = 0; i < plugin->environment_count; i++) {
        found = found || vt_text_find_byte(plugin->environment[i].name, 0, 0) != SIZE_MAX ||
                vt_text_find_byte(plugin->environment[i].value, 0, 0) != SIZE_MAX;
    }
    return found;
}

static void check_plugin(connecting *c, const vt_plugin *plugin) {
    vt_text version = plugin->api_version;
    if (!vt_text_is(version, version_1) && !vt_text_is(version, version_beta)) {
        COMPLAIN(c, c->user,
                 "apiVersion \"%.*s\" in exec of user \"%.*s\" is not supported: use %s",
                 VT_TEXT_ARG(version), VT_TEXT_ARG(c->out->user), version_1);
    }
    if (!plugin->command.size) {
        COMPLAIN(c, c->user, "exec of user \"%.*s\" has no command", VT_TEXT_ARG(c->out->user));
    }
    if (!c->no_memory && holds_zero(plugin)) {
        COMPLAIN(c, c->user, "exec of user \"%.*s\" holds a NUL byte", VT_TEXT_ARG(c->out->user));
    }
}

/* exec is not used beside another credential, which client-go does not mention either. */
static bool has_other_credential(const vt_connection *out) {
    return out->token.size || out->token_file.size || out->username.size || out->password.size ||
           is_set(&out->certificate);
}

static void read_plugin(connecting *c) {
    if (vitals_value_type_of(value_of(c->user, ".exec")) != VITALS_VALUE_MAP) return;
    vt_plugin *plugin = vt_arena_allocate_zeroed(c->arena, sizeof *plugin);
    if (!plugin) {
        c->no_memory = true;
        return;
    }
    plugin->api_version = copy(c, text_of(c->user, ".exec.apiVersion"));
    plugin->command = read_command(c);
    copy_list(c, value_of(c->user, ".exec.args"), &plugin->arguments, &plugin->argument_count);
    read_environment(c, plugin);
    plugin->install_hint = copy(c, text_of(c->user, ".exec.installHint"));
    plugin->provide_cluster_info = vitals_value_bool(value_of(c->user, ".exec.provideClusterInfo"));
    if (plugin->provide_cluster_info) plugin->cluster_config = read_config(c);
    read_interactive(c, plugin);
    check_plugin(c, plugin);
    if (!has_other_credential(c->out)) c->out->plugin = plugin;
}

/* gcp and azure were removed from client-go in 1.26; of oidc we would have to refresh the token. */
static void refuse_auth_provider(connecting *c) {
    static const struct {
        const char *name, *instead;
    } rows[] = { { "gcp", "gke-gcloud-auth-plugin" },
                 { "azure", "kubelogin" },
                 { "oidc", "kubelogin" } };
    vt_text name = text_of(c->user, ".auth-provider.name");
    const char *instead = NULL;
    if (vitals_value_type_of(value_of(c->user, ".auth-provider")) != VITALS_VALUE_MAP) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (vt_text_is(name, rows[i].name)) instead = rows[i].instead;
    }
    COMPLAIN(c, c->user,
             "auth-provider \"%.*s\" of user \"%.*s\" is not supported: use %s%s with exec",
             VT_TEXT_ARG(name), VT_TEXT_ARG(c->out->user), instead ? "the plugin " : "a plugin",
             instead ? instead : "");
}

/* ----------------------------------------------------------------- connection */

static void read_user(connecting *c) {
    bool by_flag = c->flags->token.size || c->flags->token_file.size || c->flags->username.size;
    read_certificate(c);
    read_secrets(c);
    read_impersonation(c);
    if (!by_flag) refuse_auth_provider(c);
    read_plugin(c);
}

/* Neither credentials nor certificates are used without TLS. */
static void warn_of_plain_http(connecting *c) {
    const vt_connection *out = c->out;
    if (c->failed || out->server.tls || !(has_other_credential(out) || out->plugin)) return;
    vt_report(c->diagnostics, VITALS_SEVERITY_WARNING, "kubeconfig", NULL,
              "the server \"%.*s\" is not https: credentials are not sent",
              VT_TEXT_ARG(out->server.url));
}

vitals_status vt_kubeconfig_connect(const vt_kubeconfig *kubeconfig, const vt_overrides *overrides,
                                    const vitals_allocator *allocator, vt_connection **out,
                                    vitals_diagnostics *diagnostics) {
    static const vt_overrides none = { 0 };
    connecting c = { .kubeconfig = kubeconfig,
                     .flags = overrides ? overrides : &none,
                     .diagnostics = diagnostics };
    if (vt_kubeconfig_is_empty(kubeconfig) && !c.flags->server.size && !c.flags->context.size)
        return VITALS_ENOTFOUND;
    c.out = vt_connection_new(allocator, &c.arena);
    if (!c.out) return VITALS_ENOMEM;
    choose(&c);
    if (!c.failed) {
        read_cluster(&c);
        read_user(&c);
        warn_of_plain_http(&c);
    }
    if (c.failed || c.no_memory) {
        vt_connection_free(c.out);
        return c.no_memory ? VITALS_ENOMEM : VITALS_ECONFIG;
    }
    *out = c.out;
    return VITALS_OK;
}
