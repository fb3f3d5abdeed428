/* Changes in an SQLite database. */
#include "server/history/store.h"

#ifdef VITALS_WITH_HISTORY
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory/memory.h"

enum { APPLICATION_ID = 0x76697461, VERSION = 1, BUSY_MS = 2000, MOST_ASIDE = 1000 };

typedef enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    FIND_OBJECT,
    ADD_OBJECT,
    FIND_MESSAGE,
    ADD_MESSAGE,
    ADD_CHANGE,
    ADD_SKY,
    STATEMENTS
} statement;

static const char *const statement_texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [FIND_OBJECT] = "SELECT id FROM object WHERE application=?1 AND cluster=?2 AND grp=?3 AND "
                    "kind=?4 AND namespace=?5 AND name=?6 AND uid=?7",
    [ADD_OBJECT] = "INSERT INTO object(application,cluster,grp,kind,namespace,name,uid) "
                   "VALUES(?1,?2,?3,?4,?5,?6,?7)",
    [FIND_MESSAGE] = "SELECT id FROM message WHERE text=?1",
    [ADD_MESSAGE] = "INSERT INTO message(text) VALUES(?1)",
    [ADD_CHANGE] = "INSERT OR REPLACE INTO change(object,at,was,health,message) "
                   "VALUES(?1,?2,?3,?4,?5)",
    [ADD_SKY] = "INSERT OR REPLACE INTO sky(object,hour,hours) VALUES(?1,?2,?3)",
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS object(id INTEGER PRIMARY KEY,application INTEGER NOT NULL,"
    "cluster TEXT NOT NULL,grp TEXT NOT NULL,kind TEXT NOT NULL,namespace TEXT NOT NULL,"
    "name TEXT NOT NULL,uid TEXT NOT NULL,"
    "UNIQUE(application,cluster,grp,kind,namespace,name,uid));"
    "CREATE TABLE IF NOT EXISTS message(id INTEGER PRIMARY KEY,text TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS change(object INTEGER NOT NULL,at INTEGER NOT NULL,"
    "was INTEGER NOT NULL,health INTEGER NOT NULL,message INTEGER NOT NULL,"
    "PRIMARY KEY(object,at)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS sky(object INTEGER PRIMARY KEY,hour INTEGER NOT NULL,"
    "hours TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS change_at ON change(at);";

struct vt_store {
    vitals_allocator allocator;
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    uint64_t most_bytes;
    char why[VT_STORE_WHY_BYTES];
};

static const char *reason(vt_store *store) {
    snprintf(store->why, sizeof store->why, "%s", sqlite3_errmsg(store->database));
    return store->why;
}

static bool run(const vt_store *store, const char *text) {
    return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* A number that a statement without parameters gives; -1: none. */
static int64_t number_of(const vt_store *store, const char *text) {
    sqlite3_stmt *one = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(store->database, text, -1, &one, NULL) == SQLITE_OK &&
        sqlite3_step(one) == SQLITE_ROW) {
        number = sqlite3_column_int64(one, 0);
    }
    sqlite3_finalize(one);
    return number;
}

/* ------------------------------------------------------------------------ open */

static const char other_version[] = "it was written by another version of vitals";

/* A database of something else is left alone. */
static const char *check_owner(vt_store *store) {
    const int64_t own = number_of(store, "PRAGMA application_id");
    const int64_t version = number_of(store, "PRAGMA user_version");
    if (own < 0 || version < 0) return reason(store);
    if (own == APPLICATION_ID && version == VERSION) return NULL;
    if (own == APPLICATION_ID) return other_version;
    const int64_t tables = number_of(store, "SELECT count(*) FROM sqlite_master");
    return tables == 0 ? NULL : "it is a database of another program";
}

static const char *prepare(vt_store *store) {
    char text[200];
    const int64_t page = number_of(store, "PRAGMA page_size");
    snprintf(text, sizeof text,
             "PRAGMA application_id=%d;PRAGMA user_version=%d;PRAGMA max_page_count=%llu",
             APPLICATION_ID, VERSION,
             (unsigned long long)(store->most_bytes / (page > 0 ? (uint64_t)page : 4096) + 1));
    if (!run(store, "PRAGMA auto_vacuum=INCREMENTAL;PRAGMA journal_mode=WAL;"
                    "PRAGMA synchronous=NORMAL") ||
        !run(store, schema) || !run(store, text)) {
        return reason(store);
    }
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(store->database, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK) {
            return reason(store);
        }
    }
    return NULL;
}

const char *vt_store_open(const char *path, bool write, uint64_t most_bytes,
                          const vitals_allocator *allocator, vt_store **out,
                          char why[VT_STORE_WHY_BYTES]) {
    const int flags =
        SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | (write ? SQLITE_OPEN_CREATE : 0);
    vt_store *store = vt_allocate_zeroed(allocator, sizeof *store);
    if (!store) return "out of memory";
    store->allocator = *allocator;
    store->most_bytes = most_bytes;
    const char *wrong = NULL;
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK) wrong = reason(store);
    if (!wrong) {
        sqlite3_busy_timeout(store->database, BUSY_MS);
        wrong = check_owner(store);
    }
    if (!wrong && write) wrong = prepare(store);
    if (!wrong) {
        *out = store;
        return NULL;
    }
    snprintf(why, VT_STORE_WHY_BYTES, "%s", wrong);
    vt_store_close(store);
    return why;
}

bool vt_store_is_of_other_version(const char *wrong) {
    return strcmp(wrong, other_version) == 0;
}

const char *vt_store_set_aside(const char *path, char name[VT_STORE_PATH_BYTES]) {
    for (int i = 1; i <= MOST_ASIDE; i++) {
        const int size = snprintf(name, VT_STORE_PATH_BYTES, "%s.old-%d", path, i);
        if (size < 0 || size >= VT_STORE_PATH_BYTES) return "its name is too long";
        /* Only a name that nothing has: an earlier one is not lost. */
        if (access(name, F_OK) == 0) continue;
        return rename(path, name) == 0 ? NULL : "it is of another version and cannot be renamed";
    }
    return "too many old ones are beside it";
}

void vt_store_close(vt_store *store) {
    if (!store) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    const vitals_allocator allocator = store->allocator;
    vt_release(&allocator, store, sizeof *store);
}

/* ----------------------------------------------------------------------- write */

static bool step(vt_store *store, statement which) {
    sqlite3_stmt *one = store->statements[which];
    const int result = sqlite3_step(one);
    sqlite3_reset(one);
    return result == SQLITE_DONE || result == SQLITE_ROW;
}

static void bind_text(sqlite3_stmt *one, int at, vt_text text) {
    sqlite3_bind_text(one, at, text.bytes ? text.bytes : "", (int)text.size, SQLITE_STATIC);
}

static void bind_object(sqlite3_stmt *one, const vt_store_change *change) {
    const vt_text texts[] = { change->cluster,    change->group, change->kind,
                              change->namespace_, change->name,  change->uid };
    sqlite3_bind_int(one, 1, change->application);
    for (int i = 0; i < 6; i++) bind_text(one, i + 2, texts[i]);
}

/* The id of what a statement finds, or adds when it is not there; -1: neither. */
static int64_t take(vt_store *store, statement find, statement add) {
    sqlite3_stmt *one = store->statements[find];
    const int result = sqlite3_step(one);
    const int64_t id = result == SQLITE_ROW ? sqlite3_column_int64(one, 0) : -1;
    sqlite3_reset(one);
    if (id >= 0 || result != SQLITE_DONE) return id;
    return step(store, add) ? sqlite3_last_insert_rowid(store->database) : -1;
}

static bool add_change(vt_store *store, const vt_store_change *change) {
    sqlite3_stmt *one = store->statements[ADD_CHANGE];
    bind_object(store->statements[FIND_OBJECT], change);
    bind_object(store->statements[ADD_OBJECT], change);
    const int64_t object = take(store, FIND_OBJECT, ADD_OBJECT);
    bind_text(store->statements[FIND_MESSAGE], 1, change->message);
    bind_text(store->statements[ADD_MESSAGE], 1, change->message);
    const int64_t message = object < 0 ? -1 : take(store, FIND_MESSAGE, ADD_MESSAGE);
    if (message < 0) return false;
    sqlite3_bind_int64(one, 1, object);
    sqlite3_bind_int64(one, 2, change->at_ms);
    sqlite3_bind_int(one, 3, change->was);
    sqlite3_bind_int(one, 4, change->health);
    sqlite3_bind_int64(one, 5, message);
    return step(store, ADD_CHANGE);
}

/* The end of a transaction. */
static const char *end(vt_store *store, bool good) {
    if (good && step(store, COMMIT)) return NULL;
    const char *why = reason(store);
    if (!sqlite3_get_autocommit(store->database)) step(store, ROLLBACK);
    return why;
}

const char *vt_store_add(vt_store *store, const vt_store_change *changes, size_t count) {
    bool good = step(store, BEGIN);
    for (size_t i = 0; i < count && good; i++) good = add_change(store, &changes[i]);
    return end(store, good);
}

static bool add_sky(vt_store *store, const vt_store_sky *sky) {
    const vt_store_change object = { .application = true,
                                     .cluster = sky->cluster,
                                     .kind = sky->kind,
                                     .namespace_ = sky->namespace_,
                                     .name = sky->name };
    sqlite3_stmt *one = store->statements[ADD_SKY];
    bind_object(store->statements[FIND_OBJECT], &object);
    bind_object(store->statements[ADD_OBJECT], &object);
    const int64_t id = take(store, FIND_OBJECT, ADD_OBJECT);
    if (id < 0) return false;
    sqlite3_bind_int64(one, 1, id);
    sqlite3_bind_int64(one, 2, sky->hour);
    bind_text(one, 3, vt_text_from(sky->hours));
    return step(store, ADD_SKY);
}

const char *vt_store_add_skies(vt_store *store, const vt_store_sky *skies, size_t count) {
    bool good = step(store, BEGIN);
    for (size_t i = 0; i < count && good; i++) good = add_sky(store, &skies[i]);
    return end(store, good);
}

static bool delete_before(const vt_store *store, int64_t before_ms) {
    char text[500];
    snprintf(text, sizeof text,
             "BEGIN IMMEDIATE;DELETE FROM change WHERE at<%lld;DELETE FROM sky WHERE hour<%lld;"
             "DELETE FROM object WHERE id NOT IN(SELECT object FROM change UNION "
             "SELECT object FROM sky);"
             "DELETE FROM message WHERE id NOT IN(SELECT message FROM change);COMMIT;"
             "PRAGMA incremental_vacuum;PRAGMA wal_checkpoint(TRUNCATE)",
             (long long)before_ms, (long long)(before_ms / VT_SKY_HOUR_MS));
    return run(store, text);
}

static bool is_too_large(const vt_store *store) {
    const int64_t pages = number_of(store, "PRAGMA page_count");
    const int64_t page = number_of(store, "PRAGMA page_size");
    return pages > 0 && page > 0 && (uint64_t)pages * (uint64_t)page > store->most_bytes / 10 * 9;
}

const char *vt_store_prune(vt_store *store, int64_t before_ms) {
    enum { MOST_ROUNDS = 8 };
    bool good = delete_before(store, before_ms);
    /* A quarter of what is left at a time. */
    for (int i = 0; i < MOST_ROUNDS && good && is_too_large(store); i++) {
        const int64_t quarter = number_of(store, "SELECT at FROM change ORDER BY at LIMIT 1 OFFSET "
                                                 "(SELECT count(*)/4+1 FROM change)");
        good = delete_before(store, quarter < 0 ? INT64_MAX : quarter);
    }
    if (good) return NULL;
    const char *why = reason(store);
    if (!sqlite3_get_autocommit(store->database)) run(store, "ROLLBACK");
    return why;
}

/* ------------------------------------------------------------------------ read */

static vt_text column(sqlite3_stmt *one, int at, vt_arena *memory) {
    const unsigned char *bytes = sqlite3_column_text(one, at);
    const size_t size = (size_t)sqlite3_column_bytes(one, at);
    return vt_arena_copy(memory, vt_text_slice(bytes ? (const char *)bytes : "", size));
}

static bool read_change(sqlite3_stmt *one, vt_arena *memory, vt_store_change *out) {
    *out = (vt_store_change){ .at_ms = sqlite3_column_int64(one, 0),
                              .was = (uint8_t)sqlite3_column_int(one, 1),
                              .health = (uint8_t)sqlite3_column_int(one, 2),
                              .application = sqlite3_column_int(one, 3) != 0 };
    vt_text *const texts[] = { &out->cluster, &out->group, &out->kind,   &out->namespace_,
                               &out->name,    &out->uid,   &out->message };
    for (int i = 0; i < 7; i++) {
        *texts[i] = column(one, 4 + i, memory);
        if (vt_text_is_absent(*texts[i])) return false;
    }
    return true;
}

static bool read_sky(sqlite3_stmt *one, vt_arena *memory, vt_store_sky *out) {
    vt_text *const texts[] = { &out->cluster, &out->kind, &out->namespace_, &out->name };
    const vt_text hours = column(one, 1, memory);
    out->hour = sqlite3_column_int64(one, 0);
    if (hours.size == VT_SKY_HOURS) memcpy(out->hours, hours.bytes, sizeof out->hours);
    for (int i = 0; i < 4; i++) {
        *texts[i] = column(one, 2 + i, memory);
        if (vt_text_is_absent(*texts[i])) return false;
    }
    return hours.size == VT_SKY_HOURS;
}

const char *vt_store_read_skies(vt_store *store, int64_t hour, vt_arena *memory,
                                vt_store_sky **skies, size_t *count) {
    const int64_t most = number_of(store, "SELECT count(*) FROM sky");
    sqlite3_stmt *one = NULL;
    int result = SQLITE_ERROR;
    *count = 0;
    if (most < 0) return reason(store);
    *skies = vt_arena_allocate_array(memory, (size_t)most + 1, sizeof **skies);
    if (!*skies) return "out of memory";
    memset(*skies, 0, ((size_t)most + 1) * sizeof **skies);
    if (sqlite3_prepare_v2(store->database,
                           "SELECT hour,hours,cluster,kind,namespace,name FROM sky JOIN object ON "
                           "object.id=sky.object WHERE application AND hour>=?1",
                           -1, &one, NULL) == SQLITE_OK) {
        sqlite3_bind_int64(one, 1, hour);
        while ((result = sqlite3_step(one)) == SQLITE_ROW && *count < (size_t)most) {
            if (read_sky(one, memory, &(*skies)[*count])) ++*count;
        }
    }
    const char *why = result == SQLITE_DONE ? NULL : reason(store);
    sqlite3_finalize(one);
    return why;
}

#define COLUMNS                                                                                    \
    "SELECT at,was,health,application,cluster,grp,kind,namespace,name,uid,text FROM change "       \
    "JOIN object ON object.id=change.object JOIN message ON message.id=change.message WHERE "

static const char read_all[] = COLUMNS "at BETWEEN ?1 AND ?2 ORDER BY at DESC LIMIT ?3";
/* An object that was made again under its name has another UID. */
static const char read_one[] = COLUMNS
    "change.object IN(SELECT id FROM object WHERE application=?4 AND cluster=?5 AND grp=?6 "
    "AND kind=?7 AND namespace=?8 AND name=?9 AND (?10='' OR uid=?10)) AND at BETWEEN ?1 AND "
    "?2 ORDER BY at DESC LIMIT ?3";

static void bind_query(sqlite3_stmt *one, const vt_store_query *query) {
    const vt_text texts[] = { query->cluster,    query->group, query->kind,
                              query->namespace_, query->name,  query->uid };
    sqlite3_bind_int64(one, 1, query->from_ms);
    sqlite3_bind_int64(one, 2, query->to_ms);
    sqlite3_bind_int64(one, 3, (int64_t)query->most);
    if (!query->of_object) return;
    sqlite3_bind_int(one, 4, query->application);
    for (int i = 0; i < 6; i++) bind_text(one, 5 + i, texts[i]);
}

const char *vt_store_read(vt_store *store, const vt_store_query *query, vt_arena *memory,
                          vt_store_change **changes, size_t *count) {
    sqlite3_stmt *one = NULL;
    int result = SQLITE_ERROR;
    *count = 0;
    *changes = vt_arena_allocate_array(memory, query->most + 1, sizeof **changes);
    if (!*changes) return "out of memory";
    if (sqlite3_prepare_v2(store->database, query->of_object ? read_one : read_all, -1, &one,
                           NULL) == SQLITE_OK) {
        bind_query(one, query);
        while ((result = sqlite3_step(one)) == SQLITE_ROW && *count < query->most) {
            if (!read_change(one, memory, &(*changes)[*count])) break;
            ++*count;
        }
    }
    const char *why = result == SQLITE_DONE ? NULL : reason(store);
    sqlite3_finalize(one);
    return why;
}
#else
bool vt_store_is_of_other_version(const char *wrong) {
    (void)wrong;
    return false;
}

const char *vt_store_set_aside(const char *path, char name[VT_STORE_PATH_BYTES]) {
    (void)path, (void)name;
    return "this build has no SQLite";
}

const char *vt_store_open(const char *path, bool write, uint64_t most_bytes,
                          const vitals_allocator *allocator, vt_store **out,
                          char why[VT_STORE_WHY_BYTES]) {
    (void)path, (void)write, (void)most_bytes, (void)allocator, (void)out, (void)why;
    return "this build has no SQLite";
}

void vt_store_close(vt_store *store) {
    (void)store;
}

const char *vt_store_add(vt_store *store, const vt_store_change *changes, size_t count) {
    (void)store, (void)changes, (void)count;
    return "this build has no SQLite";
}

const char *vt_store_add_skies(vt_store *store, const vt_store_sky *skies, size_t count) {
    (void)store, (void)skies, (void)count;
    return "this build has no SQLite";
}

const char *vt_store_read_skies(vt_store *store, int64_t hour, vt_arena *memory,
                                vt_store_sky **skies, size_t *count) {
    (void)store, (void)hour, (void)memory, (void)skies, (void)count;
    return "this build has no SQLite";
}

const char *vt_store_prune(vt_store *store, int64_t before_ms) {
    (void)store, (void)before_ms;
    return "this build has no SQLite";
}

const char *vt_store_read(vt_store *store, const vt_store_query *query, vt_arena *memory,
                          vt_store_change **changes, size_t *count) {
    (void)store, (void)query, (void)memory, (void)changes, (void)count;
    return "this build has no SQLite";
}
#endif
