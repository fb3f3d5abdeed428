#include "document/json/json_scan.h"

const char *vt_json_skip_long_space(const char *at) {
    while (vt_is_space(*at)) {
        at++;
        uint64_t eight; /* indented text has long runs of spaces */
        memcpy(&eight, at, 8);
        while (eight == UINT64_C(0x2020202020202020)) {
            at += 8;
            memcpy(&eight, at, 8);
        }
    }
    return at;
}
