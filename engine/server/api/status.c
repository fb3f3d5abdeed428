/* The statuses and the languages of rules as the API writes them. */
#include "server/api/status.h"

vitals_health vt_status_at(unsigned place) {
    size_t rank = 0;
    while (vt_status_rows[rank].place != place) rank++;
    return vt_status_rows[rank].health;
}

unsigned vt_status_place(vitals_health health) {
    return vt_status_rows[vt_status_rank(health)].place;
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
