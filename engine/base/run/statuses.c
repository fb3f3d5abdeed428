/* The table of health statuses. */
#include "base/run/statuses.h"

const vt_status_row vt_status_rows[VITALS_HEALTH_COUNT] = {
#define VITALS_X(id, severity, place, colour) { VITALS_HEALTH_##id, severity, place, colour },
    VT_STATUS_MAP(VITALS_X)
#undef VITALS_X
};

size_t vt_status_rank(vitals_health health) {
    size_t rank = 0;
    while (rank < VITALS_HEALTH_COUNT - 1 && vt_status_rows[rank].health != health) rank++;
    return rank;
}
