/* Answers: what handlers of routes do with a visit. */
#include "server/http/visit.h"

#include <stdio.h>

#include "base/number/clock.h"
#include "base/text/percent.h"
#include "server/api/routes.h"
#include "server/http/checks.h"
#include "server/http/compress.h"

vt_visit *vt_visit_new(vt_server *server, vt_http_exchange *exchange) {
    vt_visit *visit = vt_allocate_zeroed(&server->allocator, sizeof *visit);
    if (!visit) return NULL;
    visit->server = server;
    visit->exchange = exchange;
    visit->user = VT_TEXT_ABSENT;
    vt_arena_init(&visit->memory, &server->allocator, 0);
    vt_buffer_init(&visit->out, &server->allocator, SIZE_MAX / 2);
    return visit;
}

static void free_visit(vt_visit *visit) {
    const vitals_allocator allocator = visit->server->allocator;
    vt_arena_done(&visit->memory);
    vt_buffer_done(&visit->out);
    vt_release(&allocator, visit, sizeof *visit);
}

void vt_visit_leave(vt_visit *visit) {
    visit->exchange = NULL;
    if (!visit->working) free_visit(visit);
}

/* ----------------------------------------------------------------- questions */

vt_text vt_visit_query(vt_visit *visit, const char *name) {
    return vt_visit_query_at(visit, name, 0);
}

vt_text vt_visit_query_at(vt_visit *visit, const char *name, size_t index) {
    vt_text each, value;
    for (size_t i = 0; vt_http_query(visit->exchange, i, &each, &value); i++) {
        if (!vt_text_is(each, name) || index-- > 0) continue;
        const vt_text copy = vt_arena_copy(&visit->memory, value);
        if (vt_text_is_absent(copy)) return VT_TEXT_ABSENT;
        char *bytes;
        size_t size = copy.size;
        memcpy(&bytes, &copy.bytes, sizeof bytes);
        if (!vt_percent_decode(bytes, &size, true)) return VT_TEXT_ABSENT;
        bytes[size] = 0;
        return (vt_text){ bytes, size };
    }
    return VT_TEXT_ABSENT;
}

uint64_t vt_visit_query_number(vt_visit *visit, const char *name, uint64_t otherwise,
                               uint64_t most) {
    const vt_text text = vt_visit_query(visit, name);
    uint64_t number = 0;
    if (text.size == 0 || text.size > 18 || vt_text_skip_digits(text, 0) != text.size) {
        return otherwise;
    }
    for (size_t i = 0; i < text.size; i++) number = number * 10 + (uint64_t)(text.bytes[i] - '0');
    return number < most ? number : most;
}

bool vt_visit_query_flag(vt_visit *visit, const char *name) {
    const vt_text value = vt_visit_query(visit, name);
    return vt_text_is(value, "1") || vt_text_is(value, "true");
}

/* -------------------------------------------------------------------- answers */

static void add_field(vt_http_response *response, const char *name, vt_text value) {
    response->fields[response->field_count].name = name;
    response->fields[response->field_count++].value = value;
}

static vitals_status run_compression(vt_pool_task *task, vitals_worker *worker,
                                     vitals_interrupt_fn interrupt, void *user) {
    vt_visit *visit = vt_visit_of_task(task);
    (void)worker, (void)interrupt, (void)user;
    visit->compressed = vt_gzip(&visit->out);
    return VITALS_OK;
}

static void send_compressed(vt_visit *visit, vitals_status status) {
    (void)status;
    if (visit->compressed) add_field(&visit->held, "Content-Encoding", VT_TEXT("gzip"));
    vt_http_respond(visit->exchange, &visit->held);
}

static void drop_compressed(vt_visit *visit) {
    (void)visit; /* nothing but the visit itself */
}

/* A megabyte takes milliseconds, in which the loop would do nothing else: what is large goes to a thread. */
static void compress(vt_visit *visit, const vt_http_response *response) {
    enum { LARGE_BYTES = 131072 };
    visit->held = *response;
    if (visit->out.size >= LARGE_BYTES) {
        vt_visit_work(visit, run_compression, send_compressed, drop_compressed);
        return;
    }
    visit->compressed = vt_gzip(&visit->out);
    send_compressed(visit, VITALS_OK);
}

static bool is_worth_gzip(const vt_visit *visit, const vt_http_response *response) {
    enum { LEAST_BYTES = 1024 }; /* fits into one packet as it is */
    return response->body && visit->out.size >= LEAST_BYTES &&
           vt_takes_gzip(vt_http_field(visit->exchange, "Accept-Encoding"));
}

static void send(vt_visit *visit, vt_http_response *response) {
    if (!visit->exchange) return;
    if (visit->out.failed) {
        vt_buffer_clear(&visit->out);
        *response = (vt_http_response){
            .status = 503,
            .type = "application/problem+json",
            .constant = VT_TEXT("{\"type\":\"about:blank\",\"title\":\"out of memory\","
                                "\"status\":503}\n"),
        };
    }
    if (response->body) add_field(response, "Vary", VT_TEXT("Accept-Encoding"));
    if (is_worth_gzip(visit, response)) {
        compress(visit, response);
    } else {
        vt_http_respond(visit->exchange, response);
    }
}

void vt_visit_send(vt_visit *visit, const char *type) {
    vt_http_response response = { .status = 200, .type = type, .body = &visit->out };
    send(visit, &response);
}

/* What two audiences see has the same sequence at times, and a browser may log in as somebody else. The last day of an
** application is another one with each hour. */
static vt_text tag_of(vt_visit *visit, vt_text event) {
    size_t audience = 0;
    const long long hour = vt_server_wall_ms(visit->server) / 3600000;
    for (const vt_audience *each = visit->server->audiences; each != visit->audience;
         each = each->next) {
        audience++;
    }
    return vt_arena_printf(&visit->memory, "W/\"%zu-%lld-%.*s\"", audience, hour,
                           VT_TEXT_ARG(event));
}

void vt_visit_send_as_of(vt_visit *visit, const char *type, vt_text event) {
    vt_http_response response = { .status = 200, .type = type, .body = &visit->out };
    const vt_text has = vt_http_field(visit->exchange, "If-None-Match");
    const vt_text tag = tag_of(visit, event);
    add_field(&response, "ETag", tag);
    add_field(&response, "Cache-Control", VT_TEXT("private, no-cache"));
    response.cached = true;
    if (tag.size && vt_text_equal(has, tag)) {
        vt_buffer_clear(&visit->out);
        response.status = 304;
        response.type = NULL;
    }
    send(visit, &response);
}

void vt_visit_fail(vt_visit *visit, unsigned status, const char *title, const char *format, ...) {
    vt_buffer detail;
    va_list arguments;
    vt_buffer_init(&detail, &visit->server->allocator, 65536);
    va_start(arguments, format);
    vt_buffer_vprintf(&detail, format, arguments);
    va_end(arguments);
    vt_buffer_clear(&visit->out);
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_add_word(&writer, "type", "about:blank");
    vt_json_add_word(&writer, "title", title);
    vt_json_add_unsigned(&writer, "status", status);
    vt_json_add_text_if(&writer, "detail", vt_buffer_whole_text(&detail));
    vt_json_close(&writer);
    vt_buffer_add_byte(&visit->out, '\n');
    vt_buffer_done(&detail);
    vt_http_response response = { .status = status,
                                  .type = "application/problem+json",
                                  .body = &visit->out };
    if (status == 401) {
        response.fields[0].name = "WWW-Authenticate";
        response.fields[0].value = VT_TEXT("Bearer");
        response.field_count = 1;
    }
    send(visit, &response);
}

void vt_visit_not_found(vt_visit *visit, const char *what) {
    vt_visit_fail(visit, 404, "not found", "%s is not here", what);
}

/* ------------------------------------------------------------------ long work */

typedef void (*answer_fn)(vt_visit *visit, vitals_status status);

static vt_visit *visit_of(vt_pool_task *task) {
    return (vt_visit *)(void *)((char *)task - offsetof(vt_visit, task));
}

static void come_back(vt_pool_task *task, vitals_status status) {
    vt_visit *visit = visit_of(task);
    const answer_fn answer = visit->after;
    visit->working = false;
    if (!visit->exchange) {
        visit->given_up(visit);
        free_visit(visit);
        return;
    }
    answer(visit, status);
}

void vt_visit_work(vt_visit *visit,
                   vitals_status (*run)(vt_pool_task *task, vitals_worker *worker,
                                        vitals_interrupt_fn interrupt, void *user),
                   answer_fn answer, void (*given_up)(vt_visit *visit)) {
    visit->task = (vt_pool_task){ .run = run, .done = come_back, .slow = true };
    visit->after = answer;
    visit->given_up = given_up;
    visit->working = true;
    vt_pool_submit(visit->server->pool, &visit->task);
}

vt_visit *vt_visit_of_task(vt_pool_task *task) {
    return visit_of(task);
}

/* ----------------------------------------------------------------------- JSON */

void vt_json_add_time(vt_json_writer *writer, const char *name, int64_t ms) {
    if (ms <= 0 || ms == VITALS_LIVE_NEVER) return;
    char room[64];
    vt_civil at = vt_civil_from_seconds(ms / 1000);
    snprintf(room, sizeof room, "%04lld-%02d-%02dT%02d:%02d:%02dZ", (long long)at.year, at.month,
             at.day, at.hour, at.minute, at.second);
    vt_json_add_word(writer, name, room);
}

vt_text vt_visit_event_id(vt_visit *visit) {
    vitals_live_position head;
    vitals_live_head(visit->audience->view, &head, sizeof head);
    return vt_arena_printf(&visit->memory, "%llu-%llu", (unsigned long long)head.epoch,
                           (unsigned long long)head.sequence);
}
