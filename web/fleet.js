// All applications: what needs attention, since when, and why.
import * as route from './route.js'
import { $, el, number, patch, replace, say, segments, several, style } from './dom.js'
import { age, moment, secondsSince, settling, span, timed } from './clock.js'
import { bar, icon, isProblem, label, needsAttention, severity, skyline, statuses, worstFirst, worstOf, classOf, sum } from './health.js'
import { has, matcher, toggle } from './filter.js'
import { Rows } from './rows.js'
import * as store from './store.js'

/** Shorter than this, how long a cluster was not heard of is not worth a word. */
const silentSeconds = 60

/** How a cluster's rows may be out of date: "silent 4m", "unreachable"; empty when they are not. Quiet is not out of date. */
export function staleness(cluster) {
  if (!cluster || cluster.state === 'live') return ''
  const silent = cluster.last ? secondsSince(cluster.last) : 0
  return cluster.state + (silent >= silentSeconds ? ` ${span(silent)}` : '')
}

const clusterOf = (name) => store.summary.clusters.find((cluster) => cluster.c === name)

const read = (row, field) => ({
  health: row.s, cluster: row.c, ns: row.ns, app: row.n, kind: `${row.k} ${row.w?.k ?? ''}`, rule: '',
})[field] ?? [row.n, row.c, row.ns, row.w?.k, row.w?.n, row.w?.m].join(' ')

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

const undelivered = (row) => ['failed', 'stalled'].includes(row.delivery?.s)

// What was not delivered comes before what is as well and was.
const rank = (row) => severity(row.s) - (undelivered(row) && !isProblem(row.s) ? 0.5 : 0)

/** Worst first, of these the newest. */
const worst = (a, b) => rank(a) - rank(b) || compare(b.since ?? '', a.since ?? '') ||
  compare(a.n, b.n) || compare(a.c, b.c) || compare(a.ns, b.ns)

/** The names of clusters and namespaces, which filters match as a whole. */
export const names = () => ({ cluster: new Set(store.summary.clusters.map(({ c }) => c.toLowerCase())) })

const filtered = (text) => [...store.applications.values()].filter(matcher(text, read, names())).sort(worst)

/** "Deployment/web  message", with what else keeps the row from being certain. */
export function reason(row) {
  const delivery = undelivered(row) || row.delivery?.s === 'behind' ? row.delivery : null
  return [
    row.gone && el('span.tag', {}, 'removed'),
    row.raw && timed(el('span.tag'), () => settling(row)),
    row.flaps && el('span.tag', { title: 'It changes again and again' }, 'flapping'),
    row.incomplete && el('span.tag.warn', { title: row.incomplete }, `incomplete: ${row.incomplete}`),
    delivery && el('span.tag.warn', { title: delivery.m }, `delivery ${delivery.s}`),
    row.w && el('span.soft', {}, `${row.w.k}/${row.w.n}`),
    row.w ? `  ${row.w.m ?? ''}` : delivery?.m ? ` ${delivery.m}` : null,
  ]
}

/** How the rows of a cluster are out of date, said by `word(stale)` while they are. */
export const outOfDate = (name, word) => timed(el('span.missing', { title: 'This is the last known health' }), () => {
  const stale = staleness(clusterOf(name))
  return stale && word(stale)
})

const old = (stale) => ` ${/^silent (.*)/.exec(stale)?.[1]?.concat(' old') ?? stale}`

function cells(row) {
  return [
    el('span', {}, label(row)),
    el('span.cut', { title: row.ns ? `${row.ns}/${row.n}` : row.n }, el('a.name', { href: route.applicationOf(row), tabindex: -1 }, row.n)),
    el('span.cut.soft', {}, row.c, outOfDate(row.c, old)),
    timed(el('span.r.num.soft', { title: row.since }), () => age(row)),
    el('span.cut', { title: [row.w?.m, row.incomplete, row.delivery?.m].filter(Boolean).join('\n') }, reason(row)),
    el('span', {}, bar(row.counts)),
    el('span', {}, skyline(row.sky)),
  ]
}

const hasSky = () => store.applications.size && [...store.applications.values()].some((row) => row.sky)

function list(order) {
  const rows = new Rows({
    label: 'Applications, worst first', order, key: store.keyOf, cells,
    columns: ['Health', 'Application', 'Cluster', { text: 'For', class: 'r' }, 'Because', 'Resources', 'Last 24 h'],
    open: (row) => route.go(route.read(new URL(route.applicationOf(row), location))),
  })
  return { rows, items: (found) => found }
}

const turn = (field, value) => route.patch({ q: toggle(route.state().q, field, value) })

function counters(counts, q) {
  return worstFirst.map((status) => {
    const n = counts[statuses.indexOf(status)]
    return el(`button.count${n ? '' : '.zero'}`, { type: 'button', 'aria-pressed': String(has(q, 'health', status)), onclick: () => turn('health', status) },
      el('b', {}, number(n)), el(`span.s.${classOf(status)}`, {}, icon(status), status))
  })
}

function clusterButtons(q) {
  return store.summary.clusters.map((cluster) => {
    const worst = worstOf(cluster.applications)
    return el('button.cl', { type: 'button', 'aria-pressed': String(has(q, 'cluster', cluster.c)), 'data-cluster': cluster.c, onclick: ({ currentTarget }) => turn('cluster', currentTarget.dataset.cluster),
      title: cluster.errors?.join('\n') || (cluster.last && `heard of at ${moment(cluster.last)}`) },
    el(`span.${classOf(worst)}`, {}, icon(worst, 13), el('span.sr', {}, `worst ${worst}`)), cluster.c,
    staleness(cluster) ? outOfDate(cluster.c, (stale) => stale) : el('span.faint.num', {}, number(sum(cluster.applications))))
  })
}

function sentence(counts) {
  const bad = statuses.reduce((n, status, i) => n + (needsAttention(status) ? counts[i] : 0), 0)
  if (bad) return `${several(bad, 'application')} need${bad === 1 ? 's' : ''} attention`
  return store.applications.size ? 'No application needs attention' : 'No applications yet'
}

const limitsReached = () => (store.summary.limits ?? []).filter((limit) => limit.reached)

/** Draw the fleet in `page`; returns { update, focus, end }. */
export function fleet(page) {
  const title = el('h1')
  const about = el('p.soft.num')
  const order = el('button.btn', { type: 'button', hidden: true })
  const choice = el('span')
  const counts = el('div.counts', { role: 'group', 'aria-label': 'Filter by health' })
  const total = el('div')
  const clusters = el('div.clusters', { role: 'group', 'aria-label': 'Filter by cluster' })
  const limits = el('div')
  const grid = el('div.grid')
  const note = el('div.note.num')
  let table
  let shown
  let place = 0
  let matrix = null // is loaded when it is wanted
  let ready = null
  let ended = false

  // The list or the matrix, made anew when the other one, or another set of clusters, is wanted.
  function show(state) {
    const clusters = store.summary.clusters.map(({ c }) => c)
    const wanted = state.show === 'matrix' ? JSON.stringify([place, clusters]) : 'list'
    if (shown === wanted) return
    table?.rows.end()
    shown = wanted
    table = wanted === 'list' ? list(order) : matrix(clusters, place, order, (to) => { place = to; update(false) })
    replace(grid, table.rows.element, note)
    replace(choice, segments('View', { list: 'List', matrix: 'Matrix' }, state.show || 'list', (key) => {
      route.patch({ show: key === 'matrix' ? key : '' })
      $(`[data-choice=${key}]`)?.focus()
    }))
  }

  function heading(state) {
    const all = store.countsOf()
    const failed = [...store.applications.values()].filter(undelivered).length
    title.textContent = sentence(all)
    about.textContent = [several(store.applications.size, 'application') + ` on ${several(store.summary.clusters.length, 'cluster')}`,
      several(sum(store.summary.counts), 'resource'), store.summary.rules && several(store.summary.rules, 'rule'), failed && `${number(failed)} failed deliver${failed === 1 ? 'y' : 'ies'}`].filter(Boolean).join(' · ')
    patch(counts, counters(all, state.q))
    patch(total, bar(all))
    patch(clusters, clusterButtons(state.q))
    patch(limits, limitsReached().map((limit) => el('p.banner', {}, `Limit reached: ${limit.name} (${number(limit.value)}). What is beyond it is not shown.`)))
  }

  let asked
  function update(hold = true) {
    const state = route.state()
    if (state.show === 'matrix' && !matrix) return void (ready ??= Promise.all([import('./matrix.js'), style('views.css')]).then(([module]) => { matrix = module.matrix; if (!ended) update(false) }))
    show(state)
    heading(state)
    const found = filtered(state.q)
    grid.className = `grid ${state.show === 'matrix' ? 'matrix' : 'list'}${hasSky() ? '' : ' no-sky'}`
    const items = table.items(found)
    table.rows.set(items, { hold: hold && asked === state.q })
    const grace = store.summary.settings?.grace
    patch(note, el('span', {}, el('b', {}, number(items.length)), state.show === 'matrix' ? ` applications × ${several(store.summary.clusters.length, 'cluster')}, worst first` : ' shown, worst first'), el('span', {}, 'order is held while you point at it'),
      table.pager || (grace && el('span.end', {}, `changes shorter than ${grace} s are damped`)))
    if (asked !== state.q) say(`${several(found.length, 'application')} shown`)
    asked = state.q
  }

  replace(page, el('div.head', {}, el('div', {}, title, about), el('div.right', {}, order, choice)), counts, total, clusters, limits, grid)
  update(false)
  return { update, get rows() { return table?.rows }, get ready() { return ready }, end() { ended = true; table?.rows.end() } }
}
