/* GET /v1/rules: the rules in force, how many resources each decides, what it costs, and who differs. */
#include <stdio.h>

#include "base/memory/map.h"
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/api/study.h"
#include "server/feed/timings.h"

/* What a rule decides in the rows that the audience sees. */
typedef struct tally {
    vt_text name;
    vitals_source source;
    uint64_t matched, failed;
    vt_comparison comparison;
    bool listed;
} tally;

/* One answer, while a thread studies the rules. */
typedef struct inquiry {
    vt_visit *visit;
    vt_map map; /* tallies by source and name */
    vt_study study;
} inquiry;

static vt_text key_of(vt_visit *visit, vitals_source source, vt_text name) {
    return VT_JOIN(&visit->memory, vt_text_from(vitals_source_name(source)), VT_TEXT(" "), name);
}

static tally *take(inquiry *self, vitals_source source, vt_text name) {
    const vt_text key = key_of(self->visit, source, name);
    tally *found = vt_text_is_absent(key) ? NULL : vt_map_get(&self->map, key);
    if (found || vt_text_is_absent(key)) return found;
    found = vt_arena_allocate_zeroed(&self->visit->memory, sizeof *found);
    if (!found) return NULL;
    found->name = vt_text_between(key, key.size - name.size, key.size);
    found->source = source;
    return vt_map_put(&self->map, key, found) ? found : NULL;
}

static void add_to_study(inquiry *self, const vitals_live_row *row, tally *counted) {
    vt_text json;
    const vt_source *source = vt_server_source_of(self->visit->server, row->source);
    if (source && vitals_live_row_json(self->visit->audience->view, row->id, &json) == VITALS_OK) {
        vt_study_add_object(&self->study, source, json, &counted->comparison);
    }
}

static void count_rows(inquiry *self) {
    const vitals_live_view *view = self->visit->audience->view;
    vitals_live_row row;
    tally *last = NULL;
    const char *last_rule = NULL;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id));) {
        if (vitals_live_row_of(view, id, &row, sizeof row) != VITALS_OK ||
            row.decided == VITALS_SOURCE_NONE) {
            continue;
        }
        /* Names of rules are interned: neighbours often have the same. */
        if (!last || last->source != row.decided || last_rule != row.rule.bytes) {
            last = take(self, row.decided, row.rule);
            last_rule = row.rule.bytes;
        }
        if (!last) continue;
        last->matched++;
        last->failed += row.failed;
        add_to_study(self, &row, last);
    }
}

/* -------------------------------------------------------------------- writing */

static void add_place(vt_json_writer *item, const vitals_rule *rule) {
    char line[32];
    vt_buffer place;
    if (!rule->file || !*rule->file) return;
    vt_buffer_init(&place, &item->out->allocator, 8192);
    snprintf(line, sizeof line, rule->line ? ":%u" : "", rule->line);
    vt_buffer_add_terminated(&place, rule->file);
    vt_buffer_add_terminated(&place, line);
    vt_json_add_text(item, "at", vt_buffer_text(&place));
    vt_buffer_done(&place);
}

static void add_lint(const inquiry *self, vt_json_writer *item, const vitals_rule *rule) {
    bool any = false;
    vt_json_writer list = { NULL, 0, false };
    if (!rule->file || !*rule->file) return;
    for (const vt_finding *each = self->study.findings; each; each = each->next) {
        if (!vt_text_is(each->file, rule->file) || each->rule_line != rule->line) continue;
        if (!any) list = vt_json_add_array(item, "lint");
        any = true;
        vt_json_add_text(&list, NULL, each->text);
    }
    if (any) vt_json_close(&list);
}

static void add_comparison(vt_json_writer *item, const vt_comparison *comparison) {
    if (comparison->compared == 0) return;
    vt_json_add_unsigned(item, "compared", comparison->compared);
    vt_json_writer differs = vt_json_add_object(item, "differs");
    for (int i = 0; i < VT_PROFILES; i++) {
        if (comparison->differs[i] == 0) continue;
        vt_json_add_unsigned(&differs, vitals_profile_name((vitals_profile)i),
                             comparison->differs[i]);
    }
    vt_json_close(&differs);
}

/* Times are of everything that the server assesses: not for those who see a part. */
static void add_time(const inquiry *self, vt_json_writer *item, vitals_source source,
                     vt_text name) {
    const vt_server *server = self->visit->server;
    const vt_timing *timing = self->visit->audience == server->audiences
                                  ? vt_timings_of(server->timings, source, name)
                                  : NULL;
    if (timing && timing->count) vt_json_add_unsigned(item, "p99", vt_timing_p99_us(timing));
}

static void write_rule(const inquiry *self, vt_json_writer *items, const tally *counted,
                       const vitals_rule *rule) {
    vt_json_writer item = vt_json_add_object(items, NULL);
    const vitals_source source = rule ? rule->source : counted->source;
    const vt_text name = rule ? vt_text_from(rule->id) : counted->name;
    vt_json_add_text(&item, "rule", name.size ? name : vt_text_from(vitals_source_name(source)));
    vt_json_add_word(&item, "source", vitals_source_name(source));
    vt_json_add_word(&item, "language", vt_language_of(source));
    if (rule) add_place(&item, rule);
    vt_json_add_text(&item, "kinds", name);
    if (rule && rule->wildcard) vt_json_add_bool(&item, "wildcard", true);
    if (rule && rule->broken) vt_json_add_word(&item, "broken", rule->broken);
    vt_json_add_unsigned(&item, "matched", counted ? counted->matched : 0);
    vt_json_add_unsigned(&item, "failed", counted ? counted->failed : 0);
    add_time(self, &item, source, name);
    if (counted) add_comparison(&item, &counted->comparison);
    if (rule) add_lint(self, &item, rule);
    vt_json_close(&item);
}

/* What is built in and decides nothing here would hide the others. */
static void write_engine(inquiry *self, const vt_source *source, vt_json_writer *items) {
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(source->engine, i, &rule, sizeof rule); i++) {
        tally *counted =
            vt_map_get(&self->map, key_of(self->visit, rule.source, vt_text_from(rule.id)));
        const bool built_in =
            rule.source == VITALS_SOURCE_BUNDLED || rule.source == VITALS_SOURCE_NATIVE;
        if (built_in && !counted) continue;
        write_rule(self, items, counted, &rule);
        if (counted) counted->listed = true;
    }
}

static void write_rules(inquiry *self) {
    vt_visit *visit = self->visit;
    const vt_map_entry *entry;
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_writer items = vt_json_add_array(&writer, "items");
    for (const vt_source *each = visit->server->sources; each; each = each->next) {
        if (vt_source_is_first_with_engine(visit->audience, each)) {
            write_engine(self, each, &items);
        }
    }
    for (size_t at = 0; (entry = vt_map_next(&self->map, &at));) {
        const tally *counted = entry->value;
        if (!counted->listed) write_rule(self, &items, counted, NULL);
    }
    vt_json_close(&items);
    vt_json_close(&writer);
}

static void free_inquiry(vt_visit *visit) {
    inquiry *self = visit->job;
    vt_study_done(&self->study);
    vt_map_done(&self->map);
}

static vitals_status run(vt_pool_task *task, vitals_worker *worker, vitals_interrupt_fn interrupt,
                         void *user) {
    inquiry *self = vt_visit_of_task(task)->job;
    return vt_study_run(&self->study, worker, interrupt, user);
}

/* Without the study there are the figures all the same. */
static void answer(vt_visit *visit, vitals_status status) {
    (void)status;
    write_rules(visit->job);
    free_inquiry(visit);
    vt_visit_send(visit, "application/json");
}

void vt_answer_rules(vt_visit *visit) {
    const vt_server *server = visit->server;
    inquiry *self = vt_arena_allocate_zeroed(&visit->memory, sizeof *self);
    if (!self) {
        vt_visit_fail(visit, 503, "out of memory", "try again later");
        return;
    }
    self->visit = visit;
    visit->job = self;
    vt_map_init(&self->map, &server->allocator, server->epoch);
    vt_study_init(&self->study, server, &visit->memory);
    for (const vt_source *each = server->sources; each; each = each->next) {
        if (vt_source_is_visible(visit->audience, each)) vt_study_add_engine(&self->study, each);
    }
    count_rows(self);
    vt_visit_work(visit, run, answer, free_inquiry);
}
