/* The statuses and the languages of rules as the API writes them. */
#include "server/api/status.h"

const vitals_health vt_statuses[VT_STATUSES] = { VITALS_HEALTH_HEALTHY,   VITALS_HEALTH_PROGRESSING,
                                                 VITALS_HEALTH_DEGRADED,  VITALS_HEALTH_SUSPENDED,
                                                 VITALS_HEALTH_MISSING,   VITALS_HEALTH_UNKNOWN,
                                                 VITALS_HEALTH_UNASSESSED };

unsigned vt_status_rank(vitals_health health) {
    static const uint8_t ranks[VITALS_HEALTH_COUNT] = {
        [VITALS_HEALTH_DEGRADED] = 0,    [VITALS_HEALTH_MISSING] = 1,   [VITALS_HEALTH_UNKNOWN] = 2,
        [VITALS_HEALTH_PROGRESSING] = 3, [VITALS_HEALTH_SUSPENDED] = 4, [VITALS_HEALTH_HEALTHY] = 5,
        [VITALS_HEALTH_UNASSESSED] = 6,  [VITALS_HEALTH_EMPTY] = 6
    };
    return ranks[health];
}

unsigned vt_status_place(vitals_health health) {
    unsigned place = 0;
    if (health == VITALS_HEALTH_EMPTY) health = VITALS_HEALTH_UNASSESSED;
    while (place < VT_STATUSES - 1 && vt_statuses[place] != health) place++;
    return place;
}

const char *vt_status_word(vitals_health health) {
    return vitals_health_name(health == VITALS_HEALTH_EMPTY ? VITALS_HEALTH_UNASSESSED : health);
}

const char *vt_language_of(vitals_source source) {
    static const char *const languages[VITALS_SOURCE_COUNT] = {
        [VITALS_SOURCE_NONE] = "",
        [VITALS_SOURCE_DELETION] = "native",
        [VITALS_SOURCE_CUSTOMIZATION] = "lua",
        [VITALS_SOURCE_INTERPRETER] = "lua",
        [VITALS_SOURCE_EXPRESSION] = "cel",
        [VITALS_SOURCE_SUSPENSION] = "native",
        [VITALS_SOURCE_BUNDLED] = "lua",
        [VITALS_SOURCE_NATIVE] = "native",
        [VITALS_SOURCE_KSTATUS] = "kstatus",
        [VITALS_SOURCE_JOB_READER] = "kstatus",
    };
    return languages[source];
}
