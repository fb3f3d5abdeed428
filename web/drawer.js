// One resource, beside the list: why it has its health, its conditions, its history, its YAML.
import * as route from './route.js'
import * as store from './store.js'
import { $, drawing, el, number, patch, say } from './dom.js'
import { lasting, moment, recoveries, secondsSince, span, timed } from './clock.js'
import { label } from './health.js'
import { get, path, text } from './api.js'
import { block } from './code.js'

const tabs = { why: 'Why', conditions: 'Conditions', history: 'History', yaml: 'YAML' }
const profiles = { argocd: 'Argo CD', flux: 'Flux', kstatus: 'kstatus', combined: 'vitals' }
const asHealth = { Current: 'Healthy', InProgress: 'Progressing', Terminating: 'Progressing', Failed: 'Degraded', NotFound: 'Missing' }

const section = (title, ...children) => el('section', {}, el('h2', {}, title), ...children)
const note = (words) => el('p.soft', {}, words)

/** A table; `heads` may be empty. */
const table = (heads, rows) => el('table.kv', {},
  heads.length ? el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))) : null,
  el('tbody', {}, rows.map((cells) => el('tr', {}, cells.map((cell) => (cell?.localName === 'td' ? cell : el('td', {}, cell)))))))

const mono = (words, ...classes) => el(['td.mono', ...classes].join('.'), {}, words)

/** A path that a line may break before each step. */
const steps = (path) => path.split(/(?=[.[])/).flatMap((step) => [el('wbr'), step])

function decided(row, why) {
  if (!why.rule || why.rule === 'none') {
    return section('Decided by', el('p', {}, 'No rule for ', el('b', {}, `${row.g ? `${row.g}/` : ''}${row.k}`), why.nearest && ['. The nearest key is ', el('code', {}, why.nearest)]),
      store.summary.settings?.playground !== false && el('p', {}, el('a.link', { href: playground(row) }, 'Draft a check in the playground')))
  }
  // A native check is a table of rows with names.
  const [, n, name] = /\/(\d+)-(.*)$/.exec(why.source === 'native' ? why.row : '') ?? []
  const lines = why.source === 'expression' ? why.script?.trimEnd().split('\n').map((line, i) => [i + 1, line]) : why.code
  const code = n ? [[Number(n), `${name.replace(/-/g, ' ')} → ${row.raw ?? row.s}`]] : lines
  const hit = why.line ?? (Number(n) || lines?.findIndex(([, line]) => why.row && line.startsWith(`${why.row}:`)) + 1)
  return section('Decided by', el('p', {}, why.source && `${why.source} `, el('b', {}, why.rule), ' ', el('span.mono.soft', {}, why.at ?? '', why.row && ` row ${n ?? why.row}`)),
    code?.length ? block(code, { hit, language: why.language, wrap: why.language === 'native', label: 'The deciding lines' }) : null)
}

function value(given) {
  if (given === undefined) return el('span.faint', {}, 'absent')
  return el(typeof given === 'string' ? 'span.st' : 'span.nu', {}, JSON.stringify(given))
}

function elsewhere(row, why) {
  const verdicts = Object.entries(why.profiles ?? {})
  if (!verdicts.length) return null
  const agree = verdicts.every(([, { s }]) => (asHealth[s] ?? s) === (row.raw ?? row.s))
  return section('Elsewhere', el('div.chips', {}, verdicts.map(([profile, { s, m }]) =>
    el('span.chip', { title: m }, `${profiles[profile] ?? profile} ${s ?? 'no health'}`)), el('span.chip', {}, agree ? 'they agree' : 'they differ')))
}

function cost({ steps, ns, of }) {
  return el('p.faint.num', {}, [`${number(steps)}${of ? ` of ${number(of)}` : ''} steps`, ns && `${number(Math.round(ns / 1000))} µs`].filter(Boolean).join(' · '))
}

const link = (row, id, words) => el('a.link', { href: route.write({ ...route.state(), r: id, rc: row.c, tab: '' }) }, words)

const bodies = {
  why({ row, detail }) {
    const why = detail?.why
    if (!why) return [note('Not known.')]
    return [
      decided(row, why),
      why.read?.length ? section('Fields read', table([], why.read.map((field) => [mono(steps(field.path), 'path'), mono(value(field.value))]))) : null,
      why.below?.length ? section('Below it', table([], why.below.map((one) =>
        [label(one), el('td.mono', {}, one.id ? link(row, one.id, `${one.k}/${one.n}`) : `${one.k}/${one.n}`), one.m ?? '']))) : null,
      why.considered?.length ? section('Considered, in order', el('ol.steps', {}, why.considered.map((step) =>
        el(step.outcome === 'decided' ? 'li.won' : 'li.soft', {}, el('span', {}, step.rule), el('span', {}, step.outcome), el('span', {}, step.m ?? step.at ?? ''))))) : null,
      elsewhere(row, why),
      why.expression?.length ? section('The expression', table([], why.expression.map((part) => [mono(part.text, 'path'), mono(part.value ?? '')]))) : null,
      why.cost?.steps ? cost(why.cost) : null,
    ]
  },
  conditions({ detail }) {
    if (!detail?.conditions?.length) return [note('The object has no conditions.')]
    return [el('div.wide', { tabindex: 0, role: 'group', 'aria-label': 'Conditions' }, table(['Type', 'Status', 'For', 'Reason', 'Message'], detail.conditions.map((one) =>
      [el('b', {}, one.type), one.status, one.lastTransitionTime ? timed(el('span'), () => span(secondsSince(one.lastTransitionTime))) : '', one.reason ?? '', one.message ?? ''])))]
  },
  async history({ place }) {
    const { items, recovery } = await get(`resources/${place}/history`)
    if (!items.length) return [note('No change was seen.')]
    const newest = [...items].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    const ends = [Date.now(), ...newest.map(({ at }) => Date.parse(at))]
    return [table(['When', 'Health', 'For', 'Reason'], newest.map((one, i) =>
      [el('td.num', { title: one.at }, moment(one.at)), label(one), el('td.num', {}, span((ends[i] - Date.parse(one.at)) / 1000)), one.m ?? ''])), recovery && note(recoveries(recovery))]
  },
  async yaml({ place }) {
    try {
      const lines = (await text(`resources/${place}/object`)).replace(/\n$/, '').split('\n')
      const shown = lines.slice(0, 2000).map((line, i) => [i + 1, line])
      return [block(shown, { language: 'yaml', label: 'The object' }), lines.length > shown.length ? note(`${number(lines.length - shown.length)} more lines`) : null]
    } catch (problem) {
      return [note(problem.status === 404 ? 'This server keeps no objects, or the object is gone.' : problem.message)]
    }
  },
}

export const playground = (row) => `/playground?${new URLSearchParams({ rc: row.c, r: row.id })}`

/** The drawer in `aside`; `closed()` gives the focus back. */
export function drawer(aside, closed) {
  let shown = null // what the drawer holds: place, tab, row, detail

  function shut() {
    if (aside.hidden) return false
    aside.hidden = true
    aside.replaceChildren()
    shown = null
    return true
  }

  function close() {
    if (!shut()) return
    route.patch({ r: '', rc: '', tab: '' })
    closed()
  }

  const closer = () => el('button.icon', { type: 'button', 'aria-label': 'Close', onclick: close }, drawing('close', 14))

  function choose(tab) {
    route.patch({ tab: tab === 'why' ? '' : tab })
    $(`#tab-${tab}`)?.focus()
  }

  function tabKey(event) {
    const keys = Object.keys(tabs)
    const at = keys.indexOf(shown.tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + keys.length, Home: 0, End: keys.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(keys[to % keys.length])
  }

  function head({ row, tab }) {
    return el('header', {},
      el('div.bar-of', {}, el('div', {}, el('div.soft.cut', {}, [row.g, row.k, row.c, row.ns].filter(Boolean).join(' · ')), el('h1.cut', { id: 'drawer-title', tabindex: -1, title: row.n }, row.n)),
        el('span.right', {}, store.summary.settings?.playground !== false && el('a.btn', { href: playground(row) }, 'Playground'),
          closer())),
      el('p', {}, label(row), ' ', lasting(row)),
      el('p.message', {}, row.m ?? ''),
      el('div.tabs', { role: 'tablist', 'aria-label': 'Details', onkeydown: tabKey }, Object.entries(tabs).map(([key, word]) =>
        el('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': 'tab-panel', 'aria-selected': String(key === tab), tabindex: key === tab ? 0 : -1, onclick: () => choose(key) }, word))))
  }

  async function draw(focus) {
    const now = shown
    const panel = el('div.scroll', { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': `tab-${now.tab}`, tabindex: 0 })
    let body
    try {
      body = await bodies[now.tab](now)
    } catch (problem) {
      body = [note(problem.message)]
    }
    if (shown !== now) return
    patch(panel, body)
    // A change of the same resource leaves focus, selection and what is pointed at.
    patch(aside, head(now), panel)
    const drawn = `${now.place}\n${now.tab}`
    if (aside.dataset.drawn !== drawn) $('.scroll', aside).scrollTop = 0
    aside.dataset.drawn = drawn
    if (focus) $('#drawer-title').focus()
  }

  /** Show the resource of the address; `row` is what the list knows of it. `focus`: go there. */
  async function show(state, row, focus) {
    const place = path(state.rc || state.c, state.r)
    const tab = tabs[state.tab] ? state.tab : 'why'
    if (shown?.place === place && shown.tab === tab) return focus && $('#drawer-title')?.focus()
    const known = shown?.place === place ? shown : null
    const next = shown = { place, tab, row: row ?? known?.row, detail: known?.detail }
    if (!next.detail) {
      try {
        next.detail = await get(`resources/${place}`)
      } catch (problem) {
        if (shown !== next) return
        aside.hidden = false
        patch(aside, el('header', {}, el('div.bar-of', {}, el('h1', { id: 'drawer-title', tabindex: -1 }, problem.status === 404 ? 'Not found' : 'No answer'), el('span.right', {}, closer())), note(problem.message)))
        return
      }
    }
    if (shown !== next) return
    next.row = { ...next.row, ...next.detail, c: state.rc || state.c, id: state.r }
    aside.hidden = false
    await draw(focus)
    if (!known) say(`${next.row.k} ${next.row.n}: ${next.row.s ?? 'no health'}. ${next.row.m ?? ''}`)
  }

  /** A resource changed: when it is the one that is shown, fetch why anew. */
  let timer = null
  function changed(row) {
    if (!shown || path(row.c, row.id) !== shown.place || timer) return
    timer = setTimeout(async () => {
      timer = null
      const now = shown
      if (!now) return
      const detail = await get(`resources/${now.place}`).catch(() => null)
      if (!detail || shown !== now) return
      shown = { ...now, detail, row: { ...detail, c: now.row.c, id: now.row.id } }
      draw(false)
    }, 500)
  }

  return { show, shut, close, changed, get open() { return !aside.hidden } }
}
