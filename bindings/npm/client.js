// The engine in a worker: the same methods, which return promises. A call that takes too long ends the worker; the next
// one begins another, with the same options.
import { Engine, VitalsError, methods } from './engine.js'

const TIMEOUT_MS = 10000

/** `start` makes a worker: { post(message), listen(onMessage, onError), end() }. */
export function clientOf(start) {
  class Vitals {
    #options
    #timeout
    #worker = null
    #waiting = new Map()
    #last = 0
    #closed = false

    constructor(options) {
      this.#options = options
      this.#timeout = options.timeoutMs ?? TIMEOUT_MS
      this.warnings = []
    }

    /** A worker with these rules. */
    static async create(options = {}) {
      const client = new Vitals(options)
      try {
        client.warnings = await client.#begin()
      } catch (error) {
        client.close()
        throw error
      }
      return client
    }

    async #begin() {
      this.#worker = start()
      this.#worker.listen((message) => this.#answer(message), (error) => this.#fail(error))
      const { timeoutMs, ...options } = this.#options
      return this.#send('create', [options], Math.max(this.#timeout, TIMEOUT_MS))
    }

    #answer({ id, value, error }) {
      const waiting = this.#waiting.get(id)
      if (!waiting) return
      this.#waiting.delete(id)
      clearTimeout(waiting.timer)
      if (!error) waiting.resolve(value)
      else if (error.status) waiting.reject(new VitalsError(error.status, error.diagnostics))
      else {
        this.#fail(new Error(error.message)) // the engine is broken
        waiting.reject(new Error(error.message))
      }
    }

    // End the worker; everything that waits fails.
    #fail(error) {
      this.#worker?.end()
      this.#worker = null
      for (const waiting of this.#waiting.values()) {
        clearTimeout(waiting.timer)
        waiting.reject(error)
      }
      this.#waiting.clear()
    }

    #send(method, given, timeout) {
      return new Promise((resolve, reject) => {
        const id = ++this.#last
        const timer = setTimeout(() => this.#fail(new VitalsError(-8)), timeout)
        this.#waiting.set(id, { resolve, reject, timer })
        this.#worker.post({ id, method, given })
      })
    }

    async call(method, ...given) {
      if (this.#closed) throw new Error('vitals: closed')
      if (!this.#worker) await this.#begin()
      const value = await this.#send(method, given, this.#timeout)
      if (method === 'configure') {
        this.#options = { ...given[0], timeoutMs: this.#options.timeoutMs }
        this.warnings = value
      }
      return value
    }

    close() {
      this.#closed = true
      this.#fail(new Error('vitals: closed'))
    }
  }
  for (const method of methods) {
    Vitals.prototype[method] = function (...given) { return this.call(method, ...given) }
  }
  return Vitals
}

/** What the worker does with messages: `load` gets the assets. */
export function serve(load, post) {
  let engine = null
  return async ({ id, method, given }) => {
    try {
      if (method === 'create') {
        engine = new Engine(await load(given[0]), given[0])
        post({ id, value: engine.warnings })
      } else {
        post({ id, value: engine[method](...given) })
      }
    } catch (error) {
      post({ id, error: { message: error.message, status: error.status, diagnostics: error.diagnostics } })
    }
  }
}

/** Which assets options ask for. */
export function wanted(options) {
  return { checks: options.bundled !== false, zones: options.zones ?? Boolean(options.expressions?.length) }
}
