/* The page. */
#include "server/http/page.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/run/files.h"
#include "server/http/compress.h"

enum { PAGE_FILE_BYTES = 16 << 20 };

static const struct {
    vt_text ending;
    const char *type;
} types[] = {
    { VT_TEXT_INIT(".html"), "text/html; charset=utf-8" },
    { VT_TEXT_INIT(".js"), "text/javascript; charset=utf-8" },
    { VT_TEXT_INIT(".css"), "text/css; charset=utf-8" },
    { VT_TEXT_INIT(".svg"), "image/svg+xml" },
    { VT_TEXT_INIT(".json"), "application/json" },
    { VT_TEXT_INIT(".bin"), "application/octet-stream" },
    { VT_TEXT_INIT(".wasm"), "application/wasm" },
    { VT_TEXT_INIT(".woff2"), "font/woff2" },
};

static const char *type_of(vt_text name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (vt_text_ends(name, types[i].ending)) return types[i].type;
    }
    return "application/octet-stream";
}

/* Paths of the page's own views, which are all index.html. */
static bool is_view(vt_text path) {
    static const char *const views[] = { "/", "/resources", "/rules", "/playground" };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (vt_text_is(path, views[i])) return true;
    }
    return vt_text_starts(path, VT_TEXT("/app/"));
}

static void add_field(vt_http_response *response, const char *name, vt_text value) {
    response->fields[response->field_count].name = name;
    response->fields[response->field_count++].value = value;
}

static void send_built_in(vt_visit *visit, const vt_page_file *file, bool for_ever) {
    const bool gzip =
        !file->bytes || vt_takes_gzip(vt_http_field(visit->exchange, "Accept-Encoding"));
    const vt_text tag =
        vt_arena_printf(&visit->memory, "\"%s%s\"", file->hash, gzip ? "-gzip" : "");
    vt_http_response response = { .status = 200, .type = type_of(vt_text_from(file->name)) };
    const unsigned char *bytes = gzip ? file->gzip : file->bytes;
    response.constant = (vt_text){ (const char *)bytes, gzip ? file->gzip_size : file->size };
    response.cached = true;
    add_field(&response, "ETag", tag);
    add_field(&response, "Vary", VT_TEXT("Accept-Encoding"));
    add_field(&response, "Cache-Control",
              for_ever ? VT_TEXT("public, max-age=31536000, immutable") : VT_TEXT("no-cache"));
    if (gzip) add_field(&response, "Content-Encoding", VT_TEXT("gzip"));
    if (vt_text_equal(vt_http_field(visit->exchange, "If-None-Match"), tag)) {
        response.status = 304;
        response.type = NULL;
        response.constant = VT_TEXT("");
    }
    vt_http_respond(visit->exchange, &response);
}

/* A file of --web. Only plain names: there are no folders in it. */
static void send_from_disk(vt_visit *visit, vt_text name) {
    const vt_text path = vt_arena_copy(&visit->memory, name);
    int descriptor = -1;
    visit->out.most_bytes = PAGE_FILE_BYTES;
    const char *why = vt_text_is_absent(path)
                          ? "no memory"
                          : vt_file_open_in(visit->server->options.page, path.bytes, &descriptor);
    if (!why) why = vt_file_read(descriptor, &visit->out);
    if (why) {
        vt_buffer_clear(&visit->out);
        vt_visit_not_found(visit, "this file of the page");
        return;
    }
    vt_visit_send(visit, type_of(name));
}

/* NAME.HASH.ext of a file: NAME.ext. */
static bool is_hashed(const vt_page_file *file, vt_text name) {
    const vt_text own = vt_text_from(file->name), hash = vt_text_from(file->hash);
    size_t dot = own.size;
    while (dot > 0 && own.bytes[dot - 1] != '.') dot--;
    if (dot == 0 || name.size != own.size + hash.size + 1) return false;
    return vt_text_starts(name, vt_text_between(own, 0, dot)) &&
           vt_text_equal(vt_text_between(name, dot, dot + hash.size), hash) &&
           vt_text_ends(name, vt_text_between(own, dot - 1, own.size));
}

/* The module of the playground and its data, which a build has after `tools/dev go-module` alone. */
static bool is_of_playground(vt_text name) {
    return vt_text_starts(name, VT_TEXT("engine/")) &&
           (vt_text_ends(name, VT_TEXT(".wasm")) || vt_text_ends(name, VT_TEXT(".bin")));
}

static void refuse(vt_visit *visit, vt_text name) {
    if (is_of_playground(name)) {
        vt_visit_fail(visit, 404, "not found",
                      "this build of vitals has no playground; to get it, run "
                      "`tools/dev go-module` and build again");
        return;
    }
    vt_visit_not_found(visit, "this path");
}

void vt_page_answer(vt_visit *visit) {
    const vt_text path = vt_http_request_of(visit->exchange)->path;
    const vt_text assets = VT_TEXT("/assets/");
    const bool hashed = vt_text_starts(path, assets);
    const vt_text name = is_view(path) ? VT_TEXT("index.html")
                                       : vt_text_between(path, hashed ? assets.size : 1, path.size);
    const bool plain =
        vt_text_find_byte(name, '/', 0) == SIZE_MAX && vt_text_find_byte(name, '%', 0) == SIZE_MAX;
    if (visit->server->options.page && plain) {
        send_from_disk(visit, name);
        return;
    }
    for (const vt_page_file *file = vt_page_files; file->name; file++) {
        const bool for_ever = hashed && is_hashed(file, name);
        if (for_ever || (!hashed && vt_text_is(name, file->name))) {
            send_built_in(visit, file, for_ever);
            return;
        }
    }
    refuse(visit, name);
}
