/* -o github and junit of `vitals compare --from --to`: what an upgrade changes, for CI systems. */
#include <string.h>

#include "base/memory.h"
#include "compare/compare.h"
#include "output/ci.h"

/* What is shown: an object, or an application with --by application. */
typedef struct shown_change {
    vt_buffer kind, name, text;
    const compare_answer *answers;
    ci_place place;
    bool changed;
} shown_change;

static void change_start(shown_change *change, const compare_answer *answers, bool changed) {
    *change = (shown_change){ BUFFER_INIT, BUFFER_INIT, BUFFER_INIT, answers, .changed = changed };
}

static void change_done(shown_change *change) {
    vt_buffer_done(&change->kind);
    vt_buffer_done(&change->name);
    vt_buffer_done(&change->text);
}

static void fill_object(const compare_run *run, const compare_result *result,
                        shown_change *change) {
    const cli_answer *object = &entry_at(&run->base, result->entry)->answer;
    change_start(change, result->answers, result->disagree);
    change->place = (ci_place){ vt_text_from(object->file), object->place, 0 };
    vt_buffer_printf(&change->kind, "%s%s%s", object->group, *object->group ? "/" : "",
                     object->kind);
    vt_buffer_printf(&change->name, "%s%s%s%s%s", object->cluster ? object->cluster : "",
                     object->cluster ? "/" : "", object->namespace, *object->namespace ? "/" : "",
                     object->name);
    if (change->changed) compare_add_change(&change->text, result->answers, result->note);
}

/* The objects of the application that change. */
static void add_objects(const compare_run *run, size_t application, vt_buffer *text) {
    for (size_t i = 0; i < run->disagreements; i++) {
        const compare_result *result = &run->results[i];
        if (result->application != application) continue;
        vt_buffer_add_terminated(text, "; ");
        answer_add_resource(text, &entry_at(&run->base, result->entry)->answer);
        vt_buffer_add_terminated(text, ": ");
        compare_add_change(text, result->answers, result->note);
    }
}

static void fill_application(const compare_run *run, size_t index, shown_change *change) {
    const compare_application *own = &run->applications[index];
    change_start(change, own->answers, own->disagree);
    vt_buffer_add_terminated(&change->kind, "application");
    vt_buffer_printf(&change->name, "%s%s%s", own->cluster ? own->cluster : "",
                     own->cluster ? "/" : "", own->name);
    if (!change->changed) return;
    compare_add_change(&change->text, own->answers, own->note);
    add_objects(run, index, &change->text);
}

static size_t change_count(const compare_run *run) {
    return run->options->by == COMPARE_BY_APPLICATION ? run->application_count : run->result_count;
}

static void fill(const compare_run *run, size_t index, shown_change *change) {
    if (run->options->by == COMPARE_BY_APPLICATION) {
        fill_application(run, index, change);
    } else {
        fill_object(run, &run->results[index], change);
    }
}

static void write_out(vt_buffer *out) {
    if (out->size) terminal_write(out->bytes, out->size);
    vt_buffer_clear(out);
}

/* -------------------------------------------------------------------- github */

void compare_show_github(const compare_run *run) {
    vt_buffer out = BUFFER_INIT, title = BUFFER_INIT;
    for (size_t i = 0; i < change_count(run); i++) {
        shown_change change;
        fill(run, i, &change);
        if (change.changed) {
            const bool worse = vitals_health_severity(change.answers[1].health) >
                               vitals_health_severity(change.answers[0].health);
            vt_buffer_clear(&title);
            vt_buffer_printf(&title, "%s:%s", vt_buffer_string(&change.kind),
                             vt_buffer_string(&change.name));
            ci_add_annotation(&out, worse ? "error" : "warning", change.place,
                              vt_buffer_text(&title), vt_buffer_text(&change.text));
            write_out(&out);
        }
        change_done(&change);
    }
    ci_add_unread_annotations(&out, &run->base.coverage);
    write_out(&out);
    vt_buffer_done(&title);
    vt_buffer_done(&out);
}

/* --------------------------------------------------------------------- junit */

static void add_attribute(vt_buffer *out, const char *name, vitals_text value) {
    vt_buffer_printf(out, " %s=\"", name);
    ci_add_xml(out, value);
    vt_buffer_add_terminated(out, "\"");
}

static void add_property(vt_buffer *out, const compare_run *run, size_t side) {
    static const char *const names[] = { "from", "to" };
    vt_buffer words = BUFFER_INIT;
    judged_add_words(&words, &run->judged[side]);
    vt_buffer_add_terminated(out, "      <property");
    add_attribute(out, "name", vt_text_from(names[side]));
    add_attribute(out, "value", vt_buffer_text(&words));
    vt_buffer_add_terminated(out, "/>\n");
    vt_buffer_done(&words);
}

static void add_suite(vt_buffer *out, const compare_run *run) {
    vt_buffer name = BUFFER_INIT;
    const size_t errors = coverage_count_errors(&run->base.coverage);
    const bool by = run->options->by == COMPARE_BY_APPLICATION;
    compare_add_side(&name, run, 0);
    vt_buffer_add_terminated(&name, " to ");
    compare_add_side(&name, run, 1);
    vt_buffer_add_terminated(
        out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    add_attribute(out, "name", vt_buffer_text(&name));
    vt_buffer_printf(out, " tests=\"%zu\" failures=\"%zu\"", change_count(run) + errors,
                     by ? run->changed_applications : run->disagreements);
    if (errors) vt_buffer_printf(out, " errors=\"%zu\"", errors);
    vt_buffer_add_terminated(out, ">\n    <properties>\n");
    add_property(out, run, 0);
    add_property(out, run, 1);
    vt_buffer_add_terminated(out, "    </properties>\n");
    vt_buffer_done(&name);
}

static void add_testcase(vt_buffer *out, shown_change *change) {
    vt_buffer_add_terminated(out, "    <testcase");
    add_attribute(out, "classname", vt_buffer_text(&change->kind));
    add_attribute(out, "name", vt_buffer_text(&change->name));
    if (!change->changed) {
        vt_buffer_add_terminated(out, "/>\n");
        return;
    }
    vt_buffer_add_terminated(out, ">\n      <failure");
    add_attribute(out, "type", vt_text_from(compare_word(&change->answers[1])));
    add_attribute(out, "message", vt_buffer_text(&change->text));
    vt_buffer_add_terminated(out, "/>\n    </testcase>\n");
}

void compare_show_junit(const compare_run *run) {
    vt_buffer out = BUFFER_INIT;
    add_suite(&out, run);
    for (size_t i = 0; i < change_count(run); i++) {
        shown_change change;
        fill(run, i, &change);
        add_testcase(&out, &change);
        write_out(&out);
        change_done(&change);
    }
    ci_add_unread_testcases(&out, &run->base.coverage);
    vt_buffer_add_terminated(&out, "  </testsuite>\n</testsuites>\n");
    write_out(&out);
    vt_buffer_done(&out);
}
