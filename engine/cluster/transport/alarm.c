/* Alarms: a pairing heap, so that setting one needs no memory and clearing one is cheap. */
#include "cluster/transport/loop.h"

/* One heap of two; both are roots and neither is NULL. */
static vt_alarm *meld(vt_alarm *a, vt_alarm *b) {
    if (b->due_ms < a->due_ms) {
        vt_alarm *swap = a;
        a = b;
        b = swap;
    }
    b->before = a;
    b->next = a->child;
    if (a->child) a->child->before = b;
    a->child = b;
    a->next = a->before = NULL;
    return a;
}

/* Take siblings in pairs from the left, then meld the pairs from the right. */
static vt_alarm *meld_siblings(vt_alarm *first) {
    vt_alarm *pairs = NULL;
    while (first) {
        vt_alarm *a = first, *b = a->next;
        first = b ? b->next : NULL;
        a->next = a->before = NULL;
        if (b) {
            b->next = b->before = NULL;
            a = meld(a, b);
        }
        a->next = pairs;
        pairs = a;
    }
    vt_alarm *root = NULL;
    while (pairs) {
        vt_alarm *next = pairs->next;
        pairs->next = NULL;
        root = root ? meld(root, pairs) : pairs;
        pairs = next;
    }
    return root;
}

/* Cut an alarm that is not the root out of its siblings. */
static void cut(vt_alarm *alarm) {
    if (alarm->before->child == alarm) {
        alarm->before->child = alarm->next;
    } else {
        alarm->before->next = alarm->next;
    }
    if (alarm->next) alarm->next->before = alarm->before;
}

void vt_alarm_clear(vitals_cluster_loop *loop, vt_alarm *alarm) {
    if (!alarm->set) return;
    alarm->set = false;
    vt_alarm *rest = meld_siblings(alarm->child);
    if (alarm == loop->alarms) {
        loop->alarms = rest;
    } else {
        cut(alarm);
        if (rest) loop->alarms = meld(loop->alarms, rest);
    }
    alarm->child = alarm->next = alarm->before = NULL;
}

void vt_alarm_set(vitals_cluster_loop *loop, vt_alarm *alarm, int64_t due_ms) {
    vt_alarm_clear(loop, alarm);
    if (due_ms == VT_NEVER) return;
    alarm->due_ms = due_ms;
    alarm->set = true;
    alarm->child = alarm->next = alarm->before = NULL;
    loop->alarms = loop->alarms ? meld(loop->alarms, alarm) : alarm;
}
