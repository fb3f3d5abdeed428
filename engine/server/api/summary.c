/* GET /v1/summary. */
#include "server/api/routes.h"
#include "server/api/rows.h"
#include "server/history/history.h"
#include "server/http/login.h"

static void write_clusters(vt_visit *visit, vt_json_writer *summary) {
    vt_json_writer clusters = vt_json_add_array(summary, "clusters");
    for (const vt_source *each = visit->server->sources; each; each = each->next) {
        if (!vt_source_is_visible(visit->audience, each)) continue;
        vt_json_writer cluster = vt_json_add_object(&clusters, NULL);
        vt_cluster_write(visit->audience, each, &cluster);
        vt_json_close(&cluster);
    }
    vt_json_close(&clusters);
}

/* Rules of engines that several sources share count once, whichever of these the audience sees. */
static uint64_t count_rules(const vt_audience *audience) {
    uint64_t count = 0;
    for (const vt_source *each = audience->server->sources; each; each = each->next) {
        if (vt_source_is_first_with_engine(audience, each)) {
            count += vitals_engine_rule_count(each->engine);
        }
    }
    return count;
}

static void write_settings(vt_visit *visit, vt_json_writer *summary) {
    const vt_server *server = visit->server;
    vt_json_writer settings = vt_json_add_object(summary, "settings");
    vt_json_add_bool(&settings, "login", vt_login_is_needed(server));
    vt_json_add_bool(&settings, "objects", !server->options.no_objects);
    vt_json_add_bool(&settings, "playground", true);
    vt_json_add_bool(&settings, "history", vt_history_is_there(server));
    vt_json_add_unsigned(&settings, "grace", server->options.settling.worse_ms / 1000);
    vt_json_close(&settings);
}

static void write_limit(vt_json_writer *limits, const char *name, uint64_t value, bool reached) {
    vt_json_writer limit = vt_json_add_object(limits, NULL);
    vt_json_add_word(&limit, "name", name);
    vt_json_add_unsigned(&limit, "value", value);
    vt_json_add_bool(&limit, "reached", reached);
    vt_json_close(&limit);
}

/* The limits that cost something to be seen when they are reached. What is there as a whole is not for those who see
** a part. */
static void write_limits(vt_visit *visit, vt_json_writer *summary) {
    const vt_server *server = visit->server;
    const vitals_limits *own = &server->limits;
    const bool all = visit->audience == server->audiences;
    vitals_live_stats stats;
    vitals_live_stats_of(server->live, &stats, sizeof stats);
    vt_json_writer limits = vt_json_add_array(summary, "limits");
    write_limit(&limits, "live_rows", own->live_rows, all && stats.rows_refused > 0);
    write_limit(&limits, "live_applications", own->live_applications,
                all && stats.applications_refused > 0);
    write_limit(&limits, "http_streams", own->http_streams, server->streams >= own->http_streams);
    write_limit(&limits, "server_sources", own->server_sources,
                all && server->source_count >= own->server_sources);
    if (vt_history_is_there(server)) {
        write_limit(&limits, "history_bytes", own->history_bytes, all && !vt_history_is_on(server));
    }
    vt_json_close(&limits);
}

void vt_answer_summary(vt_visit *visit) {
    vitals_live_counts counts;
    vitals_live_counts_of(visit->audience->view, &counts, sizeof counts);
    vt_json_writer summary = vt_json_open_object(&visit->out);
    vt_json_add_text(&summary, "eventId", vt_visit_event_id(visit));
    vt_json_add_time(&summary, "asOf", vt_server_wall_ms(visit->server));
    vt_json_add_counts(&summary, "counts",
                       vt_visit_query_flag(visit, "raw") ? counts.health : counts.settled);
    vt_json_add_counts(&summary, "applications", counts.application_settled);
    vt_json_add_unsigned(&summary, "noHealth", counts.no_health);
    vt_json_add_unsigned(&summary, "rules", count_rules(visit->audience));
    write_clusters(visit, &summary);
    write_settings(visit, &summary);
    write_limits(visit, &summary);
    vt_json_close(&summary);
    vt_visit_send(visit, "application/json");
}
