/* Credential plugins in a build without them (VITALS_CLUSTER_WRITE=OFF): none can be started. */
#include "base/memory/memory.h"
#include "cluster/config/exec.h"

struct vt_process {
    vitals_allocator allocator;
};

vitals_status vt_process_start(const vt_command *command, const char *const *environment,
                               const vitals_allocator *allocator, int64_t steady_ms,
                               vt_process **out) {
    vitals_allocator own = vt_allocator_or_default(allocator);
    vt_process *process = vt_allocate(&own, sizeof *process);
    (void)command, (void)environment, (void)steady_ms;
    if (!process) return VITALS_ENOMEM;
    process->allocator = own;
    *out = process;
    return VITALS_OK;
}

void vt_process_free(vt_process *process) {
    if (!process) return;
    vitals_allocator allocator = process->allocator;
    vt_release(&allocator, process, sizeof *process);
}

int vt_process_descriptor(const vt_process *process) {
    (void)process;
    return -1;
}

int64_t vt_process_due(const vt_process *process) {
    (void)process;
    return INT64_MIN;
}

bool vt_process_step(vt_process *process, int64_t steady_ms, vt_command_result *result) {
    (void)process, (void)steady_ms;
    *result = (vt_command_result){ VT_COMMAND_NOT_STARTED, 0,
                                   "this build of vitals runs no programs", VT_TEXT("") };
    return true;
}
