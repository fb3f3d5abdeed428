/* Names of the public enums, how bad each status is, and the versions of what vitals emulates. */
#include "base/run/statuses.h"
#include "base/text/text.h"

typedef struct name_row {
    const char *name;
} name_row;

#define VITALS_X(name, text) { text },
static const name_row health_names[] = { VITALS_HEALTH_MAP(VITALS_X) };
static const name_row kstatus_names[] = { VITALS_KSTATUS_MAP(VITALS_X) };
static const name_row source_names[] = { VITALS_SOURCE_MAP(VITALS_X) };
#undef VITALS_X
#define VITALS_X(name, text, about) { text },
static const name_row profile_names[] = { VITALS_PROFILE_MAP(VITALS_X) };
static const name_row aggregate_names[] = { VITALS_AGGREGATE_MAP(VITALS_X) };
#undef VITALS_X

static const char *name_at(const name_row *rows, size_t count, size_t index) {
    return index < count ? rows[index].name : "";
}

/* The index of a name; `count`: not found. */
static size_t find_name(const name_row *rows, size_t count, vt_text name) {
    size_t index = 0;
    while (index < count && !vt_text_is(name, rows[index].name)) index++;
    return index;
}

const char *vitals_health_name(vitals_health health) {
    return name_at(health_names, VITALS_HEALTH_COUNT, (size_t)health);
}

vitals_health vitals_health_from_name(vitals_text name) {
    size_t index = find_name(health_names, VITALS_HEALTH_COUNT, name);
    if (index == VITALS_HEALTH_COUNT || index == VITALS_HEALTH_EMPTY)
        return VITALS_HEALTH_UNASSESSED;
    return (vitals_health)index;
}

int vitals_health_severity(vitals_health health) {
#define VITALS_X(id, severity, place, colour) [VITALS_HEALTH_##id] = (severity),
    static const int severities[VITALS_HEALTH_COUNT] = { VT_STATUS_MAP(VITALS_X) };
#undef VITALS_X
    return (size_t)health < VITALS_HEALTH_COUNT ? severities[health] : 0;
}

const char *vitals_kstatus_name(vitals_kstatus status) {
    return name_at(kstatus_names, VITALS_KSTATUS_COUNT, (size_t)status);
}

vitals_kstatus vitals_kstatus_from_health(vitals_health health) {
    static const vitals_kstatus statuses[VITALS_HEALTH_COUNT] = {
        [VITALS_HEALTH_UNASSESSED] = VITALS_KSTATUS_NONE,
        [VITALS_HEALTH_EMPTY] = VITALS_KSTATUS_NONE,
        [VITALS_HEALTH_HEALTHY] = VITALS_KSTATUS_CURRENT,
        [VITALS_HEALTH_SUSPENDED] = VITALS_KSTATUS_CURRENT,
        [VITALS_HEALTH_PROGRESSING] = VITALS_KSTATUS_IN_PROGRESS,
        [VITALS_HEALTH_MISSING] = VITALS_KSTATUS_NOT_FOUND,
        [VITALS_HEALTH_DEGRADED] = VITALS_KSTATUS_FAILED,
        [VITALS_HEALTH_UNKNOWN] = VITALS_KSTATUS_UNKNOWN,
    };
    return (size_t)health < VITALS_HEALTH_COUNT ? statuses[health] : VITALS_KSTATUS_NONE;
}

vitals_health vitals_health_from_kstatus(vitals_kstatus status) {
    static const vitals_health statuses[VITALS_KSTATUS_COUNT] = {
        [VITALS_KSTATUS_NONE] = VITALS_HEALTH_UNASSESSED,
        [VITALS_KSTATUS_IN_PROGRESS] = VITALS_HEALTH_PROGRESSING,
        [VITALS_KSTATUS_FAILED] = VITALS_HEALTH_DEGRADED,
        [VITALS_KSTATUS_CURRENT] = VITALS_HEALTH_HEALTHY,
        [VITALS_KSTATUS_TERMINATING] = VITALS_HEALTH_PROGRESSING,
        [VITALS_KSTATUS_NOT_FOUND] = VITALS_HEALTH_MISSING,
        [VITALS_KSTATUS_UNKNOWN] = VITALS_HEALTH_UNKNOWN,
    };
    return (size_t)status < VITALS_KSTATUS_COUNT ? statuses[status] : VITALS_HEALTH_UNASSESSED;
}

const char *vitals_source_name(vitals_source source) {
    return name_at(source_names, VITALS_SOURCE_COUNT, (size_t)source);
}

const char *vitals_profile_name(vitals_profile profile) {
    return name_at(profile_names, VITALS_PROFILE_COUNT, (size_t)profile);
}

vitals_status vitals_profile_from_name(const char *name, vitals_profile *out) {
    size_t index = find_name(profile_names, VITALS_PROFILE_COUNT, vt_text_from(name));
    if (index == VITALS_PROFILE_COUNT) return VITALS_ENOTFOUND;
    *out = (vitals_profile)index;
    return VITALS_OK;
}

const char *vitals_aggregate_name(vitals_aggregate aggregate) {
    return name_at(aggregate_names, VITALS_AGGREGATE_COUNT, (size_t)aggregate);
}

vitals_status vitals_aggregate_from_name(const char *name, vitals_aggregate *out) {
    size_t index = find_name(aggregate_names, VITALS_AGGREGATE_COUNT, vt_text_from(name));
    if (index == VITALS_AGGREGATE_COUNT) return VITALS_ENOTFOUND;
    *out = (vitals_aggregate)index;
    return VITALS_OK;
}

/* ---------------------------------------------------------------- versions */

const char *vitals_version(void) {
#define TEXT_OF(number) #number
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)
    return VERSION_TEXT(VITALS_VERSION_MAJOR, VITALS_VERSION_MINOR, VITALS_VERSION_PATCH);
#undef VERSION_TEXT
#undef TEXT_OF
}

int vitals_version_number(void) {
    return VITALS_VERSION_NUMBER;
}
