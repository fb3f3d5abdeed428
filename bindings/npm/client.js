// The engine in a worker: the same methods, which return promises. The worker answers in order, so the first call that has no
// answer is the one that it works on. When that takes too long or is aborted, or breaks the engine, the worker is ended:
// this call fails, and another worker with the same options takes the others. Applications and the live are lost with it.
import { Engine, VitalsError, methods } from './engine.js'

const TIMEOUT_MS = 10000
// How long a call may go on that was aborted before its turn.
const ABORTED_MS = 100
// So many calls are with the worker, which always has a next one; the rest wait here.
const MOST_POSTED = 4

// Methods that return an id of the worker, and how many ids the others take: those of applications and the live one.
const makers = new Set(['application', 'liveSource', 'liveScope', 'liveView'])
const idsTaken = { application: 0, applicationMerge: 2, liveOpen: 0, liveClose: 0, liveSource: 0, liveRun: 0, liveNextMs: 0, liveView: 0 }
const idsOf = (method) => (/^(application|live)/.test(method) ? idsTaken[method] ?? 1 : 0)

// An id says which worker it is from, but for the first one.
const named = (id, worker) => (worker === 0 ? id : `${id}@${worker}`)
function workerOf(id) {
  const [, worker = '0'] = String(id).split('@')
  return Number(worker)
}

// A view may be a small part of its buffer.
const copyOf = (value) => (ArrayBuffer.isView(value)
  ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  : typeof value === 'string' ? value : structuredClone(value))

const lost = (what) => new VitalsError(-6, [{ severity: 'error', rule: 'lost', file: '', document: 0, line: 0, column: 0,
  text: `the ${what} was lost: its worker was ended by a call that took too long, was aborted or broke the engine` }])

function errorOf({ name, message, status, diagnostics }) {
  return status ? new VitalsError(status, diagnostics) : Object.assign(new Error(message), { name })
}

/** `start` makes a worker: { post(message), listen(onMessage, onError), hold(busy), end() }. */
export function clientOf(start) {
  class Vitals {
    #options
    #timeout
    #worker = null
    #number = -1 // of the worker
    #live = null // the number of the worker in which the live was opened
    #posted = []
    #waiting = []
    #first = 0 // the first of those that wait
    #watched = null // the call that the timer is for
    #timer = null
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
        await new Promise((resolve, reject) => client.#begin(resolve, reject))
      } catch (error) {
        client.close()
        throw error
      }
      return client
    }

    // Start a worker, which makes its engine before it takes a call.
    #begin(resolve, reject) {
      const worker = start()
      const { timeoutMs, ...options } = this.#options
      this.#worker = worker
      this.#number++
      worker.listen((message) => worker === this.#worker && this.#answer(message),
        (error) => worker === this.#worker && this.#restart(this.#posted[0], error))
      const made = (warnings) => { this.warnings = warnings; resolve?.() }
      this.#post({ method: 'create', given: [options], resolve: made, reject: reject ?? ((error) => this.#rejectAll(error)),
        timeoutMs: Math.max(this.#timeout, TIMEOUT_MS) })
    }

    #post(call) {
      const ids = idsOf(call.method)
      const given = call.given.map((value, i) => (i < ids ? String(value).split('@')[0] : value))
      this.#posted.push(call)
      this.#worker.post({ method: call.method, given })
      if (call.method === 'liveOpen') this.#live = this.#number
      if (call.method === 'liveClose') this.#live = null
    }

    // What a call needs that was lost; undefined: nothing.
    #lostBy({ method, given }) {
      if (method === 'liveOpen') return undefined
      if (method.startsWith('live') && this.#live !== null && this.#live !== this.#number) return 'live'
      const stale = given.slice(0, idsOf(method)).some((id) => workerOf(id) !== this.#number)
      return stale ? (method.startsWith('live') ? 'live' : 'application') : undefined
    }

    #next() {
      const call = this.#waiting[this.#first++]
      if (this.#first === this.#waiting.length || this.#first > 10000) {
        this.#waiting.splice(0, this.#first)
        this.#first = 0
      }
      return call
    }

    // Hand over calls, and watch the first one.
    #go() {
      while (this.#posted.length < MOST_POSTED && this.#first < this.#waiting.length) {
        if (!this.#worker) this.#begin()
        const call = this.#next()
        if (call.aborted) continue
        const what = this.#lostBy(call)
        if (what) call.reject(lost(what))
        else this.#post(call)
      }
      const [first = null] = this.#posted
      if (first === this.#watched) return
      clearTimeout(this.#timer)
      this.#watched = first
      this.#worker?.hold(first !== null)
      if (first) this.#timer = setTimeout(() => this.#late(first), first.aborted ? ABORTED_MS : first.timeoutMs ?? this.#timeout)
    }

    // The answer may be there already and not be read: this thread was busy itself.
    #late(call) {
      this.#timer = setTimeout(() => { if (this.#posted[0] === call) this.#restart(call, new VitalsError(-8)) })
    }

    #answer({ value, error }) {
      const call = this.#posted[0]
      if (error?.broken) return this.#restart(call, errorOf(error))
      this.#posted.shift()
      if (error) {
        call.reject(errorOf(error))
        if (call.method === 'create') this.#end()
      } else {
        if (call.method === 'configure') {
          this.#options = { ...call.given[0], timeoutMs: this.#options.timeoutMs }
          this.warnings = value
        }
        call.resolve(makers.has(call.method) ? named(value, this.#number) : value)
      }
      this.#go()
    }

    #end() {
      this.#worker?.end()
      this.#worker = null
    }

    // End the worker: the guilty call fails, the others go to another one.
    #restart(guilty, error) {
      this.#end()
      const others = this.#posted.filter((call) => call !== guilty && call.method !== 'create')
      this.#posted = []
      this.#waiting.splice(0, this.#first, ...others)
      this.#first = 0
      guilty?.reject(error)
      this.#go()
    }

    #rejectAll(error) {
      const calls = [...this.#posted, ...this.#waiting.slice(this.#first)]
      this.#posted = []
      this.#waiting = []
      this.#first = 0
      for (const call of calls) call.reject(error)
    }

    #call(method, given, { signal, timeoutMs } = {}) {
      return new Promise((resolve, reject) => {
        if (this.#closed) throw new Error('vitals: closed')
        signal?.throwIfAborted()
        const done = (settle) => (value) => { signal?.removeEventListener('abort', abort); settle(value) }
        // The values as they are now: the call may have to wait.
        const call = { method, given: given.map(copyOf), timeoutMs, aborted: false, resolve: done(resolve), reject: done(reject) }
        const abort = () => {
          call.aborted = true
          call.reject(signal.reason)
          if (this.#posted[0] === call) this.#restart(call, signal.reason)
        }
        signal?.addEventListener('abort', abort)
        this.#waiting.push(call)
        this.#go()
      })
    }

    /** The same methods, for calls with a signal or a timeout of their own. */
    with(options) {
      return Object.fromEntries(methods.map((method) => [method, (...given) => this.#call(method, given, options)]))
    }

    call(method, ...given) { return this.#call(method, given) }

    close() {
      this.#closed = true
      this.#end()
      this.#rejectAll(new Error('vitals: closed'))
      clearTimeout(this.#timer)
      this.#watched = null
    }
  }
  for (const method of methods) {
    Vitals.prototype[method] = function (...given) { return this.call(method, ...given) }
  }
  return Vitals
}

/** What the worker does with messages, one after the other: `load` gets the assets. */
export function serve(load, post) {
  let engine = null
  let last = Promise.resolve()
  const answer = async ({ method, given }) => {
    try {
      if (method === 'create') {
        engine = new Engine(await load(given[0]), given[0])
        post({ value: engine.warnings })
      } else {
        post({ value: engine[method](...given) })
      }
    } catch (error) {
      const { name, message, status, diagnostics } = error
      post({ error: { name, message, status, diagnostics, broken: engine?.broken } })
    }
  }
  return (message) => { last = last.then(() => answer(message)) }
}

/** Which assets options ask for. */
export function wanted(options) {
  return { checks: options.bundled !== false, zones: options.zones ?? Boolean(options.expressions?.length) }
}
