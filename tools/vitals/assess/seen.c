/* A hash table of objects by their UID, or else by their identity. Only hashes are kept, of 64 bits. */
#include "assess/seen.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct seen_object {
    uint64_t key;   /* 0: empty */
    uint64_t owner; /* key of the first owner; 0: none */
    uint8_t health, kstatus, counted_as;
    bool failed : 1, without_health : 1, unlike_live : 1, counted : 1, gone : 1, argocd_rule : 1,
        own_script : 1;
};

enum { FIRST_CAPACITY = 256 };

/* ------------------------------------------------------------------- keys */

static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    }
    return mix(hash ^ size);
}

static uint64_t uid_key(const cli_seen *seen, const char *uid, size_t size) {
    return hash_bytes(seen->seed, uid, size) | 1;
}

static uint64_t identity_key(const cli_seen *seen, const cli_answer *answer) {
    const char *const texts[] = { answer->group, answer->kind, answer->namespace, answer->name };
    uint64_t hash = ~seen->seed;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        hash = hash_bytes(hash, texts[i], strlen(texts[i]));
    }
    return hash | 1;
}

/* An object without UID and name is not the same as any other. */
static uint64_t key_of(cli_seen *seen, const cli_answer *answer) {
    if (answer->uid) return uid_key(seen, answer->uid, strlen(answer->uid));
    if (*answer->name) return identity_key(seen, answer);
    return mix(++seen->unnamed) | 1;
}

/* ------------------------------------------------------------------ table */

static cli_seen_object *find(const cli_seen *seen, uint64_t key) {
    size_t at = (size_t)mix(key) & (seen->capacity - 1);
    while (seen->slots[at].key && seen->slots[at].key != key) at = (at + 1) & (seen->capacity - 1);
    return &seen->slots[at];
}

static void grow(cli_seen *seen) {
    const cli_seen before = *seen;
    seen->capacity = before.capacity ? before.capacity * 2 : FIRST_CAPACITY;
    seen->slots = memory_new(seen->capacity, sizeof *seen->slots);
    for (size_t i = 0; i < before.capacity; i++) {
        if (before.slots[i].key) *find(seen, before.slots[i].key) = before.slots[i];
    }
    free(before.slots);
}

bool seen_put(cli_seen *seen, const cli_answer *answer, bool gone) {
    if (seen->count >= seen->capacity / 8 * 7) grow(seen);
    const uint64_t key = key_of(seen, answer);
    cli_seen_object *object = find(seen, key);
    const bool known = object->key != 0 && !object->gone;
    seen->count += object->key == 0;
    *object = (cli_seen_object){
        .key = key,
        .owner = answer->owners ? uid_key(seen, answer->owners, strcspn(answer->owners, "\n")) : 0,
        .health = (uint8_t)answer->health,
        .kstatus = (uint8_t)answer->kstatus,
        .counted_as = (uint8_t)answer->counted_as,
        .failed = answer->failed,
        .without_health = answer->without_health,
        .unlike_live = answer->unlike_live,
        .counted = answer->counted,
        .argocd_rule = answer->argocd_rule,
        .own_script = answer->own_script,
        .gone = gone,
    };
    return known;
}

/* --------------------------------------------------------------- counting */

static bool is_there(const cli_seen *seen, uint64_t key) {
    const cli_seen_object *object = key ? find(seen, key) : NULL;
    return object && object->key && !object->gone;
}

void seen_count(const cli_seen *seen, cli_tally *tally, failure_rule failure) {
    for (size_t i = 0; i < seen->capacity; i++) {
        const cli_seen_object *object = &seen->slots[i];
        if (!object->key || object->gone) continue;
        const cli_answer answer = { .health = (vitals_health)object->health,
                                    .kstatus = (vitals_kstatus)object->kstatus,
                                    .counted_as = (vitals_health)object->counted_as,
                                    .failed = object->failed,
                                    .without_health = object->without_health,
                                    .unlike_live = object->unlike_live,
                                    .counted = object->counted,
                                    .argocd_rule = object->argocd_rule,
                                    .own_script = object->own_script,
                                    .owned = object->owner != object->key &&
                                             is_there(seen, object->owner) };
        tally_add(tally, &answer, failure);
    }
}

void seen_done(cli_seen *seen) {
    free(seen->slots);
    *seen = (struct cli_seen){ .slots = NULL };
}
