/* Credentials: files that rotate, plugins, refusals, headers; and that nothing of them is left behind. */
#include "base/memory/buffer.h"
#include "cluster/config/credentials.h"
#include "cluster/secrets_seen.h"
#include "support/table.h"
#include "support/torture.h"

#define PEM_CERTIFICATE(text) "-----BEGIN CERTIFICATE-----\n" text "\n-----END CERTIFICATE-----\n"
#define PEM_KEY(text) "-----BEGIN PRIVATE KEY-----\n" text "\n-----END PRIVATE KEY-----\n"
#define V1 "client.authentication.k8s.io/v1"
#define ANSWER(status)                                                                             \
    "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"status\":" status "}"

/* -------------------------------------------------------------------- files */

/* Files in memory; one without content cannot be read. */
typedef struct file {
    const char *path, *content;
} file;

typedef struct files {
    file rows[4];
    unsigned reads;
} files;

static const char *read_file(void *user, const char *path, vt_buffer *out) {
    files *all = user;
    all->reads++;
    for (size_t i = 0; i < TABLE_COUNT(all->rows); i++) {
        if (!all->rows[i].path || strcmp(all->rows[i].path, path) != 0) continue;
        if (!all->rows[i].content) return "Permission denied";
        vt_buffer_add_terminated(out, all->rows[i].content);
        return NULL;
    }
    return "No such file or directory";
}

static vt_connection secure(void) {
    return (
        vt_connection){ .context = VT_TEXT("x"),
                        .user = VT_TEXT("u"),
                        .server = { VT_TEXT("https://h"), true, VT_TEXT("h"), 443, VT_TEXT("") } };
}

static vt_credentials *make(const vt_connection *connection, files *all) {
    vt_credentials *credentials = NULL;
    vt_credentials_options options = { .read = read_file, .read_user = all };
    assert_int_equal(vt_credentials_new(connection, &options, &credentials), VITALS_OK);
    return credentials;
}

static vt_clock at(int64_t seconds) {
    return (vt_clock){ 1700000000000 + seconds * 1000, seconds * 1000 };
}

static void require_header(const vt_credentials *credentials, const char *want) {
    vt_text header = vt_credentials_header(credentials, 0);
    if (!want) {
        assert_null(header.bytes);
        return;
    }
    assert_non_null(header.bytes);
    assert_string_equal(header.bytes, want);
}

/* Ask for the state, which must be READY with this Authorization. */
static void require_ready(vt_credentials *credentials, int64_t seconds, const char *authorization) {
    assert_int_equal(vt_credentials_state_at(credentials, at(seconds)), VT_CREDENTIALS_READY);
    require_header(credentials, authorization);
}

static void require_failed(vt_credentials *credentials, int64_t seconds, const char *why) {
    assert_int_equal(vt_credentials_state_at(credentials, at(seconds)), VT_CREDENTIALS_FAILED);
    vt_text error = vt_credentials_error(credentials);
    assert_non_null(error.bytes);
    if (!strstr(error.bytes, why)) assert_string_equal(error.bytes, why);
    assert_null(strstr(error.bytes, "s3cr3t"));
    assert_null(strchr(error.bytes, '\n'));
}

/* ------------------------------------------------------------------- headers */

static void a_token(void **state) {
    (void)state;
    vt_connection connection = secure();
    connection.token = VT_TEXT("abc");
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    require_ready(credentials, 0, "Authorization: Bearer abc");
    assert_null(vt_credentials_header(credentials, 1).bytes);
    assert_null(vt_credentials_error(credentials).bytes);
    vt_credentials_free(credentials);
}

static void basic(void **state) {
    (void)state;
    vt_connection connection = secure();
    connection.username = VT_TEXT("Aladdin");
    connection.password = VT_TEXT("open sesame");
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    require_ready(credentials, 0, "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    vt_credentials_free(credentials);
}

static void impersonation(void **state) {
    (void)state;
    static const vt_text groups[] = { VT_TEXT_INIT("a"), VT_TEXT_INIT("b c") };
    static const vt_name_value extra[] = { { VT_TEXT_INIT("Example.com/Scope"),
                                             VT_TEXT_INIT("r") } };
    static const char *const want[] = { "Impersonate-User: eve", "Impersonate-Uid: 7",
                                        "Impersonate-Group: a", "Impersonate-Group: b c",
                                        "Impersonate-Extra-example.com%2Fscope: r" };
    vt_connection connection = secure();
    connection.as = (vt_impersonation){ VT_TEXT("eve"), VT_TEXT("7"), groups, 2, extra, 1 };
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    require_ready(credentials, 0, want[0]);
    for (size_t i = 0; i < TABLE_COUNT(want); i++)
        assert_string_equal(vt_credentials_header(credentials, i).bytes, want[i]);
    assert_null(vt_credentials_header(credentials, TABLE_COUNT(want)).bytes);
    vt_credentials_free(credentials);
}

/* 1.9: neither credentials nor files of any kind over plain HTTP. */
static void nothing_over_plain_http(void **state) {
    (void)state;
    files all = { .rows = { { "/t", "abc" } } };
    vt_connection connection = secure();
    connection.server.tls = false;
    connection.token = VT_TEXT("abc");
    connection.token_file = VT_TEXT("/t");
    connection.ca.path = VT_TEXT("/ca");
    connection.as.user = VT_TEXT("eve");
    vt_credentials *credentials = make(&connection, &all);
    require_ready(credentials, 0, NULL);
    assert_null(vt_credentials_identity(credentials).ca.bytes);
    assert_false(vt_credentials_refused(credentials, vt_credentials_number(credentials),
                                        VT_TEXT_ABSENT, at(0)));
    assert_int_equal(all.reads, 0);
    vt_credentials_free(credentials);
}

/* --------------------------------------------------------------- token files */

/* 1.12 */
static void token_files_rotate(void **state) {
    (void)state;
    files all = { .rows = { { "/t", " one\n" } } };
    vt_connection connection = secure();
    connection.token = VT_TEXT("fallback");
    connection.token_file = VT_TEXT("/t");
    vt_credentials *credentials = make(&connection, &all);
    require_ready(credentials, 0, "Authorization: Bearer one");
    uint64_t number = vt_credentials_number(credentials);
    all.rows[0].content = "two";
    require_ready(credentials, 49, "Authorization: Bearer one");
    require_ready(credentials, 50, "Authorization: Bearer two");
    assert_true(vt_credentials_number(credentials) > number);
    all.rows[0].content = ""; /* empty, then gone: the last one stays */
    require_ready(credentials, 101, "Authorization: Bearer two");
    all.rows[0].content = NULL;
    require_ready(credentials, 160, "Authorization: Bearer two");
    all.rows[0].content = "s3cr3t\r\nX: y";
    require_ready(credentials, 220, "Authorization: Bearer two");
    vt_credentials_free(credentials);
}

static void the_token_when_there_is_no_file(void **state) {
    (void)state;
    files all = { .rows = { { "/t", NULL } } };
    vt_connection connection = secure();
    connection.token_file = VT_TEXT("/t");
    vt_credentials *credentials = make(&connection, &all);
    require_failed(credentials, 0, "the token file /t: Permission denied");
    all.rows[0].content = "  ";
    require_failed(credentials, 1, "the token file /t: is empty");
    all.rows[0].content = "s3cr3t\nb";
    require_failed(credentials, 2, "the token file /t: holds control characters");
    vt_credentials_free(credentials);
    connection.token = VT_TEXT("fallback");
    credentials = make(&connection, &all);
    require_ready(credentials, 0, "Authorization: Bearer fallback");
    vt_credentials_free(credentials);
}

/* 2.5: a 401 reads the file again, and the one request is sent once more if it has changed. */
static void a_refused_token_file_is_read_again(void **state) {
    (void)state;
    files all = { .rows = { { "/t", "one" } } };
    vt_connection connection = secure();
    connection.token_file = VT_TEXT("/t");
    vt_credentials *credentials = make(&connection, &all);
    require_ready(credentials, 0, "Authorization: Bearer one");
    uint64_t first = vt_credentials_number(credentials);
    assert_false(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(1)));
    all.rows[0].content = "two";
    assert_true(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(2)));
    require_ready(credentials, 2, "Authorization: Bearer two");
    /* Another request that was under way with the old one. */
    unsigned reads = all.reads;
    assert_true(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(2)));
    assert_int_equal(all.reads, reads);
    assert_false(vt_credentials_refused(credentials, vt_credentials_number(credentials),
                                        VT_TEXT_ABSENT, at(3)));
    vt_credentials_free(credentials);
}

/* -------------------------------------------------------------- certificates */

/* 1.11 */
static void certificates_rotate(void **state) {
    (void)state;
    files all = { .rows = { { "/c", PEM_CERTIFICATE("one") },
                            { "/k", PEM_KEY("one") },
                            { "/ca", PEM_CERTIFICATE("ca") } } };
    vt_connection connection = secure();
    connection.certificate.path = VT_TEXT("/c");
    connection.key.path = VT_TEXT("/k");
    connection.ca.path = VT_TEXT("/ca");
    vt_credentials *credentials = make(&connection, &all);
    require_ready(credentials, 0, NULL);
    vt_identity first = vt_credentials_identity(credentials);
    assert_string_equal(first.certificate.bytes, PEM_CERTIFICATE("one"));
    assert_string_equal(first.key.bytes, PEM_KEY("one"));
    assert_string_equal(first.ca.bytes, PEM_CERTIFICATE("ca"));
    all.rows[0].content = PEM_CERTIFICATE("two");
    require_ready(credentials, 299, NULL);
    assert_int_equal(vt_credentials_identity(credentials).number, first.number);
    all.rows[1].content = "-----BEGIN PRIVATE KEY-----\ntw"; /* half written */
    require_ready(credentials, 300, NULL);
    assert_int_equal(vt_credentials_identity(credentials).number, first.number);
    assert_string_equal(vt_credentials_identity(credentials).certificate.bytes,
                        PEM_CERTIFICATE("one"));
    all.rows[1].content = PEM_KEY("two");
    require_ready(credentials, 601, NULL);
    vt_identity second = vt_credentials_identity(credentials);
    assert_true(second.number != first.number);
    assert_string_equal(second.certificate.bytes, PEM_CERTIFICATE("two"));
    assert_string_equal(second.key.bytes, PEM_KEY("two"));
    vt_credentials_free(credentials);
}

static void files_of_the_system(void **state) {
    (void)state;
    vt_buffer out;
    vt_buffer_init(&out, NULL, 65536);
    assert_null(
        vt_read_file_of_system(NULL, VITALS_SOURCE_DIR "/engine/cluster/config/secret.h", &out));
    assert_non_null(strstr(vt_buffer_text(&out).bytes, "vt_secret_wipe"));
    assert_string_equal(vt_read_file_of_system(NULL, VITALS_SOURCE_DIR "/nothing", &out),
                        "No such file or directory");
    assert_string_equal(vt_read_file_of_system(NULL, VITALS_SOURCE_DIR, &out),
                        "is not a regular file");
    vt_buffer_done(&out);
}

/* A file over its limit is named with it; inline texts have the limit of the kubeconfig. */
static void limits(void **state) {
    (void)state;
    files all = { .rows = { { "/t", "0123456789" } } };
    vt_connection connection = secure();
    connection.token_file = VT_TEXT("/t");
    connection.ca.data = VT_TEXT(PEM_CERTIFICATE("0123456789"));
    vitals_limits *most = NULL;
    vt_credentials *credentials = NULL;
    assert_int_equal(vitals_limits_new(NULL, &most), VITALS_OK);
    for (uint64_t bytes = 9; bytes <= 10; bytes++) {
        assert_int_equal(vitals_limits_set(most, "credential_file_bytes", bytes), VITALS_OK);
        vt_credentials_options options = { .limits = most, .read = read_file, .read_user = &all };
        assert_int_equal(vt_credentials_new(&connection, &options, &credentials), VITALS_OK);
        if (bytes == 10) require_ready(credentials, 0, "Authorization: Bearer 0123456789");
        if (bytes == 9)
            require_failed(credentials, 0,
                           "the token file /t: is over the limit credential_file_bytes");
        vt_credentials_free(credentials);
    }
    vitals_limits_free(most);
}

static const struct material_row {
    TABLE_ROW;
    const char *ca, *certificate, *key, *want;
} materials[] = {
    { "no authority", NULL, PEM_CERTIFICATE("c"), PEM_KEY("k"),
      "the certificate authority /ca: Permission denied" },
    { "not an authority", "s3cr3t", PEM_CERTIFICATE("c"), PEM_KEY("k"),
      "the certificate authority /ca: is not PEM text" },
    { "no certificate", PEM_CERTIFICATE("c"), NULL, PEM_KEY("k"),
      "the client certificate /c: Permission denied" },
    { "no key", PEM_CERTIFICATE("c"), PEM_CERTIFICATE("c"), NULL,
      "the client key /k: Permission denied" },
    { "a certificate for a key", PEM_CERTIFICATE("c"), PEM_CERTIFICATE("c"),
      PEM_CERTIFICATE("s3cr3t"), "the client key /k: is not PEM text" },
};

static void material(void **state) {
    const struct material_row *row = *state;
    files all = { .rows = { { "/ca", row->ca }, { "/c", row->certificate }, { "/k", row->key } } };
    vt_connection connection = secure();
    connection.certificate.path = VT_TEXT("/c");
    connection.key.path = VT_TEXT("/k");
    connection.ca.path = VT_TEXT("/ca");
    vt_credentials *credentials = make(&connection, &all);
    require_failed(credentials, 0, row->want);
    vt_credentials_free(credentials);
}

static void inline_data_is_not_read_from_files(void **state) {
    (void)state;
    files all = { 0 };
    vt_connection connection = secure();
    connection.certificate.data = VT_TEXT(PEM_CERTIFICATE("c"));
    connection.key.data = VT_TEXT(PEM_KEY("k"));
    vt_credentials *credentials = make(&connection, &all);
    require_ready(credentials, 0, NULL);
    require_ready(credentials, 1000, NULL);
    assert_string_equal(vt_credentials_identity(credentials).key.bytes, PEM_KEY("k"));
    assert_int_equal(all.reads, 0);
    vt_credentials_free(credentials);
}

/* A certificate for tests: valid from 2024-01-01 to 2034-12-29 or thereabouts, and one with a year of four
** digits. Made by hand: a sequence with what is in front of the validity. */
static const struct end_row {
    TABLE_ROW;
    const char *base64;
    int64_t want; /* 0: cannot be read */
} ends[] = {
    /* SEQ{SEQ{[0]{02 01 02} INT 1, SEQ{}, SEQ{}, SEQ{UTC 240101000000Z, UTC 250102030405Z}}} */
    { "UTC time", "MC4wLKADAgECAgEBMAAwADAeFw0yNDAxMDEwMDAwMDBaFw0yNTAxMDIwMzA0MDVa", 1735787045 },
    { "a year of four digits, longer lengths, no version",
      "MDAwggAsAgEBMAAwADCBIhgPMjAyNDAxMDEwMDAwMDBaGA8yMDUwMDEwMjAzMDQwNVo=", 2524705445 },
    { "a year of the last century",
      "MC4wLKADAgECAgEBMAAwADAeFw0yNDAxMDEwMDAwMDBaFw05OTAxMDIwMzA0MDVa", 915246245 },
    { "empty", "", 0 },
    { "not DER", "aGVsbG8=", 0 },
    { "cut", "MDAwLqADAgECAgEBMAAwADAeFw0y", 0 },
    { "not base64", "!!!!", 0 },
};

static void certificate_end(void **state) {
    const struct end_row *row = *state;
    char pem[512];
    int64_t seconds = 0;
    snprintf(pem, sizeof pem, "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n",
             row->base64);
    assert_int_equal(vt_certificate_end(vt_text_from(pem), &seconds), row->want != 0);
    assert_int_equal(seconds, row->want);
}

/* Any bytes: no reading beyond the end. */
static void certificates_of_any_bytes(void **state) {
    (void)state;
    static const char whole[] = "MC4wLKADAgECAgEBMAAwADAeFw0yNDAxMDEwMDAwMDBaFw0yNTAxMDIwMzA0MDVa";
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char pem[160];
        int64_t seconds;
        size_t size = (size_t)snprintf(
            pem, sizeof pem, "-----BEGIN CERTIFICATE-----%s-----END CERTIFICATE-----", whole);
        for (int k = 0; k < 3; k++) {
            random = random * 1664525 + 1013904223;
            pem[27 + random % (sizeof whole - 1)] = whole[(random >> 16) % (sizeof whole - 1)];
        }
        char *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, pem, size);
        (void)vt_certificate_end(vt_text_slice(copy, size), &seconds);
        free(copy);
    }
}

/* ------------------------------------------------------------------- plugins */

static vt_plugin usual_plugin(void) {
    return (vt_plugin){ .command = VT_TEXT("aws"),
                        .api_version = VT_TEXT(V1),
                        .interactive = VT_INTERACTIVE_NEVER };
}

static void ran(vt_credentials *credentials, const char *output, vt_clock now) {
    vt_command_result result = { VT_COMMAND_EXITED, 0, NULL, vt_text_from(output) };
    vt_credentials_ran(credentials, &result, now);
}

/* 2.5: runs once at a time, and again 10 s before the end. */
static void a_plugin_runs_once_at_a_time(void **state) {
    (void)state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    assert_int_equal(vt_credentials_state_at(credentials, at(0)), VT_CREDENTIALS_RUN);
    assert_int_equal(vt_credentials_state_at(credentials, at(0)),
                     VT_CREDENTIALS_RUN); /* not started yet */
    vt_credentials_started(credentials);
    for (int i = 0; i < 3; i++)
        assert_int_equal(vt_credentials_state_at(credentials, at(i)), VT_CREDENTIALS_PENDING);
    ran(credentials, ANSWER("{\"token\":\"one\",\"expirationTimestamp\":\"2023-11-14T22:14:20Z\"}"),
        at(3)); /* at(60) */
    require_ready(credentials, 3, "Authorization: Bearer one");
    require_ready(credentials, 49, "Authorization: Bearer one");
    assert_int_equal(vt_credentials_state_at(credentials, at(50)), VT_CREDENTIALS_RUN);
    vt_credentials_started(credentials);
    ran(credentials, ANSWER("{\"token\":\"two\"}"), at(51));
    require_ready(credentials, 1000000, "Authorization: Bearer two");
    vt_credentials_free(credentials);
}

/* A server that rejects the first token: the plugin is called exactly twice; and one that rejects all. */
static void a_refused_plugin_runs_once_more(void **state) {
    (void)state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    vt_credentials_state_at(credentials, at(0));
    vt_credentials_started(credentials);
    ran(credentials, ANSWER("{\"token\":\"one\"}"), at(1));
    require_ready(credentials, 1, "Authorization: Bearer one");
    uint64_t first = vt_credentials_number(credentials);
    assert_true(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(2)));
    assert_int_equal(vt_credentials_state_at(credentials, at(2)), VT_CREDENTIALS_RUN);
    vt_credentials_started(credentials);
    /* Others that were under way wait for the same run. */
    assert_true(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(2)));
    assert_int_equal(vt_credentials_state_at(credentials, at(2)), VT_CREDENTIALS_PENDING);
    ran(credentials, ANSWER("{\"token\":\"two\"}"), at(3));
    require_ready(credentials, 3, "Authorization: Bearer two");
    uint64_t second = vt_credentials_number(credentials);
    assert_true(vt_credentials_refused(credentials, first, VT_TEXT_ABSENT, at(3)));
    /* Refused too: final, for a minute. */
    assert_false(vt_credentials_refused(credentials, second, VT_TEXT_ABSENT, at(4)));
    assert_false(vt_credentials_refused(credentials, second, VT_TEXT_ABSENT, at(62)));
    require_ready(credentials, 62, "Authorization: Bearer two");
    assert_true(vt_credentials_refused(credentials, second, VT_TEXT_ABSENT, at(64)));
    vt_credentials_free(credentials);
}

/* 2.6: a certificate closes connections, a token does not. */
static void certificates_of_plugins(void **state) {
    (void)state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    static const char *const outputs[] = {
        ANSWER("{\"clientCertificateData\":\""
               "C1\",\"clientKeyData\":\"K1\",\"expirationTimestamp\":\"2023-11-14T22:13:30Z\"}"),
        ANSWER("{\"clientCertificateData\":\""
               "C1\",\"clientKeyData\":\"K1\",\"token\":\"t\",\"expirationTimestamp\":\"2023-11-"
               "14T22:13:50Z\"}"),
        ANSWER("{\"clientCertificateData\":\""
               "C2\",\"clientKeyData\":\"K2\"}"),
    };
    uint64_t numbers[3];
    for (size_t i = 0; i < 3; i++) {
        int64_t now = (int64_t)i * 20;
        assert_int_equal(vt_credentials_state_at(credentials, at(now)), VT_CREDENTIALS_RUN);
        vt_credentials_started(credentials);
        ran(credentials, outputs[i], at(now));
        require_ready(credentials, now, i == 1 ? "Authorization: Bearer t" : NULL);
        numbers[i] = vt_credentials_identity(credentials).number;
    }
    assert_int_equal(numbers[0], numbers[1]);
    assert_true(numbers[1] != numbers[2]);
    assert_string_equal(vt_credentials_identity(credentials).certificate.bytes, "C2");
    vt_credentials_free(credentials);
}

static const struct output_row {
    TABLE_ROW;
    vt_command_result result;
    const char *want;
} outputs[] = {
#define OUTPUT(text)                                                                               \
    { VT_COMMAND_EXITED, 0, NULL, VT_TEXT_INIT(text) }
    { "nothing", OUTPUT(""), "returned nothing" },
    { "garbage", OUTPUT("s3cr3t token"), "did not return JSON" },
    { "JSON cut", OUTPUT("{\"kind\":\"s3cr3t"), "did not return JSON" },
    { "another kind", OUTPUT("{\"kind\":\"Pod\",\"token\":\"s3cr3t\"}"),
      "did not return an ExecCredential" },
    { "another version",
      OUTPUT("{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/"
             "v1beta1\",\"status\":{\"token\":\"s3cr3t\"}}"),
      "returned an ExecCredential of apiVersion \"client.authentication.k8s.io/v1beta1\", but the "
      "kubeconfig wants \"" V1 "\"" },
    { "no status", OUTPUT("{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\"}"),
      "without status" },
    { "an empty status", OUTPUT(ANSWER("{}")),
      "returned neither a token nor a client certificate" },
    { "a certificate alone", OUTPUT(ANSWER("{\"clientCertificateData\":\"c\"}")),
      "returned a client certificate without a key" },
    { "a key alone", OUTPUT(ANSWER("{\"clientKeyData\":\"s3cr3t\"}")),
      "returned a client key without a certificate" },
    { "a header in the token", OUTPUT(ANSWER("{\"token\":\"s3cr3t\\r\\nHost: x\"}")),
      "returned a token with control characters" },
    { "a time that is not one",
      OUTPUT(ANSWER("{\"token\":\"s3cr3t\",\"expirationTimestamp\":\"soon\"}")),
      "not a date of RFC 3339" },
    { "exit code",
      { VT_COMMAND_EXITED, 3, NULL, VT_TEXT_INIT("s3cr3t") },
      "the program \"aws\" for user \"u\" failed with exit code 3" },
    { "signal", { VT_COMMAND_SIGNALED, 9 }, "was ended by signal 9" },
    { "not found", { VT_COMMAND_NOT_FOUND, 0 }, "was not found: get it\\x1b[2J here and there" },
    { "not started",
      { VT_COMMAND_NOT_STARTED, 0, "Permission denied" },
      "could not be started: Permission denied" },
    { "too slow",
      { VT_COMMAND_TIMED_OUT, 0 },
      "was stopped: it did not end within plugin_seconds (60)" },
    { "too long",
      { VT_COMMAND_TOO_LONG, 0 },
      "was stopped: it wrote more than plugin_output_bytes (1048576)" },
};

/* Each violation has its own message; the plugin is not started again at once. */
static void output(void **state) {
    const struct output_row *row = *state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    plugin.install_hint = VT_TEXT("get it\x1b[2J here\n\n\tand there\n");
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    assert_int_equal(vt_credentials_state_at(credentials, at(0)), VT_CREDENTIALS_RUN);
    vt_credentials_started(credentials);
    vt_credentials_ran(credentials, &row->result, at(1));
    require_failed(credentials, 1, row->want);
    require_failed(credentials, 5, row->want);
    assert_int_equal(vt_credentials_state_at(credentials, at(6)), VT_CREDENTIALS_RUN);
    vt_credentials_free(credentials);
}

/* 2.3: in CI, with Always: refused at once. */
static void interaction(void **state) {
    (void)state;
    static const struct {
        vt_interactive mode;
        bool terminal, interactive, refused;
    } cases[] = { { VT_INTERACTIVE_NEVER, true, false, false },
                  { VT_INTERACTIVE_IF_AVAILABLE, false, false, false },
                  { VT_INTERACTIVE_IF_AVAILABLE, true, true, false },
                  { VT_INTERACTIVE_ALWAYS, true, true, false },
                  { VT_INTERACTIVE_ALWAYS, false, false, true } };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        vt_connection connection = secure();
        vt_plugin plugin = usual_plugin();
        plugin.interactive = cases[i].mode;
        connection.plugin = &plugin;
        vt_credentials *credentials = NULL;
        vt_credentials_options options = { .read = read_file,
                                           .stdin_is_terminal = cases[i].terminal };
        assert_int_equal(vt_credentials_new(&connection, &options, &credentials), VITALS_OK);
        if (cases[i].refused) {
            require_failed(credentials, 0, "interactiveMode is Always");
        } else {
            assert_int_equal(vt_credentials_state_at(credentials, at(0)), VT_CREDENTIALS_RUN);
            const vt_command *command = vt_credentials_command(credentials);
            assert_int_equal(command->interactive, cases[i].interactive);
            assert_int_equal(command->most_ms == VT_NEVER, cases[i].interactive);
        }
        vt_credentials_free(credentials);
    }
}

/* 2.2 */
static void what_a_plugin_gets(void **state) {
    (void)state;
    static const vt_text arguments[] = { VT_TEXT_INIT("eks"), VT_TEXT_INIT("get-token") };
    static const vt_name_value environment[] = { { VT_TEXT_INIT("AWS_PROFILE"),
                                                   VT_TEXT_INIT("p=q") } };
    files all = { .rows = { { "/ca", PEM_CERTIFICATE("ca") } } };
    vt_connection connection = secure();
    vt_plugin plugin = { .command = VT_TEXT("aws"),
                         .arguments = arguments,
                         .argument_count = 2,
                         .environment = environment,
                         .environment_count = 1,
                         .api_version = VT_TEXT(V1),
                         .provide_cluster_info = true,
                         .cluster_config = VT_TEXT("{\"audience\":\"a\"}") };
    connection.plugin = &plugin;
    connection.ca.path = VT_TEXT("/ca");
    connection.tls_server_name = VT_TEXT("sni");
    connection.proxy_url = VT_TEXT("http://p");
    vt_credentials *credentials = make(&connection, &all);
    assert_int_equal(vt_credentials_state_at(credentials, at(0)), VT_CREDENTIALS_RUN);
    const vt_command *command = vt_credentials_command(credentials);
    assert_string_equal(command->program.bytes, "aws");
    assert_int_equal(command->argument_count, 2);
    assert_string_equal(command->arguments[1].bytes, "get-token");
    assert_int_equal(command->environment_count, 2);
    assert_string_equal(command->environment[0].bytes, "AWS_PROFILE=p=q");
    assert_string_equal(
        command->environment[1].bytes,
        "KUBERNETES_EXEC_INFO={\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
        "\",\"spec\":{\"cluster\":{"
        "\"server\":\"https://h\",\"tls-server-name\":\"sni\",\"certificate-authority-data\":"
        "\"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmNhCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K\","
        "\"proxy-url\":\"http://p\",\"config\":{\"audience\":\"a\"}},\"interactive\":false}}");
    plugin.provide_cluster_info = false;
    assert_int_equal(vt_credentials_state_at(credentials, at(0)), VT_CREDENTIALS_RUN);
    assert_string_equal(vt_credentials_command(credentials)->environment[1].bytes,
                        "KUBERNETES_EXEC_INFO={\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1
                        "\",\"spec\":{\"interactive\":false}}");
    vt_credentials_free(credentials);
}

/* --------------------------------------------------------------------- clocks */

/* 2.8: a clock that is an hour ahead sees a credential that has expired already: it is used until it is
** refused, and the user is warned. */
static void a_clock_that_is_ahead(void **state) {
    (void)state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    vt_credentials_state_at(credentials, at(3600));
    vt_credentials_started(credentials);
    ran(credentials, ANSWER("{\"token\":\"one\",\"expirationTimestamp\":\"2023-11-14T22:28:20Z\"}"),
        at(3600)); /* at(900) */
    vt_text warning = vt_credentials_warning(credentials);
    assert_string_equal(warning.bytes, "the program \"aws\" returned a credential that expired "
                                       "2700 s ago by the clock of this machine");
    assert_null(vt_credentials_warning(credentials).bytes); /* once */
    require_ready(credentials, 3601, "Authorization: Bearer one");
    require_ready(credentials, 9999, "Authorization: Bearer one");
    vt_credentials_free(credentials);
}

/* A credential that lives for less than the leeway is used to its end. */
static void a_short_life(void **state) {
    (void)state;
    vt_connection connection = secure();
    vt_plugin plugin = usual_plugin();
    connection.plugin = &plugin;
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    vt_credentials_state_at(credentials, at(0));
    vt_credentials_started(credentials);
    ran(credentials, ANSWER("{\"token\":\"one\",\"expirationTimestamp\":\"2023-11-14T22:13:25Z\"}"),
        at(0)); /* at(5) */
    require_ready(credentials, 4, "Authorization: Bearer one");
    assert_int_equal(vt_credentials_state_at(credentials, at(5)), VT_CREDENTIALS_RUN);
    vt_credentials_free(credentials);
}

static const struct skew_row {
    TABLE_ROW;
    const char *date, *want;
} skews[] = {
    { "behind", "Tue, 14 Nov 2023 21:13:20 GMT",
      "the clock of the server is 3600 s behind this one" },
    { "ahead", "Tue, 14 Nov 2023 22:18:20 GMT",
      "the clock of the server is 300 s ahead of this one" },
    { "the same", "Tue, 14 Nov 2023 22:13:50 GMT", NULL },
    { "not a date", "yesterday", NULL },
    { "no date", NULL, NULL },
};

static void skew(void **state) {
    const struct skew_row *row = *state;
    vt_connection connection = secure();
    connection.token = VT_TEXT("s3cr3t");
    vt_credentials *credentials = make(&connection, &(files){ 0 });
    require_ready(credentials, 0, "Authorization: Bearer s3cr3t");
    assert_false(vt_credentials_refused(credentials, vt_credentials_number(credentials),
                                        vt_text_from(row->date), at(0)));
    vt_buffer why;
    vt_buffer_init(&why, NULL, 4096);
    assert_true(vt_credentials_explain_refusal(credentials, at(0), &why));
    if (row->want) assert_non_null(strstr(why.bytes, row->want));
    if (!row->want) assert_null(strstr(why.bytes, "clock"));
    vt_buffer_done(&why);
    vt_text warning = vt_credentials_warning(credentials);
    assert_int_equal(warning.bytes != NULL, row->want != NULL);
    if (row->want) assert_memory_equal(warning.bytes, row->want, strlen(row->want));
    /* The same skew is not a new one a second later. */
    assert_false(vt_credentials_refused(credentials, vt_credentials_number(credentials),
                                        vt_text_from(row->date), at(1)));
    assert_null(vt_credentials_warning(credentials).bytes);
    vt_credentials_free(credentials);
}

/* ------------------------------------------------------------------- refusals */

static void refusals(void **state) {
    (void)state;
    vt_plugin plugin = usual_plugin();
    const char *names =
        "the server does not accept the credentials of user \"u\" of context \"x\": ";
    const struct {
        const char *want;
        vt_connection set;
    } cases[] = {
        { "there are none", { .in_cluster = false } },
        { "its token was refused or has expired; get a new one", { .token = VT_TEXT("s3cr3t") } },
        { "the token in /t was refused or has expired", { .token_file = VT_TEXT("/t") } },
        { "its user name or password was refused",
          { .username = VT_TEXT("me"), .password = VT_TEXT("s3cr3t") } },
        { "its client certificate expired 30 days ago; get a new one",
          { .certificate = { .data = VT_TEXT("-----BEGIN "
                                             "CERTIFICATE-----"
                                             "\nMC4wLKADAgECAgEBMAAwADAeFw0yMjAxMDEwMDAwMDBaFw0yMzE"
                                             "wMTUwMDAwMDBa\n-----END CERTIFICATE-----\n") },
            .key = { .data = VT_TEXT(PEM_KEY("s3cr3t")) } } },
        { "its client certificate expired 1 day ago; get a new one",
          { .certificate = { .data = VT_TEXT("-----BEGIN "
                                             "CERTIFICATE-----"
                                             "\nMC4wLKADAgECAgEBMAAwADAeFw0yMjAxMDEwMDAwMDBaFw0yMzE"
                                             "xMTMxMjAwMDBa\n-----END CERTIFICATE-----\n") },
            .key = { .data = VT_TEXT(PEM_KEY("s3cr3t")) } } },
        { "its client certificate has not expired, but the server does not trust it",
          { .certificate = { .data = VT_TEXT("-----BEGIN "
                                             "CERTIFICATE-----"
                                             "\nMC4wLKADAgECAgEBMAAwADAeFw0yNDAxMDEwMDAwMDBaFw0yNTA"
                                             "xMDIwMzA0MDVa\n-----END CERTIFICATE-----\n") },
            .key = { .data = VT_TEXT(PEM_KEY("s3cr3t")) } } },
        { "its client certificate was refused",
          { .certificate = { .data = VT_TEXT(PEM_CERTIFICATE("!")) },
            .key = { .data = VT_TEXT(PEM_KEY("s3cr3t")) } } },
        { "what the program \"aws\" returned was refused; log in again", { .plugin = &plugin } },
    };
    for (size_t i = 0; i < TABLE_COUNT(cases); i++) {
        files all = { .rows = { { "/t", "s3cr3t" } } };
        vt_connection connection = cases[i].set, usual = secure();
        connection.context = usual.context;
        connection.user = usual.user;
        connection.server = usual.server;
        vt_credentials *credentials = make(&connection, &all);
        vt_buffer out;
        vt_buffer_init(&out, NULL, 4096);
        (void)vt_credentials_state_at(credentials, at(0));
        assert_true(vt_credentials_explain_refusal(credentials, at(0), &out));
        assert_memory_equal(out.bytes, names, strlen(names));
        assert_string_equal(out.bytes + strlen(names), cases[i].want);
        assert_null(strstr(out.bytes, "s3cr3t"));
        vt_buffer_done(&out);
        vt_credentials_free(credentials);
    }
}

/* -------------------------------------------------------------------- secrets */

static void live_once(const vitals_allocator *allocator, vitals_status *status) {
    files all = { .rows = { { "/t", "s3cr3t-1" },
                            { "/k", PEM_KEY("s3cr3t-2") },
                            { "/c", PEM_CERTIFICATE("c") } } };
    vt_plugin plugin = usual_plugin();
    vt_name_value environment = { VT_TEXT("A"), VT_TEXT("s3cr3t-3") };
    plugin.environment = &environment;
    plugin.environment_count = 1;
    plugin.provide_cluster_info = true;
    for (int kind = 0; kind < 3 && *status == VITALS_OK; kind++) {
        vt_connection connection = secure();
        vt_credentials *credentials = NULL;
        vt_credentials_options options = { .allocator = allocator,
                                           .read = read_file,
                                           .read_user = &all };
        if (kind == 0) {
            connection.token_file = VT_TEXT("/t");
            connection.certificate.path = VT_TEXT("/c");
            connection.key.path = VT_TEXT("/k");
        }
        if (kind == 1) connection.username = connection.password = VT_TEXT("s3cr3t-4");
        if (kind == 2) connection.plugin = &plugin;
        *status = vt_credentials_new(&connection, &options, &credentials);
        if (*status != VITALS_OK) return;
        vt_credentials_state got = vt_credentials_state_at(credentials, at(0));
        if (got == VT_CREDENTIALS_RUN) {
            vt_credentials_started(credentials);
            ran(credentials,
                ANSWER("{\"token\":\"s3cr3t-5\",\"clientCertificateData\":\"C\",\"clientKeyData\":"
                       "\"s3cr3t-6\"}"),
                at(1));
            got = vt_credentials_state_at(credentials, at(1));
        }
        if (got != VT_CREDENTIALS_READY) {
            *status = VITALS_ENOMEM;
            assert_int_equal(got, VT_CREDENTIALS_FAILED);
            vt_text error = vt_credentials_error(credentials);
            assert_non_null(strstr(error.bytes, "out of memory"));
        }
        vt_credentials_free(credentials);
    }
}

static void memory_is_wiped(void **state) {
    (void)state;
    /* Also in base64: "s3cr3t" begins with czNjcjN0. */
    static const char *const needles[] = { "s3cr3t", "czNjcjN0" };
    for (size_t i = 0; i < TABLE_COUNT(needles); i++) {
        secrets_seen watch = { .needle = needles[i] };
        vitals_allocator allocator = secrets_seen_allocator(&watch);
        vitals_status status = VITALS_OK;
        live_once(&allocator, &status);
        assert_int_equal(status, VITALS_OK);
        assert_int_equal(watch.seen, 0);
        assert_int_equal(watch.live, 0);
        assert_true(watch.frees > 10);
    }
}

static vitals_status live_in_torture(torture *memory, void *user) {
    vitals_allocator allocator = torture_allocator(memory);
    vitals_status status = VITALS_OK;
    (void)user;
    live_once(&allocator, &status);
    return status;
}

static void every_allocation_fails(void **state) {
    (void)state;
    torture_run(live_in_torture, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token),
        cmocka_unit_test(basic),
        cmocka_unit_test(impersonation),
        cmocka_unit_test(nothing_over_plain_http),
        cmocka_unit_test(token_files_rotate),
        cmocka_unit_test(the_token_when_there_is_no_file),
        cmocka_unit_test(a_refused_token_file_is_read_again),
        cmocka_unit_test(certificates_rotate),
        cmocka_unit_test(limits),
        cmocka_unit_test(files_of_the_system),
        cmocka_unit_test(inline_data_is_not_read_from_files),
        cmocka_unit_test(certificates_of_any_bytes),
        cmocka_unit_test(a_plugin_runs_once_at_a_time),
        cmocka_unit_test(a_refused_plugin_runs_once_more),
        cmocka_unit_test(certificates_of_plugins),
        cmocka_unit_test(interaction),
        cmocka_unit_test(what_a_plugin_gets),
        cmocka_unit_test(a_clock_that_is_ahead),
        cmocka_unit_test(a_short_life),
        cmocka_unit_test(refusals),
        cmocka_unit_test(memory_is_wiped),
        cmocka_unit_test(every_allocation_fails),
    };
    return TABLE_RUN("materials", material, materials) + TABLE_RUN("ends", certificate_end, ends) +
           TABLE_RUN("outputs", output, outputs) + TABLE_RUN("skews", skew, skews) +
           cmocka_run_group_tests_name("credentials", tests, NULL, NULL);
}
