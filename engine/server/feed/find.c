/* Finding sources, and what is logged. */
#include "base/memory/map.h"
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

uint64_t vt_source_hash(const vt_server *server, vitals_live_id id) {
    return vt_hash((vt_text){ (const char *)&id, sizeof id }, server->epoch);
}

static bool has_id(const void *item, const void *key) {
    return ((const vt_source *)item)->id == *(const vitals_live_id *)key;
}

/* Each row of a list asks this. */
vt_source *vt_server_source_of(const vt_server *server, vitals_live_id id) {
    return vt_hash_table_find(&server->source_table, vt_source_hash(server, id), has_id, &id);
}

vt_source *vt_audience_find_source(const vt_audience *audience, vt_text name) {
    vt_source *source = vt_server_find_source(audience->server, name);
    return source && vt_source_is_visible(audience, source) ? source : NULL;
}

bool vt_source_is_visible(const vt_audience *audience, const vt_source *source) {
    vitals_live_source about;
    return vitals_live_source_of(audience->view, source->id, &about, sizeof about) == VITALS_OK;
}

bool vt_source_is_first_with_engine(const vt_audience *audience, const vt_source *source) {
    if (!vt_source_is_visible(audience, source)) return false;
    const vt_source *each = audience->server->sources;
    for (; each != source; each = each->next) {
        if (each->engine == source->engine && vt_source_is_visible(audience, each)) return false;
    }
    return true;
}
