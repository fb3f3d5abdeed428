/*
** What released programs of Argo CD answer, replayed: objects of the other golden files and scripts, each as
** it is, being deleted, with finalizers and with the finalizer of a hook.
**
** data/argocd/releases/3.6.1.json has the answers in the order of the cases below, as numbers of texts; the
** file of an older release has the cases that differ from the next newer one. -1: not recorded, since the
** program answers at random or the difference is in docs/exact.md.
*/
#include <stdio.h>
#include <vitals/vitals.h>

#include "base/text/quote.h"
#include "base/text/utf8.h"
#include "support/files.h"
#include "support/golden.h"
#include "support/health.h"
#include "support/table.h"

#define DATA "tests/golden/data/"
#define DELETED "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""

static const char *const files[] = {
    DATA "kubernetes/objects.jsonl",      DATA "argocd/native-golden.jsonl",
    DATA "argocd/lua-golden.jsonl",       DATA "argocd/releases/scripts.jsonl",
    DATA "argocd/releases/objects.jsonl",
};
static const char *const variants[] = {
    "",
    DELETED,
    DELETED ",\"finalizers\":[\"a.io/x\",\"b.io/y\"]",
    DELETED ",\"finalizers\":[\"argocd.argoproj.io/hook-finalizer\"]",
};

/* ------------------------------------------------------------------- recordings */

typedef struct recording {
    vitals_document *document;
    const vt_value *answers, *cases;
    char *bytes;
} recording;

static recording recording_read(const char *file) {
    recording out = { NULL, NULL, NULL, NULL };
    size_t size;
    out.bytes = file_read(file, &size);
    assert_int_equal(vitals_document_parse(out.bytes, size, NULL, &out.document, NULL), VITALS_OK);
    out.answers = vt_document_find(out.document, "answers", NULL);
    out.cases = vt_document_find(out.document, "cases", NULL);
    return out;
}

static void recording_done(recording *self) {
    vitals_document_free(self->document);
    free(self->bytes);
}

/* The numbers in a list of them, in order. */
static int32_t *numbers_of(const vt_value *list, size_t *count) {
    *count = 0;
    int32_t *out = malloc((vt_value_count(list) + 1) * sizeof *out);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item))
        out[(*count)++] = (int32_t)item->as.integer;
    return out;
}

static vt_text *texts_of(const vt_value *list) {
    size_t count = 0;
    vt_text *out = malloc((vt_value_count(list) + 1) * sizeof *out);
    for (const vt_value *item = vt_array_first(list); item; item = vt_array_next(list, item))
        out[count++] = vt_value_text(item);
    return out;
}

/* What is wanted of all cases; absent: not recorded. The texts are those of the recordings. */
typedef struct wanted_answers {
    vt_text *texts;
    size_t count;
} wanted_answers;

/* All answers of the newest release. */
static wanted_answers answers_of(const recording *base) {
    wanted_answers out = { NULL, 0 };
    int32_t *numbers = numbers_of(base->cases, &out.count);
    vt_text *texts = texts_of(base->answers);
    out.texts = calloc(out.count, sizeof *out.texts);
    for (size_t i = 0; i < out.count; i++)
        if (numbers[i] >= 0) out.texts[i] = texts[numbers[i]];
    free(numbers);
    free(texts);
    return out;
}

/* Go back to the release before: pairs of a case and its answer. */
static void answers_change(wanted_answers *self, const recording *change) {
    size_t pairs;
    int32_t *numbers = numbers_of(change->cases, &pairs);
    vt_text *texts = texts_of(change->answers);
    for (size_t i = 0; i + 1 < pairs; i += 2) {
        assert_true((size_t)numbers[i] < self->count);
        self->texts[numbers[i]] = numbers[i + 1] >= 0 ? texts[numbers[i + 1]] : VT_TEXT_ABSENT;
    }
    free(numbers);
    free(texts);
}

/* ----------------------------------------------------------------------- cases */

/* The place after `"name":{`, with or without a space; SIZE_MAX: there is none. */
static size_t inside(vt_text line, const char *name, size_t from) {
    char narrow[32], wide[32];
    (void)snprintf(narrow, sizeof narrow, "\"%s\":{", name);
    (void)snprintf(wide, sizeof wide, "\"%s\": {", name);
    const size_t one = vt_text_find(line, vt_text_from(narrow), from);
    const size_t other = vt_text_find(line, vt_text_from(wide), from);
    if (one == SIZE_MAX && other == SIZE_MAX) return SIZE_MAX;
    return one < other ? one + strlen(narrow) : other + strlen(wide);
}

/* The line with more metadata in its object. false: its object is none. */
static bool vary(vt_text line, const char *more, vt_buffer *out) {
    const size_t object = inside(line, "object", 0);
    vt_buffer_clear(out);
    if (object == SIZE_MAX) return false;
    const size_t metadata = inside(line, "metadata", object);
    const size_t at = metadata == SIZE_MAX ? object : metadata;
    vt_buffer_add(out, vt_text_between(line, 0, at));
    if (*more) {
        if (metadata == SIZE_MAX) vt_buffer_add(out, VT_TEXT("\"metadata\":{"));
        vt_buffer_add(out, vt_text_from(more));
        if (metadata == SIZE_MAX) vt_buffer_add_byte(out, '}');
        if (line.bytes[at] != '}') vt_buffer_add_byte(out, ',');
    }
    vt_buffer_add(out, vt_text_between(line, at, line.size));
    assert_false(out->failed);
    return true;
}

/* An argocd-cm with the script of a line for all kinds; empty: it has none. */
static void configmap_of(const vitals_document *line, vt_buffer *out) {
    const vt_value *script = vt_document_find(line, "script", NULL);
    const bool open = vt_value_is_true(vt_document_find(line, "open_libs", NULL));
    vt_buffer entry;
    vt_buffer_clear(out);
    if (!script) return;
    vt_buffer_init(&entry, NULL, SIZE_MAX / 2);
    vt_buffer_add_terminated(&entry, "{\"*\":{\"health.lua\":");
    vt_quote_append_json(&entry, vt_value_text(script));
    vt_buffer_add_terminated(&entry, ",\"health.lua.useOpenLibs\":");
    vt_buffer_add_terminated(&entry, open ? "true}}" : "false}}");
    vt_buffer_add_terminated(out, "{\"kind\":\"ConfigMap\",\"data\":{\"resource.customizations\":");
    vt_quote_append_json(out, vt_buffer_text(&entry));
    vt_buffer_add_terminated(out, "}}");
    vt_buffer_done(&entry);
}

typedef struct replay {
    vt_buffer line, configmap, answer;
    const vt_text *wanted;
    size_t count, next;
    size_t asked, scripts, differ;
    vitals_call call;
} replay;

/* "Status<tab>message"; an empty status where there is no health. */
static void answer_of(replay *self, const health_run *run) {
    const vitals_health health = vitals_verdict_health(run->verdict);
    vt_buffer_clear(&self->answer);
    if (health != VITALS_HEALTH_UNASSESSED)
        vt_buffer_add_terminated(&self->answer, vitals_health_name(health));
    vt_buffer_add_byte(&self->answer, '\t');
    /* JSON has no other bytes than UTF-8, and the recordings are JSON. */
    assert_true(vt_utf8_append_valid(&self->answer, vitals_verdict_message(run->verdict)));
}

static void check_case(replay *self, vt_text want) {
    vitals_document *line = NULL;
    health_run run;
    assert_int_equal(vitals_document_parse(self->line.bytes, self->line.size, NULL, &line, NULL),
                     VITALS_OK);
    vitals_document *object = golden_document(line, vt_document_find(line, "object", NULL));
    configmap_of(line, &self->configmap);
    self->scripts += self->configmap.size > 0;
    vt_buffer_add_byte(&self->configmap, '\0');
    const health_setup setup = { .configmap =
                                     self->configmap.size > 1 ? self->configmap.bytes : NULL };
    assert_int_equal(health_open(&setup, &run), VITALS_OK);
    assert_int_equal(vitals_assess(run.worker, object, &self->call, run.verdict), VITALS_OK);
    answer_of(self, &run);
    self->asked++;
    if (!vt_text_equal(vt_buffer_text(&self->answer), want)) {
        if (self->differ++ < 40)
            printf("case %zu: got %.*s, want %.*s: %.600s\n", self->next - 1,
                   VT_TEXT_ARG(vt_buffer_text(&self->answer)), VT_TEXT_ARG(want), self->line.bytes);
    }
    health_close(&run);
    vitals_document_free(object);
    vitals_document_free(line);
}

static void replay_line(replay *self, vt_text line) {
    for (size_t i = 0; i < TABLE_COUNT(variants); i++) {
        const bool possible = vary(line, variants[i], &self->line);
        assert_true(self->next < self->count);
        const vt_text want = self->wanted[self->next++];
        vt_buffer_add_byte(&self->line, '\0');
        self->line.size--;
        if (possible && !vt_text_is_absent(want)) check_case(self, want);
    }
}

static void replay_file(replay *self, const char *file) {
    size_t size;
    char *bytes = file_read(file, &size);
    vt_text rest = vt_text_slice(bytes, size), line;
    while (vt_text_split(&rest, '\n', &line)) {
        if (line.size) replay_line(self, line);
    }
    free(bytes);
}

/* The newest first: each file but the first has changes of the one before. */
static const struct release_row {
    TABLE_ROW;
} release_rows[] = {
    { "3.6.1" },  { "3.5.7" },  { "3.4.13" }, { "3.3.19" },
    { "3.2.12" }, { "3.1.16" }, { "3.0.23" }, { "2.14.21" },
};
enum { RELEASES = TABLE_COUNT(release_rows) };

static recording release_read(const struct release_row *row) {
    char file[80];
    (void)snprintf(file, sizeof file, DATA "argocd/releases/%s.json", row->name);
    return recording_read(file);
}

static void replay_files(replay *self) {
    vt_buffer_init(&self->line, NULL, SIZE_MAX / 2);
    vt_buffer_init(&self->configmap, NULL, SIZE_MAX / 2);
    vt_buffer_init(&self->answer, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < TABLE_COUNT(files); i++) replay_file(self, files[i]);
    vt_buffer_done(&self->line);
    vt_buffer_done(&self->configmap);
    vt_buffer_done(&self->answer);
}

static void check_release(void **state) {
    const struct release_row *row = *state;
    const size_t last = (size_t)(row - release_rows);
    recording read[RELEASES];
    for (size_t i = 0; i <= last; i++) read[i] = release_read(&release_rows[i]);
    wanted_answers wanted = answers_of(&read[0]);
    for (size_t i = 1; i <= last; i++) answers_change(&wanted, &read[i]);
    replay self = { .call = VITALS_CALL_INIT, .wanted = wanted.texts, .count = wanted.count };
    self.call.profile = VITALS_PROFILE_ARGOCD;
    self.call.now_seconds = 1795000000;
    assert_int_equal(vitals_argocd_release_from_name(row->name, &self.call.argocd_release),
                     VITALS_OK);
    replay_files(&self);
    printf("%s: %zu objects, %zu scripts, %zu differ\n", row->name, self.asked - self.scripts,
           self.scripts, self.differ);
    assert_int_equal(self.next, self.count);
    assert_true(self.asked - self.scripts > 5000 && self.scripts > 2000);
    assert_int_equal(self.differ, 0);
    free(wanted.texts);
    for (size_t i = 0; i <= last; i++) recording_done(&read[i]);
}

int main(void) {
    return TABLE_RUN("releases", check_release, release_rows);
}
