/* Inside applications: what is counted and in which order causes are named. */
#ifndef VITALS_HEALTH_APPLICATION_H
#define VITALS_HEALTH_APPLICATION_H

#include "base/memory/hash_table.h"
#include "base/memory/sequence.h"
#include "health/member_heap.h"
#include "objects/coverage/coverage.h"

struct vitals_application {
    vitals_allocator allocator;
    vitals_engine *engine;
    /* Engines whose policy some members still follow: their texts are in use. */
    vitals_engine **older;
    size_t older_count, older_capacity;
    uint64_t applied; /* members up to this number follow the current engine */
    vitals_aggregate aggregate;
    vitals_profile profile;
    vitals_coverage_list *covered; /* NULL: nobody has said what it covers */
    vt_arena arena;                /* owns the texts of `self` */
    vt_member_self self;
    uint64_t last_number;
    vt_hash_table by_key;
    vt_sequence order;
    /* The aggregate, kept up to date with each change. */
    vt_counting_sums sums;
    vt_member_heap causes[VITALS_HEALTH_COUNT]; /* members that count, except Healthy ones */
    vt_member_heap errors;
    /* What was answered last; valid while `current`. */
    bool current, error_current;
    vitals_health health;
    bool incomplete;
    vt_buffer message, error, partial;
    uint64_t steps; /* members that reading the health looked at, for tests */
};

/* Add a member, which is taken, as vitals_application_merge does. Errors: VITALS_ENOMEM. */
vitals_status vt_application_merge_member(vitals_application *application, vt_member *member);

#endif
