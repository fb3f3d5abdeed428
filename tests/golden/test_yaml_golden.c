/* YAML as sigs.k8s.io/yaml reads it, which kubectl and Argo CD use: the same values, or the same error. */
#include <vitals/vitals.h>

#include "support/golden.h"
#include "support/table.h"

static bool same_value(const vitals_document *document, vt_text json) {
    vitals_document *want = NULL;
    assert_int_equal(vitals_document_parse(json.bytes, json.size, NULL, &want, NULL), VITALS_OK);
    bool same = golden_equal(document, vt_document_root(document), want, vt_document_root(want));
    vitals_document_free(want);
    return same;
}

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vt_text yaml = golden_text(line, root, "yaml"), error = golden_text(line, root, "error");
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    options.format = VITALS_FORMAT_YAML;
    vitals_diagnostics *diagnostics = NULL;
    vitals_document *document = NULL;
    assert_int_equal(vitals_diagnostics_new(NULL, &diagnostics), VITALS_OK);
    vitals_status status =
        vitals_document_parse(yaml.bytes, yaml.size, &options, &document, diagnostics);
    bool same;
    if (status == VITALS_OK) {
        same = vt_text_is_absent(error) && same_value(document, golden_text(line, root, "json"));
    } else {
        const vitals_diagnostic *one = vitals_diagnostics_at(diagnostics, 0);
        assert_int_equal(status, VITALS_ESYNTAX);
        assert_int_equal(vitals_diagnostics_count(diagnostics), 1);
        same = golden_same("error", vt_text_from(one->text.bytes), error);
    }
    vitals_document_free(document);
    vitals_diagnostics_free(diagnostics);
    return same;
}

int main(void) {
    return golden_run("kubernetes/yaml.jsonl", agrees);
}
