/* The last settled changes of rows and applications. */
#include "server/feed/changes.h"

#include "base/memory/hash_table.h"
#include "base/memory/map.h"
#include "server/api/status.h"
#include "server/http/visit.h"

enum { KEPT = 16, MESSAGE_BYTES = 96, HOUR_MS = VT_SKY_HOUR_MS };

typedef struct entry {
    int64_t at_ms;
    uint8_t health, size;
    char message[MESSAGE_BYTES];
} entry;

/* A ring for one subject. */
typedef struct subject {
    vitals_live_id id;
    size_t count, next;
    size_t room;
    entry *entries;
    /* Of an application: the worst settled health of each hour up to `hour`, plus one; 0: not known. By hours since
    ** 1970 modulo VT_SKY_HOURS. */
    int64_t hour;
    uint8_t hours[VT_SKY_HOURS];
} subject;

struct vt_changes {
    vitals_allocator allocator;
    vt_hash_table table;
    uint64_t most, with_entries;
};

static uint64_t hash_of(const vt_changes *changes, vitals_live_id id) {
    return vt_hash((vt_text){ (const char *)&id, sizeof id }, vt_hash_seed(0, changes));
}

static bool is(const void *item, const void *key) {
    return ((const subject *)item)->id == *(const vitals_live_id *)key;
}

static subject *find(const vt_changes *changes, vitals_live_id id) {
    return vt_hash_table_find(&changes->table, hash_of(changes, id), is, &id);
}

vt_changes *vt_changes_new(const vt_server *server) {
    vt_changes *changes = vt_allocate_zeroed(&server->allocator, sizeof *changes);
    if (!changes) return NULL;
    changes->allocator = server->allocator;
    changes->most = server->limits.server_changes;
    return changes;
}

static void free_subject(vt_changes *changes, subject *self) {
    vt_release_array(&changes->allocator, self->entries, self->room, sizeof *self->entries);
    vt_release(&changes->allocator, self, sizeof *self);
}

void vt_changes_free(vt_changes *changes) {
    if (!changes) return;
    for (size_t i = 0; i < changes->table.slot_count; i++) {
        if (changes->table.slots[i].item) free_subject(changes, changes->table.slots[i].item);
    }
    vt_hash_table_done(&changes->table, &changes->allocator);
    const vitals_allocator allocator = changes->allocator;
    vt_release(&allocator, changes, sizeof *changes);
}

static void forget(vt_changes *changes, vitals_live_id id) {
    subject *self = find(changes, id);
    if (!self) return;
    if (self->room) changes->with_entries--;
    vt_hash_table_remove(&changes->table, &changes->allocator, hash_of(changes, id), self);
    free_subject(changes, self);
}

/* NULL: there is no memory; the change is then not kept. */
static subject *take(vt_changes *changes, vitals_live_id id) {
    subject *self = find(changes, id);
    if (self) return self;
    if (!vt_hash_table_reserve(&changes->table, &changes->allocator)) return NULL;
    self = vt_allocate_zeroed(&changes->allocator, sizeof *self);
    if (!self) return NULL;
    self->id = id;
    vt_hash_table_insert(&changes->table, hash_of(changes, id), self);
    return self;
}

static bool has_room(vt_changes *changes, subject *self) {
    if (self->count < self->room || self->room == KEPT) return true;
    const size_t room = self->room ? KEPT : 2;
    if (self->room == 0 && changes->with_entries >= changes->most) return false;
    entry *grown =
        vt_reallocate_array(&changes->allocator, self->entries, self->room, room, sizeof *grown);
    if (!grown) return false;
    if (self->room == 0) changes->with_entries++;
    self->entries = grown;
    self->room = room;
    self->next = self->count;
    return true;
}

/* ------------------------------------------------------------------------ hours */

static uint8_t worse(uint8_t a, uint8_t b) {
    if (a == 0 || b == 0) return a > b ? a : b;
    return vt_status_rank((vitals_health)(a - 1)) < vt_status_rank((vitals_health)(b - 1)) ? a : b;
}

/* Go on to an hour with a health that has held since. A clock that went back changes nothing. */
static void go_on(subject *self, int64_t hour, vitals_health health) {
    uint8_t *last = &self->hours[self->hour % VT_SKY_HOURS];
    if (*last == 0) *last = (uint8_t)(health + 1);
    if (self->hour == 0 || hour - self->hour > VT_SKY_HOURS) self->hour = hour - VT_SKY_HOURS;
    while (self->hour < hour) self->hours[++self->hour % VT_SKY_HOURS] = (uint8_t)(health + 1);
}

/* What was before it was seen is not known. The health of this hour is that of the next change, or of now. */
static void begin_hours(vt_changes *changes, const vitals_live_change *change) {
    const int64_t hour = change->at_ms / HOUR_MS;
    if (hour <= 0 || find(changes, change->subject)) return;
    subject *self = take(changes, change->subject);
    if (self) self->hour = hour;
}

static void note_hour(vt_changes *changes, const vitals_live_change *change) {
    const int64_t hour = change->at_ms / HOUR_MS;
    subject *self = find(changes, change->subject);
    if (!self || hour <= 0) return;
    go_on(self, hour, change->settled_from);
    uint8_t *now = &self->hours[self->hour % VT_SKY_HOURS];
    *now = worse(*now, (uint8_t)(change->settled_from + 1));
    *now = worse(*now, (uint8_t)(change->settled_to + 1));
}

void vt_changes_recall(vt_changes *changes, vitals_live_id application, int64_t hour,
                       const char *hours, int64_t now_ms) {
    const int64_t now = now_ms / HOUR_MS;
    if (hour <= 0 || hour > now || now - hour >= VT_SKY_HOURS || find(changes, application)) return;
    subject *self = take(changes, application);
    if (!self) return;
    for (int i = 0; i < VT_SKY_HOURS && hours[i]; i++) {
        const unsigned place = (unsigned char)hours[i] - (unsigned)'0';
        if (place >= VT_STATUSES) continue;
        const int64_t at = hour - VT_SKY_HOURS + 1 + i;
        if (now - at < VT_SKY_HOURS) {
            self->hours[at % VT_SKY_HOURS] = (uint8_t)(vt_status_at(place) + 1);
        }
    }
    /* The present hour goes on as it is now, also when it is the one that was written. */
    self->hour = now;
}

void vt_changes_sky(const vt_changes *changes, const vitals_live_application *application,
                    int64_t now_ms, char out[VT_SKY_HOURS + 1]) {
    const subject *known = find(changes, application->id);
    subject self = { .hour = application->changed_ms / HOUR_MS };
    const int64_t now = now_ms / HOUR_MS;
    if (known) self = *known;
    if (!known && now - self.hour > VT_SKY_HOURS) self.hour = now - VT_SKY_HOURS;
    go_on(&self, now, application->settled);
    uint8_t *last = &self.hours[self.hour % VT_SKY_HOURS];
    *last = worse(*last, (uint8_t)(application->settled + 1));
    for (int i = 0; i < VT_SKY_HOURS; i++) {
        const int64_t hour = self.hour - VT_SKY_HOURS + 1 + i;
        const uint8_t each = hour > 0 ? self.hours[hour % VT_SKY_HOURS] : 0;
        out[i] = each ? (char)('0' + vt_status_place((vitals_health)(each - 1))) : '-';
    }
    out[VT_SKY_HOURS] = 0;
}

/* ----------------------------------------------------------------------- changes */

void vt_changes_note(vt_changes *changes, const vitals_live_change *change, bool whole,
                     vt_text message) {
    if (change->kind == VITALS_LIVE_ROW_REMOVED ||
        change->kind == VITALS_LIVE_APPLICATION_REMOVED) {
        forget(changes, change->subject);
        return;
    }
    if (change->kind == VITALS_LIVE_APPLICATION_ADDED) begin_hours(changes, change);
    if (!whole) return;
    if (change->kind == VITALS_LIVE_APPLICATION_CHANGED) note_hour(changes, change);
    if ((change->kind != VITALS_LIVE_ROW_CHANGED &&
         change->kind != VITALS_LIVE_APPLICATION_CHANGED) ||
        change->settled_from == change->settled_to) {
        return;
    }
    subject *self = take(changes, change->subject);
    if (!self || !has_room(changes, self)) return;
    const vt_text cut = vt_text_cut(message, MESSAGE_BYTES);
    entry *to = &self->entries[self->next];
    to->at_ms = change->at_ms;
    to->health = (uint8_t)change->settled_to;
    to->size = (uint8_t)cut.size;
    if (cut.size) memcpy(to->message, cut.bytes, cut.size);
    self->next = (self->next + 1) % KEPT;
    if (self->count < self->room) self->count++;
}

void vt_changes_write(const vt_changes *changes, vitals_live_id id, const char *name,
                      vt_json_writer *writer) {
    const subject *self = find(changes, id);
    vt_json_writer list = vt_json_add_array(writer, name);
    for (size_t i = 0; self && i < self->count; i++) {
        const size_t first = self->count == KEPT ? self->next : 0;
        const entry *each = &self->entries[(first + i) % KEPT];
        vt_json_writer item = vt_json_add_object(&list, NULL);
        vt_json_add_time(&item, "at", each->at_ms);
        vt_json_add_word(&item, "s", vt_status_word((vitals_health)each->health));
        vt_json_add_text(&item, "m", vt_text_slice(each->message, each->size));
        vt_json_add_word(&item, "source", "observed");
        vt_json_close(&item);
    }
    vt_json_close(&list);
}
