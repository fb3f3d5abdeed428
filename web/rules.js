// Every rule in force: where it comes from, what it decides, how often it failed, who differs.
import * as route from './route.js'
import { el, number, replace, several } from './dom.js'
import { get } from './api.js'
import { matcher } from './filter.js'
import { Rows } from './rows.js'

const read = (rule, field) => ({ rule: `${rule.rule} ${rule.at ?? ''}`, kind: kinds(rule).join(' ') })[field] ??
  (field ? '' : [rule.rule, rule.at, rule.language, ...kinds(rule), ...lints(rule)].join(' '))

const kinds = (rule) => [rule.kinds ?? []].flat()
const lints = (rule) => (rule.lint ?? []).map((finding) => (typeof finding === 'string' ? finding : finding.text ?? ''))
const differing = (rule) => Object.entries(rule.differs ?? {}).filter(([, n]) => n)
const words = { argocd: 'Argo CD', flux: 'Flux', kstatus: 'kstatus', combined: 'vitals' }

// Rules without a file.
const origins = { native: 'the decision table of Argo CD, or of kinds that it has none for', bundled: 'a check in Lua', kstatus: 'conditions, as kstatus reads them', deletion: 'it is being deleted' }
const origin = (rule) => origins[rule.source ?? rule.language]

const time = (us) => (us === undefined || us === null ? '' : us < 1000 ? `${number(Math.round(us))} µs` : `${(us / 1000).toFixed(1)} ms`)

const cells = (rule) => [
  el('span.cut', { title: [rule.rule, ...kinds(rule)].join('\n') }, el('span.name', {}, rule.rule)),
  el('span.cut.soft', {}, rule.language ?? ''),
  el('span.r.num', {}, number(rule.matched)),
  el(`span.r.num${rule.failed ? '.degraded' : '.faint'}`, {}, rule.failed ? `${number(rule.failed)} failed` : '0'),
  el('span.r.num.soft', {}, time(rule.p99)),
  el('span.cut.soft', { title: rule.at || origin(rule) }, rule.at ? el('span.mono', {}, rule.at) : 'built in'),
  el('span.cut', { title: lints(rule).join('\n') }, differing(rule).map(([profile, n]) => el('span.tag', {}, `${words[profile] ?? profile} differs on ${number(n)}`)),
    lints(rule).length ? el('span.missing', {}, lints(rule)[0]) : null),
]

// Those with something to do come first.
const weight = (rule) => (rule.failed ? 4 : 0) + (lints(rule).length ? 2 : 0) + (differing(rule).length ? 1 : 0)
const order = (a, b) => weight(b) - weight(a) || (b.matched ?? 0) - (a.matched ?? 0) || (a.rule < b.rule ? -1 : 1)

/** Draw the rules in `page`. */
export function rules(page) {
  const about = el('p.soft.num')
  const note = el('div.note.num')
  let items = []
  let failed = false
  const rows = new Rows({
    label: 'Rules', key: (rule) => `${rule.rule}\n${rule.at ?? ''}`, cells,
    columns: ['Rule', 'Language', { text: 'Resources', class: 'r' }, { text: 'Failures', class: 'r' }, { text: 'p99', class: 'r' }, 'Where', 'Differences and warnings'],
    open: (rule) => route.go(route.read(new URL(`/resources?q=${encodeURIComponent(`rule:"${rule.at || rule.rule}"`)}`, location))),
  })

  function update() {
    const found = items.filter(matcher(route.state().q, read)).sort(order)
    rows.set(found)
    replace(note, el('span', {}, el('b', {}, number(found.length)), ' shown'), el('span', {}, 'Enter shows the resources that a rule decides'))
  }

  async function load() {
    try {
      items = (await get('rules')).items
      failed = false
      const failures = items.filter((rule) => rule.failed).length
      about.textContent = `${several(items.length, 'rule')} in force${failures ? `, ${several(failures, 'rule')} failed` : ''}`
    } catch (problem) {
      failed = true
      about.textContent = problem.message
    }
    update()
  }

  replace(page, el('div.head', {}, el('div', {}, el('h1', {}, 'Rules'), about)), el('div.grid.rules', {}, rows.element, note))
  return { update, rows, ready: load(), again: load, get failed() { return failed }, event: ({ kind }) => kind === 'rules' && load(), end: () => rows.end() }
}
