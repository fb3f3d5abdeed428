/* -o junit: a test case for each object that is waited for, one for the delivery, and what was not read. */
#include "base/memory.h"
#include "cluster/wait.h"
#include "output/ci.h"

/* Why the wait itself did not end well; NULL: it did, or an object says it. */
static const char *failure_of(const cli_wait *run) {
    if (run->failure) return run->failure;
    if (run->error) return run->error;
    return run->outcome == WAIT_DONE ? NULL : wait_outcome_sentence(run->outcome);
}

/* The end of an attribute before it, then a failure or the end of the case. */
static void end_case(vt_buffer *out, const char *type, const char *message) {
    if (!type) {
        vt_buffer_add_terminated(out, "\"/>\n");
        return;
    }
    vt_buffer_printf(out, "\">\n      <failure type=\"%s\" message=\"", type);
    ci_add_xml(out, vt_text_from(message));
    vt_buffer_add_terminated(out, "\"/>\n    </testcase>\n");
}

static void add_member_case(vt_buffer *out, const wait_member *member) {
    vt_buffer message = BUFFER_INIT;
    vt_buffer_printf(&message, "%s", wait_member_word(member));
    if (*member->message) vt_buffer_printf(&message, ": %s", member->message);
    if (member->cause) vt_buffer_printf(&message, "; because %s", member->cause);
    vt_buffer_add_terminated(out, "    <testcase classname=\"");
    ci_add_xml(out, vt_text_from(member->group));
    vt_buffer_add_terminated(out, *member->group ? "/" : "");
    ci_add_xml(out, vt_text_from(member->kind));
    vt_buffer_add_terminated(out, "\" name=\"");
    ci_add_xml(out, vt_text_from(member->namespace));
    vt_buffer_add_terminated(out, *member->namespace ? "/" : "");
    ci_add_xml(out, vt_text_from(member->object));
    end_case(out, member->done ? NULL : wait_member_word(member), vt_buffer_string(&message));
    vt_buffer_done(&message);
}

static void add_wait_case(const cli_wait *run, vt_buffer *out, const char *name) {
    vt_buffer_add_terminated(out, "    <testcase classname=\"vitals/wait\" name=\"");
    ci_add_xml(out, vt_text_from(name));
    end_case(out, failure_of(run) ? wait_outcome_name(run->outcome) : NULL, failure_of(run));
}

void wait_ci_add(const cli_wait *run, vt_buffer *out, int64_t now_ms) {
    const char *name = run->options->application ? run->options->application : "wait";
    const size_t errors =
        vitals_coverage_lost(run->coverage.list, NULL) - vitals_coverage_more(run->coverage.list);
    size_t seen = 0, late = 0;
    for (size_t i = 0; i < run->member_count; i++) {
        seen += run->members[i].seen;
        late += run->members[i].seen && !run->members[i].done;
    }
    vt_buffer_add_terminated(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                                  "  <testsuite name=\"");
    ci_add_xml(out, vt_text_from(name));
    vt_buffer_printf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n",
                     seen + 1 + errors, late + (failure_of(run) != NULL), errors,
                     (double)(now_ms - run->started_ms) / 1000);
    add_wait_case(run, out, name);
    for (size_t i = 0; i < run->member_count; i++) {
        if (run->members[i].seen) add_member_case(out, &run->members[i]);
    }
    ci_add_unread_testcases(out, &run->coverage);
    vt_buffer_add_terminated(out, "  </testsuite>\n</testsuites>\n");
}
