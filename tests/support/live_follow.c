/* Following a feed. */
#include "support/live_follow.h"

#include "support/table.h"

void live_follower_free(live_follower *follower) {
    free(follower->known);
    *follower = (live_follower){ .view = follower->view };
}

static live_known *find(const live_follower *follower, vitals_live_id id) {
    for (size_t i = 0; i < follower->count; i++) {
        if (follower->known[i].id == id) return &follower->known[i];
    }
    return NULL;
}

static const char *add(live_follower *follower, const vitals_live_change *change) {
    if (find(follower, change->subject)) return "what is added is there already";
    if (change->from != VITALS_HEALTH_UNASSESSED) return "what is added had a health";
    if (follower->count == follower->capacity) {
        follower->capacity = follower->capacity ? follower->capacity * 2 : 64;
        follower->known = realloc(follower->known, follower->capacity * sizeof *follower->known);
        assert_non_null(follower->known);
    }
    follower->known[follower->count++] =
        (live_known){ change->subject, change->to, change->settled_to };
    return NULL;
}

static const char *alter(live_follower *follower, const vitals_live_change *change, bool removed) {
    live_known *known = find(follower, change->subject);
    if (!known) return "a change of what is not there";
    if (known->health != change->from || known->settled != change->settled_from) {
        return "a change does not begin where the one before it ended";
    }
    known->health = change->to;
    known->settled = change->settled_to;
    if (removed) *known = follower->known[--follower->count];
    return NULL;
}

static const char *check_removed(const live_follower *follower, vitals_live_id id) {
    vitals_live_row row;
    if (vitals_live_row_of(follower->view, id, &row, sizeof row))
        return "a removed row is not found";
    if (!row.removed) return "a removed row is not marked";
    return row.object.name.size && row.object.kind.size ? NULL : "a removed row has no names";
}

static const char *take(live_follower *follower, const vitals_live_change *change) {
    switch (change->kind) {
    case VITALS_LIVE_ROW_ADDED:
    case VITALS_LIVE_APPLICATION_ADDED:
        return add(follower, change);
    case VITALS_LIVE_ROW_CHANGED:
    case VITALS_LIVE_APPLICATION_CHANGED:
        return alter(follower, change, false);
    case VITALS_LIVE_APPLICATION_REMOVED:
        return alter(follower, change, true);
    case VITALS_LIVE_ROW_REMOVED: {
        const char *wrong = alter(follower, change, true);
        return wrong ? wrong : check_removed(follower, change->subject);
    }
    case VITALS_LIVE_SCOPE_CHANGED:
        break;
    }
    return NULL;
}

const char *live_follow(live_follower *follower) {
    vitals_live_change changes[64];
    size_t count;
    do {
        uint64_t next = follower->position.sequence + 1;
        if (vitals_live_changes(follower->view, &follower->position, changes, TABLE_COUNT(changes),
                                sizeof changes[0], &count)) {
            return "the feed does not reach back";
        }
        for (size_t i = 0; i < count; i++) {
            if (changes[i].sequence != next++) return "a gap in the feed";
            const char *wrong = take(follower, &changes[i]);
            if (wrong) return wrong;
        }
    } while (count);
    return NULL;
}

const char *live_follower_compare(const live_follower *follower) {
    const vitals_live_view *view = follower->view;
    size_t count = 0;
    for (vitals_live_id id = 0; (id = vitals_live_row_next(view, id)); count++) {
        const live_known *known = find(follower, id);
        vitals_live_row row;
        assert_int_equal(vitals_live_row_of(view, id, &row, sizeof row), VITALS_OK);
        if (!known) return "a row that the feed never had";
        if (known->health != row.health || known->settled != row.settled) {
            return "a row is not as the feed has it";
        }
    }
    for (vitals_live_id id = 0; (id = vitals_live_application_next(view, id)); count++) {
        const live_known *known = find(follower, id);
        vitals_live_application app;
        assert_int_equal(vitals_live_application_of(view, id, &app, sizeof app), VITALS_OK);
        if (!known) return "an application that the feed never had";
        if (known->health != app.health || known->settled != app.settled) {
            return "an application is not as the feed has it";
        }
    }
    return count == follower->count ? NULL : "the feed has what is not there";
}
