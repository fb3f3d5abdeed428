/* A hash table of objects by their identity, with the UID of those that have one. Only hashes are kept, of 64 bits. */
#include "assess/seen.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/memory.h"

struct seen_object {
    uint64_t key;     /* 0: empty */
    uint64_t uid;     /* 0: none */
    uint64_t owner;   /* UID of the first owner; 0: none */
    uint32_t message; /* a hash of it */
    uint8_t health, kstatus, counted_as;
    bool failed : 1, without_health : 1, unlike_live : 1, counted : 1, gone : 1, argocd_rule : 1,
        own_script : 1, undelivered : 1;
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

/* Clusters that were restored from others have their UIDs. */
static uint64_t seed_of(const cli_seen *seen, const cli_answer *answer) {
    return answer->cluster ? hash_bytes(seen->seed, answer->cluster, strlen(answer->cluster))
                           : seen->seed;
}

static uint64_t uid_key(uint64_t seed, const char *uid, size_t size) {
    return hash_bytes(seed, uid, size) | 1;
}

uint64_t seen_identity(const cli_seen *seen, vitals_text uid, const seen_names *names) {
    /* With a UID the group may change. */
    const vitals_text texts[] = { uid, uid.size ? uid : names->group, names->kind, names->namespace,
                                  names->name };
    uint64_t hash = ~seen->seed;
    if (!uid.size && !names->name.size) return 0;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        hash = hash_bytes(hash, texts[i].bytes, texts[i].size);
    }
    return hash | 1;
}

/* An object without UID and name is not the same as any other. */
static uint64_t key_of(cli_seen *seen, const cli_answer *answer) {
    return mix(answer->identity ? answer->identity ^ seed_of(seen, answer) : ++seen->unnamed) | 1;
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

static seen_change change_of(const cli_seen_object *before, const cli_seen_object *now) {
    if (!before->key || before->gone) return SEEN_NEW;
    const bool same = before->health == now->health && before->kstatus == now->kstatus &&
                      before->counted_as == now->counted_as && before->failed == now->failed &&
                      before->message == now->message && before->undelivered == now->undelivered &&
                      !now->gone;
    return same ? SEEN_SAME : SEEN_CHANGED;
}

static uint64_t owner_key(const cli_seen *seen, const cli_answer *answer) {
    const char *owners = answer->owners;
    return owners ? uid_key(seed_of(seen, answer), owners, strcspn(owners, "\n")) : 0;
}

seen_change seen_put(cli_seen *seen, const cli_answer *answer, bool gone) {
    if (seen->count >= seen->capacity / 8 * 7) grow(seen);
    const uint64_t key = key_of(seen, answer);
    const cli_seen_object now = {
        .key = key,
        .uid = answer->uid ? uid_key(seed_of(seen, answer), answer->uid, strlen(answer->uid)) : 0,
        .owner = owner_key(seen, answer),
        .message = answer->message_hash,
        .health = (uint8_t)answer->health,
        .kstatus = (uint8_t)answer->kstatus,
        .counted_as = (uint8_t)answer->counted_as,
        .failed = answer->failed,
        .without_health = answer->without_health,
        .unlike_live = answer->unlike_live,
        .counted = answer->counted,
        .argocd_rule = answer->argocd_rule,
        .own_script = answer->own_script,
        .undelivered = answer_delivery_failed(answer),
        .gone = gone,
    };
    cli_seen_object *object = find(seen, key);
    const seen_change change = change_of(object, &now);
    seen->count += object->key == 0;
    *object = now;
    return change;
}

/* --------------------------------------------------------------- counting */

typedef struct wanted_uid {
    const cli_seen *seen;
    uint64_t uid;
} wanted_uid;

static bool has_uid(const void *user, size_t item) {
    const wanted_uid *wanted = user;
    return wanted->seen->slots[item].uid == wanted->uid;
}

static size_t find_uid(const cli_seen *seen, const cli_index *uids, uint64_t uid) {
    const wanted_uid wanted = { seen, uid };
    return uid ? index_find(uids, (uint32_t)(uid >> 32), has_uid, &wanted) : SIZE_MAX;
}

static bool is_there(const cli_seen_object *object) {
    return object->key && !object->gone;
}

/* The owner of each slot, as vitals_owners_settle leaves it; for the caller to free. */
static uint32_t *find_owners(const cli_seen *seen) {
    uint32_t *owners = memory_new(seen->capacity, sizeof *owners);
    cli_index uids = { .slots = NULL };
    for (size_t i = 0; i < seen->capacity; i++) {
        const cli_seen_object *object = &seen->slots[i];
        const bool is_first = is_there(object) && find_uid(seen, &uids, object->uid) == SIZE_MAX;
        if (object->uid && is_first) index_add(&uids, (uint32_t)(object->uid >> 32), i);
    }
    for (size_t i = 0; i < seen->capacity; i++) {
        const cli_seen_object *object = &seen->slots[i];
        const size_t owner = is_there(object) ? find_uid(seen, &uids, object->owner) : SIZE_MAX;
        owners[i] = owner == SIZE_MAX ? VITALS_NO_OWNER : (uint32_t)owner;
    }
    index_done(&uids);
    if (vitals_owners_settle(owners, seen->capacity) != VITALS_OK) memory_exhausted();
    return owners;
}

void seen_count(const cli_seen *seen, cli_tally *tally, failure_rule failure) {
    uint32_t *owners = find_owners(seen);
    for (size_t i = 0; i < seen->capacity; i++) {
        const cli_seen_object *object = &seen->slots[i];
        if (!is_there(object)) continue;
        const cli_answer answer = { .health = (vitals_health)object->health,
                                    .kstatus = (vitals_kstatus)object->kstatus,
                                    .counted_as = (vitals_health)object->counted_as,
                                    .delivery = object->undelivered ? VITALS_LIVE_DELIVERY_FAILED
                                                                    : VITALS_LIVE_DELIVERY_NONE,
                                    .failed = object->failed,
                                    .without_health = object->without_health,
                                    .unlike_live = object->unlike_live,
                                    .counted = object->counted,
                                    .argocd_rule = object->argocd_rule,
                                    .own_script = object->own_script,
                                    .owned = owners[i] != VITALS_NO_OWNER };
        tally_add(tally, &answer, failure);
    }
    free(owners);
}

void seen_done(cli_seen *seen) {
    free(seen->slots);
    *seen = (struct cli_seen){ .slots = NULL };
}
