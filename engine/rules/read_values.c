/* The fields that an expression read, for its message. */
#include "health/assessment.h"

enum { VALUES_IN_MESSAGE = 4, VALUE_MOST_BYTES = 120 };

void vt_append_read_values(vitals_trace *trace, vt_buffer *message) {
    int shown = 0;
    vitals_trace_event event;
    for (size_t i = 0; shown < VALUES_IN_MESSAGE && vitals_trace_at(trace, i, &event, sizeof event);
         i++) {
        if (event.kind != VITALS_TRACE_READ || event.value.size > VALUE_MOST_BYTES) continue;
        if (event.value.size && (event.value.bytes[0] == '{' || event.value.bytes[0] == '['))
            continue;
        vt_buffer_add_terminated(message, shown++ ? ", " : " (");
        vt_buffer_add(message, event.path);
        vt_buffer_add_terminated(message, vt_text_is_absent(event.value) ? " is absent" : " is ");
        vt_buffer_add(message, event.value);
    }
    if (shown) vt_buffer_add_byte(message, ')');
}
