/* When to try again. */
#include "cluster/transport/backoff.h"

/* ---------------------------------------------------------------- backoff */

int64_t vt_backoff_failed(vt_backoff *backoff, int64_t now_ms, uint32_t random) {
    if (backoff->failures && now_ms - backoff->last_ms > VT_BACKOFF_RESET_MS) backoff->failures = 0;
    backoff->last_ms = now_ms;
    int64_t wait = VT_BACKOFF_FIRST_MS;
    for (unsigned i = 0; i < backoff->failures && wait < VT_BACKOFF_MOST_MS; i++) wait *= 2;
    if (wait < VT_BACKOFF_MOST_MS) backoff->failures++;
    wait += (int64_t)((uint64_t)wait * random >> 32);
    return wait < VT_BACKOFF_MOST_MS ? wait : VT_BACKOFF_MOST_MS;
}

/* ------------------------------------------------------------------- gates */

vt_gate_answer vt_gate_ask(vt_gate *gate, int64_t now_ms) {
    if (!gate->closed) return VT_GATE_GO;
    if (gate->probing || now_ms < gate->open_ms) return VT_GATE_WAIT;
    gate->probing = true;
    return VT_GATE_PROBE;
}

/* Requests that were under way when the gate closed fail too: they are the same trouble. */
int64_t vt_gate_failed(vt_gate *gate, int64_t now_ms, uint32_t random) {
    if (gate->closed && !gate->probing) return gate->open_ms;
    gate->closed = true;
    gate->probing = false;
    gate->open_ms = now_ms + vt_backoff_failed(&gate->backoff, now_ms, random);
    return gate->open_ms;
}

void vt_gate_worked(vt_gate *gate) {
    gate->closed = gate->probing = false;
}

void vt_gate_dropped(vt_gate *gate) {
    gate->probing = false;
}

/* ----------------------------------------------------------------- retries */

enum { LOST_PAUSE_MS = 1000, MOST_RETRY_AFTER_S = 300, SERVER_PAUSE_MS = 500, SERVER_RETRIES = 3 };

/* Milliseconds by the server's own word; -1: it said none, or this is not an answer to wait for. */
static int64_t asked_to_wait(const vt_failure *failure) {
    bool waits = failure->code == 429 || (failure->code >= 500 && failure->code <= 599);
    if (!waits || failure->kind == VT_FAILURE_VERSION_AHEAD || failure->retry_after_seconds < 0)
        return -1;
    int64_t seconds = failure->retry_after_seconds;
    return 1000 * (seconds < MOST_RETRY_AFTER_S ? seconds : MOST_RETRY_AFTER_S);
}

/* A server or proxy that may be well again in a moment. */
static bool may_pass(const vt_failure *failure) {
    static const int codes[] = { 429, 500, 502, 503, 504 };
    if (failure->kind == VT_FAILURE_VERSION_AHEAD) return false;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (failure->code == codes[i]) return true;
    }
    return false;
}

static int64_t after_answer(const vt_attempt *attempt) {
    const int64_t asked = attempt->failure ? asked_to_wait(attempt->failure) : -1;
    if (asked >= 0 || attempt->following || !attempt->failure) return asked;
    if (attempt->tried > SERVER_RETRIES || !may_pass(attempt->failure)) return -1;
    return (int64_t)SERVER_PAUSE_MS << (attempt->tried - 1);
}

int64_t vt_retry_after(const vt_attempt *attempt) {
    if (!attempt->get || attempt->tried > VT_RETRIES) return -1;
    switch (attempt->trouble) {
    case VT_TROUBLE_NONE:
        return after_answer(attempt);
    case VT_TROUBLE_LOST:
        return LOST_PAUSE_MS;
    case VT_TROUBLE_REFUSED:
    case VT_TROUBLE_NAME:
        return attempt->following || attempt->answered ? LOST_PAUSE_MS : -1;
    case VT_TROUBLE_TIMEOUT:
        return attempt->following ? LOST_PAUSE_MS : -1;
    case VT_TROUBLE_TLS:
        break;
    }
    return -1;
}
