/* gzip for answers. compress.c alone includes <zlib.h>. */
#ifndef VITALS_SERVER_COMPRESS_H
#define VITALS_SERVER_COMPRESS_H

#include "base/memory/buffer.h"

/* Whether a value of Accept-Encoding takes gzip: it is named, and its q is not 0. */
bool vt_takes_gzip(vt_text accept);
/* Replace the content by its compressed form. false: nothing has changed, because there is no memory, it would not be
** smaller, or the build has no zlib. Any thread. */
bool vt_gzip(vt_buffer *content);

#endif
