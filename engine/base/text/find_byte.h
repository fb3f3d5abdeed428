/* The first byte of a kind in long text. */
#ifndef VITALS_BASE_FIND_BYTE_H
#define VITALS_BASE_FIND_BYTE_H

#include <stddef.h>

/* As memchr, which looks at one byte after the other in some C libraries, such as that of the static command line. */
const char *vt_find_byte(const char *bytes, char byte, size_t size);

#endif
