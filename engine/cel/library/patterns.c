/* A ring of compiled patterns. Patterns are compiled and matched outside the lock. */
#include "cel/library/patterns.h"

#include <stdatomic.h>

#include "base/memory/map.h"

#define SLOTS 128
/* Of all patterns in the cache together. */
#define MOST_BYTES ((size_t)8 << 20)
/* How often a thread that wants a pattern tries the lock. It then goes on without the cache. */
#define TRIES 1000

typedef struct slot {
    vt_cel_regex *regex; /* NULL: free */
    uint64_t hash;
    atomic_uint users; /* raised under the lock only, so that a pattern without users stays so */
} slot;

struct vt_cel_patterns {
    vitals_allocator allocator;
    atomic_size_t references;
    atomic_flag lock; /* of everything below but the users */
    size_t held_bytes;
    uint32_t hand; /* the slot that is reused next */
    uint32_t used; /* slots that have held a pattern; the others are not initialized */
    slot slots[SLOTS];
};

vitals_status vt_cel_patterns_new(const vitals_allocator *allocator, vt_cel_patterns **out) {
    vitals_allocator chosen = vt_allocator_or_default(allocator);
    vt_cel_patterns *patterns = vt_allocate(&chosen, sizeof *patterns);
    if (!patterns) return VITALS_ENOMEM;
    patterns->allocator = chosen;
    atomic_init(&patterns->references, 1);
    atomic_flag_clear(&patterns->lock);
    patterns->held_bytes = 0;
    patterns->hand = 0;
    patterns->used = 0;
    *out = patterns;
    return VITALS_OK;
}

static bool try_lock(vt_cel_patterns *patterns) {
    for (int i = 0; i < TRIES; i++) {
        if (!atomic_flag_test_and_set_explicit(&patterns->lock, memory_order_acquire)) return true;
    }
    return false;
}

static void unlock(vt_cel_patterns *patterns) {
    atomic_flag_clear_explicit(&patterns->lock, memory_order_release);
}

/* Free the pattern of a slot unless it is borrowed. */
static void vacate(vt_cel_patterns *patterns, slot *s) {
    if (!s->regex || atomic_load_explicit(&s->users, memory_order_acquire) > 0) return;
    patterns->held_bytes -= vt_cel_regex_bytes(s->regex);
    vt_cel_regex_free(s->regex);
    s->regex = NULL;
}

void vt_cel_patterns_forget(vt_cel_patterns *patterns) {
    while (!try_lock(patterns)) continue;
    for (size_t i = 0; i < patterns->used; i++) vacate(patterns, &patterns->slots[i]);
    unlock(patterns);
}

vt_cel_patterns *vt_cel_patterns_retain(vt_cel_patterns *patterns) {
    atomic_fetch_add_explicit(&patterns->references, 1, memory_order_relaxed);
    return patterns;
}

void vt_cel_patterns_free(vt_cel_patterns *patterns) {
    if (!patterns) return;
    if (atomic_fetch_sub_explicit(&patterns->references, 1, memory_order_acq_rel) != 1) return;
    for (size_t i = 0; i < patterns->used; i++) vt_cel_regex_free(patterns->slots[i].regex);
    vitals_allocator allocator = patterns->allocator;
    vt_release(&allocator, patterns, sizeof *patterns);
}

static void lend(vt_cel_patterns *patterns, uint32_t index, vt_cel_pattern *out) {
    slot *s = &patterns->slots[index];
    atomic_fetch_add_explicit(&s->users, 1, memory_order_relaxed);
    *out = (vt_cel_pattern){ s->regex, index + 1 };
}

static bool find(vt_cel_patterns *patterns, vt_text text, uint64_t hash, vt_cel_pattern *out) {
    for (uint32_t i = 0; i < patterns->used; i++) {
        const slot *s = &patterns->slots[i];
        if (!s->regex || s->hash != hash || !vt_text_equal(vt_cel_regex_pattern(s->regex), text))
            continue;
        lend(patterns, i, out);
        return true;
    }
    return false;
}

/* The slot at the hand, which then moves on. */
static uint32_t next_slot(vt_cel_patterns *patterns) {
    uint32_t index = patterns->hand++ % SLOTS;
    if (index == patterns->used) {
        patterns->slots[index].regex = NULL;
        atomic_init(&patterns->slots[index].users, 0);
        patterns->used++;
    }
    return index;
}

/* Put a new pattern where the hand of the ring is, once there is room for it. */
static void keep(vt_cel_patterns *patterns, uint64_t hash, vt_cel_pattern *pattern) {
    size_t bytes = vt_cel_regex_bytes(pattern->regex);
    for (uint32_t tries = 0; tries < SLOTS; tries++) {
        uint32_t index = next_slot(patterns);
        slot *s = &patterns->slots[index];
        vacate(patterns, s);
        if (s->regex || patterns->held_bytes + bytes > MOST_BYTES) continue;
        s->regex = pattern->regex;
        s->hash = hash;
        patterns->held_bytes += bytes;
        lend(patterns, index, pattern);
        return;
    }
}

vt_cel_regex_result vt_cel_patterns_borrow(vt_cel_patterns *patterns, vt_text text,
                                           uint64_t most_size, vt_cel_regex_error_fn on_error,
                                           void *user, vt_cel_pattern *out) {
    uint64_t hash = vt_hash(text, 0);
    *out = (vt_cel_pattern){ NULL, 0 };
    if (try_lock(patterns)) {
        bool found = find(patterns, text, hash, out);
        unlock(patterns);
        if (found) return VT_CEL_REGEX_COMPILED;
    }
    vt_cel_regex_result result = vt_cel_regex_new(text, most_size, on_error, user, &out->regex);
    if (result == VT_CEL_REGEX_COMPILED && try_lock(patterns)) {
        keep(patterns, hash, out);
        unlock(patterns);
    }
    return result;
}

void vt_cel_patterns_give_back(vt_cel_patterns *patterns, vt_cel_pattern *pattern) {
    if (pattern->slot == 0)
        vt_cel_regex_free(pattern->regex);
    else
        atomic_fetch_sub_explicit(&patterns->slots[pattern->slot - 1].users, 1,
                                  memory_order_release);
    *pattern = (vt_cel_pattern){ NULL, 0 };
}
