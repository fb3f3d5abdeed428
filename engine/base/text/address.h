/* IP addresses, as Go's net/netip reads them: no leading zeroes. */
#ifndef VITALS_BASE_ADDRESS_H
#define VITALS_BASE_ADDRESS_H

#include "base/memory/buffer.h"

typedef struct vt_address {
    uint8_t bytes[16];
    uint8_t size; /* 4 or 16 */
} vt_address;

/* `*zone`: there is a zone behind the address, which is left out. `error` gets the text of netip.ParseAddr where it
** fails; or NULL. */
bool vt_address_parse(vt_text text, vt_address *out, bool *zone, vt_buffer *error);
/* Whether it is an IPv4 address in ::ffff:0:0/96; the second function makes it that address. */
bool vt_address_is_mapped(const vt_address *address);
void vt_address_unmap(vt_address *address);
/* Whether the address starts with the first `bits` bits of `prefix`. `bits` is at most the width of the address. */
bool vt_address_has_prefix(const vt_address *address, const uint8_t *prefix, int bits);

#endif
