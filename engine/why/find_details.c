/* All details of one finding. */
#include "why/details.h"

void vt_why_find_details(vitals_why *why, size_t step, vt_text because, vt_why_finding *finding) {
    static void (*const parts[])(vt_why_details * details, const vitals_document *cause) = {
        vt_why_add_placing, vt_why_add_behind, vt_why_add_blocks
    };
    const vitals_document *cause = why->steps[step].object->document;
    vt_why_details details = { .why = why, .because = because };
    vt_buffer_init(&details.line, &why->allocator, SIZE_MAX / 2);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) parts[i](&details, cause);
    vt_buffer_done(&details.line);
    if (!details.count) return;
    finding->details = vt_arena_allocate_array(&why->arena, details.count, sizeof(vt_text));
    if (finding->details) {
        memcpy(finding->details, details.items, details.count * sizeof(vt_text));
        finding->public.detail_count = details.count;
    } else {
        why->no_memory = true;
    }
}
