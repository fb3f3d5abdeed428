/* Why a resource has its health: explained on a thread, from a copy of the object. */
#include "server/api/why.h"

#include <vitals/explain.h>

#include "server/api/rows.h"

enum { MOST_BELOW = 50, MOST_READ = 500 };

typedef struct inquiry {
    vitals_allocator allocator;
    vitals_engine *engine;
    vitals_call call;
    vitals_live_id row;
    vt_buffer object; /* as JSON */
    vt_buffer why;    /* members, written by the thread */
    vt_buffer conditions;
    bool explained;
} inquiry;

static void free_inquiry(inquiry *self) {
    const vitals_allocator allocator = self->allocator;
    vt_buffer_done(&self->object);
    vt_buffer_done(&self->why);
    vt_buffer_done(&self->conditions);
    vitals_engine_release(self->engine);
    vt_release(&allocator, self, sizeof *self);
}

/* --------------------------------------------------------------- on the thread */

static void add_decided(vt_json_writer *why, const vitals_verdict *verdict) {
    const vitals_source source = vitals_verdict_source(verdict);
    const vt_text rule = vitals_verdict_rule(verdict);
    vt_json_add_text(why, "rule", rule.size ? rule : vt_text_from(vitals_source_name(source)));
    vt_json_add_word(why, "source", vitals_source_name(source));
    vt_json_add_text_if(why, "at", vitals_verdict_rule_at(verdict));
    vt_json_add_text_if(why, "lineAt", vitals_verdict_line_at(verdict));
    vt_json_add_text_if(why, "row", vitals_verdict_row(verdict));
    vt_json_add_word(why, "language", vt_language_of(source));
    vt_json_add_text_if(why, "error", vitals_verdict_error(verdict));
}

/* [[number, text], …], and the line that decided. */
static void add_code(vt_json_writer *why, const vitals_explanation *explanation) {
    vitals_script_line line;
    uint32_t decided = 0;
    vt_json_writer code = vt_json_add_array(why, "code");
    for (size_t i = 0; vitals_explanation_line_at(explanation, i, &line, sizeof line); i++) {
        vt_json_writer pair = vt_json_add_array(&code, NULL);
        vt_json_add_unsigned(&pair, NULL, line.line);
        vt_json_add_text(&pair, NULL, line.text);
        vt_json_close(&pair);
        if (line.decided) decided = line.line;
    }
    vt_json_close(&code);
    vt_json_add_text_if(why, "script", vitals_explanation_script(explanation));
    if (decided) vt_json_add_unsigned(why, "line", decided);
}

static void add_considered(vt_json_writer *why, const vitals_explanation *explanation) {
    vitals_considered each;
    vt_json_writer list = vt_json_add_array(why, "considered");
    for (size_t i = 0; vitals_explanation_considered_at(explanation, i, &each, sizeof each); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_word(&item, "rule", vitals_source_name(each.source));
        vt_json_add_word(&item, "outcome", each.outcome);
        vt_json_add_text_if(&item, "m", each.text.size ? each.text : VT_TEXT_ABSENT);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_read(vt_json_writer *why, const vitals_explanation *explanation) {
    vitals_field each;
    vt_json_writer list = vt_json_add_array(why, "read");
    for (size_t i = 0;
         i < MOST_READ && vitals_explanation_field_at(explanation, i, &each, sizeof each); i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "path", each.path);
        if (!vt_text_is_absent(each.value)) vt_json_add_json(&item, "value", each.value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_parts(vt_json_writer *why, const vitals_explanation *explanation) {
    vitals_subexpression each;
    vt_json_writer list = vt_json_add_array(why, "expression");
    for (size_t i = 0; vitals_explanation_subexpression_at(explanation, i, &each, sizeof each);
         i++) {
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_text(&item, "text", each.text);
        vt_json_add_text_if(&item, "value", each.value);
        vt_json_close(&item);
    }
    vt_json_close(&list);
}

static void add_profile(vt_json_writer *profiles, vitals_profile profile, vitals_health health,
                        vt_text message) {
    vt_json_writer one = vt_json_add_object(profiles, vitals_profile_name(profile));
    vt_json_add_word(&one, "s", vt_status_word(health));
    vt_json_add_text(&one, "m", message);
    vt_json_close(&one);
}

static void add_profiles(vt_json_writer *why, const inquiry *self,
                         const vitals_explanation *explanation) {
    vitals_other_profile each;
    const vitals_verdict *verdict = vitals_explanation_verdict(explanation);
    vt_json_writer profiles = vt_json_add_object(why, "profiles");
    add_profile(&profiles, self->call.profile, vitals_verdict_health(verdict),
                vitals_verdict_message(verdict));
    for (size_t i = 0; vitals_explanation_other_profile_at(explanation, i, &each, sizeof each);
         i++) {
        add_profile(&profiles, each.profile, each.health, each.message);
    }
    vt_json_close(&profiles);
}

static void add_cost(vt_json_writer *why, const vitals_explanation *explanation) {
    const char *limit = NULL;
    uint64_t most = 0;
    const uint64_t steps = vitals_explanation_steps(explanation, &limit, &most);
    vt_json_writer cost = vt_json_add_object(why, "cost");
    vt_json_add_unsigned(&cost, "steps", steps);
    if (limit) vt_json_add_word(&cost, "limit", limit);
    if (limit) vt_json_add_unsigned(&cost, "of", most);
    vt_json_close(&cost);
}

static void write_why(inquiry *self, const vitals_explanation *explanation) {
    vt_json_writer why = vt_json_open_object(&self->why);
    add_decided(&why, vitals_explanation_verdict(explanation));
    add_code(&why, explanation);
    add_considered(&why, explanation);
    add_read(&why, explanation);
    add_parts(&why, explanation);
    add_profiles(&why, self, explanation);
    add_cost(&why, explanation);
    vt_json_add_text_if(&why, "because", vitals_explanation_because(explanation));
    vt_json_add_text_if(&why, "nearest", vitals_explanation_nearest(explanation));
    /* The object stays open: what is below it is added on the server's thread. */
}

static void write_conditions(inquiry *self, const vitals_document *document) {
    vitals_write_options options = VITALS_WRITE_OPTIONS_INIT;
    char *text = NULL;
    size_t size = 0;
    options.allocator = &self->allocator;
    if (vitals_document_field(document, NULL, VT_TEXT(".status.conditions"), &options.value) !=
            VITALS_OK ||
        vitals_value_type_of(options.value) != VITALS_VALUE_LIST ||
        vitals_document_write(document, &options, &text, &size) != VITALS_OK) {
        return;
    }
    vt_buffer_add_bytes(&self->conditions, text, size);
    vitals_text_free(&self->allocator, text, size);
}

static vitals_status run(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *user) {
    inquiry *self = vt_visit_of_task(task)->job;
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *document = NULL;
    vitals_explanation *explanation = NULL;
    (void)worker; /* an explanation makes one of its own */
    options.allocator = &self->allocator;
    options.format = VITALS_FORMAT_JSON;
    self->call.interrupt = interrupt;
    self->call.interrupt_user = user;
    vitals_status status =
        vitals_document_parse(self->object.bytes, self->object.size, &options, &document, NULL);
    if (status == VITALS_OK) {
        status =
            vitals_explain(self->engine, document, &self->call, &self->allocator, &explanation);
    }
    if (status == VITALS_OK) {
        write_why(self, explanation);
        write_conditions(self, document);
        self->explained = true;
    }
    vitals_explanation_free(explanation);
    vitals_document_free(document);
    return status;
}

/* ------------------------------------------------------------------- the answer */

static void add_descendants(vt_audience *audience, vitals_live_id of, unsigned depth, size_t *left,
                            vt_json_writer *below) {
    vitals_live_row row;
    for (vitals_live_id id = 0;
         depth < 8 && (id = vitals_live_child_next(audience->view, of, id));) {
        if (*left == 0 || vitals_live_row_of(audience->view, id, &row, sizeof row) != VITALS_OK) {
            continue;
        }
        if (vitals_health_severity(row.health) > 1) {
            --*left;
            vt_json_writer item = vt_json_add_object(below, NULL);
            vt_row_write(audience, &row, &item);
            vt_json_close(&item);
        }
        add_descendants(audience, id, depth + 1, left, below);
    }
}

static void answer(vt_visit *visit, vitals_status status) {
    inquiry *self = visit->job;
    vitals_live_row row;
    size_t left = MOST_BELOW;
    if (vitals_live_row_of(visit->audience->view, self->row, &row, sizeof row) != VITALS_OK ||
        row.removed) {
        vt_visit_not_found(visit, "this resource");
        free_inquiry(self);
        return;
    }
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_row_write(visit->audience, &row, &writer);
    if (self->explained && status == VITALS_OK) {
        vt_json_writer why = { &self->why, '}', false };
        vt_json_writer below = vt_json_add_array(&why, "below");
        add_descendants(visit->audience, self->row, 0, &left, &below);
        vt_json_close(&below);
        vt_json_close(&why);
        if (self->why.failed) visit->out.failed = true;
        vt_json_add_json(&writer, "why", vt_buffer_text(&self->why));
    }
    vt_json_add_json(&writer, "conditions",
                     self->conditions.size ? vt_buffer_text(&self->conditions) : VT_TEXT("[]"));
    vt_json_close(&writer);
    free_inquiry(self);
    vt_visit_send(visit, "application/json");
}

static void given_up(vt_visit *visit) {
    free_inquiry(visit->job);
}

void vt_why_answer(vt_visit *visit, vitals_live_id id) {
    vt_server *server = visit->server;
    vitals_live_row row;
    vt_text json;
    inquiry *self = vt_allocate_zeroed(&server->allocator, sizeof *self);
    if (!self || vitals_live_row_of(visit->audience->view, id, &row, sizeof row) != VITALS_OK) {
        vt_release(&server->allocator, self, sizeof *self);
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    const vt_source *source = vt_server_source_of(server, row.source);
    self->allocator = server->allocator;
    self->row = id;
    self->engine = vitals_engine_retain(source->engine);
    self->call = server->options.call;
    self->call.profile = source->options.profile;
    self->call.now_seconds = vt_server_wall_ms(server) / 1000;
    self->call.explain = true;
    vt_buffer_init(&self->object, &server->allocator, SIZE_MAX / 2);
    vt_buffer_init(&self->why, &server->allocator, 16 << 20);
    vt_buffer_init(&self->conditions, &server->allocator, 16 << 20);
    visit->job = self;
    if (vitals_live_row_json(visit->audience->view, id, &json) == VITALS_OK &&
        vt_buffer_add(&self->object, json)) {
        vt_visit_work(visit, run, answer, given_up);
    } else {
        answer(visit, VITALS_ENOTFOUND);
    }
}
