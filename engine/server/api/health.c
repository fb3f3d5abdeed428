/* /healthz and /readyz. */
#include "server/api/routes.h"

void vt_answer_healthz(vt_visit *visit) {
    vt_buffer_add_terminated(&visit->out, "ok\n");
    vt_visit_send(visit, "text/plain; charset=utf-8");
}

/* Every source was complete once, and nothing waits to be assessed. */
void vt_answer_readyz(vt_visit *visit) {
    const vt_server *server = visit->server;
    size_t waiting = 0;
    for (const vt_source *each = server->sources; each; each = each->next) {
        waiting += each->synced_ms == 0 && !each->pushed;
    }
    const bool idle = vt_work_is_idle(server);
    const bool ready = server->ready || (waiting == 0 && idle);
    visit->server->ready = ready;
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_add_bool(&writer, "ready", ready);
    vt_json_add_unsigned(&writer, "sourcesListing", waiting);
    vt_json_writer confined = vt_json_add_array(&writer, "confinement");
    for (size_t i = 0; i < server->confinement_count; i++) {
        vt_json_add_word(&confined, NULL, server->confinement[i]);
    }
    vt_json_close(&confined);
    vt_json_close(&writer);
    vt_http_response response = { .status = ready ? 200 : 503,
                                  .type = "application/json",
                                  .body = &visit->out };
    vt_http_respond(visit->exchange, &response);
}
