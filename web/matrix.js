// Applications by clusters: one row for each application, one cell for each cluster.
import * as route from './route.js'
import { el } from './dom.js'
import { classOf, icon, severity } from './health.js'
import { Rows } from './rows.js'

/** Clusters that are drawn at once; the others are pages away. */
const most = 12

function cell(item, cluster) {
  const row = item.on.get(cluster)
  if (!row) return el('span.cell.none', { 'aria-label': `not on ${cluster}` })
  const status = row.raw ?? row.s
  const word = status + (row.raw ? ', settling' : '') + (row.incomplete ? `, incomplete: ${row.incomplete}` : '')
  return el(`span.cell.${classOf(status)}${row.raw ? '.settling' : ''}${row.incomplete ? '.part' : ''}`,
    { title: `${row.n} on ${cluster}: ${word}`, 'aria-label': `${cluster}: ${word}` }, icon(status))
}

/** Items of the matrix, of rows that are worst first. */
export function itemsOf(found) {
  const items = new Map()
  for (const row of found) {
    const key = [row.k, row.ns, row.n].join('\n')
    const item = items.get(key) ?? { key, n: row.n, ns: row.ns, s: row.s, on: new Map() }
    if (severity(row.s) < severity(item.s)) item.s = row.s
    item.on.set(row.c, row)
    items.set(key, item)
  }
  const all = [...items.values()]
  // The namespace is shown where names are the same.
  const names = new Map()
  for (const { n } of all) names.set(n, (names.get(n) ?? 0) + 1)
  for (const item of all) item.twin = names.get(item.n) > 1
  return all
}

/** A list with a cell for each cluster of a page of `clusters`. `turn(page)` is asked for another page. */
export function matrix(clusters, page, order, turn) {
  const first = page * most
  const shown = clusters.slice(first, first + most)
  const rows = new Rows({
    label: 'Applications by cluster, worst first', side: true, order, key: (item) => item.key,
    columns: ['Application', ...shown.map((c) => ({ text: c, title: c, class: 'cut' }))],
    cells: (item) => [el('span.cut', { title: `${item.ns ?? ''}/${item.n}` }, el('span.name', {}, item.n), item.twin && el('span.faint', {}, ` ${item.ns ?? ''}`)),
      ...shown.map((cluster) => cell(item, cluster))],
    open: (item, column) => {
      const row = item.on.get(shown[column - 1])
      if (row) route.go(route.read(new URL(route.applicationOf(row), location)))
    },
  })
  rows.element.style.setProperty('--clusters', shown.length)
  const button = (label, to, off) => el('button.btn', { type: 'button', disabled: off, onclick: () => turn(to) }, label)
  const pager = clusters.length > most && el('span.end', {}, `clusters ${first + 1}–${first + shown.length} of ${clusters.length} `,
    button('Previous', page - 1, !page), ' ', button('Next', page + 1, first + most >= clusters.length))
  return { rows, pager, items: itemsOf }
}
