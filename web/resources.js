// All resources of all clusters, worst first.
import * as events from './events.js'
import * as route from './route.js'
import * as store from './store.js'
import { el, number, replace, say, several } from './dom.js'
import { list } from './api.js'
import { decider, read, tail } from './application.js'
import { names } from './fleet.js'
import { severity } from './health.js'
import { matcher, parse } from './filter.js'
import { Rows } from './rows.js'

/** More are not fetched: a filter finds the others. */
const most = 50000

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const worst = (a, b) => severity(a.s) - severity(b.s) || compare(b.since ?? '', a.since ?? '') || compare(a.k, b.k) || compare(a.n, b.n) || compare(a.c, b.c)

const cells = (row) => [
  el('span.cut', { title: `${row.g ? `${row.g}/` : ''}${row.k} ${row.ns ? `${row.ns}/` : ''}${row.n}` }, el('span.soft', {}, `${row.k}/`), el('span.name', {}, row.n)),
  ...tail(row),
  el('span.cut.soft', { title: row.by?.at ?? row.by?.rule }, [row.c, row.app?.[1] ?? row.ns].filter(Boolean).join(' / ')),
]

// What the server can filter by itself, for more rows than are fetched.
function query(text) {
  const terms = parse(text).filter((term) => !term.not)
  const value = (field) => terms.filter((term) => term.field === field).map((term) => term.value).join(',')
  return { ...(value('health') && { health: value('health') }), ...(value('cluster') && { cluster: value('cluster') }), ...(text && { q: text }) }
}

/** Draw the resources in `page`; `show(row)` opens the drawer. */
export function resources(page, show) {
  const order = el('button.btn', { type: 'button', hidden: true })
  const about = el('p.soft.num')
  const note = el('div.note.num')
  const all = new Map()
  let whole = true
  let total = 0
  let asked
  let loaded
  let failed = false

  const rows = new Rows({
    label: 'Resources, worst first', order, key: store.keyOf, cells,
    columns: ['Resource', 'Health', { text: 'For', class: 'r' }, 'Reason', 'Application'], open: (row) => show(row),
  })

  function update(hold = true) {
    const { q } = route.state()
    if (!whole && loaded !== q) return void load()
    const assessed = [...all.values()].filter((row) => row.s)
    const found = assessed.filter(matcher(q, read, names())).sort(worst)
    rows.set(found, { hold: hold && asked === q })
    about.textContent = `${several(total, 'resource')} on ${several(store.summary.clusters.length, 'cluster')}, worst first`
    replace(note, el('span', {}, el('b', {}, number(found.length)), ' shown'),
      all.size > assessed.length ? el('span', {}, `${several(all.size - assessed.length, 'object')} without health ${all.size - assessed.length === 1 ? 'is' : 'are'} left out`) : null,
      whole ? null : el('span.missing', {}, `the first ${number(all.size)} of ${number(total)}: filter to find the others`))
    if (asked !== undefined && asked !== q) say(`${several(found.length, 'resource')} shown`)
    asked = q
  }

  async function load() {
    const { q } = route.state()
    loaded = q
    try {
      const answer = await list('resources', whole ? {} : query(q), most)
      if (loaded !== q) return
      all.clear()
      for (const row of answer.items) all.set(store.keyOf(row), row)
      whole = answer.whole && (whole || !q)
      total = answer.total ?? all.size
      failed = false
      update()
    } catch (problem) {
      failed = true
      about.textContent = problem.message
    }
  }

  function event({ kind, data, key }) {
    if (kind === 'reload') load()
    else if (kind === 'resource') all.set(key, data)
    else if (kind === 'removed' && data.kind === 'resource') all.delete(key)
  }

  replace(page, el('div.head', {}, el('div', {}, el('h1', {}, 'Resources'), about), el('div.right', {}, order)), el('div.grid.tree', {}, rows.element, note))
  events.want(['resources'])
  const ended = store.subscribe(event)
  const ready = load().then(() => {
    const { r, rc } = route.state()
    if (r) rows.find(store.keyOf({ c: rc, id: r }))
  })
  return { update, rows, ready, again: load, get failed() { return failed }, find: (id, c) => all.get(store.keyOf({ c, id })), end: () => { ended(); rows.end(); events.want([]) } }
}
