// What the server holds, as far as this page knows it: fetched once, then changed by events.
import { get, list, probe } from './api.js'
import { setClock } from './clock.js'
import { statuses } from './health.js'

export const keyOf = (row) => row.id !== undefined ? `${row.c}\n${row.id}` : [row.c, row.ns ?? '', row.n].join('\n')

/** Applications by their key. */
export const applications = new Map()
export let summary = { counts: [], applications: [], clusters: [], settings: {}, limits: [] }
export let connection = { state: 'connecting', since: Date.now() }

let events = null // the stream: loaded while the first data come
const listeners = new Set()
let rate = { second: 0, now: 0, before: 0 }

/** `listener({ kind, data, key })` for each change; kinds are those of events, 'reload' and 'connection'. Returns its end. */
export function subscribe(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const announce = (change) => { for (const listener of [...listeners]) listener(change) }

/** Events of the last whole second. */
export function perSecond() {
  const second = Math.floor(Date.now() / 1000)
  return second === rate.second ? rate.before : second === rate.second + 1 ? rate.now : 0
}

function count() {
  const second = Math.floor(Date.now() / 1000)
  if (second !== rate.second) rate = { second, now: 0, before: second === rate.second + 1 ? rate.now : 0 }
  rate.now++
}

const changes = {
  hello(data) {
    if (data.asOf) setClock(data.asOf)
  },
  application(row) { applications.set(keyOf(row), row) },
  removed(data) { if (data.kind === 'application') applications.delete(keyOf(data)) },
  cluster(cluster) {
    const at = summary.clusters.findIndex((known) => known.c === cluster.c)
    if (at < 0) summary.clusters.push(cluster)
    else summary.clusters[at] = cluster
  },
  summary(data) {
    if (data.asOf) setClock(data.asOf)
    summary = { ...summary, ...data }
  },
  reset() { catchUp() },
}

function onEvent(kind, data) {
  count()
  changes[kind]?.(data)
  announce({ kind, data, key: data && keyOf(data) })
}

let stream = connection // as the stream is
let behind = 0 // since when what is held is older than the stream; 0: it is not

function tell() {
  const begun = behind && stream.state === 'live'
  connection = begun ? { state: 'reconnecting', since: behind } : stream
  announce({ kind: 'connection' })
}

function onState(state) {
  stream = state
  if (state.state === 'reconnecting') probe()
  tell()
}

// The stream has lost events: until everything is fetched anew, the page is not live.
async function catchUp(pause = 1000) {
  if (behind && pause === 1000) return
  behind ||= Date.now()
  tell()
  try {
    await load()
    behind = 0
    tell()
  } catch (problem) {
    if (problem.status !== 401) setTimeout(() => catchUp(Math.min(30000, 2 * pause)), pause)
  }
}

/** Fetch everything anew. */
async function load() {
  const [whole, rows] = await Promise.all([get('summary'), list('applications')])
  setClock(whole.asOf)
  summary = whole
  applications.clear()
  for (const row of rows.items) applications.set(keyOf(row), row)
  events?.resumeAt(rows.eventId)
  announce({ kind: 'reload' })
  return rows.eventId
}

/** Fetch, then follow. */
export async function begin() {
  const [module, after] = await Promise.all([import('./events.js'), load()])
  events = module
  events.follow(after, onEvent, onState)
}

/** How many applications have each status, by statuses; of some rows, or of all. */
export function countsOf(rows = applications.values()) {
  const counts = statuses.map(() => 0)
  for (const row of rows) counts[statuses.indexOf(row.s)]++
  return counts
}
