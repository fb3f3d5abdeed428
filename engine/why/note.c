/* Makes the note of an object: its keys and leads as hashes, its messages as text, in one block of memory. */
#include "why/why.h"

/* What is collected before the block is made. */
typedef struct notebook {
    vitals_allocator allocator;
    const vitals_document *document;
    uint64_t seed;
    vt_buffer keys, labels, selected, leads, message;
} notebook;

/* -------------------------------------------------------------------- hashes */

static uint64_t hash_of(const notebook *book, vt_why_role role, const vt_text *parts,
                        size_t count) {
    uint64_t hash = book->seed + role;
    for (size_t i = 0; i < count; i++) hash = vt_hash(parts[i], hash);
    return hash ? hash : 1;
}

#define HASH(book, role, ...)                                                                      \
    hash_of((book), (role), (const vt_text[]){ __VA_ARGS__ },                                      \
            sizeof((const vt_text[]){ __VA_ARGS__ }) / sizeof(vt_text))

static void add_hash(vt_buffer *out, uint64_t hash) {
    vt_buffer_add_bytes(out, (const char *)&hash, sizeof hash);
}

/* ---------------------------------------------------------------------- keys */

static void add_membership(void *user, vt_text kind, vt_text namespace_, vt_text name) {
    notebook *book = user;
    add_hash(&book->keys, HASH(book, VT_WHY_BELONGS_TO, kind, namespace_, name));
}

static void add_labels(const notebook *book, vt_buffer *out, const vt_value *labels) {
    const vt_text namespace_ = vitals_document_namespace(book->document);
    for (const vt_value *key = vt_object_first(labels); key; key = vt_object_next(labels, key)) {
        add_hash(out, HASH(book, VT_WHY_LABELLED, namespace_, vt_value_text(key),
                           vt_value_text(vt_object_value(key))));
    }
}

static void add_keys(notebook *book) {
    const vitals_document *document = book->document;
    const vt_text name = vitals_document_name(document);
    vt_text uid;
    if (name.size) {
        add_hash(&book->keys,
                 HASH(book, VT_WHY_IS, vitals_document_group(document),
                      vitals_document_kind(document), vitals_document_namespace(document), name));
    }
    for (size_t i = 0; !vt_text_is_absent(uid = vitals_document_owner_uid(document, i)); i++) {
        if (uid.size) add_hash(&book->keys, HASH(book, VT_WHY_OF_UID, uid));
    }
    vt_why_belongs(document, add_membership, book);
    if (vt_why_is(document, "", "Pod")) {
        add_labels(book, &book->labels,
                   vt_why_field(document, vt_document_metadata(document), "labels"));
    }
}

/* --------------------------------------------------------------------- leads */

static void add_lead(notebook *book, vt_why_lead_note lead) {
    vt_buffer_add_bytes(&book->leads, (const char *)&lead, sizeof lead);
}

static void lead_to(void *user, const vt_why_reference *to) {
    notebook *book = user;
    if (!to->kind.size || !to->name.size) return;
    add_lead(book,
             (vt_why_lead_note){
                 .first = HASH(book, VT_WHY_IS, to->group, to->kind, to->namespace_, to->name),
                 .second = HASH(book, VT_WHY_IS, to->group, to->kind, VT_TEXT(""), to->name),
                 .link = (uint8_t)to->link,
                 .beside = to->beside,
             });
}

/* ARGO: the members name NAME, or NAMESPACE_NAME outside of Argo CD's own namespace. */
static void lead_to_members(notebook *book) {
    const vitals_document *document = book->document;
    const vt_text kind = vitals_document_kind(document), name = vitals_document_name(document);
    const vt_text namespace_ = vitals_document_namespace(document);
    vt_why_lead_note lead = { .link = VT_WHY_MEMBER };
    if (!vt_why_has_members(document) || !vt_why_members_matter(document)) return;
    if (vt_why_is(document, "argoproj.io", "Application")) {
        vt_buffer qualified;
        vt_buffer_init(&qualified, &book->allocator, SIZE_MAX / 2);
        vt_buffer_add(&qualified, namespace_);
        vt_buffer_add_byte(&qualified, '_');
        vt_buffer_add(&qualified, name);
        lead.first = HASH(book, VT_WHY_BELONGS_TO, kind, VT_TEXT(""), name);
        lead.second = HASH(book, VT_WHY_BELONGS_TO, kind, VT_TEXT(""), vt_buffer_text(&qualified));
        if (qualified.failed) book->leads.failed = true;
        vt_buffer_done(&qualified);
    } else {
        lead.first = HASH(book, VT_WHY_BELONGS_TO, kind, namespace_, name);
    }
    add_lead(book, lead);
}

static void add_leads(notebook *book) {
    const vitals_document *document = book->document;
    lead_to_members(book);
    add_labels(book, &book->selected, vt_why_selector_of(document));
    vt_why_lead(document, &book->allocator, lead_to, book);
}

/* --------------------------------------------------------------------- block */

static char *append(char *room, const void *bytes, size_t size) {
    if (size) memcpy(room, bytes, size);
    return room + size;
}

static size_t size_of(const notebook *book, const vitals_why_note *head) {
    size_t bytes =
        sizeof *head + book->leads.size + book->keys.size + book->labels.size + book->selected.size;
    for (size_t i = 0; i < VT_WHY_NOTE_PARTS; i++) bytes += head->sizes[i];
    return bytes - (head->own_is_message ? head->sizes[VT_WHY_OWN_MESSAGE] : 0);
}

static vitals_why_note *make(const notebook *book, const vitals_why_note *head,
                             const vt_text *texts) {
    const vt_buffer *const arrays[] = { &book->leads, &book->keys, &book->labels, &book->selected };
    const size_t bytes = size_of(book, head);
    vitals_why_note *note = bytes > UINT32_MAX ? NULL : vt_allocate(&book->allocator, bytes);
    if (!note) return NULL;
    char *room = (char *)(note + 1);
    *note = *head;
    note->bytes = (uint32_t)bytes;
    note->lead_count = (uint32_t)(book->leads.size / sizeof(vt_why_lead_note));
    note->label_count = (uint32_t)(book->labels.size / sizeof(uint64_t));
    note->key_count = note->label_count + (uint32_t)(book->keys.size / sizeof(uint64_t));
    note->selected_count = (uint32_t)(book->selected.size / sizeof(uint64_t));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        room = append(room, arrays[i]->bytes, arrays[i]->size);
    }
    for (size_t i = 0; i < VT_WHY_NOTE_PARTS; i++) {
        if (i == VT_WHY_OWN_MESSAGE && head->own_is_message) continue;
        room = append(room, texts[i].bytes, texts[i].size);
    }
    return note;
}

static vitals_why_note *make_with_texts(const notebook *book, vitals_why_note *head,
                                        vt_text *texts) {
    const vt_text own = texts[VT_WHY_OWN_MESSAGE];
    texts[VT_WHY_MESSAGE] = vt_text_cut(texts[VT_WHY_MESSAGE], VT_WHY_MOST_LINE_BYTES);
    head->own_is_message = vt_text_starts(texts[VT_WHY_MESSAGE], own);
    for (size_t i = 0; i < VT_WHY_NOTE_PARTS; i++) {
        /* A name is within the limits of documents, whose sizes are of 32 bits too. */
        head->sizes[i] = (uint32_t)texts[i].size;
    }
    return make(book, head, texts);
}

/* ------------------------------------------------------------ objects and events */

/* One whose message repeats the status is not kept. */
static bool fill_event(notebook *book, vitals_why_note *head, vt_text *texts) {
    const vt_value *subject = vt_why_subject_of(book->document);
    const vt_text uid = vt_why_text(book->document, subject, "uid");
    vitals_why_event event;
    if (!vt_why_read_event(book->document, &event) || vt_why_repeats_status(event.reason)) {
        return false;
    }
    add_hash(&book->keys,
             uid.size ? HASH(book, VT_WHY_OF_UID, uid)
                      : HASH(book, VT_WHY_ABOUT, vt_why_text(book->document, subject, "kind"),
                             vt_why_text(book->document, subject, "namespace"),
                             vt_why_text(book->document, subject, "name")));
    head->is_event = true;
    head->at_seconds = event.at_seconds;
    texts[VT_WHY_MESSAGE] = vt_why_without_prefix(event.message);
    return true;
}

static void fill_object(notebook *book, const vitals_verdict *verdict, vitals_why_note *head,
                        vt_text *texts) {
    const vitals_document *document = book->document;
    const vt_text message = vitals_verdict_message(verdict), uid = vitals_document_uid(document);
    head->health = (uint8_t)vitals_verdict_health(verdict);
    head->starts_others = vt_why_starts_others(document);
    head->at_seconds = vt_why_created(document);
    texts[VT_WHY_KIND] = vitals_document_kind(document);
    texts[VT_WHY_NAMESPACE] = vitals_document_namespace(document);
    texts[VT_WHY_NAME] = vitals_document_name(document);
    head->by_uid = uid.size ? HASH(book, VT_WHY_OF_UID, uid) : 0;
    head->by_names =
        HASH(book, VT_WHY_ABOUT, texts[VT_WHY_KIND], texts[VT_WHY_NAMESPACE], texts[VT_WHY_NAME]);
    vt_why_add_message(&book->message, document, message);
    texts[VT_WHY_MESSAGE] = message;
    texts[VT_WHY_OWN_MESSAGE] = vt_buffer_text(&book->message);
    add_keys(book);
    add_leads(book);
}

bool vitals_why_needs(const vitals_document *document, const vitals_verdict *verdict) {
    if (vt_why_is_event(document)) {
        return vt_why_is_read(document);
    }
    /* The last one that a CronJob has started counts, whatever its health. */
    const bool started =
        vt_why_is(document, "batch", "Job") && vitals_document_owner_uid(document, 0).size > 0;
    return started || vt_why_starts_others(document) ||
           (verdict && vitals_health_severity(vitals_verdict_health(verdict)) >=
                           vitals_health_severity(VITALS_HEALTH_PROGRESSING));
}

enum { BUFFERS = 5 };

static vt_buffer *buffer_at(notebook *book, size_t index) {
    vt_buffer *const buffers[BUFFERS] = { &book->keys, &book->labels, &book->selected, &book->leads,
                                          &book->message };
    return buffers[index];
}

/* false: something is missing for want of memory. */
static bool close_book(notebook *book) {
    bool whole = true;
    for (size_t i = 0; i < BUFFERS; i++) {
        whole &= !buffer_at(book, i)->failed;
        vt_buffer_done(buffer_at(book, i));
    }
    return whole;
}

/* VITALS_ENOTFOUND: no question needs it. */
static vitals_status note_document(notebook *book, const vitals_verdict *verdict,
                                   vitals_why_note **out) {
    vitals_why_note head = { .at_seconds = INT64_MIN };
    vt_text texts[VT_WHY_NOTE_PARTS] = { { NULL, 0 } };
    if (vt_why_is_event(book->document)) {
        if (!fill_event(book, &head, texts)) return VITALS_ENOTFOUND;
    } else if (verdict) {
        fill_object(book, verdict, &head, texts);
    } else {
        return VITALS_ENOTFOUND;
    }
    *out = make_with_texts(book, &head, texts);
    return *out ? VITALS_OK : VITALS_ENOMEM;
}

vitals_status vitals_why_note_new(const vitals_document *document, const vitals_verdict *verdict,
                                  uint64_t seed, const vitals_allocator *allocator,
                                  vitals_why_note **out) {
    if (!document || !out) return VITALS_EINVAL;
    if (!vitals_why_needs(document, verdict)) return VITALS_ENOTFOUND;
    notebook book = { .document = document, .seed = seed };
    vitals_why_note *note = NULL;
    book.allocator = vt_allocator_or_default(allocator);
    for (size_t i = 0; i < BUFFERS; i++) {
        vt_buffer_init(buffer_at(&book, i), &book.allocator, SIZE_MAX / 2);
    }
    const vitals_status status = note_document(&book, verdict, &note);
    if (!close_book(&book)) {
        vitals_why_note_free(&book.allocator, note);
        return VITALS_ENOMEM;
    }
    if (note) *out = note;
    return status;
}

void vitals_why_note_free(const vitals_allocator *allocator, vitals_why_note *note) {
    const vitals_allocator own = vt_allocator_or_default(allocator);
    if (note) vt_release(&own, note, note->bytes);
}
