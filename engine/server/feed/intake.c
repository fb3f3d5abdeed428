/* Objects of a stream into a scope. */
#include "server/feed/files.h"

/* As vitals_cluster leaves them out. */
const char *const vt_intake_drop[VT_INTAKE_DROP] = {
    ".metadata.managedFields",
    ".metadata.annotations[\"kubectl.kubernetes.io/last-applied-configuration\"]",
    ".spec.versions[].schema",
};

/* Put until there is room: what waits to be assessed counts towards live_bytes. */
static vitals_status put(vt_intake *intake, vitals_document *document) {
    vt_server *server = intake->server;
    vitals_status status;
    bool more = true;
    while ((status = vitals_live_put(server->live, intake->scope, document)) == VITALS_EAGAIN) {
        if (!more) return VITALS_ELIMIT;
        more = vt_work_make_room(server);
    }
    return status;
}

static void add_error(vt_intake *intake, const vitals_document *document, const char *rule,
                      vt_text text) {
    vitals_origin origin = { "", 0, 0 };
    vitals_document_origin(document, &origin, sizeof origin);
    const vitals_diagnostic finding = { .severity = VITALS_SEVERITY_ERROR,
                                        .rule = rule,
                                        .file = origin.file ? origin.file : "",
                                        .document = origin.document,
                                        .line = origin.line,
                                        .column = origin.line ? 1 : 0,
                                        .text = text };
    vitals_diagnostics_add(intake->diagnostics, &finding);
    intake->errors++;
}

/* A map that does not claim to be an object, such as values of Helm beside manifests. */
static bool claims_nothing(const vitals_document *document) {
    return vitals_document_api_version(document).size == 0 &&
           vitals_document_name(document).size == 0;
}

static vitals_status remove_object(const vt_intake *intake, const vitals_document *document) {
    const vitals_live_object object = vitals_live_object_of(document);
    const vitals_status status = vitals_live_remove(intake->server->live, intake->scope, &object);
    return status == VITALS_ENOTFOUND ? VITALS_OK : status;
}

vitals_status vt_intake_object(vt_intake *intake, vitals_document **document, vitals_event event) {
    if (event == VITALS_EVENT_ERROR) {
        add_error(intake, *document, "watch-error", VT_TEXT("the watch ended with an error"));
    }
    if (event >= VITALS_EVENT_BOOKMARK) return VITALS_OK;
    if (event == VITALS_EVENT_DELETED) return remove_object(intake, *document);
    if (vitals_document_kind(*document).size == 0) {
        if (intake->named || !claims_nothing(*document)) {
            add_error(intake, *document, "object-without-kind",
                      VT_TEXT("this is not a Kubernetes object: it has no kind"));
        }
        return VITALS_OK;
    }
    vitals_status status = vt_server_redact(intake->server, document);
    if (status == VITALS_OK) status = put(intake, *document);
    if (status == VITALS_OK) {
        *document = NULL;
        intake->objects++;
        vt_work_relieve(intake->server);
    } else if (status == VITALS_EINVAL) {
        add_error(intake, *document, "object-without-name", VT_TEXT("the object has no name"));
        status = VITALS_OK;
    } else if (status == VITALS_ELIMIT) {
        add_error(intake, *document, "limit", VT_TEXT("limit live_rows or live_bytes is reached"));
        status = VITALS_OK;
    }
    return status;
}

/* One piece. Errors: VITALS_ENOMEM. */
static vitals_status take(vt_intake *intake, const vitals_piece *piece) {
    vitals_document *document = NULL;
    vitals_event event;
    vitals_status status = vitals_piece_parse(piece, &document, &event, intake->diagnostics);
    if (status == VITALS_OK) {
        status = vt_intake_object(intake, &document, event);
    } else if (status != VITALS_ENOTFOUND && status != VITALS_ENOMEM) {
        intake->errors++;
    }
    vitals_document_free(document);
    return status == VITALS_ENOMEM ? status : VITALS_OK;
}

vitals_status vt_intake_pieces(vt_intake *intake, vitals_stream *stream) {
    for (;;) {
        vitals_piece *piece = NULL;
        vitals_status status = vitals_stream_next(stream, &piece, intake->diagnostics);
        if (status == VITALS_OK) {
            status = take(intake, piece);
            vitals_piece_free(piece);
            if (status != VITALS_OK) return status;
        } else if (status == VITALS_ESYNTAX || status == VITALS_ELIMIT) {
            intake->errors++;
        } else {
            intake->errors += status == VITALS_EREAD;
            return status;
        }
    }
}
