/* What a file looks like, for the error about one that has nothing of what it was given for. */
#ifndef CLI_INPUT_SHAPE_H
#define CLI_INPUT_SHAPE_H

#include "base/text.h"

/* Append a noun phrase, visible: "a Deployment", "a map with the keys configs and server". */
void shape_describe(vt_buffer *out, const char *bytes, size_t size);
/* Whether there is a list without items at this path. */
bool shape_is_empty_list(const char *bytes, size_t size, const char *path);

#endif
