/*
** The lock of RE2 in WebAssembly, where libc++ has none since there is one thread. Included before each file
** of RE2, and before ours that includes its headers.
*/
#ifndef VITALS_WASM_SINGLE_THREAD_H
#define VITALS_WASM_SINGLE_THREAD_H
#ifdef __cplusplus

namespace std {
struct shared_mutex {
    void lock() {}
    void unlock() {}
    void lock_shared() {}
    void unlock_shared() {}
};
} // namespace std

#endif
#endif
