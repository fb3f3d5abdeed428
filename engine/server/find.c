/* Finding sources, and what is logged. */
#include "server/state.h"

void vt_server_log(vt_server *server, const char *format, ...) {
    vt_buffer line;
    va_list arguments;
    if (!server->options.log) return;
    vt_buffer_init(&line, &server->allocator, 65536);
    va_start(arguments, format);
    vt_buffer_vprintf(&line, format, arguments);
    va_end(arguments);
    if (!line.failed && line.bytes) server->options.log(server->options.user, line.bytes);
    vt_buffer_done(&line);
}

vt_source *vt_server_find_source(const vt_server *server, vt_text name) {
    vt_source *source = server->sources;
    while (source && !vt_text_equal(source->name, name)) source = source->next;
    return source;
}

vt_source *vt_server_source_of(const vt_server *server, vitals_live_id id) {
    vt_source *source = server->sources;
    while (source && source->id != id) source = source->next;
    return source;
}
