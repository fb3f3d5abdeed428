/* Lua includes this for one type; WebAssembly has no signals. */
#ifndef VITALS_WASM_SIGNAL_H
#define VITALS_WASM_SIGNAL_H
typedef int sig_atomic_t;
#endif
