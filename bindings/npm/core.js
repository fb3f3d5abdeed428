// One handle of the library: <vitals/binding.h> by the names of its functions, over WebAssembly.

// The parameters of each function behind the handle, and its result: t text (pointer and size), p bytes that are read,
// o bytes that are written, i 32 bits, l 64 bits, v nothing.
export const functions = {
  configure: ['t', 'i'], bundle: ['t', 'i'], zones: ['t', 'i'], assess: ['tl', 'i'], health: ['tl', 'i'],
  many: ['tpiilo', 'l'], explain: ['tl', 'i'], cel: ['t', 'i'], lua: ['tl', 'i'], lint: ['t', 'i'], test: ['tl', 'i'],
  application: ['t', 'l'], application_free: ['l', 'i'], application_put: ['ltttil', 'i'],
  application_remove: ['lt', 'i'], application_health: ['l', 'i'], application_merge: ['ll', 'i'],
  application_partial: ['l', 'i'], application_merge_partial: ['lt', 'i'], application_cover: ['lt', 'i'],
  partials: ['tpiil', 'l'],
  live_open: ['t', 'i'], live_close: ['', 'v'], live_source: ['t', 'l'], live_source_remove: ['l', 'i'],
  live_use: ['l', 'i'], live_scope: ['lt', 'l'], live_scope_remove: ['l', 'i'], live_begin: ['l', 'i'],
  live_synced: ['l', 'i'], live_lost: ['lit', 'i'], live_put_at: ['ltl', 'i'], live_remove: ['lt', 'i'],
  live_run: ['li', 'i'], live_next_ms: ['', 'l'], live_view: ['t', 'l'], live_view_free: ['l', 'i'],
  live_snapshot: ['lli', 'i'], live_changes: ['llli', 'i'], live_application: ['lli', 'i'], live_object: ['ll', 'i'],
}

const thrown = Symbol('lua_throw')
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true }) // which keeps it

/** The imports of the module: see bindings/wasm/lua_throw.h. `exports()` are those of its instance. */
export function imports(exports) {
  return {
    vitals: {
      lua_throw() { throw thrown },
      poll() {},
      lua_try(f, state, data) {
        try {
          exports().lua_run(f, state, data)
          return 0
        } catch (error) {
          if (error === thrown) return 1
          throw error
        }
      },
    },
  }
}

export class Core {
  #exports
  #handle
  #scratch = 0
  #room = 0
  #broken = null

  /** `module` is a compiled vitals.wasm. */
  constructor(module) {
    let exports = null
    this.#exports = exports = new WebAssembly.Instance(module, imports(() => exports)).exports
    exports._initialize()
    this.#handle = exports.vitals_binding_new()
    if (!this.#handle) throw new Error('vitals: out of memory')
  }

  #bytes(at, size) { return new Uint8Array(this.#exports.memory.buffer, at, size) }

  #reserve(size) {
    if (size <= this.#room) return
    const { vitals_binding_alloc: alloc, vitals_binding_release: release } = this.#exports
    if (this.#scratch) release(this.#scratch, this.#room)
    this.#scratch = 0
    this.#room = 0
    const room = size + (size >> 1)
    this.#scratch = alloc(room) >>> 0
    if (!this.#scratch) throw new Error('vitals: out of memory')
    this.#room = room
  }

  /**
   * Call a function. Texts are strings, Uint8Arrays, or null; the bytes of an `o` are filled. Returns a number, or a
   * BigInt for 64 bits; negative is a failure, and `text` says why.
   */
  call(name, ...given) {
    if (this.#broken) throw this.#broken
    const [parameters, result] = functions[name]
    const texts = given.map((value) => (typeof value === 'string' ? encoder.encode(value) : value))
    let size = 0
    for (let i = 0; i < parameters.length; i++) if ('tpo'.includes(parameters[i])) size += padded(texts[i])
    this.#reserve(size)
    const values = [this.#handle]
    let at = this.#scratch
    for (let i = 0; i < parameters.length; i++) {
      const kind = parameters[i]
      if (kind === 'i') values.push(Number(given[i]))
      else if (kind === 'l') values.push(BigInt(given[i]))
      else {
        const bytes = texts[i]
        if (bytes && kind !== 'o') this.#bytes(at, bytes.length).set(bytes)
        values.push(bytes ? at : 0)
        if (kind === 't') values.push(bytes ? bytes.length : 0)
        at += padded(bytes)
      }
    }
    let answer
    try {
      answer = this.#exports[`vitals_binding_${name}`](...values)
    } catch (error) {
      // The module trapped, or the stack of the host ended: its memory is in an unknown state.
      throw this.#broken = new Error(`vitals: the engine is broken: ${error.message}`, { cause: error })
    }
    at = this.#scratch
    for (let i = 0; i < parameters.length; i++) {
      if (parameters[i] === 'o') texts[i].set(this.#bytes(at, texts[i].length))
      if ('tpo'.includes(parameters[i])) at += padded(texts[i])
    }
    return result === 'v' ? 0 : answer
  }

  /** Whether the module trapped: no call works any more. */
  get broken() { return this.#broken !== null }

  get text() {
    const { vitals_binding_text: text, vitals_binding_text_size: size } = this.#exports
    return decoder.decode(this.#bytes(text(this.#handle) >>> 0, size(this.#handle) >>> 0))
  }
}

// Each text begins at a multiple of 8.
const padded = (bytes) => (bytes ? (bytes.length + 7) & ~7 : 0)
