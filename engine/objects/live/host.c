/* The host, which may stop a call at any time. */
#include "objects/live/live.h"

bool vt_host_is_stopped(void *user) {
    vt_live_host *host = user;
    host->stopped = host->stopped || vt_interrupt_asked(host->interrupt);
    return host->stopped;
}

bool vt_live_is_stopped(vitals_live *live) {
    return vt_host_is_stopped(&live->host);
}

void vitals_live_set_interrupt(vitals_live *live, vitals_interrupt_fn interrupt, void *user) {
    if (live) live->host.interrupt = (vt_interrupt){ interrupt, user };
}
