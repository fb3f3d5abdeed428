/* The page: files that are built in, or a directory while developing. */
#ifndef VITALS_SERVER_PAGE_H
#define VITALS_SERVER_PAGE_H

#include "server/http/visit.h"

/* A file as the build made it. */
typedef struct vt_page_file {
    const char *name;           /* "index.html", "engine/vitals.wasm" */
    const char *hash;           /* of its content, hexadecimal */
    const unsigned char *bytes; /* NULL: there is the compressed form alone */
    size_t size;
    const unsigned char *gzip; /* the same compressed */
    size_t gzip_size;
} vt_page_file;

/* Ends with a NULL name. Made by tools/gen/page. */
extern const vt_page_file vt_page_files[];

/* Any GET whose path is not a route. */
void vt_page_answer(vt_visit *visit);

#endif
