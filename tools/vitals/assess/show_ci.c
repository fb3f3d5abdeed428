/*
** -o junit, github and sarif: what fails, and what is waited for, for CI systems. Objects that do not
** count are left out, as they are from the exit status.
*/
#include <stdlib.h>

#include "assess/assess.h"
#include "base/memory.h"
#include "output/ci.h"
#include "output/judged.h"

/* One object that is shown, with its texts. */
typedef struct ci_object {
    const cli_answer *answer;
    tally_outcome outcome;
    vt_buffer name;    /* shop/web */
    vt_buffer kind;    /* apps/Deployment */
    vt_buffer message; /* Degraded: … */
} ci_object;

#define CI_OBJECT_INIT                                                                             \
    { .name = BUFFER_INIT, .kind = BUFFER_INIT, .message = BUFFER_INIT }

static vitals_text text_of(vt_buffer *text) {
    return vt_text_from(vt_buffer_string(text));
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
    vt_buffer_clear(&object->name);
    vt_buffer_clear(&object->kind);
    vt_buffer_clear(&object->message);
    vt_buffer_printf(&object->kind, "%s%s%s", answer->group, *answer->group ? "/" : "",
                     answer->kind);
    vt_buffer_printf(&object->name, "%s%s%s", answer->namespace, *answer->namespace ? "/" : "",
                     answer->name);
    vt_buffer_printf(&object->message, "%s: ", answer_word(answer));
    answer_add_message(&object->message, answer);
    if (because) vt_buffer_printf(&object->message, "; because %s", because);
    free(because);
}

static void object_done(ci_object *object) {
    vt_buffer_done(&object->name);
    vt_buffer_done(&object->kind);
    vt_buffer_done(&object->message);
}

static bool is_counted(const cli_entry *entry) {
    return show_has_row(entry) && entry->answer.counted && !entry->answer.owned;
}

static void write_text(vt_buffer *out) {
    terminal_write(out->bytes, out->size);
    vt_buffer_clear(out);
}

/* -------------------------------------------------------------------- junit */

static void add_outcome(vt_buffer *out, ci_object *object) {
    const bool failed = object->outcome == TALLY_FAILED;
    vt_buffer_printf(out, ">\n      <%s", failed ? "failure" : "skipped");
    if (failed) vt_buffer_printf(out, " type=\"%s\"", word_of(object->answer));
    vt_buffer_add_terminated(out, " message=\"");
    ci_add_xml(out, text_of(&object->message));
    if (!failed) {
        vt_buffer_add_terminated(out, "\"/>\n    </testcase>\n");
        return;
    }
    vt_buffer origin = BUFFER_INIT;
    answer_add_origin(&origin, object->answer);
    vt_buffer_add_terminated(out, "\">");
    ci_add_xml(out, text_of(&origin));
    vt_buffer_add_terminated(out, "</failure>\n    </testcase>\n");
    vt_buffer_done(&origin);
}

static void add_testcase(vt_buffer *out, ci_object *object) {
    vt_buffer_add_terminated(out, "    <testcase classname=\"");
    ci_add_xml(out, text_of(&object->kind));
    vt_buffer_add_terminated(out, "\" name=\"");
    ci_add_xml(out, text_of(&object->name));
    vt_buffer_add_terminated(out, "\"");
    if (object->outcome == TALLY_FINE) {
        vt_buffer_add_terminated(out, "/>\n");
    } else {
        add_outcome(out, object);
    }
}

static void add_judged(const cli_run *run, vt_buffer *out) {
    const cli_judged judged = judged_of_call(&run->rules.call, run->rules.bundled);
    vt_buffer words = BUFFER_INIT;
    judged_add_words(&words, &judged);
    vt_buffer_add_terminated(out, "    <properties>\n      <property name=\"judged\" value=\"");
    ci_add_xml(out, vt_buffer_text(&words));
    vt_buffer_add_terminated(out, "\"/>\n    </properties>\n");
    vt_buffer_done(&words);
}

/* The outcomes of the objects that are shown: --only may leave some out. */
static void add_suite(const cli_run *run, const uint32_t *order, size_t count, vt_buffer *out) {
    size_t outcomes[TALLY_FAILED + 1] = { 0 };
    const size_t errors = coverage_count_errors(&run->coverage);
    for (size_t i = 0; i < count; i++) {
        outcomes[tally_outcome_of(&entry_at(run, order[i])->answer, run->failure)]++;
    }
    vt_buffer_add_terminated(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                                  "  <testsuite name=\"");
    ci_add_xml(out, vt_text_from(run->groups[0].name));
    vt_buffer_printf(out, "\" tests=\"%zu\" failures=\"%zu\"", count + errors,
                     outcomes[TALLY_FAILED]);
    if (errors) vt_buffer_printf(out, " errors=\"%zu\"", errors);
    vt_buffer_printf(out, " skipped=\"%zu\">\n",
                     outcomes[TALLY_WAITING] + outcomes[TALLY_WITHOUT_RULE]);
    add_judged(run, out);
}

/* What is waited for, or has no rule, is a test that was skipped. */
void show_junit(cli_run *run) {
    vt_buffer out = BUFFER_INIT;
    ci_object object = CI_OBJECT_INIT;
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
    vt_buffer_add_terminated(&out, "  </testsuite>\n</testsuites>\n");
    write_text(&out);
    object_done(&object);
    vt_buffer_done(&out);
    free(order);
}

/* ------------------------------------------------------------------- github */

static bool is_trouble(const ci_object *object) {
    return object->outcome == TALLY_FAILED || object->outcome == TALLY_WAITING;
}

void show_github(cli_run *run) {
    vt_buffer out = BUFFER_INIT, title = BUFFER_INIT;
    ci_object object = CI_OBJECT_INIT;
    size_t count = 0;
    uint32_t *order = show_order(run, is_counted, &count);
    because_prepare(run);
    for (size_t i = 0; i < count; i++) {
        fill(run, &object, order[i]);
        if (!is_trouble(&object)) continue;
        vt_buffer_clear(&title);
        vt_buffer_printf(&title, "%s:%s", vt_buffer_string(&object.kind),
                         vt_buffer_string(&object.name));
        const ci_place place = { vt_text_from(object.answer->file), object.answer->place, 0 };
        ci_add_annotation(&out, object.outcome == TALLY_FAILED ? "error" : "warning", place,
                          text_of(&title), text_of(&object.message));
        write_text(&out);
    }
    ci_add_unread_annotations(&out, &run->coverage);
    if (out.size) write_text(&out);
    object_done(&object);
    vt_buffer_done(&title);
    vt_buffer_done(&out);
    free(order);
}

/* -------------------------------------------------------------------- sarif */

static void add_rule(vt_json_writer *list, const char *id, vitals_text description) {
    vt_json_writer rule = vt_json_add_object(list, NULL);
    vt_json_add_word(&rule, "id", id);
    ci_add_message(&rule, "shortDescription", description);
    vt_json_close(&rule);
}

/* The statuses are the rules, and what was not delivered. */
static void add_rules(vt_json_writer *driver) {
    vt_json_writer list = vt_json_add_array(driver, "rules");
    vt_buffer text = BUFFER_INIT;
    for (size_t i = 0; answer_words[i]; i++) {
        vt_buffer_clear(&text);
        vt_buffer_printf(&text, "the object is %s", answer_words[i]);
        add_rule(&list, answer_words[i], vt_buffer_text(&text));
    }
    add_rule(&list, delivery_failed, VT_TEXT("the delivery of the object has failed"));
    vt_json_close(&list);
    vt_buffer_done(&text);
}

static void add_physical_location(vt_json_writer *location, const cli_answer *answer) {
    vt_json_writer physical = vt_json_add_object(location, "physicalLocation");
    ci_add_artifact(&physical, vt_text_from(answer->file));
    if (answer->place) {
        vt_json_writer region = vt_json_add_object(&physical, "region");
        vt_json_add_unsigned(&region, "startLine", answer->place);
        vt_json_close(&region);
    }
    vt_json_close(&physical);
}

static void add_logical_location(vt_json_writer *location, ci_object *object) {
    vt_buffer name = BUFFER_INIT;
    vt_json_writer list = vt_json_add_array(location, "logicalLocations");
    vt_json_writer logical = vt_json_add_object(&list, NULL);
    vt_buffer_printf(&name, "%s:%s", vt_buffer_string(&object->kind),
                     vt_buffer_string(&object->name));
    vt_json_add_text(&logical, "fullyQualifiedName", vt_buffer_text(&name));
    vt_json_add_word(&logical, "kind", "resource");
    vt_json_close(&logical);
    vt_json_close(&list);
    vt_buffer_done(&name);
}

static void add_result(ci_sarif *sarif, ci_object *object) {
    vt_json_writer result = ci_sarif_add(sarif);
    vt_json_add_word(&result, "ruleId", word_of(object->answer));
    vt_json_add_word(&result, "level", object->outcome == TALLY_FAILED ? "error" : "warning");
    ci_add_message(&result, "message", vt_buffer_text(&object->message));
    vt_json_writer locations = vt_json_add_array(&result, "locations");
    vt_json_writer location = vt_json_add_object(&locations, NULL);
    if (!choice_is(object->answer->file, "-")) add_physical_location(&location, object->answer);
    add_logical_location(&location, object);
    vt_json_close(&location);
    vt_json_close(&locations);
    vt_json_close(&result);
}

void show_sarif(cli_run *run) {
    ci_object object = CI_OBJECT_INIT;
    ci_sarif sarif;
    size_t count = 0;
    uint32_t *order = show_order(run, is_counted, &count);
    because_prepare(run);
    ci_sarif_begin(&sarif);
    add_rules(&sarif.driver);
    ci_sarif_end_driver(&sarif);
    ci_add_invocations(&sarif.run, &run->coverage);
    ci_sarif_begin_results(&sarif);
    for (size_t i = 0; i < count; i++) {
        fill(run, &object, order[i]);
        if (is_trouble(&object)) add_result(&sarif, &object);
    }
    ci_sarif_end(&sarif);
    object_done(&object);
    free(order);
}
