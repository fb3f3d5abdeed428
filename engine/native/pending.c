/* Until the native checks land: nothing has an opinion. */
#include "native/native.h"

const vt_native_check *vt_native_find(vt_text group, vt_text kind) { (void)group, (void)kind; return NULL; }
const vt_native_check *vt_native_at(size_t index) { (void)index; return NULL; }
bool vt_native_is_deleting(const vt_reader *reader) { (void)reader; return false; }
bool vt_native_is_hook(const vt_reader *reader) { (void)reader; return false; }
bool vt_native_is_skip_hook(const vt_reader *reader) { (void)reader; return false; }
bool vt_native_is_ignored_hook(const vt_reader *reader) { (void)reader; return false; }
vt_text vt_native_annotation(const vt_reader *reader, vt_text key) { (void)reader, (void)key; return VT_TEXT_ABSENT; }
