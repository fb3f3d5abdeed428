/* Explanations as text; the JSON is the library's. */
#include "output/show_explanation.h"

#include <string.h>

#include "base/memory.h"
#include "input/time.h"

enum { LABEL_COLUMNS = 13, PLACE_COLUMN = 88, PATH_COLUMNS = 34 };

/* -------------------------------------------------------------------- text */

static void add_label(cli_text *out, const char *label) {
    text_printf(out, "%-*s", LABEL_COLUMNS, label);
}

/* Text on the right-hand side, at least two columns away. */
static void add_right(cli_text *out, size_t line_start, vitals_text right) {
    const size_t used = text_columns(text_string(out) + line_start);
    if (!right.size) return;
    text_add_spaces(out, used + 2 < PLACE_COLUMN ? PLACE_COLUMN - used : 2);
    text_add_visible(out, right);
}

static const char *word_of(vitals_health health, vitals_kstatus kstatus) {
    if (kstatus != VITALS_KSTATUS_NONE) return vitals_kstatus_name(kstatus);
    return health == VITALS_HEALTH_EMPTY ? "Empty" : vitals_health_name(health);
}

static void add_origin(cli_text *out, const cli_explained *explained) {
    vitals_origin origin;
    vitals_document_origin(explained->document, &origin, sizeof origin);
    text_add_visible(out, text_from(origin.file));
    if (origin.line) text_printf(out, ":%u", origin.line);
}

static void add_title(cli_text *out, const cli_explained *explained) {
    const size_t start = out->size;
    text_add_visible(out, explained->kind);
    if (explained->group.size) text_add_string(out, ".");
    text_add_visible(out, explained->group);
    if (explained->document) {
        cli_text origin = TEXT_INIT;
        const vitals_text namespace = vitals_document_namespace(explained->document);
        text_add_string(out, " ");
        text_add_visible(out, namespace);
        if (namespace.size) text_add_string(out, "/");
        text_add_visible(out, vitals_document_name(explained->document));
        add_origin(&origin, explained);
        add_right(out, start, text_from(text_string(&origin)));
        text_done(&origin);
    }
    text_add_string(out, "\n");
}

static void add_age_since(cli_text *out, const vitals_verdict *verdict, int64_t now) {
    int64_t since = 0;
    const vitals_text time = vitals_verdict_since(verdict);
    if (!time.bytes || !time_parse(time, &since) || since > now) return;
    text_add_string(out, " for ");
    time_add_age(out, now - since);
}

/* The lines of a message below each other, without line breaks at its end. */
static void add_lines(cli_text *out, vitals_text message) {
    while (message.size && message.bytes[message.size - 1] == '\n') message.size--;
    for (bool first = true; first || message.size; first = false) {
        const vitals_text line = text_first_line(message);
        if (!first) text_add_string(out, "\n  ");
        text_add_visible(out, line);
        const size_t used = line.size + (line.size < message.size);
        message = (vitals_text){ message.bytes + used, message.size - used };
        if (used == 0) break;
    }
}

static void add_verdict(cli_text *out, const vitals_verdict *verdict,
                        const cli_explained *explained) {
    const vitals_health health = vitals_verdict_health(verdict);
    const vitals_text message = vitals_verdict_message(verdict);
    terminal_add_status(&explained->terminal, out, health,
                        word_of(health, vitals_verdict_kstatus(verdict)));
    add_age_since(out, verdict, explained->now_seconds);
    if (message.size) text_add_string(out, ": ");
    add_lines(out, message);
    if (health == VITALS_HEALTH_UNASSESSED) {
        text_add_string(out, ": no rule for ");
        text_add_visible(out, explained->group);
        if (explained->group.size) text_add_string(out, "/");
        text_add_visible(out, explained->kind);
    }
    text_add_string(out, "\n");
}

static void add_because(cli_text *out, const vitals_explanation *explanation) {
    const vitals_text because = vitals_explanation_because(explanation);
    if (!because.size) return;
    text_add_string(out, "because ");
    text_add_visible(out, because);
    text_add_string(out, "\n");
}

static void add_script(cli_text *out, const vitals_explanation *explanation) {
    vitals_script_line line;
    for (size_t i = 0; vitals_explanation_line_at(explanation, i, &line, sizeof line); i++) {
        const size_t start = out->size;
        text_add_spaces(out, LABEL_COLUMNS);
        text_printf(out, "%s%4u │ ", line.decided ? "→" : " ", line.line);
        text_add_visible(out, line.text);
        if (line.decided && line.line != line.script_line) {
            cli_text inner = TEXT_INIT;
            text_printf(&inner, "line %u of the script", line.script_line);
            add_right(out, start, text_from(text_string(&inner)));
            text_done(&inner);
        }
        text_add_string(out, "\n");
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

static void add_decided(cli_text *out, const vitals_explanation *explanation,
                        const vitals_verdict *verdict, const cli_explained *explained) {
    const vitals_source source = vitals_verdict_source(verdict);
    const vitals_text row = vitals_verdict_row(verdict);
    const size_t start = out->size;
    if (source == VITALS_SOURCE_NONE) return;
    add_label(out, "Decided by");
    text_add_string(out, vitals_source_name(source));
    if (vitals_verdict_rule(verdict).size) text_add_string(out, " ");
    text_add_visible(out, vitals_verdict_rule(verdict));
    text_add_string(out, kind_of_key(explanation, source));
    if (row.size) text_add_string(out, ", row ");
    text_add_visible(out, row);
    if (!vitals_verdict_rule_at(verdict).size && vitals_verdict_line(verdict)) {
        text_printf(out, ", line %u", vitals_verdict_line(verdict));
    }
    if (is_own_script(explained, verdict)) {
        text_add_string(out, ", a check of vitals, not Argo CD's own script");
    }
    add_right(out, start, vitals_verdict_rule_at(verdict));
    text_add_string(out, "\n");
    add_script(out, explanation);
}

static void add_fields(cli_text *out, const vitals_explanation *explanation) {
    vitals_field field;
    for (size_t i = 0; vitals_explanation_field_at(explanation, i, &field, sizeof field); i++) {
        cli_text path = TEXT_INIT;
        add_label(out, i ? "" : "Fields read");
        text_add_visible(&path, field.path);
        const size_t columns = text_columns(text_string(&path));
        text_add_string(out, text_string(&path));
        text_add_spaces(out, columns < PATH_COLUMNS ? PATH_COLUMNS + 1 - columns : 1);
        text_add_visible(out, field.value.bytes ? field.value : text_from("absent"));
        text_add_string(out, "\n");
        text_done(&path);
    }
}

static void add_parts(cli_text *out, const vitals_explanation *explanation) {
    vitals_subexpression part;
    for (size_t i = 0; vitals_explanation_subexpression_at(explanation, i, &part, sizeof part);
         i++) {
        add_label(out, i ? "" : "Expression");
        text_add_visible(out, part.text);
        text_add_string(out, "  =  ");
        text_add_visible(out, part.value);
        text_add_string(out, "\n");
    }
}

static void add_below(cli_text *out, const vitals_explanation *explanation) {
    vitals_descendant below;
    for (size_t i = 0; vitals_explanation_descendant_at(explanation, i, &below, sizeof below);
         i++) {
        add_label(out, i ? "" : "Below it");
        text_add_visible(out, below.kind);
        text_add_string(out, "/");
        text_add_visible(out, below.name);
        text_printf(out, " %s: ", vitals_health_name(below.health));
        text_add_visible(out, text_first_line(below.message));
        text_add_string(out, "    (not counted)\n");
    }
}

static void add_considered(cli_text *out, const vitals_explanation *explanation) {
    vitals_considered considered;
    for (size_t i = 0;
         vitals_explanation_considered_at(explanation, i, &considered, sizeof considered); i++) {
        add_label(out, i ? "" : "Considered");
        if (considered.text.size) {
            text_printf(out, "%-14s %-11s ", vitals_source_name(considered.source),
                        considered.outcome);
        } else {
            text_printf(out, "%-14s %s", vitals_source_name(considered.source), considered.outcome);
        }
        text_add_visible(out, considered.text);
        text_add_string(out, "\n");
    }
}

static void add_one_elsewhere(cli_text *out, const vitals_other_profile *elsewhere, bool first) {
    text_printf(out, "%s%s %s", first ? "" : " · ", vitals_profile_name(elsewhere->profile),
                elsewhere->health == VITALS_HEALTH_UNASSESSED
                    ? "no health"
                    : word_of(elsewhere->health, elsewhere->kstatus));
}

/* Profiles that agree are on one line; the others have a line each, with their message. */
static void add_elsewhere(cli_text *out, const vitals_explanation *explanation) {
    vitals_other_profile elsewhere;
    bool first = true;
    for (size_t i = 0;
         vitals_explanation_other_profile_at(explanation, i, &elsewhere, sizeof elsewhere); i++) {
        if (!elsewhere.agrees) continue;
        if (first) add_label(out, "Elsewhere");
        add_one_elsewhere(out, &elsewhere, first);
        first = false;
    }
    if (!first) text_add_string(out, ": they agree\n");
    for (size_t i = 0;
         vitals_explanation_other_profile_at(explanation, i, &elsewhere, sizeof elsewhere); i++) {
        if (elsewhere.agrees) continue;
        const size_t start = out->size;
        add_label(out, first ? "Elsewhere" : "");
        add_one_elsewhere(out, &elsewhere, true);
        if (elsewhere.message.size) text_add_string(out, ": ");
        text_add_visible(out, text_first_line(elsewhere.message));
        add_right(out, start, text_from("DISAGREES"));
        text_add_string(out, "\n");
        first = false;
    }
}

static void add_cost(cli_text *out, const vitals_explanation *explanation) {
    const char *limit = NULL;
    uint64_t most = 0;
    const uint64_t steps = vitals_explanation_steps(explanation, &limit, &most);
    if (!limit) return;
    add_label(out, "Cost");
    text_printf(out, "%llu of %llu (%s)\n", (unsigned long long)steps, (unsigned long long)most,
                limit);
}

static void add_limit(cli_text *out, const vitals_explanation *explanation) {
    const char *limit = vitals_explanation_limit(explanation);
    if (!limit) return;
    add_label(out, "Incomplete");
    text_printf(out, "fields and expressions were cut at the limit %s\n", limit);
}

static void add_next(cli_text *out, const cli_explained *explained) {
    vitals_origin origin;
    vitals_document_origin(explained->document, &origin, sizeof origin);
    add_label(out, "Next");
    text_add_string(out, "vitals new check ");
    text_add_visible(out, explained->group);
    text_add_string(out, "/");
    text_add_visible(out, explained->kind);
    text_add_string(out, " --from ");
    text_add_visible(out, text_from(origin.file));
    text_add_string(out, "\n");
}

/* The rule that would decide. Without an object there is no verdict. */
static void add_kind(cli_text *out, const vitals_explanation *explanation,
                     const cli_explained *explained) {
    const vitals_verdict *verdict = vitals_explanation_verdict(explanation);
    const vitals_source source = vitals_verdict_source(verdict);
    const size_t start = out->size;
    add_label(out, "Decides");
    if (source == VITALS_SOURCE_NONE) {
        text_add_string(out, "no rule for ");
        text_add_visible(out, explained->group);
        if (explained->group.size) text_add_string(out, "/");
        text_add_visible(out, explained->kind);
    } else {
        text_printf(out, "%s ", vitals_source_name(source));
        text_add_visible(out, vitals_verdict_rule(verdict));
        text_add_string(out, kind_of_key(explanation, source));
        add_right(out, start, vitals_verdict_rule_at(verdict));
    }
    text_add_string(out, "\n");
    add_considered(out, explanation);
}

void explanation_add_text(cli_text *out, const vitals_explanation *explanation,
                          const cli_explained *explained) {
    const vitals_verdict *verdict = vitals_explanation_verdict(explanation);
    add_title(out, explained);
    if (!explained->document) {
        add_kind(out, explanation, explained);
        return;
    }
    add_verdict(out, verdict, explained);
    add_because(out, explanation);
    text_add_string(out, "\n");
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

void explanation_add_json(cli_text *out, const vitals_explanation *explanation,
                          const cli_explained *explained) {
    char *json = NULL;
    size_t size = 0;
    if (vitals_explanation_json(explanation, &json, &size) != VITALS_OK) memory_exhausted();
    text_add(out, json, size - 1); /* without its brace */
    vitals_text_free(NULL, json, size);
    coverage_add_member(out, explained->coverage);
    text_add_string(out, "}\n");
}
