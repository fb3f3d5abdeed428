// The engine in the thread of the caller: every method returns at once.
import { Core } from './core.js'

const healths = ['Unassessed', '', 'Healthy', 'Suspended', 'Progressing', 'Missing', 'Degraded', 'Unknown']
const statuses = {
  '-1': 'out of memory', '-2': 'invalid argument', '-3': 'input does not parse', '-4': 'a limit was reached',
  '-5': 'invalid configuration', '-6': 'not found', '-7': 'input could not be read', '-8': 'stopped by the host',
  '-9': 'not finished: call again',
}
const AGAIN = -9

/** A call that failed. `diagnostics` say what is wrong. */
export class VitalsError extends Error {
  constructor(status, diagnostics = []) {
    const texts = diagnostics.map((d) => (d.line ? `${d.file}:${d.line}:${d.column}: ${d.text}` : d.text))
    super(`vitals: ${texts.length ? texts.join('; ') : statuses[status] ?? `status ${status}`}`)
    this.name = 'VitalsError'
    this.status = Number(status)
    this.diagnostics = diagnostics
  }
}

// Null, undefined and values that JSON cannot express have no text.
function textOf(value) {
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return value === null ? null : JSON.stringify(value) ?? null
}

// The options of the library among those of this package.
function optionsOf({ now, zones, timeoutMs, ...options }) {
  return JSON.stringify(options)
}

/** The texts of objects one after the other, and where each begins. */
function columnOf(objects) {
  const encoder = new TextEncoder()
  const texts = Array.from(objects, (object) => {
    const text = textOf(object) ?? ''
    return typeof text === 'string' ? encoder.encode(text) : text
  })
  const bytes = new Uint8Array(texts.reduce((size, text) => size + text.length, 0))
  const offsets = new Uint32Array(texts.length + 1)
  texts.forEach((text, i) => { bytes.set(text, offsets[i]); offsets[i + 1] = offsets[i] + text.length })
  return { bytes, offsets: new Uint8Array(offsets.buffer) }
}

export class Engine {
  #core
  #now

  /** `assets`: { module, checks, zones }; the last two may be absent. Use create() of the package. */
  constructor(assets, options = {}) {
    this.#core = new Core(assets.module)
    this.#now = options.now
    if (assets.checks) this.#call('bundle', assets.checks)
    if (assets.zones) this.#call('zones', assets.zones)
    this.warnings = []
    this.configure(options)
  }

  /** Whether it is of no use any more. */
  get broken() { return this.#core.broken }

  #call(name, ...given) {
    const result = this.#core.call(name, ...given)
    if (result >= 0) return result
    const text = this.#core.text
    throw new VitalsError(result, text ? JSON.parse(text).diagnostics : [])
  }

  #json(name, ...given) {
    this.#call(name, ...given)
    return JSON.parse(this.#core.text)
  }

  #seconds() { return Math.floor((this.#now ?? Date.now()) / 1000) }

  configure(options = {}) {
    this.warnings = this.#json('configure', optionsOf(options)).diagnostics
    this.#now = options.now
    return this.warnings
  }

  assess(object) { return this.#json('assess', textOf(object), this.#seconds()) }

  health(object) {
    const code = this.#call('health', textOf(object), this.#seconds())
    return { status: healths[code], message: this.#core.text }
  }

  many(objects) {
    const { bytes, offsets } = columnOf(objects)
    const codes = new Uint8Array(objects.length)
    const unreadable = this.#call('many', bytes, offsets, objects.length, 0, this.#seconds(), codes)
    return {
      statuses: Array.from(codes, (code) => healths[code] ?? 'Unknown'),
      unreadable: unreadable > 0 ? JSON.parse(this.#core.text).unreadable : [],
    }
  }

  partials(objects) {
    const { bytes, offsets } = columnOf(objects)
    this.#call('partials', bytes, offsets, objects.length, 0, this.#seconds())
    return this.#core.text
  }

  explain(object) { return this.#json('explain', textOf(object), this.#seconds()) }

  cel(expression, variables = {}) {
    return this.#json('cel', JSON.stringify({ env: 'flux', mode: 'parse_only', expr: expression, vars: variables }))
  }

  lua(script, object, { openLibs = true } = {}) {
    return this.#json('lua', JSON.stringify({ script, open_libs: openLibs, object }), this.#seconds())
  }

  lint(files) { return this.#json('lint', JSON.stringify({ files })) }
  test(files, options = {}) { return this.#json('test', JSON.stringify({ ...options, files }), this.#seconds()) }

  // Applications and live go by ids, which are strings.

  application(options = {}) { return String(this.#call('application', JSON.stringify(options))) }
  applicationFree(id) { this.#call('application_free', id) }
  applicationPut(id, key, { desired = null, live = null, membership = 0 } = {}) {
    this.#call('application_put', id, key, textOf(desired), textOf(live), membership, this.#seconds())
  }
  applicationRemove(id, key) { this.#call('application_remove', id, key) }
  applicationCover(id, coverage) { this.#call('application_cover', id, JSON.stringify(coverage)) }
  applicationHealth(id) { return this.#json('application_health', id) }
  applicationMerge(id, other) { this.#call('application_merge', id, other) }
  applicationPartial(id) { this.#call('application_partial', id); return this.#core.text }
  applicationMergePartial(id, partial) { this.#call('application_merge_partial', id, partial) }

  liveOpen(options = {}) { this.#call('live_open', JSON.stringify(options)) }
  liveClose() { this.#core.call('live_close') }
  liveSource(options = {}) { return String(this.#call('live_source', JSON.stringify(options))) }
  liveSourceRemove(source) { this.#call('live_source_remove', source) }
  liveUse(source) { this.#call('live_use', source) }
  liveScope(source, key = {}) { return String(this.#call('live_scope', source, JSON.stringify(key))) }
  liveScopeRemove(scope) { this.#call('live_scope_remove', scope) }
  liveBegin(scope) { this.#call('live_begin', scope) }
  liveSynced(scope) { this.#call('live_synced', scope) }
  liveLost(scope, state, reason = '') { this.#call('live_lost', scope, state, reason) }

  /**
   * Add or replace an object. Objects wait until they are assessed, and take many times the memory of a row: so that few
   * wait, some calls assess what has come.
   */
  livePut(scope, object) {
    this.#call('live_put_at', scope, textOf(object), this.#now ?? Date.now())
  }

  liveRemove(scope, object) { this.#call('live_remove', scope, JSON.stringify(object)) }

  /** Assess rows that are due, at most `budget`; false: more are due. */
  liveRun(budget = 1000, nowMs = this.#now ?? Date.now()) {
    const result = this.#core.call('live_run', nowMs, budget)
    if (result === AGAIN) return false
    if (result < 0) throw new VitalsError(result)
    return true
  }

  /** Unix milliseconds; 0: at once; null: not before a change. */
  liveNextMs() {
    const next = this.#core.call('live_next_ms')
    return next > 1n << 53n ? null : Number(next)
  }
  liveView(filter = {}) { return String(this.#call('live_view', JSON.stringify(filter))) }
  liveViewFree(view) { this.#call('live_view_free', view) }
  liveSnapshot(view, after = 0, mostRows = 1000) { return this.#json('live_snapshot', view, after, mostRows) }
  liveChanges(view, { epoch, sequence }, most = 1000) { return this.#json('live_changes', view, epoch, sequence, most) }
  liveApplication(view, application, most = 1000) { return this.#json('live_application', view, application, most) }
  liveObject(view, row) { return this.#json('live_object', view, row) }
}

/** The names of the methods, for the worker. */
export const methods = Object.getOwnPropertyNames(Engine.prototype).filter((name) => !['constructor', 'broken'].includes(name))
