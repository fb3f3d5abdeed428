/*
** -o junit, github and sarif: what fails, and what is waited for, for CI systems. Objects that do not
** count are left out, as they are from the exit status.
*/
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "output/ci.h"

/* One object that is shown, with its texts. */
typedef struct ci_object {
    const cli_answer *answer;
    tally_outcome outcome;
    cli_text name;    /* shop/web */
    cli_text kind;    /* apps/Deployment */
    cli_text message; /* Degraded: … */
} ci_object;

static vitals_text text_of(cli_text *text) {
    return text_from(text_string(text));
}

/* What failed: its status, or its delivery alone. */
static const char delivery_failed[] = "DeliveryFailed";

static const char *word_of(const cli_answer *answer) {
    return answer_colour(answer) == answer->health ? answer_word(answer) : delivery_failed;
}

static void fill(const cli_run *run, ci_object *object, uint32_t index) {
    const cli_answer *answer = object->answer = &entry_at(run, index)->answer;
    char *because = because_of_entry(run, index);
    object->outcome = tally_outcome_of(answer, run->failure);
    text_clear(&object->name);
    text_clear(&object->kind);
    text_clear(&object->message);
    text_printf(&object->kind, "%s%s%s", answer->group, *answer->group ? "/" : "", answer->kind);
    text_printf(&object->name, "%s%s%s", answer->namespace, *answer->namespace ? "/" : "",
                answer->name);
    text_printf(&object->message, "%s: ", answer_word(answer));
    answer_add_message(&object->message, answer);
    if (because) text_printf(&object->message, "; because %s", because);
    free(because);
}

static void object_done(ci_object *object) {
    text_done(&object->name);
    text_done(&object->kind);
    text_done(&object->message);
}

static bool is_counted(const cli_entry *entry) {
    return show_has_row(entry) && entry->answer.counted && !entry->answer.owned;
}

static void write_text(cli_text *out) {
    terminal_write(out->bytes, out->size);
    text_clear(out);
}

/* -------------------------------------------------------------------- junit */

static void add_outcome(cli_text *out, ci_object *object) {
    const bool failed = object->outcome == TALLY_FAILED;
    text_printf(out, ">\n      <%s", failed ? "failure" : "skipped");
    if (failed) text_printf(out, " type=\"%s\"", word_of(object->answer));
    text_add_string(out, " message=\"");
    ci_add_xml(out, text_of(&object->message));
    if (!failed) {
        text_add_string(out, "\"/>\n    </testcase>\n");
        return;
    }
    cli_text origin = TEXT_INIT;
    answer_add_origin(&origin, object->answer);
    text_add_string(out, "\">");
    ci_add_xml(out, text_of(&origin));
    text_add_string(out, "</failure>\n    </testcase>\n");
    text_done(&origin);
}

static void add_testcase(cli_text *out, ci_object *object) {
    text_add_string(out, "    <testcase classname=\"");
    ci_add_xml(out, text_of(&object->kind));
    text_add_string(out, "\" name=\"");
    ci_add_xml(out, text_of(&object->name));
    text_add_string(out, "\"");
    if (object->outcome == TALLY_FINE) {
        text_add_string(out, "/>\n");
    } else {
        add_outcome(out, object);
    }
}

/* The outcomes of the objects that are shown: --only may leave some out. */
static void add_suite(const cli_run *run, const uint32_t *order, size_t count, cli_text *out) {
    size_t outcomes[TALLY_FAILED + 1] = { 0 };
    const size_t errors =
        vitals_coverage_lost(run->coverage.list, NULL) - vitals_coverage_more(run->coverage.list);
    for (size_t i = 0; i < count; i++) {
        outcomes[tally_outcome_of(&entry_at(run, order[i])->answer, run->failure)]++;
    }
    text_add_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                         "  <testsuite name=\"");
    ci_add_xml(out, text_from(run->groups[0].name));
    text_printf(out, "\" tests=\"%zu\" failures=\"%zu\"", count + errors, outcomes[TALLY_FAILED]);
    if (errors) text_printf(out, " errors=\"%zu\"", errors);
    text_printf(out, " skipped=\"%zu\">\n", outcomes[TALLY_WAITING] + outcomes[TALLY_WITHOUT_RULE]);
}

/* What is waited for, or has no rule, is a test that was skipped. */
void show_junit(cli_run *run) {
    cli_text out = TEXT_INIT;
    ci_object object = { .answer = NULL };
    size_t count = 0;
    uint32_t *order = show_order(run, is_counted, &count);
    because_prepare(run);
    add_suite(run, order, count, &out);
    for (size_t i = 0; i < count; i++) {
        fill(run, &object, order[i]);
        add_testcase(&out, &object);
        write_text(&out);
    }
    ci_add_unread_testcases(&out, &run->coverage);
    text_add_string(&out, "  </testsuite>\n</testsuites>\n");
    write_text(&out);
    object_done(&object);
    text_done(&out);
    free(order);
}

/* ------------------------------------------------------------------- github */

static bool is_trouble(const ci_object *object) {
    return object->outcome == TALLY_FAILED || object->outcome == TALLY_WAITING;
}

void show_github(cli_run *run) {
    cli_text out = TEXT_INIT, title = TEXT_INIT;
    ci_object object = { .answer = NULL };
    size_t count = 0;
    uint32_t *order = show_order(run, is_counted, &count);
    because_prepare(run);
    for (size_t i = 0; i < count; i++) {
        fill(run, &object, order[i]);
        if (!is_trouble(&object)) continue;
        text_clear(&title);
        text_printf(&title, "%s:%s", text_string(&object.kind), text_string(&object.name));
        const ci_place place = { text_from(object.answer->file), object.answer->place, 0 };
        ci_add_annotation(&out, object.outcome == TALLY_FAILED ? "error" : "warning", place,
                          text_of(&title), text_of(&object.message));
        write_text(&out);
    }
    ci_add_unread_annotations(&out, &run->coverage);
    if (out.size) write_text(&out);
    object_done(&object);
    text_done(&title);
    text_done(&out);
    free(order);
}

/* -------------------------------------------------------------------- sarif */

static void add_rule(cJSON *list, const char *id, const char *description) {
    cJSON *rule = cJSON_CreateObject();
    cJSON_AddStringToObject(rule, "id", id);
    cJSON_AddStringToObject(cJSON_AddObjectToObject(rule, "shortDescription"), "text", description);
    cJSON_AddItemToArray(list, rule);
}

/* The statuses are the rules, and what was not delivered. */
static void add_rules(cJSON *driver) {
    cJSON *list = cJSON_AddArrayToObject(driver, "rules");
    cli_text text = TEXT_INIT;
    for (size_t i = 0; answer_words[i]; i++) {
        text_clear(&text);
        text_printf(&text, "the object is %s", answer_words[i]);
        add_rule(list, answer_words[i], text_string(&text));
    }
    add_rule(list, delivery_failed, "the delivery of the object has failed");
    text_done(&text);
}

static void add_physical_location(cJSON *location, const cli_answer *answer) {
    cJSON *physical = cJSON_AddObjectToObject(location, "physicalLocation");
    ci_add_uri(cJSON_AddObjectToObject(physical, "artifactLocation"), answer->file);
    if (!answer->place) return;
    cJSON_AddNumberToObject(cJSON_AddObjectToObject(physical, "region"), "startLine",
                            answer->place);
}

static void add_location(cJSON *result, ci_object *object) {
    cli_text name = TEXT_INIT;
    cJSON *location = cJSON_CreateObject(), *logical = cJSON_CreateObject();
    if (!choice_is(object->answer->file, "-")) add_physical_location(location, object->answer);
    text_printf(&name, "%s:%s", text_string(&object->kind), text_string(&object->name));
    cJSON_AddStringToObject(logical, "fullyQualifiedName", text_string(&name));
    cJSON_AddStringToObject(logical, "kind", "resource");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(location, "logicalLocations"), logical);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"), location);
    text_done(&name);
}

static cJSON *result_of(ci_object *object) {
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", word_of(object->answer));
    cJSON_AddStringToObject(result, "level", object->outcome == TALLY_FAILED ? "error" : "warning");
    cJSON_AddStringToObject(cJSON_AddObjectToObject(result, "message"), "text",
                            text_string(&object->message));
    add_location(result, object);
    return result;
}

void show_sarif(cli_run *run) {
    ci_object object = { .answer = NULL };
    ci_sarif sarif;
    cJSON *driver = NULL, *log = ci_sarif_run(&driver);
    size_t count = 0;
    uint32_t *order = show_order(run, is_counted, &count);
    because_prepare(run);
    add_rules(driver);
    ci_add_invocations(log, &run->coverage);
    ci_sarif_begin(&sarif, log);
    for (size_t i = 0; i < count; i++) {
        fill(run, &object, order[i]);
        if (is_trouble(&object)) ci_sarif_add(&sarif, result_of(&object));
    }
    ci_sarif_end(&sarif);
    object_done(&object);
    free(order);
}
