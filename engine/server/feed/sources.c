/* Sources: added, heard of, given other rules; and what is never kept of their objects. */
#include "server/feed/events.h"
#include "server/feed/timings.h"
#include "server/notify/notify.h"

void vt_source_free(vt_server *server, vt_source *source) {
    vt_buffer_done(&source->error);
    vt_buffer_done(&source->trouble);
    vitals_engine_release(source->engine);
    vt_release(&server->allocator, source, sizeof *source);
}

vitals_status vt_server_add_source(vt_server *server, const vt_server_source *from,
                                   vitals_live_id *out) {
    if (from->name.size == 0 || vt_server_find_source(server, from->name)) return VITALS_EINVAL;
    if (server->source_count >= server->limits.server_sources) return VITALS_ELIMIT;
    vt_source *source = vt_allocate_zeroed(&server->allocator, sizeof *source);
    if (!source) return VITALS_ENOMEM;
    vt_buffer_init(&source->error, &server->allocator, 4096);
    vt_buffer_init(&source->trouble, &server->allocator, 4096);
    source->engine = vitals_engine_retain(from->engine);
    source->name = vt_arena_copy(&server->texts, from->name);
    source->options = from->options;
    source->pushed = from->pushed;
    const bool named = !vt_text_is_absent(source->name) &&
                       vt_hash_table_reserve(&server->source_table, &server->allocator);
    vitals_status status = named ? VITALS_OK : VITALS_ENOMEM;
    if (status == VITALS_OK) {
        status = vitals_live_source_add(server->live, source->name, source->engine, &from->options,
                                        &source->id);
    }
    if (status != VITALS_OK) {
        vt_source_free(server, source);
        return status;
    }
    source->next = server->sources;
    server->sources = source;
    server->source_count++;
    vt_hash_table_insert(&server->source_table, vt_source_hash(server, source->id), source);
    *out = source->id;
    return VITALS_OK;
}

void vt_server_touch(vt_server *server, vitals_live_id id) {
    vt_source *source = vt_server_source_of(server, id);
    if (source) source->last_ms = vt_server_wall_ms(server);
    if (source && source->silent) {
        source->silent = false;
        vt_events_sources(server);
    }
    vt_work_soon(server);
}

void vt_server_note_trouble(vt_server *server, vitals_live_id id, vitals_text why) {
    vt_source *source = vt_server_source_of(server, id);
    if (!source || vt_text_equal(vt_buffer_text(&source->trouble), why)) return;
    vt_buffer_clear(&source->trouble);
    vt_buffer_add(&source->trouble, vt_text_cut(why, 1024));
    vt_notify_source(server, source);
    vt_events_sources(server);
    vt_work_soon(server);
}

vitals_status vt_server_use(vt_server *server, vitals_live_id id, vitals_engine *engine) {
    vt_source *source = vt_server_source_of(server, id);
    if (!source) return VITALS_ENOTFOUND;
    const vitals_status status = vitals_live_use(server->live, id, engine);
    if (status != VITALS_OK) return status;
    vitals_engine_release(source->engine);
    source->engine = vitals_engine_retain(engine);
    vt_timings_clear(server->timings);
    vt_events_rules(server);
    vt_work_soon(server);
    return VITALS_OK;
}

vitals_status vt_server_redact(vt_server *server, vitals_document **document) {
    static const char *const secrets[] = { ".data", ".stringData" };
    if (!vt_text_is(vitals_document_kind(*document), "Secret") ||
        vitals_document_group(*document).size) {
        return VITALS_OK;
    }
    vitals_read_options options = VITALS_READ_OPTIONS_INIT;
    vitals_document *without = NULL;
    char *text = NULL;
    size_t size = 0;
    options.allocator = &server->allocator;
    options.drop = secrets;
    options.drop_count = sizeof secrets / sizeof *secrets;
    vitals_status status =
        vitals_document_write_json(*document, 0, &server->allocator, &text, &size);
    if (status == VITALS_OK) {
        status = vitals_document_parse(text, size, &options, &without, NULL);
        memset(text, 0, size);
        vitals_text_free(&server->allocator, text, size);
    }
    if (status != VITALS_OK) return VITALS_ENOMEM;
    vitals_document_free(*document);
    *document = without;
    return VITALS_OK;
}

void vt_server_relieve(vt_server *server) {
    vt_work_relieve(server);
}
