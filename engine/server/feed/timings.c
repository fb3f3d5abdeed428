/* How long assessments take and how often rules fail. */
#include "server/feed/timings.h"

#include "base/memory/map.h"

const uint32_t vt_timing_bounds_us[VT_TIMING_BOUNDS] = { 1,      2,      5,      10,      20,
                                                         50,     100,    200,    500,     1000,
                                                         2000,   5000,   10000,  20000,   50000,
                                                         100000, 200000, 500000, 1000000, 5000000 };

struct vt_timings {
    vitals_allocator allocator;
    uint64_t most; /* rules */
    vt_arena memory;
    vt_map map; /* by source and rule */
    vt_buffer key;
    vt_timing all;
};

vt_timings *vt_timings_new(const vt_server *server) {
    vt_timings *timings = vt_allocate_zeroed(&server->allocator, sizeof *timings);
    if (!timings) return NULL;
    timings->allocator = server->allocator;
    timings->most = server->limits.rules;
    vt_arena_init(&timings->memory, &timings->allocator, 0);
    vt_map_init(&timings->map, &timings->allocator, server->epoch);
    vt_buffer_init(&timings->key, &timings->allocator, 1 << 20);
    return timings;
}

void vt_timings_free(vt_timings *timings) {
    if (!timings) return;
    vt_map_done(&timings->map);
    vt_arena_done(&timings->memory);
    vt_buffer_done(&timings->key);
    const vitals_allocator allocator = timings->allocator;
    vt_release(&allocator, timings, sizeof *timings);
}

void vt_timings_clear(vt_timings *timings) {
    vt_map_clear(&timings->map);
    vt_arena_release(&timings->memory);
    timings->all = (vt_timing){ .count = 0 };
}

static vt_text key_of(vitals_source source, vt_text rule, vt_buffer *key) {
    vt_buffer_clear(key);
    vt_buffer_add_terminated(key, vitals_source_name(source));
    vt_buffer_add_byte(key, ' ');
    vt_buffer_add(key, rule);
    return vt_buffer_whole_text(key);
}

static vt_timing *take(vt_timings *timings, vitals_source source, vt_text rule) {
    const vt_text key = key_of(source, rule, &timings->key);
    vt_timing *found = vt_text_is_absent(key) ? NULL : vt_map_get(&timings->map, key);
    if (found || vt_text_is_absent(key)) return found;
    /* Rules of clusters come and go under new names. */
    if (timings->map.live_count >= timings->most) vt_timings_clear(timings);
    found = vt_arena_allocate_zeroed(&timings->memory, sizeof *found);
    const vt_text own = vt_arena_copy(&timings->memory, key);
    if (!found || vt_text_is_absent(own)) return NULL;
    found->source = source;
    found->rule = vt_text_between(own, own.size - rule.size, own.size);
    return vt_map_put(&timings->map, own, found) ? found : NULL;
}

static void count(vt_timing *timing, bool failed, uint64_t ns) {
    size_t i = 0;
    timing->failed += failed;
    if (ns == 0) return;
    timing->count++;
    timing->sum_ns += ns;
    while (i < VT_TIMING_BOUNDS && ns > vt_timing_bounds_us[i] * UINT64_C(1000)) i++;
    timing->buckets[i]++;
}

void vt_timings_note(vt_timings *timings, vitals_source source, vt_text rule, bool failed,
                     uint64_t ns) {
    vt_timing *timing = source == VITALS_SOURCE_NONE ? NULL : take(timings, source, rule);
    if (timing) count(timing, failed, ns);
    count(&timings->all, failed, ns);
}

const vt_timing *vt_timings_all(const vt_timings *timings) {
    return &timings->all;
}

const vt_timing *vt_timings_of(const vt_timings *timings, vitals_source source, vt_text rule) {
    vt_buffer key;
    vt_buffer_init(&key, &timings->allocator, 1 << 20);
    const vt_text text = key_of(source, rule, &key);
    const vt_timing *found = vt_text_is_absent(text) ? NULL : vt_map_get(&timings->map, text);
    vt_buffer_done(&key);
    return found;
}

const vt_timing *vt_timings_next(const vt_timings *timings, size_t *at) {
    const vt_map_entry *entry = vt_map_next(&timings->map, at);
    return entry ? entry->value : NULL;
}

uint32_t vt_timing_p99_us(const vt_timing *timing) {
    uint64_t left = timing->count - timing->count / 100;
    if (timing->count == 0) return 0;
    for (size_t i = 0; i < VT_TIMING_BOUNDS; i++) {
        if (left <= timing->buckets[i]) return vt_timing_bounds_us[i];
        left -= timing->buckets[i];
    }
    return vt_timing_bounds_us[VT_TIMING_BOUNDS - 1];
}
