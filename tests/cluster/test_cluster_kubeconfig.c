/* kubeconfig: files, merging, contexts, flags, and what is refused. */
#include "base/memory/buffer.h"
#include "cluster/config/kubeconfig.h"
#include "cluster/secrets_seen.h"
#include "support/table.h"
#include "support/torture.h"

/* The base64 of PEM texts: "-----BEGIN CERTIFICATE-----\nca\n" and so on. */
#define CA_DATA "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmNhCg=="
#define CERT_DATA "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmNlcnQK"
#define KEY_DATA "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCmtleQo="

/* ------------------------------------------------------------------- places */

static const struct place_row {
    TABLE_ROW;
    const char *flag, *variable, *home, *want; /* joined by spaces */
    bool must_exist;
} places[] = {
    { "nothing is set", NULL, NULL, NULL, "" },
    { "home", NULL, NULL, "/users/a", "/users/a/.kube/config" },
    { "the variable", NULL, "/a:/b", "/users/a", "/a /b" },
    { "an empty variable is not set", NULL, "", "/users/a", "/users/a/.kube/config" },
    { "empty items", NULL, ":a::b:", "/users/a", "a b" },
    { "items twice", NULL, "a:b:a", NULL, "a b" },
    { "the flag alone", "/f", "/a:/b", "/users/a", "/f", true },
    { "an empty flag", "", "/a", "/users/a", "/a" },
    { "only separators", NULL, "::", "/users/a", "" },
};

static void place(void **state) {
    const struct place_row *row = *state;
    vt_kubeconfig_places where = { vt_text_from(row->flag), vt_text_from(row->variable),
                                   vt_text_from(row->home) };
    vt_kubeconfig_paths found;
    vt_arena arena;
    vt_buffer got;
    vitals_allocator memory = { 0 };
    vt_arena_init(&arena, &memory, 0);
    vt_buffer_init(&got, NULL, 4096);
    assert_int_equal(vt_kubeconfig_find(&where, &arena, &found), VITALS_OK);
    for (size_t i = 0; i < found.count; i++)
        vt_buffer_printf(&got, "%s%s", i ? " " : "", found.paths[i].bytes);
    assert_string_equal(vt_buffer_text(&got).bytes, row->want);
    assert_int_equal(found.must_exist, row->must_exist);
    vt_buffer_done(&got);
    vt_arena_done(&arena);
}

/* ------------------------------------------------------------------ results */

static void add_text(vt_buffer *out, const char *name, vt_text text) {
    if (!text.bytes) return;
    if (out->size) vt_buffer_add_byte(out, ' ');
    vt_buffer_printf(out, "%s=", name);
    for (size_t i = 0; i < text.size; i++)
        vt_buffer_add_byte(out, text.bytes[i] == '\n' ? '|' : text.bytes[i]);
}

static void add_flag(vt_buffer *out, const char *name, bool set) {
    if (set) vt_buffer_printf(out, "%s%s", out->size ? " " : "", name);
}

static void dump_plugin(const vt_plugin *plugin, vt_buffer *out) {
    static const char *const modes[] = { "never", "if-available", "always" };
    add_text(out, "command", plugin->command);
    for (size_t i = 0; i < plugin->argument_count; i++) add_text(out, "arg", plugin->arguments[i]);
    for (size_t i = 0; i < plugin->environment_count; i++)
        add_text(out, plugin->environment[i].name.bytes, plugin->environment[i].value);
    add_text(out, "api", plugin->api_version);
    add_text(out, "hint", plugin->install_hint);
    add_flag(out, modes[plugin->interactive], true);
    add_flag(out, "info", plugin->provide_cluster_info);
    add_text(out, "config", plugin->cluster_config);
}

static void dump(const vt_connection *c, vt_buffer *out) {
    add_text(out, "context", c->context);
    add_text(out, "cluster", c->cluster);
    add_text(out, "user", c->user);
    add_text(out, "ns", c->namespace_);
    add_text(out, "url", c->server.url);
    add_text(out, "name", c->tls_server_name);
    add_flag(out, "insecure", c->insecure);
    add_flag(out, "uncompressed", c->disable_compression);
    add_text(out, "proxy", c->proxy_url);
    add_text(out, "ca-data", c->ca.data);
    add_text(out, "ca", c->ca.path);
    add_text(out, "cert-data", c->certificate.data);
    add_text(out, "cert", c->certificate.path);
    add_text(out, "key-data", c->key.data);
    add_text(out, "key", c->key.path);
    add_text(out, "token", c->token);
    add_text(out, "token-file", c->token_file);
    add_text(out, "username", c->username);
    add_text(out, "password", c->password);
    add_text(out, "as", c->as.user);
    add_text(out, "as-uid", c->as.uid);
    for (size_t i = 0; i < c->as.group_count; i++) add_text(out, "as-group", c->as.groups[i]);
    for (size_t i = 0; i < c->as.extra_count; i++) {
        add_text(out, "extra", c->as.extra[i].name);
        add_text(out, "value", c->as.extra[i].value);
    }
    if (c->plugin) dump_plugin(c->plugin, out);
}

/* Each finding on a line: "FILE: TEXT". */
static void dump_findings(const vitals_diagnostics *list, vt_buffer *out) {
    for (size_t i = 0; i < vitals_diagnostics_count(list); i++) {
        const vitals_diagnostic *finding = vitals_diagnostics_at(list, i);
        vt_buffer_printf(out, "%s%s: ", i ? "\n" : "", finding->file);
        vt_buffer_add(out, finding->text);
    }
}

/* "status|…" by its name. */
static vitals_status connect(const char *const files[2], const vt_overrides *flags,
                             const vitals_allocator *allocator, vt_connection **out,
                             vitals_diagnostics *findings) {
    static const char *const paths[] = { "/etc/kube/config", "/other/config" };
    vt_kubeconfig *config = NULL;
    vitals_status status = vt_kubeconfig_new(allocator, NULL, &config);
    for (size_t i = 0; i < 2 && files[i] && status == VITALS_OK; i++)
        status = vt_kubeconfig_add(config, paths[i], vt_text_from(files[i]), findings);
    if (status == VITALS_OK)
        status = vt_kubeconfig_connect(config, flags, allocator, out, findings);
    vt_kubeconfig_free(config);
    return status;
}

#define NO_FLAGS                                                                                   \
    { .insecure = VT_NOT_SAID }
#define CLUSTER "clusters: [{name: c, cluster: {server: 'https://h:6443'}}]\n"
#define CONTEXT "contexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\n"
#define USER(fields) "users: [{name: u, user: {" fields "}}]\n"
#define WITH(fields) CLUSTER CONTEXT USER(fields)
#define SERVER(fields) "clusters: [{name: c, cluster: {" fields "}}]\n" CONTEXT USER("token: t")
#define IS "context=x cluster=c user=u ns=default url=https://h:6443"
#define EXEC(fields)                                                                               \
    WITH("exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws" fields "}")

static const struct row {
    TABLE_ROW;
    const char *files[2];
    vt_overrides flags;
    const char *want; /* or part of the findings, after '!' */
} rows[] = {
    { "a token", { WITH("token: s3cr3t") }, NO_FLAGS, IS " token=s3cr3t" },
    { "JSON",
      { "{\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://"
        "h:6443\"}}],\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":\"c\",\"user\":\"u\","
        "\"namespace\":\"shop\"}}],\"users\":[{\"name\":\"u\"}],\"current-context\":\"x\"}" },
      NO_FLAGS,
      "context=x cluster=c user=u ns=shop url=https://h:6443" },
    { "unknown fields",
      { "preferences: {a: 1}\nextensions: []\napiVersion: v1\nkind: Config\n" WITH(
          "token: t, odd: 1") },
      NO_FLAGS,
      IS " token=t" },
    /* 1.2: the first file that names an entry wins as a whole. */
    { "first file wins",
      { CLUSTER CONTEXT USER("username: me, password: pw"), USER("token: other") },
      NO_FLAGS,
      IS " username=me password=pw" },
    { "not merged with each other",
      { USER("client-certificate: a"), WITH("client-key: b") },
      NO_FLAGS,
      "!has a client certificate without a client key" },
    { "current-context of the first that sets it",
      { "current-context: ''\n", WITH("token: t") },
      NO_FLAGS,
      IS " token=t" },
    { "entries of a second file",
      { "current-context: x\n", WITH("tokenFile: t") },
      NO_FLAGS,
      IS " token-file=/other/t" },
    { "empty file", { "", WITH("token: t") }, NO_FLAGS, IS " token=t" },
    { "comments only", { "# nothing\n", WITH("token: t") }, NO_FLAGS, IS " token=t" },
    /* 1.3 */
    { "relative paths",
      { SERVER("server: 'https://h', certificate-authority: pki/ca.crt") },
      NO_FLAGS,
      "context=x cluster=c user=u ns=default url=https://h ca=/etc/kube/pki/ca.crt token=t" },
    { "absolute paths",
      { WITH("client-certificate: /c.crt, client-key: /c.key") },
      NO_FLAGS,
      IS " cert=/c.crt key=/c.key" },
    { "a program with a slash is a path",
      { WITH("exec: {apiVersion: client.authentication.k8s.io/v1, command: bin/aws, "
             "interactiveMode: Never}") },
      NO_FLAGS,
      IS " command=/etc/kube/bin/aws api=client.authentication.k8s.io/v1 never" },
    { "a program without is not",
      { EXEC("") },
      NO_FLAGS,
      IS " command=aws api=client.authentication.k8s.io/v1beta1 if-available" },
    /* 1.4 */
    { "a name twice",
      { "clusters: [{name: a, cluster: {}}, {name: b, cluster: {}}, {name: a, cluster: "
        "{}}]\nusers: [{name: z}, {name: z}]\n" },
      NO_FLAGS,
      "!/etc/kube/config: cluster \"a\" is listed twice\n/etc/kube/config: user \"z\" is listed "
      "twice" },
    { "no name", { "contexts: [{context: {cluster: c}}]\n" }, NO_FLAGS, "!context 1 has no name" },
    { "not a list", { "clusters: {a: 1}\n" }, NO_FLAGS, "!clusters is not a list" },
    { "not a map", { "users: [{name: u, user: 1}]\n" }, NO_FLAGS, "!user \"u\" is not a map" },
    { "another kind", { "kind: Pod\n" }, NO_FLAGS, "!its kind is \"Pod\"" },
    { "a list", { "- a\n" }, NO_FLAGS, "!it is not a map" },
    { "syntax", { "clusters: [\n" }, NO_FLAGS, "!/etc/kube/config: " },
    /* 1.5 */
    { "another context",
      { WITH("token: t") "---\n" },
      { .context = VT_TEXT_INIT("nope") },
      "!context \"nope\" does not exist; there are: x" },
    { "no current-context",
      { "contexts: [{name: a, context: {}}, {name: b}]\n" },
      NO_FLAGS,
      "!no current-context is set: choose one with --context; there are: a, b" },
    { "current-context does not exist",
      { "current-context: gone\nusers: [{name: u}]\n" },
      NO_FLAGS,
      "!context \"gone\" does not exist; there are: none" },
    { "no cluster",
      { "contexts: [{name: x, context: {cluster: c}}]\ncurrent-context: x\n" },
      NO_FLAGS,
      "!cluster \"c\" of context \"x\" does not exist" },
    { "no user", { CLUSTER CONTEXT }, NO_FLAGS, "!user \"u\" of context \"x\" does not exist" },
    { "a user by flag",
      { "users: [{name: u, user: {token: a}}, {name: v, user: {token: b}}]\n" CLUSTER CONTEXT },
      { .user = VT_TEXT_INIT("v") },
      "context=x cluster=c user=v ns=default url=https://h:6443 token=b" },
    { "no such user by flag",
      { WITH("token: t") },
      { .user = VT_TEXT_INIT("w") },
      "!: user \"w\" does not exist" },
    { "no such cluster by flag",
      { WITH("token: t") },
      { .cluster = VT_TEXT_INIT("d") },
      "!: cluster \"d\" does not exist" },
    { "a namespace by flag",
      { WITH("token: t") },
      { .namespace_ = VT_TEXT_INIT("shop") },
      "context=x cluster=c user=u ns=shop url=https://h:6443 token=t" },
    { "a server alone",
      { "" },
      { .server = VT_TEXT_INIT("https://s"), .token = VT_TEXT_INIT("t") },
      "context= cluster= user= ns=default url=https://s token=t" },
    { "a server by flag drops tls-server-name",
      { SERVER("server: 'https://h', tls-server-name: sni") },
      { .server = VT_TEXT_INIT("https://s") },
      "context=x cluster=c user=u ns=default url=https://s token=t" },
    { "tls-server-name",
      { SERVER("server: 'https://h', tls-server-name: sni") },
      NO_FLAGS,
      "context=x cluster=c user=u ns=default url=https://h name=sni token=t" },
    { "insecure by flag drops the CA",
      { SERVER("server: 'https://h', certificate-authority-data: " CA_DATA) },
      { .insecure = VT_YES },
      "context=x cluster=c user=u ns=default url=https://h insecure token=t" },
    { "a CA by flag drops insecure and data",
      { SERVER("server: 'https://h', insecure-skip-tls-verify: true, "
               "certificate-authority-data: " CA_DATA) },
      { .certificate_authority = VT_TEXT_INIT("/ca") },
      "context=x cluster=c user=u ns=default url=https://h ca=/ca token=t" },
    { "a certificate by flag drops the data",
      { WITH("client-certificate-data: " CERT_DATA ", client-key-data: " KEY_DATA) },
      { .client_certificate = VT_TEXT_INIT("/c"), .client_key = VT_TEXT_INIT("/k") },
      IS " cert=/c key=/k" },
    { "a token by flag replaces other credentials",
      { WITH(
          "tokenFile: a, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}") },
      { .token = VT_TEXT_INIT("t") },
      IS " token=t" },
    { "and basic ones",
      { WITH("username: me, password: pw") },
      { .token = VT_TEXT_INIT("t") },
      IS " token=t" },
    { "a token file by flag",
      { WITH("token: t") },
      { .token_file = VT_TEXT_INIT("/t") },
      IS " token-file=/t" },
    { "compression by flag",
      { SERVER("server: 'https://h', disable-compression: true") },
      { .disable_compression = VT_NO },
      "context=x cluster=c user=u ns=default url=https://h token=t" },
    { "no compression",
      { SERVER("server: 'https://h', disable-compression: true") },
      NO_FLAGS,
      "context=x cluster=c user=u ns=default url=https://h uncompressed token=t" },
    /* 1.9 */
    { "no scheme",
      { SERVER("server: 'h:6443'") },
      NO_FLAGS,
      "!/etc/kube/config: the server \"h:6443\" of cluster \"c\" cannot be used: it does not begin "
      "with https://" },
    { "no server",
      { SERVER("certificate-authority: x") },
      NO_FLAGS,
      "!cluster \"c\" has no server" },
    { "a password in the server is not shown",
      { SERVER("server: 'https://me:s3cr3t@h'") },
      NO_FLAGS,
      "!the server of cluster \"c\" cannot be used: it holds a user name" },
    /* 1.10 */
    { "CA data",
      { SERVER("server: 'https://h', certificate-authority-data: " CA_DATA) },
      NO_FLAGS,
      "context=x cluster=c user=u ns=default url=https://h ca-data=-----BEGIN CERTIFICATE-----|ca| "
      "token=t" },
    { "CA twice",
      { SERVER(
          "server: 'https://h', certificate-authority: a, certificate-authority-data: " CA_DATA) },
      NO_FLAGS,
      "!cluster \"c\" has certificate-authority and certificate-authority-data" },
    { "CA and insecure",
      { SERVER("server: 'https://h', insecure-skip-tls-verify: true, certificate-authority: a") },
      NO_FLAGS,
      "!cluster \"c\" has insecure-skip-tls-verify and a certificate authority" },
    { "data that is not base64",
      { SERVER("server: 'https://h', certificate-authority-data: '!'") },
      NO_FLAGS,
      "!certificate-authority-data of \"c\" is not base64" },
    { "data that is not PEM",
      { SERVER("server: 'https://h', certificate-authority-data: aGVsbG8=") },
      NO_FLAGS,
      "!certificate-authority-data of \"c\" is not PEM text" },
    /* 1.11 */
    { "certificate data",
      { WITH("client-certificate-data: " CERT_DATA ", client-key-data: " KEY_DATA) },
      NO_FLAGS,
      IS " cert-data=-----BEGIN CERTIFICATE-----|cert| key-data=-----BEGIN PRIVATE KEY-----|key|" },
    { "a certificate alone",
      { WITH("client-certificate: a") },
      NO_FLAGS,
      "!user \"u\" has a client certificate without a client key" },
    { "a key alone",
      { WITH("client-key: a") },
      NO_FLAGS,
      "!user \"u\" has a client key without a client certificate" },
    { "a certificate twice",
      { WITH("client-certificate: a, client-key: b, client-certificate-data: " CERT_DATA) },
      NO_FLAGS,
      "!user \"u\" has client-certificate and client-certificate-data" },
    { "a key where a certificate should be",
      { WITH("client-certificate-data: " KEY_DATA ", client-key-data: " KEY_DATA) },
      NO_FLAGS,
      "!client-certificate-data of \"u\" is not PEM text" },
    /* 1.12 */
    { "token and tokenFile",
      { WITH("token: t, tokenFile: f") },
      NO_FLAGS,
      IS " token=t token-file=/etc/kube/f" },
    { "a token with a line break",
      { WITH("token: \"s3cr3t\\r\\nX: y\"") },
      NO_FLAGS,
      "!the token of user \"u\" holds control characters" },
    /* 1.13 */
    { "token and basic",
      { WITH("token: t, username: me, password: pw") },
      NO_FLAGS,
      "!user \"u\" has a token and a user name" },
    { "token and certificate",
      { WITH("token: t, client-certificate: /a, client-key: /b") },
      NO_FLAGS,
      IS " cert=/a key=/b token=t" },
    /* 1.14 */
    { "impersonation",
      { WITH("token: t, as: eve, as-uid: '7', as-groups: [a, b], as-user-extra: {scopes: [r, w], "
             "x: ['1']}") },
      NO_FLAGS,
      IS " token=t as=eve as-uid=7 as-group=a as-group=b extra=scopes value=r extra=scopes value=w "
         "extra=x value=1" },
    { "groups without a user",
      { WITH("token: t, as-groups: [a]") },
      NO_FLAGS,
      "!has as-uid, as-groups or as-user-extra without as" },
    { "impersonation by flag",
      { WITH("token: t, as-groups: [a]") },
      { .as = VT_TEXT_INIT("eve") },
      IS " token=t as=eve as-group=a" },
    { "a header in as",
      { WITH("token: t, as: \"a\\nb\"") },
      NO_FLAGS,
      "!as of user \"u\" holds control characters" },
    /* 1.15 */
    { "a proxy",
      { SERVER("server: 'https://h', proxy-url: 'socks5://p:1080'") },
      NO_FLAGS,
      "context=x cluster=c user=u ns=default url=https://h proxy=socks5://p:1080 token=t" },
    { "a proxy of another scheme",
      { SERVER("server: 'https://h', proxy-url: 'ftp://me:s3cr3t@p'") },
      NO_FLAGS,
      "!proxy-url of cluster \"c\" does not begin with http://" },
    /* 1.17 */
    { "gcp",
      { WITH("auth-provider: {name: gcp}") },
      NO_FLAGS,
      "!auth-provider \"gcp\" of user \"u\" is not supported: use the plugin "
      "gke-gcloud-auth-plugin with exec" },
    { "oidc", { WITH("auth-provider: {name: oidc}") }, NO_FLAGS, "!use the plugin kubelogin" },
    { "a provider of one's own",
      { WITH("auth-provider: {name: mine}") },
      NO_FLAGS,
      "!use a plugin with exec" },
    { "a provider is not needed beside a token by flag",
      { WITH("auth-provider: {name: gcp}") },
      { .token = VT_TEXT_INIT("t") },
      IS " token=t" },
    /* 2.1 */
    { "a plugin in full",
      { "clusters: [{name: c, cluster: {server: 'https://h:6443', extensions: [{name: "
        "client.authentication.k8s.io/exec, extension: {audience: a}}]}}]\n" CONTEXT USER(
            "exec: {apiVersion: client.authentication.k8s.io/v1, command: aws, args: [eks, "
            "get-token], env: [{name: AWS_PROFILE, value: p}], installHint: get it, "
            "provideClusterInfo: true, interactiveMode: Always}") },
      NO_FLAGS,
      IS " command=aws arg=eks arg=get-token AWS_PROFILE=p api=client.authentication.k8s.io/v1 "
         "hint=get it always info config={\"audience\":\"a\"}" },
    { "not used beside a token",
      { WITH("token: t, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}") },
      NO_FLAGS,
      IS " token=t" },
    { "not used beside a certificate",
      { WITH("client-certificate: /a, client-key: /b, exec: {apiVersion: "
             "client.authentication.k8s.io/v1beta1, command: aws}") },
      NO_FLAGS,
      IS " cert=/a key=/b" },
    { "an old plugin",
      { WITH("exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: aws}") },
      NO_FLAGS,
      "!apiVersion \"client.authentication.k8s.io/v1alpha1\" in exec of user \"u\" is not "
      "supported" },
    { "v1 needs interactiveMode",
      { WITH("exec: {apiVersion: client.authentication.k8s.io/v1, command: aws}") },
      NO_FLAGS,
      "!has no interactiveMode" },
    { "an unknown interactiveMode",
      { EXEC(", interactiveMode: Maybe") },
      NO_FLAGS,
      "!interactiveMode \"Maybe\"" },
    { "no command",
      { WITH("exec: {apiVersion: client.authentication.k8s.io/v1beta1}") },
      NO_FLAGS,
      "!has no command" },
    { "a variable without a name", { EXEC(", env: [{value: x}]") }, NO_FLAGS, "!no proper name" },
    { "a NUL byte", { EXEC(", args: [\"a\\0b\"]") }, NO_FLAGS, "!holds a NUL byte" },
    { "plugin and provider",
      { WITH("auth-provider: {name: oidc}, exec: {apiVersion: "
             "client.authentication.k8s.io/v1beta1, command: aws}") },
      NO_FLAGS,
      "!auth-provider" },
};

static void check(void **state) {
    const struct row *row = *state;
    vitals_diagnostics *findings = NULL;
    vt_connection *connection = NULL;
    vt_buffer got;
    vt_buffer_init(&got, NULL, 65536);
    assert_int_equal(vitals_diagnostics_new(NULL, &findings), VITALS_OK);
    vitals_status status = connect(row->files, &row->flags, NULL, &connection, findings);
    if (row->want[0] == '!') {
        assert_true(status == VITALS_ECONFIG || status == VITALS_ESYNTAX);
        dump_findings(findings, &got);
        if (!strstr(vt_buffer_text(&got).bytes, row->want + 1))
            assert_string_equal(vt_buffer_text(&got).bytes, row->want + 1);
        assert_null(strstr(vt_buffer_text(&got).bytes, "s3cr3t"));
    } else {
        dump_findings(findings, &got);
        assert_string_equal(vt_buffer_text(&got).bytes, "");
        assert_int_equal(status, VITALS_OK);
        dump(connection, &got);
        assert_string_equal(got.bytes, row->want);
    }
    vt_connection_free(connection);
    vitals_diagnostics_free(findings);
    vt_buffer_done(&got);
}

/* ---------------------------------------------------------------- the rest */

static void no_configuration_at_all(void **state) {
    (void)state;
    const char *const files[2] = { "", NULL };
    vt_connection *connection = NULL;
    assert_int_equal(connect(files, NULL, NULL, &connection, NULL), VITALS_ENOTFOUND);
}

static void contexts(void **state) {
    (void)state;
    vt_kubeconfig *config = NULL;
    assert_int_equal(vt_kubeconfig_new(NULL, NULL, &config), VITALS_OK);
    assert_true(vt_kubeconfig_is_empty(config));
    assert_true(vt_text_is_absent(vt_kubeconfig_current(config)));
    assert_int_equal(vt_kubeconfig_add(config, "/a", VT_TEXT(WITH("token: t")), NULL), VITALS_OK);
    assert_int_equal(vt_kubeconfig_add(config, "/b",
                                       VT_TEXT("contexts: [{name: yy, context: {cluster: c}}, "
                                               "{name: z}, {name: w, context: {cluster: q}}]\n"),
                                       NULL),
                     VITALS_OK);
    assert_int_equal(vt_kubeconfig_add(config, "/c", VT_TEXT("contexts: [{}]\n"), NULL),
                     VITALS_ECONFIG);
    assert_false(vt_kubeconfig_is_empty(config));
    assert_true(vt_text_is(vt_kubeconfig_current(config), "x"));
    static const char *const names[] = { "x", "yy", "z", "w" };
    for (size_t i = 0; i < 4; i++)
        assert_true(vt_text_is(vt_kubeconfig_context_at(config, i), names[i]));
    assert_true(vt_text_is_absent(vt_kubeconfig_context_at(config, 4)));
    assert_true(vt_text_is(vt_kubeconfig_server_at(config, 0), "https://h:6443"));
    assert_true(vt_text_is(vt_kubeconfig_server_at(config, 1), "https://h:6443"));
    for (size_t i = 2; i < 5; i++)
        assert_true(vt_text_is_absent(vt_kubeconfig_server_at(config, i)));
    vt_kubeconfig_free(config);
    vt_kubeconfig_free(NULL);
}

static void plain_http_is_warned_of(void **state) {
    (void)state;
    const char *const files[2] = { SERVER("server: 'http://h'"), NULL };
    vt_connection *connection = NULL;
    vitals_diagnostics *findings = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &findings), VITALS_OK);
    assert_int_equal(connect(files, NULL, NULL, &connection, findings), VITALS_OK);
    assert_int_equal(vitals_diagnostics_count(findings), 1);
    assert_int_equal(vitals_diagnostics_at(findings, 0)->severity, VITALS_SEVERITY_WARNING);
    assert_non_null(
        strstr(vitals_diagnostics_at(findings, 0)->text.bytes, "credentials are not sent"));
    vt_connection_free(connection);
    vitals_diagnostics_free(findings);
}

/* ------------------------------------------------------------------- policy */

static const struct policy_row {
    TABLE_ROW;
    const char *file;
    vt_connection_policy policy;
    const char *want; /* NULL: allowed */
} policies[] = {
    { "everything is allowed", EXEC(""), { false, false, false }, NULL },
    { "no programs",
      EXEC(""),
      { true, false, false },
      "context \"x\" runs a program (exec), which is not allowed here" },
    { "a program beside a token is not run",
      WITH("token: t, exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}"),
      { true, true, true },
      NULL },
    { "no files",
      WITH("tokenFile: a"),
      { false, true, false },
      "context \"x\" refers to a file (tokenFile)" },
    { "no files of authorities",
      SERVER("server: 'https://h', certificate-authority: a"),
      { false, true, false },
      "refers to a file (certificate-authority)" },
    { "no proxies",
      SERVER("server: 'https://h', proxy-url: 'http://p'"),
      { false, false, true },
      "names a proxy" },
};

static void policy(void **state) {
    const struct policy_row *row = *state;
    const char *const files[2] = { row->file, NULL };
    vt_connection *connection = NULL;
    vitals_diagnostics *findings = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &findings), VITALS_OK);
    assert_int_equal(connect(files, NULL, NULL, &connection, NULL), VITALS_OK);
    assert_int_equal(vt_connection_is_refused(connection, &row->policy, findings),
                     row->want != NULL);
    assert_int_equal(vitals_diagnostics_count(findings), row->want != NULL);
    if (row->want)
        assert_non_null(strstr(vitals_diagnostics_at(findings, 0)->text.bytes, row->want));
    vt_connection_free(connection);
    vitals_diagnostics_free(findings);
}

/* --------------------------------------------------------------------- pods */

#define ACCOUNT "/var/run/secrets/kubernetes.io/serviceaccount"

static const struct pod_row {
    TABLE_ROW;
    vt_pod pod;
    const char *want; /* NULL: not in a pod; '!': refused */
} pods[] = {
    { "not in a pod", { .host = VT_TEXT_INIT("10.0.0.1") }, NULL },
    { "nothing", { .port = VT_TEXT_INIT("443") }, NULL },
    { "a pod",
      { .host = VT_TEXT_INIT("10.0.0.1"), .port = VT_TEXT_INIT("443") },
      "context= cluster= user= ns=default url=https://10.0.0.1:443 ca=" ACCOUNT
      "/ca.crt token-file=" ACCOUNT "/token" },
    { "IPv6",
      { .host = VT_TEXT_INIT("fd00::1"),
        .port = VT_TEXT_INIT("443"),
        .namespace_file = VT_TEXT_INIT(" shop\n") },
      "context= cluster= user= ns=shop url=https://[fd00::1]:443 ca=" ACCOUNT
      "/ca.crt token-file=" ACCOUNT "/token" },
    { "POD_NAMESPACE first",
      { .host = VT_TEXT_INIT("h"),
        .port = VT_TEXT_INIT("1"),
        .namespace_ = VT_TEXT_INIT("a"),
        .namespace_file = VT_TEXT_INIT("b"),
        .directory = VT_TEXT_INIT("/t") },
      "context= cluster= user= ns=a url=https://h:1 ca=/t/ca.crt token-file=/t/token" },
    { "a port that is not", { .host = VT_TEXT_INIT("h"), .port = VT_TEXT_INIT("x") }, "!" },
    { "a host that is not", { .host = VT_TEXT_INIT("h/../@x"), .port = VT_TEXT_INIT("1/p") }, "!" },
};

static void pod(void **state) {
    const struct pod_row *row = *state;
    vt_connection *connection = NULL;
    vt_buffer got;
    vt_buffer_init(&got, NULL, 4096);
    vitals_status status = vt_connection_of_pod(&row->pod, NULL, &connection, NULL);
    if (!row->want) {
        assert_int_equal(status, VITALS_ENOTFOUND);
    } else if (row->want[0] == '!') {
        assert_int_equal(status, VITALS_ECONFIG);
    } else {
        assert_int_equal(status, VITALS_OK);
        assert_true(connection->in_cluster && connection->server.tls);
        dump(connection, &got);
        assert_string_equal(got.bytes, row->want);
        /* A pod's own files are not those of a stranger's kubeconfig. */
        assert_false(vt_connection_is_refused(connection,
                                              &(vt_connection_policy){ true, true, true }, NULL));
    }
    vt_connection_free(connection);
    vt_buffer_done(&got);
}

/* ------------------------------------------------------------------- secrets */

/* Nothing of a token, key or password is in memory that was given back. YAML is read by libyaml, whose own
** copies are beyond us: docs/security.md. */
static void memory_is_wiped(void **state) {
    (void)state;
    static const char *const secrets[] = { "s3cr3t-token", "s3cr3t-password", "s3cr3t-env",
                                           "czNjcjN0LWtleQ" };
    for (size_t i = 0; i < TABLE_COUNT(secrets); i++) {
        const char *const files[2] = {
            "{\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://"
            "h\"}}],\"contexts\":[{\"name\":\"x\","
            "\"context\":{\"cluster\":\"c\",\"user\":\"u\"}},{\"name\":\"y\",\"context\":{"
            "\"cluster\":\"c\",\"user\":\"v\"}}],"
            "\"current-context\":\"x\",\"users\":[{\"name\":\"u\",\"user\":{\"token\":\"s3cr3t-"
            "token\","
            "\"client-key-data\":\"LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCnMzY3IzdC1rZXkK\",\"client-"
            "certificate-data\":\"" CERT_DATA "\"}},"
            "{\"name\":\"v\",\"user\":{\"username\":\"me\",\"password\":\"s3cr3t-password\"}},"
            "{\"name\":\"w\",\"user\":{\"exec\":{\"apiVersion\":\"client.authentication.k8s.io/"
            "v1beta1\",\"command\":\"a\","
            "\"env\":[{\"name\":\"A\",\"value\":\"s3cr3t-env\"}]}}}]}",
            NULL
        };
        static const char *const users[] = { "u", "v", "w" };
        for (size_t k = 0; k < TABLE_COUNT(users); k++) {
            secrets_seen watch = { .needle = secrets[i] };
            vitals_allocator allocator = secrets_seen_allocator(&watch);
            vt_connection *connection = NULL;
            vt_overrides flags = { .user = vt_text_from(users[k]) };
            assert_int_equal(connect(files, &flags, &allocator, &connection, NULL), VITALS_OK);
            vt_connection_free(connection);
            assert_int_equal(watch.seen, 0);
            assert_int_equal(watch.live, 0);
            assert_true(watch.frees > 0);
        }
    }
}

/* ------------------------------------------------------------------ torture */

static vitals_status connect_once(torture *memory, void *user) {
    const struct row *row = user;
    vitals_allocator allocator = torture_allocator(memory);
    vt_connection *connection = NULL;
    vitals_status status = connect(row->files, &row->flags, &allocator, &connection, NULL);
    vt_connection_free(connection);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    for (size_t i = 0; i < TABLE_COUNT(rows); i++) {
        struct row row = rows[i];
        if (row.want[0] != '!') torture_run(connect_once, &row);
    }
}

static vitals_status connect_pod(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vt_connection *connection = NULL;
    vitals_status status = vt_connection_of_pod(user, &allocator, &connection, NULL);
    vt_connection_free(connection);
    return status;
}

static void every_allocation_fails_in_a_pod(void **state) {
    (void)state;
    vt_pod inside = pods[3].pod;
    torture_run(connect_pod, &inside);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(no_configuration_at_all),
        cmocka_unit_test(contexts),
        cmocka_unit_test(plain_http_is_warned_of),
        cmocka_unit_test(memory_is_wiped),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(every_allocation_fails_in_a_pod),
    };
    return TABLE_RUN("places", place, places) + TABLE_RUN("connections", check, rows) +
           TABLE_RUN("policies", policy, policies) + TABLE_RUN("pods", pod, pods) +
           cmocka_run_group_tests_name("kubeconfig", others, NULL, NULL);
}
