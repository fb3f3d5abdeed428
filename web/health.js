// Statuses: their order, words, icons and bars.
import { drawing, el, number } from './dom.js'

/** As `counts` arrays hold them. Written by tools/gen/statuses, as is the next. */
export const statuses = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown', 'Unassessed']

/** Worst first, for display only: an application is what the server says it is. */
export const worstFirst = ['Degraded', 'Missing', 'Unknown', 'Progressing', 'Suspended', 'Healthy', 'Unassessed']
const ranks = Object.fromEntries(worstFirst.map((status, i) => [status, i]))

export const severity = (status) => ranks[status] ?? 7
export const isProblem = (status) => severity(status) < 4
export const needsAttention = (status) => severity(status) < 3

const known = (status) => (status in ranks ? status : 'Unknown')
export const icon = (status, size) => drawing(known(status).toLowerCase(), size)
export const classOf = (status) => known(status).toLowerCase()
export const fill = (status) => `var(--f-${classOf(status)})`

/** Icon and word; what has not settled yet has an outline. */
export function label(row) {
  const status = row.raw ?? row.s
  if (!status) return el('span.faint', {}, 'no health')
  return el(`span.s.${classOf(status)}${row.raw ? '.settling' : ''}`, row.raw ? { title: `was ${row.s}; settling` } : {}, icon(status), status)
}

const countsOf = (counts) => worstFirst.map((status) => [status, counts?.[statuses.indexOf(status)] ?? 0]).filter(([, n]) => n)

/** The shares of the statuses, worst first. */
export function bar(counts) {
  const parts = countsOf(counts)
  return el('span.bar', { role: 'img', 'aria-label': parts.map(([status, n]) => `${number(n)} ${status}`).join(', ') || 'no resources' },
    parts.map(([status, n]) => el('i', { css: { flex: String(n), background: fill(status) } })))
}

export const worstOf = (counts) => countsOf(counts)[0]?.[0] ?? 'Unassessed'
export const sum = (counts) => (counts ?? []).reduce((a, b) => a + b, 0)

const heights = { Degraded: 18, Missing: 16, Unknown: 14, Progressing: 10, Suspended: 6, Healthy: 4, Unassessed: 3 }
export const heightOf = (status) => heights[status] ?? 3

/** 24 hours, oldest first; height is severity, so that colour is not all that speaks. */
export function skyline(hours) {
  if (!hours) return el('span')
  const changes = [...hours].filter((hour, i) => i && hour !== hours[i - 1] && hour !== '-' && hours[i - 1] !== '-').length
  return el('span.sky', { role: 'img', 'aria-label': `Last 24 hours: ${changes} changes` }, [...hours].map((hour) => {
    const status = statuses[hour]
    return el('i', { css: status ? { height: `${heights[status]}px`, background: fill(status) } : { height: '1px' } })
  }))
}
