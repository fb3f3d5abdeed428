/* GET /v1/rules: the rules in force, and how many resources each decides. */
#include <stdio.h>

#include "base/map.h"
#include "server/routes.h"
#include "server/rows.h"

/* What a rule decides in the rows that the audience sees. */
typedef struct tally {
    vt_text name;
    vitals_source source;
    uint64_t matched, failed;
    bool listed;
} tally;

typedef struct tallies {
    vt_visit *visit;
    vt_map map; /* by source and name */
} tallies;

static vt_text key_of(vt_visit *visit, vitals_source source, vt_text name) {
    return VT_JOIN(&visit->memory, vt_text_from(vitals_source_name(source)), VT_TEXT(" "), name);
}

static tally *take(tallies *self, vitals_source source, vt_text name) {
    const vt_text key = key_of(self->visit, source, name);
    tally *found = vt_text_is_absent(key) ? NULL : vt_map_get(&self->map, key);
    if (found || vt_text_is_absent(key)) return found;
    found = vt_arena_allocate_zeroed(&self->visit->memory, sizeof *found);
    if (!found) return NULL;
    found->name = name;
    found->source = source;
    return vt_map_put(&self->map, key, found) ? found : NULL;
}

static void count_rows(tallies *self) {
    const vitals_live_view *view = self->visit->audience->view;
    vitals_live_row row;
    tally *last = NULL;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id));) {
        if (vitals_live_row_of(view, id, &row, sizeof row) != VITALS_OK ||
            row.decided == VITALS_SOURCE_NONE) {
            continue;
        }
        /* Names of rules are interned: neighbours often have the same. */
        if (!last || last->source != row.decided || last->name.bytes != row.rule.bytes) {
            last = take(self, row.decided, row.rule);
        }
        if (!last) continue;
        last->matched++;
        last->failed += row.failed;
    }
}

static void write_rule(vt_json_writer *items, const tally *counted, const vitals_rule *rule) {
    vt_json_writer item = vt_json_add_object(items, NULL);
    const vitals_source source = rule ? rule->source : counted->source;
    const vt_text name = rule ? vt_text_from(rule->id) : counted->name;
    vt_json_add_text(&item, "rule", name.size ? name : vt_text_from(vitals_source_name(source)));
    vt_json_add_word(&item, "source", vitals_source_name(source));
    vt_json_add_word(&item, "language", vt_language_of(source));
    if (rule && rule->file && *rule->file) {
        vt_json_writer at = item;
        char line[32];
        vt_buffer place;
        vt_buffer_init(&place, &at.out->allocator, 8192);
        snprintf(line, sizeof line, rule->line ? ":%u" : "", rule->line);
        vt_buffer_add_terminated(&place, rule->file);
        vt_buffer_add_terminated(&place, line);
        vt_json_add_text(&item, "at", vt_buffer_text(&place));
        vt_buffer_done(&place);
    }
    vt_json_add_text(&item, "kinds", name);
    if (rule && rule->wildcard) vt_json_add_bool(&item, "wildcard", true);
    if (rule && rule->broken) vt_json_add_word(&item, "broken", rule->broken);
    vt_json_add_unsigned(&item, "matched", counted ? counted->matched : 0);
    vt_json_add_unsigned(&item, "failed", counted ? counted->failed : 0);
    vt_json_close(&item);
}

/* Engines that several sources share are listed once. */
static bool is_first_with_engine(const vt_server *server, const vt_source *source) {
    for (const vt_source *each = server->sources; each != source; each = each->next) {
        if (each->engine == source->engine) return false;
    }
    return true;
}

/* What is built in and decides nothing here would hide the others. */
static void write_engine(tallies *self, const vt_source *source, vt_json_writer *items) {
    vitals_rule rule;
    for (size_t i = 0; vitals_engine_rule_at(source->engine, i, &rule, sizeof rule); i++) {
        tally *counted =
            vt_map_get(&self->map, key_of(self->visit, rule.source, vt_text_from(rule.id)));
        const bool built_in =
            rule.source == VITALS_SOURCE_BUNDLED || rule.source == VITALS_SOURCE_NATIVE;
        if (built_in && !counted) continue;
        write_rule(items, counted, &rule);
        if (counted) counted->listed = true;
    }
}

void vt_answer_rules(vt_visit *visit) {
    const vt_server *server = visit->server;
    tallies self = { .visit = visit };
    vt_map_init(&self.map, &server->allocator, server->epoch);
    count_rows(&self);
    vt_json_writer writer = vt_json_open_object(&visit->out);
    vt_json_writer items = vt_json_add_array(&writer, "items");
    for (const vt_source *each = server->sources; each; each = each->next) {
        if (vt_source_is_visible(visit->audience, each) && is_first_with_engine(server, each)) {
            write_engine(&self, each, &items);
        }
    }
    const vt_map_entry *entry;
    for (size_t at = 0; (entry = vt_map_next(&self.map, &at));) {
        const tally *counted = entry->value;
        if (!counted->listed) write_rule(&items, counted, NULL);
    }
    vt_json_close(&items);
    vt_json_close(&writer);
    vt_map_done(&self.map);
    vt_visit_send(visit, "application/json");
}
