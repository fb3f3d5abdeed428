/* Generated expressions with the answers of the released programs, in the environments of Kubernetes, kro, Open
** Cluster Management, and cel-go alone. tests/peers/dialects recorded them where vitals and the program agreed;
** of issues only the first line counts. Lines with a cost also have what cel-go counted. */
#include "support/cel.h"
#include "support/golden.h"

static vitals_cel_batch *batch;

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    const vt_text outcome = golden_text(line, root, "outcome"),
                  text = golden_text(line, root, "text");
    vt_buffer json;
    vt_buffer_init(&json, NULL, SIZE_MAX / 2);
    vt_document_append_json(line, root, 0, &json);
    cel_reply got = cel_evaluate(batch, vt_buffer_text(&json));
    vt_text shown = got.text;
    if (vt_text_is(outcome, "parse_error"))
        shown = vt_text_between(shown, 0, vt_text_find_byte(shown, '\n', 0));
    const vt_value *cost = vt_document_get(line, root, VT_TEXT("cost"));
    const vt_value *got_cost = vt_document_find(got.document, "cost", NULL);
    const bool same = golden_same("outcome", got.outcome, outcome) &&
                      golden_same("text", shown, text) &&
                      (!cost || (got_cost && got_cost->as.integer == cost->as.integer));
    cel_reply_done(&got);
    vt_buffer_done(&json);
    return same;
}

int main(void) {
    batch = cel_batch();
    const int status = golden_run("cel/dialects.jsonl", agrees);
    vitals_cel_batch_free(batch);
    return status;
}
