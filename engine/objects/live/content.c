/* What a row keeps of its object and of its verdict. */
#include "objects/live/live.h"

/* ------------------------------------------------------------------ the object */

void vt_row_hold_document(vitals_live *live, vt_row *row, vitals_document *document) {
    size_t bytes = vt_document_memory_bytes(document);
    row->document = document;
    row->document_bytes = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    live->kept_bytes += row->document_bytes;
    live->waiting_bytes += row->document_bytes;
}

void vt_row_drop_document(vitals_live *live, vt_row *row) {
    vitals_document_free(row->document);
    live->kept_bytes -= row->document_bytes;
    live->waiting_bytes -= row->document_bytes;
    row->document = NULL;
    row->document_bytes = 0;
}

void vt_row_drop_kept(vitals_live *live, vt_row *row) {
    if (!row->kept) return;
    live->kept_bytes -= row->kept_bytes;
    vitals_text_free(&live->memory.parent, row->kept, row->kept_bytes);
    row->kept = NULL;
    row->kept_bytes = 0;
}

/* ------------------------------------------------------------------ the verdict */

bool vt_row_set_message(vitals_live *live, vt_row *row, vt_text message) {
    vt_text cut = vt_text_cut(message, live->limits.live_row_message_bytes);
    if (row->message && vt_text_equal((vt_text){ row->message, row->message_size }, cut)) {
        return true;
    }
    char *block = NULL;
    if (cut.size) {
        block = vt_allocate(&live->allocator, cut.size + 1);
        if (!block) return false;
        memcpy(block, cut.bytes, cut.size);
        block[cut.size] = '\0';
    }
    if (row->message) vt_release(&live->allocator, row->message, (size_t)row->message_size + 1);
    row->message = block;
    row->message_size = (uint16_t)cut.size;
    return true;
}

bool vt_row_set_rule(vitals_live *live, vt_row *row, vt_text rule) {
    uint32_t number;
    if (!vt_intern_take(&live->texts, rule, &number)) return false;
    vt_intern_release(&live->texts, row->rule);
    row->rule = number;
    return true;
}

static void free_delivery(vitals_live *live, vt_row_delivery *delivery) {
    if (!delivery) return;
    vt_release(&live->allocator, delivery->texts, delivery->text_bytes);
    vt_release(&live->allocator, delivery, sizeof *delivery);
}

bool vt_row_set_delivery(vitals_live *live, vt_row *row, const vitals_live_delivery_info *info) {
    vt_row_delivery *delivery = NULL;
    if (info && info->state != VITALS_LIVE_DELIVERY_NONE) {
        vt_text texts[] = { info->wanted, info->applied, info->message };
        uint64_t most = live->limits.live_row_message_bytes;
        size_t bytes = 0;
        for (size_t i = 0; i < 3; i++) {
            texts[i] = vt_text_cut(texts[i], most);
            bytes += texts[i].size + 1;
        }
        delivery = vt_allocate_zeroed(&live->allocator, sizeof *delivery);
        char *at = delivery ? vt_allocate(&live->allocator, bytes) : NULL;
        if (!at) {
            vt_release(&live->allocator, delivery, sizeof *delivery);
            return false;
        }
        *delivery = (vt_row_delivery){ { .state = info->state }, bytes, at };
        vt_text *const to[] = { &delivery->info.wanted, &delivery->info.applied,
                                &delivery->info.message };
        for (size_t i = 0; i < 3; i++) {
            if (texts[i].size) memcpy(at, texts[i].bytes, texts[i].size);
            at[texts[i].size] = '\0';
            if (!vt_text_is_absent(texts[i])) *to[i] = (vt_text){ at, texts[i].size };
            at += texts[i].size + 1;
        }
    }
    free_delivery(live, row->delivery);
    row->delivery = delivery;
    return true;
}

void vt_row_drop_content(vitals_live *live, vt_row *row) {
    vt_row_drop_document(live, row);
    vt_row_drop_kept(live, row);
    vt_row_set_delivery(live, row, NULL);
    if (row->message) vt_release(&live->allocator, row->message, (size_t)row->message_size + 1);
    row->message = NULL;
    row->message_size = 0;
    vt_intern_release(&live->texts, row->rule);
    row->rule = 0;
}
