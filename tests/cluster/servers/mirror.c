/* Rows of a live that a cluster feeds. */
#include "cluster/servers/mirror.h"

#include <stdio.h>

#include "support/live.h"
#include "support/table.h"

void mirror_open(mirror *m, const char *kubeconfig, const char *server, const char *resources,
                 unsigned speed) {
    const health_setup setup = { .bundled = true };
    const vitals_text name = { "cluster", 7 };
    vitals_cluster_options options = VITALS_CLUSTER_OPTIONS_INIT;
    char url[300];
    memset(m, 0, sizeof *m);
    options.kubeconfig = kubeconfig;
    if (server) {
        snprintf(url, sizeof url, "https://%s", server);
        options.server = url;
    }
    follower_open(&m->own, &options, speed);
    assert_int_equal(health_open(&setup, &m->health), VITALS_OK);
    assert_int_equal(vitals_live_new(NULL, &m->live), VITALS_OK);
    m->feed = (vitals_cluster_feed)VITALS_CLUSTER_FEED_INIT;
    m->feed.live = m->live;
    m->feed.worker = m->health.worker;
    assert_int_equal(vitals_live_source_add(m->live, name, m->health.engine, NULL, &m->feed.source),
                     VITALS_OK);
    assert_int_equal(vitals_live_view_new(m->live, NULL, &m->view), VITALS_OK);
    m->own.feed = &m->feed;
    follower_watch(&m->own, resources, true);
}

void mirror_for(mirror *m, int ms) {
    follower_for(&m->own, ms);
    live_settle(m->live, m->health.worker, follower_now(&m->own));
}

size_t mirror_count(const mirror *m) {
    size_t count = 0;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(m->view, id)) != 0;) count++;
    return count;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *line_of(const mirror *m, vitals_live_id id) {
    vitals_live_row row;
    char line[2048];
    assert_int_equal(vitals_live_row_of(m->view, id, &row, sizeof row), VITALS_OK);
#define TEXT(text) (int)(text).size, (text).bytes ? (text).bytes : ""
    snprintf(line, sizeof line, "%.*s/%.*s %.*s/%.*s %.*s %.*s\n", TEXT(row.object.group),
             TEXT(row.object.kind), TEXT(row.object.namespace_), TEXT(row.object.name),
             TEXT(row.object.uid), TEXT(row.resource_version));
#undef TEXT
    return strdup(line);
}

char *mirror_rows(const mirror *m) {
    const size_t count = mirror_count(m);
    char **lines = calloc(count + 1, sizeof *lines);
    size_t used = 0, size = 1;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(m->view, id)) != 0;) {
        lines[used] = line_of(m, id);
        size += strlen(lines[used++]);
    }
    qsort(lines, count, sizeof *lines, by_text);
    char *text = calloc(size, 1), *at = text;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(lines[i]);
        memcpy(at, lines[i], length);
        at += length;
        free(lines[i]);
    }
    free(lines);
    return text;
}

void mirror_close(mirror *m) {
    follower_close(&m->own);
    vitals_live_free(m->live);
    health_close(&m->health);
}
