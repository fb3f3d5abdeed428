/* POST /v1/eval: a rule that a client sends, tried on an object, on a thread. */
#include <vitals/explain.h>

#include <stdio.h>

#include "server/api/routes.h"

enum { EVAL_MS = 500, EVAL_MEMORY_BYTES = 16 << 20 };

typedef struct trial {
    const vt_server *server;
    vitals_allocator allocator;
    vt_buffer body, answer; /* `answer` is the explanation as JSON, or a problem's text */
    vitals_interrupt_fn interrupt;
    void *user;
    int64_t until_ms;
    bool over;
    const char *wrong; /* with the request; static */
} trial;

static void free_trial(trial *self) {
    const vitals_allocator allocator = self->allocator;
    vt_buffer_done(&self->body);
    vt_buffer_done(&self->answer);
    vt_release(&allocator, self, sizeof *self);
}

/* ----------------------------------------------------------------- the request */

/* What is asked. Texts are of the request's document. */
typedef struct request {
    vitals_document *document;
    vt_text language, script;
    const vitals_value *object;
} request;

static const char *read_request(trial *self, request *out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    const vitals_value *language = NULL, *script = NULL;
    options.allocator = &self->allocator;
    options.limits = &self->server->limits;
    if (vitals_document_parse(self->body.bytes, self->body.size, &options, &out->document, NULL) !=
        VITALS_OK) {
        return "the body is {\"language\", \"script\", \"object\"}";
    }
    if (vitals_document_field(out->document, NULL, VT_TEXT(".language"), &language) != VITALS_OK ||
        vitals_document_field(out->document, NULL, VT_TEXT(".script"), &script) != VITALS_OK ||
        vitals_document_field(out->document, NULL, VT_TEXT(".object"), &out->object) != VITALS_OK) {
        return "language, script and object are needed";
    }
    out->language = vitals_value_string(language);
    out->script = vitals_value_string(script);
    return vt_text_is_absent(out->script) ? "script is not a text" : NULL;
}

/* The object as a document: it is a map, or text in JSON or YAML. */
static vitals_status read_object(const trial *self, const request *asked,
                                 vitals_diagnostics *diagnostics, vitals_document **out) {
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_write_options form = VITALS_WRITE_OPTIONS_INIT;
    const vt_text own = vitals_value_string(asked->object);
    char *text = NULL;
    size_t size = 0;
    options.allocator = form.allocator = &self->allocator;
    options.limits = &self->server->limits;
    if (!vt_text_is_absent(own)) {
        return vitals_document_parse(own.bytes, own.size, &options, out, diagnostics);
    }
    form.value = asked->object;
    vitals_status status = vitals_document_write(asked->document, &form, &text, &size);
    if (status != VITALS_OK) return status;
    status = vitals_document_parse(text, size, &options, out, diagnostics);
    vitals_text_free(&self->allocator, text, size);
    return status;
}

/* -------------------------------------------------------------------- the rule */

static vitals_status add_lua(vitals_configuration *configuration, vt_text script,
                             const vitals_document *object, vitals_diagnostics *diagnostics) {
    char key[512];
    const vt_text group = vitals_document_group(object), kind = vitals_document_kind(object);
    snprintf(key, sizeof key, "%.*s%s%.*s", VT_TEXT_ARG(vt_text_cut(group, 200)),
             group.size ? "/" : "", VT_TEXT_ARG(vt_text_cut(kind, 200)));
    return vitals_configuration_add_check(configuration, key, "health.lua", script.bytes,
                                          script.size, diagnostics);
}

static vitals_status add_argocd_cm(vitals_configuration *configuration, vt_text script,
                                   const vitals_document *object, vitals_diagnostics *diagnostics) {
    (void)object;
    return vitals_configuration_add_argocd_cm(configuration, "argocd-cm.yaml", script.bytes,
                                              script.size, diagnostics);
}

static vitals_status add_cel(vitals_configuration *configuration, vt_text script,
                             const vitals_document *object, vitals_diagnostics *diagnostics) {
    (void)object;
    return vitals_configuration_add_expressions(configuration, "health.cel.yaml", script.bytes,
                                                script.size, diagnostics);
}

static const struct {
    const char *name;
    vitals_profile profile;
    vitals_status (*add)(vitals_configuration *configuration, vt_text script,
                         const vitals_document *object, vitals_diagnostics *diagnostics);
} languages[] = {
    { "lua", VITALS_PROFILE_ARGOCD, add_lua },
    { "argocd-cm", VITALS_PROFILE_ARGOCD, add_argocd_cm },
    { "cel", VITALS_PROFILE_FLUX, add_cel },
};

enum { LANGUAGES = sizeof languages / sizeof *languages };

static size_t find_language(vt_text name) {
    size_t i = 0;
    while (i < LANGUAGES && !vt_text_is(name, languages[i].name)) i++;
    return i;
}

/* An engine with the rule alone. Errors: VITALS_ECONFIG with diagnostics; others. */
static vitals_status make_engine(trial *self, size_t language, vt_text script,
                                 const vitals_document *object, vitals_diagnostics *diagnostics,
                                 vitals_engine **out) {
    vitals_configuration *configuration = NULL;
    vitals_limits *limits = NULL;
    vitals_status status = vitals_configuration_new(&self->allocator, &configuration);
    if (status == VITALS_OK) status = vitals_limits_new(&self->allocator, &limits);
    if (status == VITALS_OK) {
        *limits = self->server->limits;
        status = vitals_limits_set(limits, "lua_memory_bytes", EVAL_MEMORY_BYTES);
    }
    if (status == VITALS_OK)
        status = vitals_limits_set(limits, "cel_memory_bytes", EVAL_MEMORY_BYTES);
    if (status == VITALS_OK) {
        vitals_configuration_set_limits(configuration, limits);
        vitals_configuration_set_bundled(configuration, false);
        vitals_configuration_set_interrupt(configuration, self->interrupt, self->user);
        status = languages[language].add(configuration, script, object, diagnostics);
    }
    if (status == VITALS_OK) status = vitals_engine_new(configuration, out, diagnostics);
    vitals_limits_free(limits);
    vitals_configuration_free(configuration);
    return status;
}

/* -------------------------------------------------------------------- a thread */

static bool is_over(void *user) {
    trial *self = user;
    const vt_server_options *options = &self->server->options;
    self->over = self->over || options->monotonic_ms(options->user) > self->until_ms;
    return self->over || self->interrupt(self->user);
}

static vitals_status explain(trial *self, size_t language, vitals_engine *engine,
                             const vitals_document *object) {
    vitals_call call = self->server->options.call;
    vitals_explanation *explanation = NULL;
    char *text = NULL;
    size_t size = 0;
    call.profile = languages[language].profile;
    call.now_seconds = vt_server_wall_ms(self->server) / 1000;
    call.explain = true;
    call.interrupt = is_over;
    call.interrupt_user = self;
    vitals_status status = vitals_explain(engine, object, &call, &self->allocator, &explanation);
    if (status == VITALS_OK) status = vitals_explanation_json(explanation, &text, &size);
    if (status == VITALS_OK) {
        vt_buffer_add_bytes(&self->answer, text, size);
        vt_buffer_add_byte(&self->answer, '\n');
        vitals_text_free(&self->allocator, text, size);
    }
    vitals_explanation_free(explanation);
    return status;
}

/* The first error, as the text of a problem. */
static void take_error(trial *self, const vitals_diagnostics *diagnostics) {
    for (size_t i = 0; i < vitals_diagnostics_count(diagnostics); i++) {
        const vitals_diagnostic *each = vitals_diagnostics_at(diagnostics, i);
        if (each->severity != VITALS_SEVERITY_ERROR) continue;
        vt_buffer_clear(&self->answer);
        vt_buffer_printf(&self->answer, "%s%s%u:%u: %.*s", each->file ? each->file : "",
                         each->file && *each->file ? ":" : "", each->line, each->column,
                         VT_TEXT_ARG(vt_text_cut(each->text, 4096)));
        return;
    }
}

static vitals_status try_rule(trial *self, const request *asked, vitals_diagnostics *diagnostics) {
    vitals_document *object = NULL;
    vitals_engine *engine = NULL;
    const size_t language = find_language(asked->language);
    if (language == LANGUAGES) {
        self->wrong = "language is lua, cel or argocd-cm";
        return VITALS_EINVAL;
    }
    vitals_status status = read_object(self, asked, diagnostics, &object);
    if (status == VITALS_OK) {
        status = make_engine(self, language, asked->script, object, diagnostics, &engine);
    }
    if (status == VITALS_OK) status = explain(self, language, engine, object);
    vitals_engine_release(engine);
    vitals_document_free(object);
    return status;
}

static vitals_status run(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *user) {
    trial *self = vt_visit_of_task(task)->job;
    request asked = { .document = NULL };
    vitals_diagnostics *diagnostics = NULL;
    (void)worker; /* of another engine's limits */
    self->interrupt = interrupt;
    self->user = user;
    self->until_ms = self->server->options.monotonic_ms(self->server->options.user) + EVAL_MS;
    vitals_status status = vitals_diagnostics_new(&self->allocator, &diagnostics);
    if (status == VITALS_OK) {
        self->wrong = read_request(self, &asked);
        status = self->wrong ? VITALS_EINVAL : try_rule(self, &asked, diagnostics);
    }
    if (status != VITALS_OK) take_error(self, diagnostics);
    vitals_document_free(asked.document);
    vitals_diagnostics_free(diagnostics);
    return status;
}

/* ------------------------------------------------------------------- the answer */

static void answer(vt_visit *visit, vitals_status status) {
    trial *self = visit->job;
    const vt_text text = vt_buffer_text(&self->answer);
    if (status == VITALS_OK) {
        vt_buffer_add(&visit->out, text);
        if (self->answer.failed) visit->out.failed = true;
        vt_visit_send(visit, "application/json");
    } else if (status == VITALS_ENOMEM) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
    } else if (self->over) {
        vt_visit_fail(visit, 400, "the rule was ended", "it ran for more than %d ms", EVAL_MS);
    } else {
        vt_visit_fail(visit, 400, "the rule cannot be tried", "%s",
                      self->wrong ? self->wrong
                      : text.size ? text.bytes
                                  : vitals_status_text(status));
    }
    free_trial(self);
}

static void given_up(vt_visit *visit) {
    free_trial(visit->job);
}

void vt_answer_eval(vt_visit *visit) {
    const vt_server *server = visit->server;
    if (!server->options.eval) {
        vt_visit_fail(visit, 404, "not found", "this server was started without --eval");
        return;
    }
    trial *self = vt_allocate_zeroed(&server->allocator, sizeof *self);
    if (!self) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    self->server = server;
    self->allocator = server->allocator;
    vt_buffer_init(&self->body, &server->allocator, SIZE_MAX / 2);
    vt_buffer_init(&self->answer, &server->allocator, 64 << 20);
    vt_http_take_body(visit->exchange, &self->body);
    visit->job = self;
    vt_visit_work(visit, run, answer, given_up);
}
