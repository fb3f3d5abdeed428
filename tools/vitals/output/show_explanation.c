/* Explanations as text; the JSON is the library's. */
#include "output/show_explanation.h"

#include <string.h>

#include "base/memory.h"
#include "input/time.h"

enum { LABEL_COLUMNS = 13, PLACE_COLUMN = 88, PATH_COLUMNS = 34 };

/* -------------------------------------------------------------------- text */

static void add_label(vt_buffer *out, const char *label) {
    vt_buffer_printf(out, "%-*s", LABEL_COLUMNS, label);
}

/* Text on the right-hand side, at least two columns away. */
static void add_right(vt_buffer *out, size_t line_start, vitals_text right) {
    const size_t used = text_columns(vt_buffer_string(out) + line_start);
    if (!right.size) return;
    vt_buffer_add_repeated(out, ' ', used + 2 < PLACE_COLUMN ? PLACE_COLUMN - used : 2);
    vt_quote_append_visible(out, right);
}

static const char *word_of(vitals_health health, vitals_kstatus kstatus) {
    if (kstatus != VITALS_KSTATUS_NONE) return vitals_kstatus_name(kstatus);
    return health == VITALS_HEALTH_EMPTY ? "Empty" : vitals_health_name(health);
}

static void add_origin(vt_buffer *out, const cli_explained *explained) {
    vitals_origin origin;
    vitals_document_origin(explained->document, &origin, sizeof origin);
    vt_quote_append_visible(out, vt_text_from(origin.file));
    if (origin.line) vt_buffer_printf(out, ":%u", origin.line);
}

static void add_title(vt_buffer *out, const cli_explained *explained) {
    const size_t start = out->size;
    vt_quote_append_visible(out, explained->kind);
    if (explained->group.size) vt_buffer_add_terminated(out, ".");
    vt_quote_append_visible(out, explained->group);
    if (explained->document) {
        vt_buffer origin = BUFFER_INIT;
        const vitals_text namespace = vitals_document_namespace(explained->document);
        vt_buffer_add_terminated(out, " ");
        vt_quote_append_visible(out, namespace);
        if (namespace.size) vt_buffer_add_terminated(out, "/");
        vt_quote_append_visible(out, vitals_document_name(explained->document));
        add_origin(&origin, explained);
        add_right(out, start, vt_text_from(vt_buffer_string(&origin)));
        vt_buffer_done(&origin);
    }
    vt_buffer_add_terminated(out, "\n");
}

static void add_age_since(vt_buffer *out, const vitals_verdict *verdict, int64_t now) {
    vt_instant since;
    if (!vt_instant_parse(vitals_verdict_since(verdict), &since) || since.seconds > now) return;
    vt_buffer_add_terminated(out, " for ");
    time_add_age(out, now - since.seconds);
}

/* The lines of a message below each other, without line breaks at its end. */
static void add_lines(vt_buffer *out, vitals_text message) {
    while (message.size && message.bytes[message.size - 1] == '\n') message.size--;
    for (bool first = true; first || message.size; first = false) {
        const vitals_text line = text_first_line(message);
        if (!first) vt_buffer_add_terminated(out, "\n  ");
        vt_quote_append_visible(out, line);
        const size_t used = line.size + (line.size < message.size);
        message = (vitals_text){ message.bytes + used, message.size - used };
        if (used == 0) break;
    }
}

static void add_verdict(vt_buffer *out, const vitals_verdict *verdict,
                        const cli_explained *explained) {
    const vitals_health health = vitals_verdict_health(verdict);
    const vitals_text message = vitals_verdict_message(verdict);
    terminal_add_status(&explained->terminal, out, health,
                        word_of(health, vitals_verdict_kstatus(verdict)));
    add_age_since(out, verdict, explained->now_seconds);
    if (message.size) vt_buffer_add_terminated(out, ": ");
    add_lines(out, message);
    if (health == VITALS_HEALTH_UNASSESSED) {
        vt_buffer_add_terminated(out, ": no rule for ");
        vt_quote_append_visible(out, explained->group);
        if (explained->group.size) vt_buffer_add_terminated(out, "/");
        vt_quote_append_visible(out, explained->kind);
    }
    vt_buffer_add_terminated(out, "\n");
}

static void add_because(vt_buffer *out, const vitals_explanation *explanation) {
    const vitals_text because = vitals_explanation_because(explanation);
    if (!because.size) return;
    vt_buffer_add_terminated(out, "because ");
    vt_quote_append_visible(out, because);
    vt_buffer_add_terminated(out, "\n");
}

static void add_script(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_script_line line;
    for (size_t i = 0; vitals_explanation_line_at(explanation, i, &line, sizeof line); i++) {
        const size_t start = out->size;
        vt_buffer_add_repeated(out, ' ', LABEL_COLUMNS);
        vt_buffer_printf(out, "%s%4u │ ", line.decided ? "→" : " ", line.line);
        vt_quote_append_visible(out, line.text);
        if (line.decided && line.line != line.script_line) {
            vt_buffer inner = BUFFER_INIT;
            vt_buffer_printf(&inner, "line %u of the script", line.script_line);
            add_right(out, start, vt_text_from(vt_buffer_string(&inner)));
            vt_buffer_done(&inner);
        }
        vt_buffer_add_terminated(out, "\n");
    }
}

static const char *kind_of_key(const vitals_explanation *explanation, vitals_source source) {
    if (source != VITALS_SOURCE_CUSTOMIZATION && source != VITALS_SOURCE_BUNDLED) return "";
    if (vitals_explanation_is_wildcard(explanation)) return " (wildcard)";
    return source == VITALS_SOURCE_CUSTOMIZATION ? " (exact key)" : "";
}

/* The bundled checks are our own: in profile argocd that is worth a word. */
static bool is_own_script(const cli_explained *explained, const vitals_verdict *verdict) {
    return explained->profile == VITALS_PROFILE_ARGOCD &&
           vitals_verdict_source(verdict) == VITALS_SOURCE_BUNDLED &&
           !vitals_verdict_rule_at(verdict).bytes;
}

static void add_decided(vt_buffer *out, const vitals_explanation *explanation,
                        const vitals_verdict *verdict, const cli_explained *explained) {
    const vitals_source source = vitals_verdict_source(verdict);
    const vitals_text row = vitals_verdict_row(verdict);
    const size_t start = out->size;
    if (source == VITALS_SOURCE_NONE) return;
    add_label(out, "Decided by");
    vt_buffer_add_terminated(out, vitals_source_name(source));
    if (vitals_verdict_rule(verdict).size) vt_buffer_add_terminated(out, " ");
    vt_quote_append_visible(out, vitals_verdict_rule(verdict));
    vt_buffer_add_terminated(out, kind_of_key(explanation, source));
    if (row.size) vt_buffer_add_terminated(out, ", row ");
    vt_quote_append_visible(out, row);
    if (!vitals_verdict_rule_at(verdict).size && vitals_verdict_line(verdict)) {
        vt_buffer_printf(out, ", line %u", vitals_verdict_line(verdict));
    }
    if (is_own_script(explained, verdict)) {
        vt_buffer_add_terminated(out, ", a check of vitals, not Argo CD's own script");
    }
    add_right(out, start, vitals_verdict_rule_at(verdict));
    vt_buffer_add_terminated(out, "\n");
    add_script(out, explanation);
}

static void add_fields(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_field field;
    for (size_t i = 0; vitals_explanation_field_at(explanation, i, &field, sizeof field); i++) {
        vt_buffer path = BUFFER_INIT;
        add_label(out, i ? "" : "Fields read");
        vt_quote_append_visible(&path, field.path);
        const size_t columns = text_columns(vt_buffer_string(&path));
        vt_buffer_add_terminated(out, vt_buffer_string(&path));
        vt_buffer_add_repeated(out, ' ', columns < PATH_COLUMNS ? PATH_COLUMNS + 1 - columns : 1);
        vt_quote_append_visible(out, field.value.bytes ? field.value : vt_text_from("absent"));
        vt_buffer_add_terminated(out, "\n");
        vt_buffer_done(&path);
    }
}

static void add_parts(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_subexpression part;
    for (size_t i = 0; vitals_explanation_subexpression_at(explanation, i, &part, sizeof part);
         i++) {
        add_label(out, i ? "" : "Expression");
        vt_quote_append_visible(out, part.text);
        vt_buffer_add_terminated(out, "  =  ");
        vt_quote_append_visible(out, part.value);
        vt_buffer_add_terminated(out, "\n");
    }
}

static void add_below(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_descendant below;
    for (size_t i = 0; vitals_explanation_descendant_at(explanation, i, &below, sizeof below);
         i++) {
        add_label(out, i ? "" : "Below it");
        vt_quote_append_visible(out, below.kind);
        vt_buffer_add_terminated(out, "/");
        vt_quote_append_visible(out, below.name);
        vt_buffer_printf(out, " %s: ", vitals_health_name(below.health));
        vt_quote_append_visible(out, text_first_line(below.message));
        vt_buffer_add_terminated(out, "    (not counted)\n");
    }
}

static void add_considered(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_considered considered;
    for (size_t i = 0;
         vitals_explanation_considered_at(explanation, i, &considered, sizeof considered); i++) {
        add_label(out, i ? "" : "Considered");
        if (considered.text.size) {
            vt_buffer_printf(out, "%-14s %-11s ", vitals_source_name(considered.source),
                             considered.outcome);
        } else {
            vt_buffer_printf(out, "%-14s %s", vitals_source_name(considered.source),
                             considered.outcome);
        }
        vt_quote_append_visible(out, considered.text);
        vt_buffer_add_terminated(out, "\n");
    }
}

static void add_one_elsewhere(vt_buffer *out, const vitals_other_profile *elsewhere, bool first) {
    vt_buffer_printf(out, "%s%s %s", first ? "" : " · ", vitals_profile_name(elsewhere->profile),
                     elsewhere->health == VITALS_HEALTH_UNASSESSED
                         ? "no health"
                         : word_of(elsewhere->health, elsewhere->kstatus));
}

/* Profiles that agree are on one line; the others have a line each, with their message. */
static void add_elsewhere(vt_buffer *out, const vitals_explanation *explanation) {
    vitals_other_profile elsewhere;
    bool first = true;
    for (size_t i = 0;
         vitals_explanation_other_profile_at(explanation, i, &elsewhere, sizeof elsewhere); i++) {
        if (!elsewhere.agrees) continue;
        if (first) add_label(out, "Elsewhere");
        add_one_elsewhere(out, &elsewhere, first);
        first = false;
    }
    if (!first) vt_buffer_add_terminated(out, ": they agree\n");
    for (size_t i = 0;
         vitals_explanation_other_profile_at(explanation, i, &elsewhere, sizeof elsewhere); i++) {
        if (elsewhere.agrees) continue;
        const size_t start = out->size;
        add_label(out, first ? "Elsewhere" : "");
        add_one_elsewhere(out, &elsewhere, true);
        if (elsewhere.message.size) vt_buffer_add_terminated(out, ": ");
        vt_quote_append_visible(out, text_first_line(elsewhere.message));
        add_right(out, start, vt_text_from("DISAGREES"));
        vt_buffer_add_terminated(out, "\n");
        first = false;
    }
}

static void add_cost(vt_buffer *out, const vitals_explanation *explanation) {
    const char *limit = NULL;
    uint64_t most = 0;
    const uint64_t steps = vitals_explanation_steps(explanation, &limit, &most);
    if (!limit) return;
    add_label(out, "Cost");
    vt_buffer_printf(out, "%llu of %llu (%s)\n", (unsigned long long)steps,
                     (unsigned long long)most, limit);
}

static void add_limit(vt_buffer *out, const vitals_explanation *explanation) {
    const char *limit = vitals_explanation_limit(explanation);
    if (!limit) return;
    add_label(out, "Incomplete");
    vt_buffer_printf(out, "fields and expressions were cut at the limit %s\n", limit);
}

static void add_next(vt_buffer *out, const cli_explained *explained) {
    vitals_origin origin;
    vitals_document_origin(explained->document, &origin, sizeof origin);
    add_label(out, "Next");
    vt_buffer_add_terminated(out, "vitals new check ");
    vt_quote_append_visible(out, explained->group);
    vt_buffer_add_terminated(out, "/");
    vt_quote_append_visible(out, explained->kind);
    vt_buffer_add_terminated(out, " --from ");
    vt_quote_append_visible(out, vt_text_from(origin.file));
    vt_buffer_add_terminated(out, "\n");
}

/* The rule that would decide. Without an object there is no verdict. */
static void add_kind(vt_buffer *out, const vitals_explanation *explanation,
                     const cli_explained *explained) {
    const vitals_verdict *verdict = vitals_explanation_verdict(explanation);
    const vitals_source source = vitals_verdict_source(verdict);
    const size_t start = out->size;
    add_label(out, "Decides");
    if (source == VITALS_SOURCE_NONE) {
        vt_buffer_add_terminated(out, "no rule for ");
        vt_quote_append_visible(out, explained->group);
        if (explained->group.size) vt_buffer_add_terminated(out, "/");
        vt_quote_append_visible(out, explained->kind);
    } else {
        vt_buffer_printf(out, "%s ", vitals_source_name(source));
        vt_quote_append_visible(out, vitals_verdict_rule(verdict));
        vt_buffer_add_terminated(out, kind_of_key(explanation, source));
        add_right(out, start, vitals_verdict_rule_at(verdict));
    }
    vt_buffer_add_terminated(out, "\n");
    add_considered(out, explanation);
}

void explanation_add_text(vt_buffer *out, const vitals_explanation *explanation,
                          const cli_explained *explained) {
    const vitals_verdict *verdict = vitals_explanation_verdict(explanation);
    add_title(out, explained);
    if (!explained->document) {
        add_kind(out, explanation, explained);
        return;
    }
    add_verdict(out, verdict, explained);
    add_because(out, explanation);
    vt_buffer_add_terminated(out, "\n");
    add_decided(out, explanation, verdict, explained);
    add_fields(out, explanation);
    add_parts(out, explanation);
    add_below(out, explanation);
    add_considered(out, explanation);
    add_elsewhere(out, explanation);
    add_cost(out, explanation);
    add_limit(out, explanation);
    if (vitals_verdict_health(verdict) == VITALS_HEALTH_UNASSESSED &&
        !vitals_kind_has_no_health(explained->group, explained->kind)) {
        add_next(out, explained);
    }
}

/* -------------------------------------------------------------------- JSON */

void explanation_add_json(vt_buffer *out, const vitals_explanation *explanation,
                          const cli_explained *explained) {
    char *json = NULL;
    size_t size = 0;
    if (vitals_explanation_json(explanation, &json, &size) != VITALS_OK) memory_exhausted();
    vt_buffer_add_bytes(out, json, size - 1); /* without its brace */
    vitals_text_free(NULL, json, size);
    coverage_add_member(out, explained->coverage);
    vt_buffer_add_terminated(out, "}\n");
}
