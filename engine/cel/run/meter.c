/* Budgets of cost. */
#include "cel/run/meter.h"

#include "base/text/text.h"

/* Cost between two polls of the interrupt: about a tenth of a millisecond. */
#define POLL_COST 1000

vt_cel_meter vt_cel_meter_of(uint64_t most, const char *limit_of_cost,
                             vitals_interrupt_fn interrupt, void *interrupt_user) {
    return (vt_cel_meter){ .most = most,
                           .limit_of_cost = limit_of_cost,
                           .interrupt = interrupt,
                           .interrupt_user = interrupt_user };
}

void vt_cel_meter_stop(vt_cel_meter *meter, vitals_status status, const char *limit) {
    meter->next_look = 0;
    if (meter->stopped != VITALS_OK) return;
    meter->stopped = status;
    meter->limit = limit;
}

bool vt_cel_meter_look(vt_cel_meter *meter) {
    if (meter->stopped != VITALS_OK) return false;
    if (meter->cost > meter->most) {
        vt_cel_meter_stop(meter, VITALS_ELIMIT, meter->limit_of_cost);
    } else if (meter->interrupt && meter->interrupt(meter->interrupt_user)) {
        vt_cel_meter_stop(meter, VITALS_ESTOPPED, "interrupt");
    } else {
        uint64_t left = meter->most - meter->cost;
        meter->next_look = meter->cost + (left < POLL_COST ? left + 1 : POLL_COST);
    }
    return meter->stopped == VITALS_OK;
}

/* By the name of the limit. */
static const struct {
    vt_text limit, text;
} reasons[] = {
    { VT_TEXT_INIT(VT_CEL_LIMIT_OF_CALL),
      VT_TEXT_INIT("operation cancelled: actual cost limit exceeded") },
    { VT_TEXT_INIT("cel_cost"),
      VT_TEXT_INIT("operation cancelled: actual cost limit exceeded (limit cel_cost)") },
    { VT_TEXT_INIT("cel_compile_cost"),
      VT_TEXT_INIT("compilation cancelled: cost limit exceeded (limit cel_compile_cost)") },
    { VT_TEXT_INIT("cel_depth"),
      VT_TEXT_INIT("operation cancelled: values nested too deep (limit cel_depth)") },
    { VT_TEXT_INIT("cel_pattern_bytes"),
      VT_TEXT_INIT("operation cancelled: pattern too long (limit cel_pattern_bytes)") },
    { VT_TEXT_INIT("cel_pattern_size"),
      VT_TEXT_INIT("operation cancelled: compiled pattern too large (limit cel_pattern_size)") },
    { VT_TEXT_INIT("cel_match_steps"),
      VT_TEXT_INIT("operation cancelled: text too long for this pattern (limit cel_match_steps)") },
    { VT_TEXT_INIT("cel_program_bytes"),
      VT_TEXT_INIT("compilation cancelled: memory of the expression used up "
                   "(limit cel_program_bytes)") },
    { VT_TEXT_INIT("cel_memory_bytes"),
      VT_TEXT_INIT("operation cancelled: memory of the evaluation used up "
                   "(limit cel_memory_bytes)") },
};

vitals_text vt_cel_meter_reason(const vt_cel_meter *meter) {
    if (meter->stopped == VITALS_ESTOPPED) return VT_TEXT("operation interrupted");
    for (size_t i = 0; meter->limit && i < sizeof reasons / sizeof reasons[0]; i++) {
        if (vt_text_is(reasons[i].limit, meter->limit)) return reasons[i].text;
    }
    return VT_TEXT("out of memory");
}
