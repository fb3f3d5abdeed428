// The stream of changes. One tab of the browser holds it (a Web Lock decides which) and passes events on by a
// BroadcastChannel; a browser has six connections to a server, and each stream takes one.

const hiddenMs = 5 * 60 * 1000
const quietMs = 60 * 1000
const kinds = ['hello', 'application', 'resource', 'removed', 'cluster', 'rules', 'summary', 'reset']

const me = crypto.getRandomValues(new Uint32Array(2)).join('-')
const shared = Boolean(globalThis.navigator?.locks && globalThis.BroadcastChannel)
let channel = null

let last = ''
let wanted = new Map() // by tab: the resource events that it needs
let asked = ''
let source = null
let letGo = null // gives the lock back
let queued = null // aborts the wait for the lock
let failures = 0
let timer = null
let quiet = null
let listen = () => {}
let report = () => {}
let connection = { state: 'connecting', since: Date.now() }

function enter(state) {
  if (connection.state !== state) connection = { state, since: Date.now() }
  report(connection)
  if (source || letGo) channel?.postMessage({ connection })
  if (state === 'live') failures = 0
}

/** What all tabs together need, as a query. */
function query() {
  const needs = [...new Set([...wanted.values()].flat())].sort()
  const parts = needs.includes('resources') ? ['resources=1'] : needs.map((need) => `app=${need}`)
  return parts.join('&')
}

function deliver(event, data, id) {
  if (id) last = id
  listen(event, data)
}

function receive(event) {
  let data
  try {
    data = JSON.parse(event.data)
  } catch {
    return
  }
  const id = event.lastEventId || data.eventId || ''
  enter('live')
  channel?.postMessage({ event: event.type, data, id })
  deliver(event.type, data, id)
  listenForQuiet()
}

// A connection that died without a word looks like a quiet one: begin again where it was.
function listenForQuiet() {
  clearTimeout(quiet)
  quiet = setTimeout(open, quietMs)
}

function open() {
  clearTimeout(timer)
  source?.close()
  asked = query()
  const after = last ? `after=${encodeURIComponent(last)}` : ''
  source = new EventSource(`/v1/events?${[after, asked].filter(Boolean).join('&')}`)
  for (const kind of kinds) source.addEventListener(kind, receive)
  source.onopen = () => { enter('live'); listenForQuiet() }
  // The browser gives up for good on any answer but 200, so every new attempt is ours.
  source.onerror = () => {
    source?.close()
    clearTimeout(quiet)
    enter('reconnecting')
    const pause = Math.min(30000, 1000 * 2 ** failures++) * (0.75 + Math.random() / 2)
    timer = setTimeout(open, pause)
  }
}

function close(state) {
  clearTimeout(timer)
  clearTimeout(quiet)
  source?.close()
  source = null
  letGo?.()
  letGo = null
  queued?.abort()
  queued = null
  if (state) enter(state)
}

// Hold the stream as soon as no other tab does.
function lead() {
  if (source || queued) return
  if (!shared) return open()
  queued = new AbortController()
  navigator.locks.request('vitals events', { signal: queued.signal }, () => new Promise((release) => {
    queued = null
    letGo = release
    channel.postMessage({ who: true })
    open()
  })).catch(() => {})
  channel.postMessage({ ask: true, tab: me, needs: wanted.get(me) ?? [] })
}

let hidden = null
function seen() {
  clearTimeout(hidden)
  if (document.visibilityState === 'visible') lead()
  else hidden = setTimeout(() => close('paused'), shared ? hiddenMs : 5000)
}

function hear({ data: message }) {
  if (message.needs) {
    if (message.needs.length) wanted.set(message.tab, message.needs)
    else wanted.delete(message.tab)
    if (source && query() !== asked) open()
  }
  if (message.who) channel.postMessage({ tab: me, needs: wanted.get(me) ?? [] })
  if (message.ask && source) channel.postMessage({ connection })
  if (source) return
  if (message.connection) {
    connection = message.connection
    report(connection)
  }
  if (message.event) deliver(message.event, message.data, message.id)
}

/** Begin after the event `after`: `onEvent(kind, data)`, `onState({ state, since })`. */
export function follow(after, onEvent, onState) {
  last = after
  listen = onEvent
  report = onState
  if (shared) {
    channel = new BroadcastChannel('vitals')
    channel.onmessage = hear
  }
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', () => { if (source) open() })
  addEventListener('pagehide', () => {
    channel?.postMessage({ tab: me, needs: [] })
    close()
  })
  addEventListener('pageshow', (event) => { if (event.persisted) seen() })
  report(connection)
  seen()
}

/** The last event that this tab has seen. */
export const position = () => last

/** Move on: the page fetched everything as of this event. */
export const resumeAt = (after) => { last = after }

/** Ask for the resource events of this tab's view: ['resources'], [`C/NS/NAME`], or []. */
export function want(needs) {
  const before = JSON.stringify(wanted.get(me) ?? [])
  if (JSON.stringify(needs) === before) return
  if (needs.length) wanted.set(me, needs)
  else wanted.delete(me)
  channel?.postMessage({ tab: me, needs })
  if (source && query() !== asked) open()
}
