/* <vitals/suspend.h>: the table of kinds and the patches, for hosts. */
#include <vitals/suspend.h>

#include "base/memory/memory.h"
#include "base/memory/sized.h"
#include "cluster/actions/patch.h"
#include "cluster/config/report.h"

/* ------------------------------------------------------------------- kinds */

static bool write_row(const vt_suspendable *row, vitals_suspendable *out, size_t out_bytes) {
    if (!row) return false;
    const vitals_suspendable kind = { vt_text_from(row->group), vt_text_from(row->kind),
                                      vt_text_from(row->where), vt_text_from(row->note),
                                      row->needs_force,         { 0 } };
    vt_sized_write(out, out_bytes, &kind, sizeof kind);
    return true;
}

bool vitals_suspendable_at(size_t index, vitals_suspendable *out, size_t out_bytes) {
    return write_row(vt_suspendable_at(index), out, out_bytes);
}

bool vitals_suspendable_of(vitals_text group, vitals_text kind, vitals_suspendable *out,
                           size_t out_bytes) {
    return write_row(vt_suspendable_of(group, kind), out, out_bytes);
}

bool vitals_document_suspended(const vitals_document *document) {
    return vt_patch_is_suspended(vitals_document_group(document), vitals_document_kind(document),
                                 document);
}

vitals_text vitals_document_suspend_message(const vitals_document *document) {
    return vt_patch_message_of(document);
}

/* -------------------------------------------------------------------- plans */

enum { MOST_STEPS = 4 };

struct vitals_suspend_plan {
    vitals_allocator allocator;
    vt_arena arena;
    const vt_patch *steps[MOST_STEPS];
    size_t count;
};

void vitals_suspend_plan_free(vitals_suspend_plan *plan) {
    if (!plan) return;
    vitals_allocator allocator = plan->allocator;
    vt_arena_done(&plan->arena);
    vt_release(&allocator, plan, sizeof *plan);
}

size_t vitals_suspend_plan_first(const vitals_suspend_plan *plan) {
    return plan->count ? 0 : VITALS_SUSPEND_DONE;
}

static size_t number_of(const vitals_suspend_plan *plan, const vt_patch *patch) {
    for (size_t i = 0; patch && i < plan->count; i++) {
        if (plan->steps[i] == patch) return i;
    }
    return VITALS_SUSPEND_DONE;
}

bool vitals_suspend_plan_at(const vitals_suspend_plan *plan, size_t step, vitals_suspend_step *out,
                            size_t out_bytes) {
    if (step >= plan->count) return false;
    const vt_patch *patch = plan->steps[step];
    const vitals_suspend_step own = { vt_text_from(patch->subresource), patch->body,
                                      number_of(plan, patch->next),
                                      number_of(plan, patch->if_not_found) };
    vt_sized_write(out, out_bytes, &own, sizeof own);
    return true;
}

#ifdef VITALS_WITH_CLUSTER_WRITE

/* The patches as a list: each one, then those that may follow. */
static void add_steps(vitals_suspend_plan *plan, const vt_patch *patch) {
    if (!patch || plan->count == MOST_STEPS) return;
    plan->steps[plan->count++] = patch;
    add_steps(plan, patch->next);
    add_steps(plan, patch->if_not_found);
}

static vitals_status make_plan(vt_text group, vt_text kind, const vitals_suspend_options *options,
                               vitals_suspend_plan *plan, vitals_diagnostics *diagnostics) {
    const vt_patch_options own = { .to = options->resume ? VT_RESUME : VT_SUSPEND,
                                   .message = options->message,
                                   .force_kind = options->force_kind,
                                   .object = options->object,
                                   .only_if_unchanged = options->only_if_unchanged };
    const vt_patch *patch = NULL;
    vt_buffer why;
    vt_buffer_init(&why, &plan->allocator, 1024);
    vitals_status status = vt_patch_switch(group, kind, &own, &plan->arena, &patch, &why);
    if (status == VITALS_ENOTFOUND || status == VITALS_EINVAL) {
        vt_report(diagnostics, VITALS_SEVERITY_ERROR, "suspend", NULL, "%s",
                  vt_buffer_text(&why).bytes);
    }
    vt_buffer_done(&why);
    add_steps(plan, patch);
    return status;
}

vitals_status vitals_suspend_undone_by(const vitals_document *document,
                                       const vitals_allocator *allocator, char **text,
                                       size_t *size) {
    vt_buffer line;
    vt_buffer_init(&line, allocator, 4096);
    bool undone = vt_patch_add_undone_by(&line, document);
    vitals_status status = line.failed ? VITALS_ENOMEM : undone ? VITALS_OK : VITALS_ENOTFOUND;
    if (status == VITALS_OK) {
        char *taken = vt_buffer_take(&line, size);
        if (taken) *text = taken;
        if (!taken) status = VITALS_ENOMEM;
    }
    vt_buffer_done(&line);
    return status;
}

#else

static vitals_status make_plan(vt_text group, vt_text kind, const vitals_suspend_options *options,
                               vitals_suspend_plan *plan, vitals_diagnostics *diagnostics) {
    (void)group, (void)kind, (void)options, (void)plan;
    vt_report(diagnostics, VITALS_SEVERITY_ERROR, "suspend", NULL,
              "this build of vitals does not change objects");
    return VITALS_ECONFIG;
}

vitals_status vitals_suspend_undone_by(const vitals_document *document,
                                       const vitals_allocator *allocator, char **text,
                                       size_t *size) {
    (void)document, (void)allocator, (void)text, (void)size;
    return VITALS_ENOTFOUND;
}

#endif

vitals_status vitals_suspend_plan_new(vitals_text group, vitals_text kind,
                                      const vitals_suspend_options *options,
                                      vitals_suspend_plan **out, vitals_diagnostics *diagnostics) {
    vitals_suspend_options own = VITALS_SUSPEND_OPTIONS_INIT;
    if (options && !vt_sized_read(options, &own, sizeof own)) return VITALS_EINVAL;
    vitals_allocator allocator = vt_allocator_or_default(own.allocator);
    vitals_suspend_plan *plan = vt_allocate_zeroed(&allocator, sizeof *plan);
    if (!plan) return VITALS_ENOMEM;
    plan->allocator = allocator;
    vt_arena_init(&plan->arena, &plan->allocator, 0);
    vitals_status status = make_plan(group, kind, &own, plan, diagnostics);
    if (status == VITALS_OK) {
        *out = plan;
    } else {
        vitals_suspend_plan_free(plan);
    }
    return status;
}
