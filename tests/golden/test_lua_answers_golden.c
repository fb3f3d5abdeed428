/* What gopher-lua answers for one expression, or one block of statements, a line: formats, patterns,
** numbers, operators, library functions at the bounds of their arguments, and syntax. */
#include "base/text/utf8.h"
#include "support/golden.h"
#include "support/script.h"

/* All values of the expression or block, joined with |. */
#define JOIN                                                                                       \
    "local function j(...) local o={} for i=1,select('#',...) do "                                 \
    "o[i]=tostring((select(i,...))) end return table.concat(o,'|') end "                           \
    "return {status='Healthy',message=j("

static const char object[] =
    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"W\",\"metadata\":{\"name\":\"a\",\"labels"
    "\":{\"k\":\"v\",\"a.b/c\":\"d\"},\"annotations\":{}},\"spec\":{\"replicas\":3,\""
    "ratio\":2.5,\"big\":12345678901234,\"on\":true,\"off\":false,\"none\":null,\"lis"
    "t\":[3,1,2],\"empty\":[],\"nested\":[[1,[2]],{\"x\":[{\"y\":1}]}]},\"status\":{\""
    "conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"message\":\"m1\"},{\"typ"
    "e\":\"Other\",\"status\":\"False\"},null],\"phase\":\"\"}}";

static script_fixture fixture;

static bool agrees(const vitals_document *line) {
    const vt_value *root = vt_document_root(line);
    vt_text values = golden_text(line, root, "values");
    vt_buffer script, answer;
    vt_buffer_init(&script, NULL, SIZE_MAX / 2);
    vt_buffer_init(&answer, NULL, SIZE_MAX / 2);
    if (vt_text_is_absent(values)) {
        vt_buffer_printf(&script, JOIN "(function()\n%.*s\nend)())}",
                         VT_TEXT_ARG(golden_text(line, root, "statements")));
    } else {
        vt_buffer_printf(&script, JOIN "%.*s)}", VT_TEXT_ARG(values));
    }
    vt_opinion opinion = script_run(&fixture, VT_LUA_ARGOCD, true, script.bytes, object);
    bool status = opinion.kind == VT_OPINION_STATUS;
    vt_buffer_printf(&answer, "%s: ", status ? vitals_health_name(opinion.health) : "error");
    /* The answers were recorded as JSON, which has no bytes that are not UTF-8. */
    assert_true(vt_utf8_append_valid(&answer, opinion.message));
    bool same = golden_same("answer", vt_buffer_text(&answer), golden_text(line, root, "answer"));
    vt_buffer_done(&answer);
    vt_buffer_done(&script);
    return same;
}

int main(void) {
    script_fixture_init(&fixture);
    int failed = golden_run("argocd/lua-answers.jsonl", agrees);
    script_fixture_done(&fixture);
    return failed;
}
