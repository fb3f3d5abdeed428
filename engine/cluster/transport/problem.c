/* Failures as what users read. */
#include "cluster/transport/problem.h"

#include "cluster/transport/encoding.h"

static const struct {
    const char *name;
} failure_names[] = {
#define VITALS_X(name, text) { text },
    VITALS_CLUSTER_FAILURE_MAP(VITALS_X)
#undef VITALS_X
};

const char *vitals_cluster_failure_name(vitals_cluster_failure failure) {
    if ((unsigned)failure >= VITALS_CLUSTER_FAILURE_COUNT) return "";
    return failure_names[failure].name;
}

/* What each fault means, and what to do about it. */
static const struct fault_row {
    vitals_cluster_failure failure;
    vt_trouble trouble;
    const char *text;
} faults[] = {
    [VT_FAULT_NONE] = { VITALS_CLUSTER_FAILURE_NONE, VT_TROUBLE_NONE, "" },
    [VT_FAULT_RESOLVE] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_NAME,
                           "the host name is not known" },
    [VT_FAULT_REFUSED] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_REFUSED,
                           "the connection was refused" },
    [VT_FAULT_TIMEOUT] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_TIMEOUT,
                           "the server does not answer" },
    [VT_FAULT_RESET] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_LOST,
                         "the connection was lost" },
    [VT_FAULT_STREAM] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_LOST,
                          "the server broke off the answer" },
    [VT_FAULT_DEAD] = { VITALS_CLUSTER_FAILURE_CONNECTION, VT_TROUBLE_LOST,
                        "the connection is dead" },
    [VT_FAULT_TLS_UNKNOWN] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                               "the authority of the server's certificate is not trusted; "
                               "certificate-authority in the kubeconfig names the right one" },
    [VT_FAULT_TLS_SELF] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                            "the server's certificate is self-signed; "
                            "certificate-authority can name it" },
    [VT_FAULT_TLS_NAME] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                            "the server's certificate is for another name; "
                            "tls-server-name can say which" },
    [VT_FAULT_TLS_TIME] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                            "the server's certificate has expired or is not valid yet; "
                            "check the clock, too" },
    [VT_FAULT_TLS_CLIENT] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                              "the server refuses the client certificate; "
                              "client-certificate in the kubeconfig may have expired" },
    [VT_FAULT_TLS] = { VITALS_CLUSTER_FAILURE_TLS, VT_TROUBLE_TLS,
                       "TLS is not possible; the server must speak TLS 1.2 or later" },
    [VT_FAULT_CREDENTIAL] = { VITALS_CLUSTER_FAILURE_CREDENTIALS, VT_TROUBLE_TLS,
                              "a certificate or key of the kubeconfig cannot be used" },
    [VT_FAULT_PROXY] = { VITALS_CLUSTER_FAILURE_PROXY, VT_TROUBLE_REFUSED,
                         "the proxy does not let us through" },
    [VT_FAULT_LIMIT] = { VITALS_CLUSTER_FAILURE_LIMIT, VT_TROUBLE_TLS,
                         "the headers of the answer are longer than 65536 bytes" },
    [VT_FAULT_MEMORY] = { VITALS_CLUSTER_FAILURE_MEMORY, VT_TROUBLE_TLS, "out of memory" },
    [VT_FAULT_OTHER] = { VITALS_CLUSTER_FAILURE_ANSWER, VT_TROUBLE_LOST,
                         "the answer cannot be read" },
};

vt_trouble vt_trouble_of(vt_fault fault) {
    return faults[fault].trouble;
}

vitals_cluster_problem vt_problem_of_fault(vt_fault fault, vt_text detail,
                                           const vt_connection *connection, vt_arena *arena) {
    const struct fault_row *row = &faults[fault];
    vitals_cluster_problem problem = vt_problem(row->failure, vt_text_from(row->text));
    if (row->failure == VITALS_CLUSTER_FAILURE_NONE) return problem;
    vt_buffer line;
    vt_buffer_init(&line, &arena->allocator, 4096);
    vt_add_first_line(&line, connection->server.url);
    vt_buffer_printf(&line, ": %s", row->text);
    if (detail.size) {
        vt_buffer_add_terminated(&line, " (");
        vt_add_first_line(&line, detail);
        vt_buffer_add_byte(&line, ')');
    }
    vt_text text = vt_arena_copy(arena, vt_buffer_whole_text(&line));
    if (!line.failed && text.bytes) problem.text = text;
    vt_buffer_done(&line);
    return problem;
}

vitals_cluster_problem vt_problem_of_failure(const vt_failure *failure) {
    static const vitals_cluster_failure failures[] = {
        [VT_FAILURE_NONE] = VITALS_CLUSTER_FAILURE_NONE,
        [VT_FAILURE_UNAUTHORIZED] = VITALS_CLUSTER_FAILURE_CREDENTIALS,
        [VT_FAILURE_NOT_LOGGED_IN] = VITALS_CLUSTER_FAILURE_CREDENTIALS,
        [VT_FAILURE_FORBIDDEN] = VITALS_CLUSTER_FAILURE_FORBIDDEN,
        [VT_FAILURE_PROXY] = VITALS_CLUSTER_FAILURE_PROXY,
        [VT_FAILURE_NOT_FOUND] = VITALS_CLUSTER_FAILURE_NOT_FOUND,
        [VT_FAILURE_CONFLICT] = VITALS_CLUSTER_FAILURE_CONFLICT,
        [VT_FAILURE_EXPIRED] = VITALS_CLUSTER_FAILURE_EXPIRED,
        [VT_FAILURE_VERSION_AHEAD] = VITALS_CLUSTER_FAILURE_EXPIRED,
        [VT_FAILURE_TOO_MANY] = VITALS_CLUSTER_FAILURE_BUSY,
        [VT_FAILURE_INVALID] = VITALS_CLUSTER_FAILURE_INVALID,
        [VT_FAILURE_UNSUPPORTED] = VITALS_CLUSTER_FAILURE_UNSUPPORTED,
        [VT_FAILURE_REDIRECTED] = VITALS_CLUSTER_FAILURE_PROXY,
        [VT_FAILURE_NOT_KUBERNETES] = VITALS_CLUSTER_FAILURE_PROXY,
        [VT_FAILURE_UNAVAILABLE] = VITALS_CLUSTER_FAILURE_SERVER,
        [VT_FAILURE_OTHER] = VITALS_CLUSTER_FAILURE_ANSWER,
    };
    vitals_cluster_problem problem = vt_problem(failures[failure->kind], failure->message);
    problem.http_status = failure->code;
    const bool waits = failure->kind == VT_FAILURE_UNAVAILABLE && failure->retry_after_seconds >= 0;
    if (waits) problem.failure = VITALS_CLUSTER_FAILURE_BUSY;
    return problem;
}
