/* The words that controllers use for what they do, and what they mean for health. */
#include "author/testing/draft/draft.h"
#include "base/text/ascii.h"

/* Beginnings of words that name a failure, wherever they are in a phase. */
static const char *const failures[] = {
    "fail",        "error",     "fault",     "degrad",      "invalid",   "reject",     "denied",
    "stall",       "crash",     "abort",     "lost",        "unhealthy", "unavailabl", "unreach",
    "unsched",     "broken",    "conflict",  "expir",       "corrupt",   "rollback",   "rolled",
    "timeout",     "timedout",  "exceed",    "missing",     "forbid",    "unauthor",   "incompat",
    "unsupported", "violat",    "notfound",  "misconf",     "evict",     "dead",       "offline",
    "down",        "critical",  "inconsist", "unrecover",   "inaccess",  "problem",    "pressure",
    "impaired",    "outofsync", "backoff",   "unknownhost", "oomkilled", "refused",    "disconnect",
    "uninstall",   "cancel",    "timed",     "found",       "warn",
};

/* Words that name an object that rests on purpose. */
static const char *const rests[] = { "suspended",   "paused",   "hibernated", "stopped",
                                     "hibernating", "disabled", "shutoff",    "sleeping" };

/* Words of something that is not done, beside all that end with -ing. */
static const char *const waits[] = { "pending",   "new",       "queued",     "init",
                                     "requested", "progress",  "submitted",  "scheduled",
                                     "partial",   "partially", "delayed",    "retry",
                                     "deleted",   "removed",   "incomplete", "unbound",
                                     "unsynced",  "not",       "no",         "never",
                                     "out",       "unready",   "unknown",    "uninitialized" };

/* Words that end with -ing and are none of these. */
static const char *const arrived[] = { "running", "serving", "listening", "working",
                                       "functioning" };

static const char *const good[] = {
    "ready",        "active",       "available",   "healthy",    "ok",          "okay",
    "bound",        "succeeded",    "success",     "successful", "completed",   "complete",
    "done",         "finished",     "deployed",    "online",     "established", "synced",
    "synchronized", "sync",         "up",          "current",    "accepted",    "programmed",
    "reconciled",   "installed",    "provisioned", "created",    "configured",  "valid",
    "validated",    "verified",     "connected",   "attached",   "applied",     "initialized",
    "enabled",      "registered",   "resolved",    "published",  "upgraded",    "operational",
    "normal",       "green",        "passed",      "reachable",  "admitted",    "approved",
    "issued",       "joined",       "mounted",     "stable",     "ensured",     "compliant",
    "imported",     "bootstrapped",
};

enum { MOST_LETTERS = 32, MOST_PARTS = 12 };

/* The parts of a word in lower case: of "CREATE_FAILED" and "CreateFailed" the same. */
typedef struct word_parts {
    char letters[MOST_PARTS][MOST_LETTERS];
    size_t sizes[MOST_PARTS];
    size_t count;
} word_parts;

static bool is_upper(char byte) {
    return byte >= 'A' && byte <= 'Z';
}

static bool begins_part(vt_text word, size_t at) {
    if (at == 0 || !vt_is_letter((unsigned char)word.bytes[at - 1])) return true;
    if (!is_upper(word.bytes[at])) return false;
    const bool before = is_upper(word.bytes[at - 1]);
    const bool after = at + 1 < word.size && vt_is_letter((unsigned char)word.bytes[at + 1]) &&
                       !is_upper(word.bytes[at + 1]);
    return !before || after;
}

static void split(word_parts *parts, vt_text word) {
    parts->count = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (!vt_is_letter((unsigned char)word.bytes[i])) continue;
        if (begins_part(word, i)) {
            if (parts->count == MOST_PARTS) return;
            parts->sizes[parts->count++] = 0;
        }
        size_t *size = &parts->sizes[parts->count - 1];
        if (*size < MOST_LETTERS)
            parts->letters[parts->count - 1][(*size)++] = vt_to_lower(word.bytes[i]);
    }
}

static vt_text part_at(const word_parts *parts, size_t index) {
    return vt_text_slice(parts->letters[index], parts->sizes[index]);
}

static bool is_one_of(vt_text part, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (vt_text_is(part, list[i])) return true;
    }
    return false;
}
#define IS_ONE_OF(part, list) is_one_of(part, list, sizeof(list) / sizeof *(list))

static bool is_failure(vt_text part) {
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        if (vt_text_starts(part, vt_text_from(failures[i]))) return true;
    }
    return false;
}

static vitals_health health_of_part(vt_text part) {
    if (is_failure(part)) return VITALS_HEALTH_DEGRADED;
    if (IS_ONE_OF(part, rests)) return VITALS_HEALTH_SUSPENDED;
    if (IS_ONE_OF(part, waits)) return VITALS_HEALTH_PROGRESSING;
    if (IS_ONE_OF(part, arrived) || IS_ONE_OF(part, good)) return VITALS_HEALTH_HEALTHY;
    if (part.size > 4 && vt_text_ends(part, VT_TEXT("ing"))) return VITALS_HEALTH_PROGRESSING;
    return VITALS_HEALTH_UNASSESSED;
}

/* Of several parts the one that is least well counts; that something is wanted does not make it so. */
vitals_health vt_draft_health_of(vt_text word) {
    static const vitals_health order[] = { VITALS_HEALTH_DEGRADED, VITALS_HEALTH_SUSPENDED,
                                           VITALS_HEALTH_PROGRESSING, VITALS_HEALTH_HEALTHY };
    word_parts parts;
    bool found[VITALS_HEALTH_COUNT] = { false };
    split(&parts, word);
    for (size_t i = 0; i < parts.count; i++) found[health_of_part(part_at(&parts, i))] = true;
    if (found[VITALS_HEALTH_DEGRADED] && vt_text_is(part_at(&parts, 0), "no")) {
        return VITALS_HEALTH_HEALTHY; /* NoWarnings */
    }
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (found[order[i]]) return order[i];
    }
    return VITALS_HEALTH_UNASSESSED;
}

/* ------------------------------------------------------------ what scripts know */

static const struct common_phase {
    const char *word;
    vitals_health health;
} phases[] = {
    { "Ready", VITALS_HEALTH_HEALTHY },       { "Running", VITALS_HEALTH_HEALTHY },
    { "Active", VITALS_HEALTH_HEALTHY },      { "Available", VITALS_HEALTH_HEALTHY },
    { "Healthy", VITALS_HEALTH_HEALTHY },     { "Bound", VITALS_HEALTH_HEALTHY },
    { "Succeeded", VITALS_HEALTH_HEALTHY },   { "Success", VITALS_HEALTH_HEALTHY },
    { "Completed", VITALS_HEALTH_HEALTHY },   { "Complete", VITALS_HEALTH_HEALTHY },
    { "Suspended", VITALS_HEALTH_SUSPENDED }, { "Paused", VITALS_HEALTH_SUSPENDED },
    { "Stopped", VITALS_HEALTH_SUSPENDED },   { "Failed", VITALS_HEALTH_DEGRADED },
    { "Failure", VITALS_HEALTH_DEGRADED },    { "Error", VITALS_HEALTH_DEGRADED },
    { "Degraded", VITALS_HEALTH_DEGRADED },   { "Unhealthy", VITALS_HEALTH_DEGRADED },
    { "Invalid", VITALS_HEALTH_DEGRADED },    { "Unavailable", VITALS_HEALTH_DEGRADED },
    { "Lost", VITALS_HEALTH_DEGRADED },
};

const char *vt_draft_phase_at(size_t index, vitals_health *health) {
    if (index >= sizeof phases / sizeof *phases) return NULL;
    *health = phases[index].health;
    return phases[index].word;
}

const char *vt_draft_type_at(size_t index) {
    static const char *const types[] = { "Ready", "Failed", "Degraded", "Stalled" };
    return index < sizeof types / sizeof *types ? types[index] : NULL;
}

const char *vt_draft_wait_at(size_t index) {
    static const char *const reasons[] = {
        "Creating",     "Deleting",    "InProgress", "Initializing", "Pending", "Progressing",
        "Provisioning", "Reconciling", "Updating",   "Upgrading",    "Waiting",
    };
    return index < sizeof reasons / sizeof *reasons ? reasons[index] : NULL;
}
