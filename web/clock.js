// Times, by the clock of the server.

let ahead = 0

/** Take the server's time from an answer. */
export function setClock(asOf) {
  const at = Date.parse(asOf)
  if (at) ahead = at - Date.now()
}

export const now = () => Date.now() + ahead
export const secondsSince = (time) => Math.max(0, Math.floor((now() - Date.parse(time)) / 1000))

/** 12s, 4m, 3h, 6d; empty when the time is not known. */
export function span(seconds) {
  if (!Number.isFinite(seconds)) return ''
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86400)}d`
}

/** How long it took to recover, where the server keeps a history. */
export const recoveries = ({ episodes, mean, p90 }) =>
  `Recovered ${episodes === 1 ? 'once' : `${episodes} times`}, in ${span(mean)} on average, nine of ten times within ${span(p90)}`

/** How long ago; ≥ when the beginning was not seen. */
export const age = (row) => (row.since ? (row.atLeast ? '≥' : '') + span(secondsSince(row.since)) : '')

const two = (n) => String(n).padStart(2, '0')

/** 14:02 of today, else with the date; local time. */
export function moment(time) {
  const date = new Date(typeof time === 'number' ? time : Date.parse(time))
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`
  return date.toDateString() === new Date(now()).toDateString() ? clock : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`
}

const texts = new WeakMap() // by element: what its text is now

/** An element whose text is a time that goes on: `write()` says what it is. */
export function timed(node, write) {
  texts.set(node, write)
  node.setAttribute('data-clock', '')
  node.textContent = write()
  return node
}

/** An element takes over the text of one like it. */
export const takeOver = (node, other) => (texts.has(other) ? texts.set(node, texts.get(other)) : texts.delete(node))

/** Once a second, for the whole page: only what is drawn is looked at. */
export function tick() {
  for (const node of document.querySelectorAll('[data-clock]')) {
    const text = texts.get(node)?.() ?? node.textContent
    if (text !== node.textContent) node.textContent = text
  }
}

/** "for 4m settling 12 s", beside the health of a heading. */
export function lasting(row) {
  const node = document.createElement('span')
  node.className = 'soft'
  return timed(node, () => [row.since && `for ${age(row)}`, row.raw && settling(row)].filter(Boolean).join(' '))
}

/** "settling 12 s" of a row that has not settled. */
export const settling = (row) => (row.raw && row.until ? `settling ${Math.max(0, Math.ceil((Date.parse(row.until) - now()) / 1000))} s` : row.raw ? 'settling' : '')
