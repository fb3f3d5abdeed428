/* Expressions with what cel-go v0.26.1 answers in Flux's environment: value for value, error text for
** error text. Parser texts come from a generated parser there: frame and place must agree, and
** texts that differ are counted. Where cel-go panics, we give an error. */
#include <stdio.h>

#include "support/cel.h"
#include "support/files.h"
#include "support/golden.h"
#include "support/table.h"

static vitals_cel_batch *batch;
static size_t parser_texts;

/* "ERROR: <input>:1:5: " of a line; the rest is the parser's own wording. */
static vt_text place_of(vt_text line) {
    size_t end = vt_text_find(line, VT_TEXT(": "), 7);
    return vt_text_between(line, 0, end == SIZE_MAX ? line.size : end);
}

/* Line by line the same, but for the words behind the place of a syntax error. */
static bool same_frame(vt_text got, vt_text want) {
    vt_text a, b;
    while (want.size > 0 || got.size > 0) {
        if (!vt_text_split(&got, '\n', &a) || !vt_text_split(&want, '\n', &b)) return false;
        bool is_syntax = vt_text_find(b, VT_TEXT("Syntax error: "), 0) != SIZE_MAX;
        if (is_syntax ? !vt_text_equal(place_of(a), place_of(b)) : !vt_text_equal(a, b))
            return false;
    }
    return true;
}

static bool same_answer(const vitals_document *line, const cel_reply *got) {
    vt_text outcome = golden_text(line, vt_document_root(line), "outcome");
    vt_text type = golden_text(line, vt_document_root(line), "type");
    vt_text text = golden_text(line, vt_document_root(line), "text");
    if (vt_text_is(outcome, "panic")) return vt_text_ends(got->outcome, VT_TEXT("error"));
    bool same =
        golden_same("outcome", got->outcome, outcome) && golden_same("type", got->type, type);
    if (same && vt_text_is(outcome, "parse_error") && !vt_text_equal(got->text, text)) {
        parser_texts++;
        if (same_frame(got->text, text)) return true;
    }
    return same && golden_same("text", got->text, text);
}

static bool agrees(const vitals_document *line) {
    vt_buffer json;
    vt_buffer_init(&json, NULL, SIZE_MAX / 2);
    vt_document_append_json(line, vt_document_root(line), 0, &json);
    cel_reply got = cel_evaluate(batch, vt_buffer_text(&json));
    bool same = same_answer(line, &got);
    cel_reply_done(&got);
    vt_buffer_done(&json);
    return same;
}

int main(void) {
    batch = cel_batch();
    int status = golden_run("cel/flux-golden.jsonl", agrees);
    printf("parser texts in other words: %zu\n", parser_texts);
    vitals_cel_batch_free(batch);
    return status;
}
