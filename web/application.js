// One application: its cause, its day, its delivery, and its resources as a tree.
import * as events from './events.js'
import * as route from './route.js'
import * as store from './store.js'
import { $, copy, drawing, el, number, patch, replace, say, segments, several } from './dom.js'
import { age, lasting, now, recoveries, settling, timed } from './clock.js'
import { fill, heightOf, isProblem, label, severity, sum } from './health.js'
import { get, path } from './api.js'
import { matcher } from './filter.js'
import { names, outOfDate } from './fleet.js'
import { build, flatten } from './tree.js'
import { Rows } from './rows.js'

const dayMs = 24 * 3600 * 1000
const deepest = 12

/** What a filter reads of a resource. */
export const read = (row, field) => ({
  health: row.s, cluster: row.c, ns: row.ns, app: row.app?.[1], kind: row.k, rule: `${row.by?.rule ?? ''} ${row.by?.at ?? ''}`,
})[field] ?? [row.k, row.n, row.ns, row.m, row.c, row.g].join(' ')

/** The cells that lists of resources have after the name. */
export const tail = (row) => [
  el('span', {}, label(row)),
  timed(el('span.r.num.soft', { title: row.since }), () => age(row)),
  el(`span.cut${row.s && row.s !== 'Healthy' ? '' : '.soft'}`, { title: row.m }, row.gone && el('span.tag', {}, 'removed'), row.raw && timed(el('span.tag'), () => settling(row)), row.m ?? ''),
]

/** file:line where it is known, else what kind of rule. */
export const decider = (row) => row.by?.at || row.by?.source || row.by?.rule || '—'

function nameCell(row) {
  const indents = Array.from({ length: Math.min(row.level, deepest) - 1 }, () => el('span.ind'))
  const twist = el('span.twist', { 'aria-hidden': 'true' }, row.expanded === undefined ? null : drawing(row.expanded ? 'open' : 'closed', 10))
  return el('span.branch', {}, indents, twist, el('span.cut', { title: `${row.g ? `${row.g}/` : ''}${row.k} ${row.ns ? `${row.ns}/` : ''}${row.n}` },
    el('span.soft', {}, `${row.k}/`), el(row.counted === false ? 'span' : 'span.name', {}, row.n)))
}

const cells = (row) => [nameCell(row), ...tail(row), el('span.cut.soft.mono', { title: row.by?.rule }, decider(row))]

const attributes = (row) => ({
  'aria-level': row.level, 'aria-posinset': row.position, 'aria-setsize': row.size,
  'aria-expanded': row.expanded === undefined ? null : String(row.expanded), class: row.counted === false ? 'row owned' : 'row',
})

/** The last day of a history [{ at, s }], newest first or last, as [{ s, ms }]; before `row.since` nothing is known without one. */
export function day(history, row) {
  const end = now()
  const begin = end - dayMs
  const known = history.length || !row.since ? history : [{ at: row.since, s: row.s }]
  const changes = known.map(({ at, s }) => ({ at: Date.parse(at), s })).filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
  const parts = []
  let at = begin
  let s = null
  for (const change of changes) {
    if (change.at > at) {
      parts.push({ s, ms: change.at - at })
      at = change.at
    }
    s = change.s
  }
  parts.push({ s: s ?? row.s, ms: end - at })
  return { parts, changes: history.length ? changes.filter((change) => change.at > begin).length : 0 }
}

function strip(row, history, recovery) {
  const { parts, changes } = day(history ?? [], row)
  return el('div', {},
    el('div.ends.soft', {}, el('span', {}, 'Last 24 hours'), el('span', {}, several(changes, 'change'))),
    el('div.strip', { role: 'img', 'aria-label': `Last 24 hours: ${parts.map((part) => part.s ?? 'not known').join(', then ')}` }, parts.map(({ s, ms }) =>
      el('i', { title: s ?? 'not known', css: { flex: String(ms), height: s ? `${4 + heightOf(s) * 0.66}px` : '1px', background: s ? fill(s) : 'var(--line2)' } }))),
    el('div.ends.faint.small', {}, el('span', {}, '−24h'), el('span', {}, '−12h'), el('span', {}, 'now')),
    recovery && el('p.faint.small.num', {}, recoveries(recovery)))
}

const deliveryWords = { 'in-step': 'in step', unknown: 'not known' }

function delivery(row) {
  if (!row.delivery) return null
  const { s, m, rev } = row.delivery
  const bad = ['failed', 'stalled', 'behind'].includes(s)
  return el('p.delivery', {}, el('span.soft', {}, 'Delivery '), el(bad ? 'b.missing' : 'b', {}, bad && drawing('warning', 13), deliveryWords[s] ?? s),
    rev && el('span.mono.soft', {}, ` ${rev.slice(0, 40)}`), m && el('span.soft', {}, ` ${m}`))
}

// What is wrong below the cause: the worst of all that it owns, of these the deepest.
function below(row, resources) {
  const cause = resources.findIndex((resource) => row.w && (resource.id === row.w.uid || (resource.k === row.w.k && resource.n === row.w.n)))
  const depths = new Map([[cause, 0]])
  const found = []
  resources.forEach((resource, i) => {
    const depth = cause >= 0 ? depths.get(resource.p) : undefined
    if (depth === undefined) return
    depths.set(i, depth + 1)
    if (isProblem(resource.s)) found.push({ resource, depth })
  })
  if (!found.length) return null
  found.sort((a, b) => severity(a.resource.s) - severity(b.resource.s) || b.depth - a.depth)
  const { k, n, s, m } = found[0].resource
  return el('p.soft', {}, `Below it: ${k} ${n} is ${s}${m ? `: ${m}` : ''}${found.length > 1 ? `, and ${found.length - 1} more` : ''}`)
}

function cause(row, detail) {
  const group = row.w && detail.resources.find(({ id }) => id === row.w.uid)?.g
  const incomplete = row.incomplete && el('p.missing', {}, drawing('warning', 13), ` Incomplete: ${row.incomplete}. What is not seen may be worse.`)
  const lacking = row.incomplete && (detail.coverage?.parts ?? []).slice(0, 5).map(({ state, what, namespace, reason }) =>
    el('p.soft', {}, `${state}: ${what}${namespace ? ` in ${namespace}` : ''}: ${reason}`))
  return el('section.why', { 'aria-label': 'Cause', css: { 'border-left-color': fill(row.s) } }, el('div', {},
    row.w ? [el('p.soft', {}, 'because of ', el('b', {}, group ? `${group}/${row.w.k}` : row.w.k), ` ${row.w.ns ? `${row.w.ns}/` : ''}${row.w.n}`), el('p.big', {}, row.w.m || `is ${row.s}`), below(row, detail.resources)]
      : el('p.big', {}, row.s === 'Healthy' ? 'Every resource that counts is healthy.' : `The application is ${row.s}.`),
    incomplete, lacking, delivery(row)), strip(row, detail.history, detail.recovery))
}

function withoutHealth(resources) {
  const kinds = new Map()
  for (const row of resources) if (!row.s) kinds.set(row.k, (kinds.get(row.k) ?? 0) + 1)
  if (!kinds.size) return null
  const all = [...kinds.values()].reduce((a, b) => a + b)
  return el('span.end', {}, `${several(all, 'object')} without health: ${[...kinds].map(([kind, n]) => `${number(n)} ${kind}`).join(', ')}`)
}

/** Draw an application in `page`; `show(row)` opens the drawer. */
export function application(page, show) {
  const { c, ns, app } = route.state()
  const key = store.keyOf({ c, ns, n: app })
  const place = path(c, ns, app)
  const order = el('button.btn', { type: 'button', hidden: true })
  const heading = el('div')
  const card = el('div')
  const choice = el('span')
  const note = el('div.note.num')
  const open = new Map()
  let detail = { resources: [], history: [] }
  let roots = []
  let failure = null
  let gone = false // there is no such application: that is an answer
  let joined = false
  let asOf
  let asked

  const rows = new Rows({
    label: `Resources of ${app}, worst first`, role: 'treegrid', order, key: (row) => row.id, cells, attributes,
    columns: ['Resource', 'Health', { text: 'For', class: 'r' }, 'Reason', 'Decided by'],
    open: (row) => show(row.source ?? row),
    toggle: (row, wanted) => {
      if (row.expanded === undefined || wanted === row.expanded) return
      open.set(row.id, wanted ?? !row.expanded)
      draw(false)
    },
  })

  const row = () => store.applications.get(key) ?? detail

  function heads(row) {
    patch(heading, el('h1.title', {}, el('span.cut', {}, app), row.s && label(row), row.s && lasting(row)),
      el('p.soft.num', {}, [row.k !== 'App' && row.k, `${several(sum(row.counts), 'resource')} counted`, ns && `namespace ${ns}`].filter(Boolean).join(' · '),
        outOfDate(c, (stale) => ` · ${c} is ${stale}: last known health`)))
    patch(card, failure ? el('p.banner', { role: 'alert' }, failure) : row.s && cause(row, detail))
  }

  function draw(hold = true) {
    const { q, show: only } = route.state()
    const matches = matcher(q, read, names())
    const keep = q || only === 'problems' ? (node) => (only !== 'problems' || node.problem) && matches(node.row) : null
    const visible = flatten(roots.filter(({ row }) => row.s || keep), (id) => open.get(id), keep)
    rows.set(visible, { hold: hold && asked === q + only })
    asked = q + only
    patch(note, el('span', {}, el('b', {}, number(sum(row().counts))), ' counted'), el('span', {}, 'owned resources are shown below their owner and not counted'), withoutHealth(detail.resources))
    patch(choice, segments('Show', { all: 'All', problems: 'Problems' }, only || 'all', (wanted) => {
      route.patch({ show: wanted === 'all' ? '' : wanted })
      $(`[data-choice=${wanted}]`, choice)?.focus()
    }))
  }

  async function fetchAll() {
    asOf = events.position()
    try {
      detail = await get(`applications/${place}`)
      failure = null
      if (store.summary.settings?.history) {
        const { items, recovery } = await get(`applications/${place}/history`).catch(() => ({}))
        if (items?.length) Object.assign(detail, { history: items, recovery })
      }
    } catch (problem) {
      gone = problem.status === 404
      failure = gone ? `Application ${ns ? `${ns}/` : ''}${app} not found on ${c}.` : problem.message
    }
    roots = build(detail.resources)
    heads(row())
    draw()
    return detail
  }

  // A resource that changed: in place; one that is new goes below its owner.
  function change(fresh) {
    const at = detail.resources.findIndex((resource) => resource.id === fresh.id)
    const owner = fresh.own ? detail.resources.findIndex((resource) => resource.id === fresh.own) : -1
    if (at >= 0) detail.resources[at] = { ...detail.resources[at], ...fresh, raw: fresh.raw, until: fresh.until }
    else if (fresh.app?.[1] === app && (fresh.app[0] ?? '') === ns || owner >= 0) detail.resources.push({ ...fresh, p: owner, counted: owner < 0 })
    else return false
    return true
  }

  let due = false
  function event({ kind, data, key: changed }) {
    // The stream now has this application's resources; what changed before that was missed.
    if (kind === 'reload' || (kind === 'hello' && !joined && data.eventId !== asOf)) fetchAll()
    if (kind === 'hello') joined = true
    if (kind === 'application' && changed === key) due = true
    if (kind === 'resource' && data.c === c && change(data)) due = true
    if (kind === 'removed' && data.kind === 'resource' && data.c === c) {
      const gone = detail.resources.find((resource) => resource.id === data.id)
      if (gone) return void fetchAll()
    }
    if (kind === 'cluster') due = true
  }

  function update(hold = true) {
    if (due) roots = build(detail.resources)
    due = false
    heads(row())
    draw(hold)
  }

  replace(page, el('nav.crumb', { 'aria-label': 'Breadcrumb' }, el('a', { href: '/' }, 'Fleet'), ' / ', el('a', { href: `/?q=${encodeURIComponent(`cluster:${c}`)}` }, c), ' /'),
    el('div.head', {}, heading, el('div.right', {}, order, el('button.btn', { type: 'button', onclick: ({ currentTarget }) => copy(location.href, currentTarget) }, 'Copy link'), choice)),
    card, el('div.grid.tree', {}, rows.element, note))
  events.want([place])
  const ready = fetchAll().then(() => {
    if (row().s) say(`${app}: ${row().s}. ${row().w?.m ?? ''}`)
    const { r } = route.state()
    if (r) rows.find(r)
  })
  const ended = store.subscribe(event)
  return {
    update, rows, ready, again: fetchAll,
    get failed() { return Boolean(failure) && !gone },
    find: (id) => detail.resources.find((resource) => resource.id === id),
    end: () => { ended(); rows.end(); events.want([]) },
  }
}
