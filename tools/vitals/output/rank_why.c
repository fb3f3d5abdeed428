/* Causes of findings in the order of what they take down. */
#include "output/rank_why.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

vitals_why_finding why_finding(const vitals_why *why, size_t index) {
    vitals_why_finding finding;
    memset(&finding, 0, sizeof finding);
    (void)vitals_why_finding_at(why, index, &finding, sizeof finding);
    return finding;
}

bool why_has_failed_delivery(const vitals_why_finding *finding) {
    return finding->deliverer == finding->object &&
           (finding->delivery.state == VITALS_LIVE_DELIVERY_FAILED ||
            finding->delivery.state == VITALS_LIVE_DELIVERY_STALLED);
}

int why_severity(const vitals_why_finding *finding) {
    const int own = vitals_health_severity(finding->health);
    const int degraded = vitals_health_severity(VITALS_HEALTH_DEGRADED);
    return why_has_failed_delivery(finding) && own < degraded ? degraded : own;
}

/* --------------------------------------------------------------- applications */

static int by_address(const void *one, const void *other) {
    const vitals_document *a = *(const vitals_document *const *)one;
    const vitals_document *b = *(const vitals_document *const *)other;
    return (a > b) - (a < b);
}

/* How many differ; the array is sorted. */
static size_t count_distinct(const vitals_document **items, size_t count) {
    size_t distinct = 0;
    if (count) qsort(items, count, sizeof *items, by_address);
    for (size_t i = 0; i < count; i++) distinct += i == 0 || items[i] != items[i - 1];
    return distinct;
}

/* --------------------------------------------------------------------- causes */

/* Connect the findings of each cause; `last` has room for an index of each finding. */
static void connect(why_ranking *ranking, size_t *last, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const size_t first = why_finding(ranking->why, i).first;
        ranking->next[i] = SIZE_MAX;
        if (first != i) ranking->next[last[first]] = i;
        last[first] = i;
    }
}

/* `applications` has room for one of each finding. */
static void add_cause(why_ranking *ranking, size_t first, const vitals_document **applications) {
    why_cause cause = { .first = first, .worst = first, .severity = -1 };
    size_t count = 0;
    for (size_t i = first; i != SIZE_MAX; i = ranking->next[i]) {
        const vitals_why_finding finding = why_finding(ranking->why, i);
        const int severity = why_severity(&finding);
        cause.objects++;
        if (finding.deliverer) applications[count++] = finding.deliverer;
        if (severity <= cause.severity) continue;
        cause.severity = severity;
        cause.worst = i;
    }
    cause.applications = count_distinct(applications, count);
    ranking->causes[ranking->count++] = cause;
}

static int class_of(const why_cause *cause) {
    if (cause->severity >= vitals_health_severity(VITALS_HEALTH_DEGRADED)) return 2;
    return cause->severity >= vitals_health_severity(VITALS_HEALTH_PROGRESSING);
}

static int by_damage(const void *one, const void *other) {
    const why_cause *a = one, *b = other;
    const size_t pairs[][2] = { { (size_t)class_of(a), (size_t)class_of(b) },
                                { a->applications, b->applications },
                                { a->objects, b->objects },
                                { (size_t)a->severity, (size_t)b->severity },
                                { b->first, a->first } };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        if (pairs[i][0] != pairs[i][1]) return pairs[i][0] > pairs[i][1] ? -1 : 1;
    }
    return 0;
}

void ranking_make(why_ranking *ranking, const vitals_why *why) {
    const size_t count = vitals_why_finding_count(why);
    *ranking = (why_ranking){ .why = why, .objects = count };
    ranking->next = memory_new(count + 1, sizeof *ranking->next);
    ranking->causes = memory_new(count + 1, sizeof *ranking->causes);
    const vitals_document **applications = memory_new(count + 1, sizeof *applications);
    size_t *last = memory_new(count + 1, sizeof *last), delivered = 0;
    connect(ranking, last, count);
    for (size_t i = 0; i < count; i++) {
        if (why_finding(why, i).first == i) add_cause(ranking, i, applications);
    }
    for (size_t i = 0; i < count; i++) {
        const vitals_why_finding finding = why_finding(why, i);
        if (finding.deliverer) applications[delivered++] = finding.deliverer;
    }
    ranking->applications = count_distinct(applications, delivered);
    if (ranking->count) qsort(ranking->causes, ranking->count, sizeof *ranking->causes, by_damage);
    free(last);
    free(applications);
}

void ranking_done(why_ranking *ranking) {
    free(ranking->next);
    free(ranking->causes);
    *ranking = (why_ranking){ .why = NULL };
}
