/* What a wait prints: lines on a pipe, one block on a terminal, JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cluster/wait.h"
#include "input/time.h"

enum { HEARTBEAT_MS = 60000, LATE_SHOWN = 10 };

static const char *const outcome_names[] = {
    [WAIT_GOES_ON] = "waiting",
    [WAIT_DONE] = "done",
    [WAIT_FAILED] = "failed",
    [WAIT_SUPERSEDED] = "superseded",
    [WAIT_IMPOSSIBLE] = "impossible",
    [WAIT_TIMED_OUT] = "timeout",
    [WAIT_DISCONNECTED] = "disconnected",
    [WAIT_FORBIDDEN] = "forbidden",
    [WAIT_NOT_JUDGED] = "not-judged",
    [WAIT_INTERRUPTED] = "interrupted",
};
_Static_assert(COUNT_OF(outcome_names) == WAIT_OUTCOMES, "a name for each outcome");

/* ------------------------------------------------------------------- pieces */

const char *wait_member_word(const wait_member *member) {
    if (member->unobserved) return "not observed";
    if (!member->judged && member->state) return member->met ? "met" : "waiting";
    return member->judged ? vitals_health_name(member->health) : "not judged";
}

static void add_member(const cli_wait *run, vt_buffer *out, const wait_member *member) {
    vt_buffer_printf(out, "%s  ", member->name);
    if (member->judged) {
        terminal_add_status(&run->terminal, out, member->health, wait_member_word(member));
    } else {
        vt_buffer_printf(out, "%s%s", wait_member_word(member),
                         member->unobserved || member->state ? "" : ": no rule knows it");
    }
    if (*member->message) vt_buffer_printf(out, "  %s", member->message);
}

static void add_counts(const cli_wait *run, vt_buffer *out, int64_t now_ms) {
    vt_buffer_printf(out, "%zu of %zu done", run->done, run->total);
    if (run->delivery) vt_buffer_printf(out, "; delivery %s", run->delivery);
    if (!run->connected) vt_buffer_add_terminated(out, "; not connected");
    if (run->error) vt_buffer_printf(out, ": %s", run->error);
    vt_buffer_add_terminated(out, "; ");
    time_add_age(out, (now_ms - run->started_ms) / 1000);
    if (run->timeout_ms > 0) {
        vt_buffer_add_terminated(out, " of ");
        time_add_age(out, run->timeout_ms / 1000);
    }
}

/* "  for 3m": how long it has had its health. */
static void add_since(const cli_wait *run, vt_buffer *out, const wait_member *member) {
    const int64_t since_ms = run->look_ms - member->changed_ms;
    if (!member->changed_ms || since_ms < 1000) return;
    vt_buffer_add_terminated(out, "  for ");
    time_add_age(out, since_ms / 1000);
}

/* Those that are late, the worst first. */
static size_t add_late(const cli_wait *run, vt_buffer *out, size_t most, const char *indent) {
    size_t shown = 0;
    for (int severity = vitals_health_severity(VITALS_HEALTH_UNKNOWN); severity >= 0; severity--) {
        for (size_t i = 0; i < run->member_count && shown < most; i++) {
            const wait_member *member = &run->members[i];
            if (!member->seen || member->done ||
                vitals_health_severity(member->health) != severity) {
                continue;
            }
            vt_buffer_add_terminated(out, indent);
            add_member(run, out, member);
            add_since(run, out, member);
            vt_buffer_add_terminated(out, "\n");
            shown++;
        }
    }
    return shown;
}

static void write_out(vt_buffer *out) {
    terminal_write(out->bytes ? out->bytes : "", out->size);
    terminal_flush();
    vt_buffer_done(out);
}

/* --------------------------------------------------------------------- JSON */

static void add_text_member(vt_buffer *out, const char *name, const char *text) {
    vt_buffer_printf(out, "\"%s\":", name);
    vt_quote_append_json(out, vt_text_from(text));
}

static void add_member_json(vt_buffer *out, const wait_member *member) {
    const struct {
        const char *name, *text;
    } texts[] = { { "group", member->group },
                  { "kind", member->kind },
                  { "namespace", member->namespace },
                  { "name", member->object },
                  { "status", wait_member_word(member) },
                  { "message", member->message } };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        add_text_member(out, texts[i].name, texts[i].text);
        vt_buffer_add_terminated(out, ",");
    }
    vt_buffer_printf(out, "\"done\":%s", member->done ? "true" : "false");
}

static void add_end_json(const cli_wait *run, vt_buffer *out) {
    add_text_member(out, "outcome", outcome_names[run->outcome]);
    vt_buffer_printf(out, ",\"done\":%zu,\"total\":%zu", run->done, run->total);
    const struct {
        const char *name, *text;
    } texts[] = { { "delivery", run->delivery },
                  { "revision", run->target },
                  { "failure", run->failure },
                  { "error", run->error } };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        if (!texts[i].text) continue;
        vt_buffer_add_terminated(out, ",");
        add_text_member(out, texts[i].name, texts[i].text);
    }
    coverage_add_member(out, &run->coverage);
}

static void show_report(const cli_wait *run) {
    vt_buffer out = BUFFER_INIT;
    const char *before = "";
    vt_buffer_add_terminated(&out, "{\"schema\":\"vitals/wait/v1\",");
    add_end_json(run, &out);
    vt_buffer_add_terminated(&out, ",\"members\":[");
    for (size_t i = 0; i < run->member_count; i++) {
        if (!run->members[i].seen) continue;
        vt_buffer_printf(&out, "%s{", before);
        add_member_json(&out, &run->members[i]);
        vt_buffer_add_terminated(&out, "}");
        before = ",";
    }
    vt_buffer_add_terminated(&out, "]}\n");
    write_out(&out);
}

/* ------------------------------------------------------------------ changes */

static void begin_event(const cli_wait *run, vt_buffer *out, const char *type) {
    vt_buffer_printf(out, "{\"type\":\"%s\",\"time\":\"", type);
    vt_instant_append(out, (vt_instant){ run->look_ms / 1000, 0 });
    vt_buffer_add_terminated(out, "\",");
}

static void add_delivery_line(const cli_wait *run, vt_buffer *out, bool json) {
    if (!json) {
        vt_buffer_printf(out, "delivery: %s\n", run->delivery);
        return;
    }
    begin_event(run, out, "DELIVERY");
    add_text_member(out, "delivery", run->delivery);
    if (run->target) vt_buffer_add_terminated(out, ",");
    if (run->target) add_text_member(out, "revision", run->target);
    vt_buffer_add_terminated(out, "}\n");
}

static void add_error_line(const cli_wait *run, vt_buffer *out, bool json) {
    if (!json) {
        vt_buffer_printf(out, "not connected: %s\n", run->error);
        return;
    }
    begin_event(run, out, "DISCONNECTED");
    add_text_member(out, "error", run->error);
    vt_buffer_add_terminated(out, "}\n");
}

static void show_lines(cli_wait *run, int64_t now_ms) {
    vt_buffer out = BUFFER_INIT;
    const bool json = run->options->output == WAIT_NDJSON;
    if (run->error_changed && run->error) add_error_line(run, &out, json);
    run->error_changed = false;
    if (run->delivery_changed) add_delivery_line(run, &out, json);
    run->delivery_changed = false;
    for (size_t i = 0; i < run->member_count; i++) {
        wait_member *member = &run->members[i];
        if (!member->changed || !member->seen) continue;
        member->changed = false;
        if (json) {
            begin_event(run, &out, "CHANGED");
            add_member_json(&out, member);
            vt_buffer_add_terminated(&out, "}");
        } else {
            add_member(run, &out, member);
        }
        vt_buffer_add_terminated(&out, "\n");
    }
    if (out.size) {
        run->heartbeat_ms = now_ms;
    } else if (!json && now_ms - run->heartbeat_ms >= HEARTBEAT_MS) {
        run->heartbeat_ms = now_ms;
        vt_buffer_add_terminated(&out, "waiting: ");
        add_counts(run, &out, now_ms);
        vt_buffer_add_terminated(&out, "\n");
    }
    write_out(&out);
}

/* One block in place of the last: who is late, and the counts. */
static void draw_block(cli_wait *run, int64_t now_ms) {
    vt_buffer block = BUFFER_INIT, out = BUFFER_INIT;
    const size_t most = run->terminal.lines > 4 ? run->terminal.lines - 3 : 1;
    const size_t lines = add_late(run, &block, most, "") + 1;
    add_counts(run, &block, now_ms);
    vt_buffer_add_terminated(&block, "\n");
    (void)vt_buffer_string(&block); /* terminated: its lines are cut out of it */
    if (run->drawn_lines) vt_buffer_printf(&out, "\x1b[%zuA\x1b[J", run->drawn_lines);
    for (char *line = block.bytes, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        text_add_cut(&out, line, run->terminal.columns);
        vt_buffer_add_terminated(&out, "\n");
    }
    run->drawn_lines = lines;
    vt_buffer_done(&block);
    write_out(&out);
}

void wait_show(cli_wait *run, int64_t now_ms) {
    const bool at_end = run->options->output == WAIT_JSON || run->options->output == WAIT_JUNIT;
    if (run->options->quiet || at_end) return;
    if (run->options->output == WAIT_TEXT && run->terminal.columns) {
        draw_block(run, now_ms);
    } else {
        show_lines(run, now_ms);
    }
}

/* ---------------------------------------------------------------- the end */

static const char *const sentences[] = {
    [WAIT_GOES_ON] = "",
    [WAIT_DONE] = "done",
    [WAIT_FAILED] = "failed",
    [WAIT_SUPERSEDED] = "superseded",
    [WAIT_IMPOSSIBLE] = "impossible",
    [WAIT_TIMED_OUT] = "timed out",
    [WAIT_DISCONNECTED] = "the server does not answer",
    [WAIT_FORBIDDEN] = "not everything that is waited for can be read",
    [WAIT_NOT_JUDGED] = "nothing here can be judged",
    [WAIT_INTERRUPTED] = "interrupted",
};

const char *wait_outcome_name(wait_outcome outcome) {
    return outcome_names[outcome];
}

const char *wait_outcome_sentence(wait_outcome outcome) {
    return sentences[outcome];
}

static void show_text_end(const cli_wait *run, int64_t now_ms) {
    vt_buffer out = BUFFER_INIT;
    vt_buffer_printf(&out, "vitals: %s: ", sentences[run->outcome]);
    if (run->failure) {
        vt_buffer_printf(&out, "%s\n", run->failure);
    } else {
        add_counts(run, &out, now_ms);
        vt_buffer_add_terminated(&out, "\n");
    }
    if (run->outcome != WAIT_DONE) (void)add_late(run, &out, LATE_SHOWN, "  ");
    fputs(vt_buffer_string(&out), stderr);
    vt_buffer_done(&out);
}

void wait_show_end(cli_wait *run, int64_t now_ms) {
    if (run->options->quiet) return;
    if (run->options->output == WAIT_JSON) {
        show_report(run);
    } else if (run->options->output == WAIT_JUNIT) {
        vt_buffer out = BUFFER_INIT;
        wait_ci_add(run, &out, now_ms);
        write_out(&out);
    } else if (run->options->output == WAIT_NDJSON) {
        vt_buffer out = BUFFER_INIT;
        begin_event(run, &out, "DONE");
        add_end_json(run, &out);
        vt_buffer_add_terminated(&out, "}\n");
        write_out(&out);
    } else {
        if (run->drawn_lines) {
            printf("\x1b[%zuA\x1b[J", run->drawn_lines);
            fflush(stdout);
        }
        show_text_end(run, now_ms);
    }
}
