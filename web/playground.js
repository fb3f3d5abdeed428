// A rule and an object, tried at every key by the engine in this browser. Nothing is sent.
import * as samples from './samples.js'
import { $, copy, drawing, el, number, replace, say, segments, several } from './dom.js'
import { get, path, text } from './api.js'
import { label } from './health.js'
import { editor } from './editor.js'
import { attempt, keyOf } from './trial.js'
import { pack, reduced, unpack } from './link.js'
import { lineOf, linesOf } from './yaml.js'

const waitMs = 80
const staleMs = 500 // how long a text that was changed, or left, may still be tried
const languages = { lua: 'Lua', cel: 'CEL', 'argocd-cm': 'argocd-cm' }
const abouts = { lua: 'health.lua, as Argo CD runs it', cel: 'healthCheckExprs, as Flux runs them', 'argocd-cm': 'the ConfigMap of Argo CD' }
const profiles = { combined: 'vitals', argocd: 'Argo CD', flux: 'Flux', kstatus: 'kstatus' }

const section = (title, ...children) => el('div', {}, el('h2', {}, title), ...children)

function verdict({ answer, failure, warnings, line, ms }) {
  const notes = warnings.map((one) => el('p.missing', {}, drawing('warning', 13), one.line ? ` line ${one.line}: ` : ' ', one.text.trim()))
  if (failure) return section('Verdict', el('p.big.degraded', { role: 'alert' }, failure), notes)
  const status = answer.health ? answer.health.status || 'Unknown' : null
  const by = answer.decidedBy
  const where = line ? `line ${line} decided` : by.source === 'none' ? 'no rule for this kind' : `decided by ${by.source}${by.row ? ` ${by.row}` : ''}`
  const cost = answer.cost ? `${number(answer.cost.used)} of ${number(answer.cost.of)} steps` : ''
  return section('Verdict', el('p.big', {}, label({ s: status })), el('p.message', {}, answer.health?.message ?? 'This kind has no health by nature.'), notes,
    el('p.faint.num', {}, [where, cost, `${ms.toFixed(1)} ms in this browser`, 'nothing is sent'].filter(Boolean).join(' · ')))
}

function elsewhere({ answer }) {
  if (!answer) return null
  return section('Elsewhere', el('div.chips', {}, (answer.elsewhere ?? []).map(({ profile, status, message }) =>
    el('span.chip', { title: message }, `${profiles[profile]} ${status ?? 'no health'}`))),
  el('details', {}, el('summary', {}, `${several((answer.fieldsRead ?? []).length, 'field')} read`),
    el('ul.fields.mono', {}, (answer.fieldsRead ?? []).map(({ path, value }) => el('li', {}, path, ' ', el('span.soft', {}, value === undefined ? 'absent' : JSON.stringify(value).slice(0, 200)))))))
}

function ages({ answer, young }) {
  if (!answer) return null
  const words = young === null ? [el('p.soft', {}, 'They could not be tried.')]
    : young.length ? young.slice(0, 6).map(({ state, outcome, text, script }) => el('p', {}, el('b.degraded', {}, `${state}: ${outcome === 'failed' ? 'fails' : 'Degraded'}`), ` ${text}`, script?.line ? el('span.soft', {}, ` (line ${script.line})`) : ''))
      : [el('p', {}, 'Every incomplete form of this object gets an answer.'), el('p.soft', {}, 'no status · empty conditions · missing fields')]
  return section('Incomplete objects', words)
}

/** The files of a test case: { path: text }. */
function testCase(language, rule, object, { about, answer }) {
  const folder = keyOf(about)
  const name = `${(answer.health?.status || 'none').toLowerCase()}.yaml`
  const test = `tests:\n- healthStatus:\n    status: ${answer.health?.status || '""'}\n    message: ${JSON.stringify(answer.health?.message ?? '')}\n  inputPath: testdata/${name}\n`
  return { [language === 'lua' ? `${folder}/health.lua` : language === 'cel' ? 'healthCheckExprs.yaml' : 'argocd-cm.yaml']: rule, [`${folder}/health_test.yaml`]: test, [`${folder}/testdata/${name}`]: object }
}

function download(name, words) {
  const url = URL.createObjectURL(new Blob([words], { type: 'text/plain' }))
  el('a', { href: url, download: name.split('/').pop() }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

function dialog(title, ...children) {
  const box = el('dialog.wide-box', { 'aria-label': title }, el('h1', {}, title), ...children, el('form', { method: 'dialog' }, el('button.btn', {}, 'Close')))
  box.addEventListener('close', () => box.remove())
  document.body.append(box)
  box.showModal()
  return box
}

/** What the drawer or a link gives: { l, r, o }, else the samples. */
async function given() {
  const query = new URLSearchParams(location.search)
  if (location.hash.length > 1) return await unpack(location.hash.slice(1)) ?? { failure: 'The link is damaged: it holds no rule.' }
  if (!query.get('r')) return {}
  const place = path(query.get('rc') ?? '', query.get('r'))
  const [detail, object] = await Promise.all([get(`resources/${place}`), text(`resources/${place}/object`).catch(() => '')])
  const why = detail.why ?? {}
  const rule = why.script ?? (why.rule && why.rule !== 'none' && detail.s !== 'Unassessed' ? samples.builtIn : samples.draft)
  return { l: why.script && why.language === 'cel' ? 'cel' : 'lua', r: rule, o: object || samples.object }
}

const draftKey = 'vitals draft'

/** What was written in this tab and not shared: { l, texts, o }; null: nothing, or the browser keeps nothing. */
function draft() {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey))
  } catch {
    return null
  }
}

/** false: it is not kept. */
function keepDraft(value) {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Draw the playground in `page`. */
export function playground(page) {
  const first = { lua: samples.lua, cel: samples.cel, 'argocd-cm': samples.configMap('cert-manager.io/Certificate', samples.lua) }
  const texts = { ...first }
  let language = 'lua'
  let last = null
  let timer = null
  let running = null // ends what is being tried
  let again = false
  let ended = false
  let written = false // there is something of the reader's in the object
  let lost = false // what is written could not be kept
  const rule = editor('Check', wrote)
  const object = editor('Object', () => { written = true; wrote() })
  object.language = 'yaml'
  const choice = el('span')
  const about = el('span.soft.cut')
  const out = el('section.verdict', { 'aria-label': 'Verdict' }, el('p.soft', { role: 'status' }, 'Loading the engine'))

  function marks({ line, answer, warnings }) {
    const failed = warnings.filter((one) => one.line).map((one) => [one.line, 'bad'])
    rule.mark(new Map([...(line ? [[line, 'hit']] : []), ...failed]))
    const lines = linesOf(object.text)
    const read = new Map()
    for (const field of answer?.fieldsRead ?? []) {
      const at = field.value !== undefined && lineOf(lines, field.path)
      if (at) read.set(at.line, 'read')
    }
    object.mark(read)
  }

  async function run() {
    if (running) {
      again = true
      return letGo()
    }
    const { signal } = running = new AbortController()
    try {
      const result = await attempt(language, rule.text, object.text, { signal })
      if (ended) return
      if (signal.aborted) return void next()
      last = result
      for (const button of buttons) button.disabled = !result.answer
      marks(result)
      replace(out, verdict(result), elsewhere(result), ages(result))
      say(result.failure ?? `Verdict ${result.answer.health?.status || 'none'}. ${result.answer.health?.message ?? ''}`)
    } catch (failure) {
      replace(out, el('p.missing', { role: 'alert' }, `The engine does not load: ${failure.message}`))
    }
    next()
  }

  // What is being tried is no longer wanted.
  function letGo() {
    const stale = running
    setTimeout(() => stale?.abort(), staleMs)
  }

  function next() {
    running = null
    if (!again) return
    again = false
    run()
  }

  // The reader has written: it stays when the view, or the document, is left. The link is another text now.
  function wrote() {
    texts[language] = rule.text
    lost = !keepDraft({ l: language, texts, o: object.text, written })
    if (location.hash || location.search) history.replaceState(null, '', location.pathname)
    back.hidden = true
    changed()
  }

  const leaving = (event) => { if (lost) event.preventDefault() }
  addEventListener('beforeunload', leaving)

  function changed() {
    texts[language] = rule.text
    clearTimeout(timer)
    timer = setTimeout(run, waitMs)
  }

  function choose(next) {
    language = next
    rule.language = next === 'argocd-cm' ? 'lua' : next
    rule.mark(new Map())
    rule.show(texts[next])
    about.textContent = abouts[next]
    replace(choice, segments('Language', languages, next, (key) => { choose(key); $(`[data-choice=${key}]`)?.focus() }))
    changed()
  }

  const address = async (o) => `${location.origin}${location.pathname}#${await pack({ l: language, r: rule.text, o })}`

  async function share() {
    if (!last?.answer) return
    const small = reduced(last.about, last.answer.fieldsRead ?? [])
    const then = (await attempt(language, rule.text, small, { quick: true })).answer?.health?.status
    const same = then === last.answer.health?.status
    dialog('Share a link', el('p', {}, 'A link holds what it shows, behind the #: it is sent to no server.'),
      el('div.ends', {}, el('button.btn.main', { type: 'button', onclick: async ({ currentTarget }) => copy(await address(small), currentTarget) }, 'Copy link with the fields read'),
        el('button.btn', { type: 'button', onclick: async ({ currentTarget }) => copy(await address(object.text), currentTarget) }, 'Copy link with the whole object')),
      el('p.soft', {}, 'The first holds the rule, and of the object what is below: names, addresses, hosts and ids are replaced. Read it, for messages may say more.',
        same ? '' : el('b.missing', {}, ` With these fields alone the verdict is ${then ?? 'an error'}.`)),
      el('p.soft', {}, `The second discloses the whole object: all ${several(object.text.split('\n').length, 'line')}, with names, labels, annotations and spec.`),
      el('pre.code.share', { tabindex: 0 }, small))
    await run()
  }

  function save() {
    if (!last?.answer) return
    dialog('Save as test case', el('p', {}, 'Files as ', el('code', {}, 'vitals test'), ' and Argo CD read them:'), Object.entries(testCase(language, rule.text, object.text, last)).map(([name, words]) =>
      el('section', {}, el('div.ends', {}, el('code', {}, name), el('span', {}, el('button.btn', { type: 'button', onclick: ({ currentTarget }) => copy(words, currentTarget) }, 'Copy'), ' ',
        el('button.btn', { type: 'button', onclick: () => download(name, words) }, 'Download'))), el('pre.code.share', { tabindex: 0 }, words))))
  }

  const back = el('button.btn', { type: 'button', hidden: true, onclick: () => restore(draft()) }, 'Back to your draft')
  const buttons = [el('button.btn', { type: 'button', disabled: true, onclick: save }, 'Save as test case'), el('button.btn.main', { type: 'button', disabled: true, onclick: share }, 'Share link')]
  replace(page, el('div.head', {}, el('div', {}, el('h1', {}, 'Playground'), el('p.soft', {}, 'The engine runs in this page. Change either side; the verdict follows.')),
    el('div.right', {}, back, buttons)),
  el('div.pg', {}, el('section.pane', { 'aria-label': 'Check' }, el('header', {}, choice, about), rule.element),
    el('section.pane', { 'aria-label': 'Object' }, el('header', {}, el('b.name', {}, 'Object'), el('span.chips', {}, Object.entries(samples.ages).map(([name, words]) =>
      el('button.btn', { type: 'button', onclick: () => sample(words) }, name)))), object.element), out))

  function sample(words) {
    if (written && !confirm('Replace the object that you have written?')) return
    written = false
    object.show(words)
    changed()
  }

  function restore(kept) {
    Object.assign(texts, kept.texts)
    written = kept.written
    object.show(kept.o)
    back.hidden = true
    choose(languages[kept.l] ? kept.l : 'lua')
  }

  // Nothing takes the place of what the link should have shown, until the reader asks for it.
  function damaged(failure) {
    back.hidden = !draft()
    for (const key of Object.keys(texts)) texts[key] = ''
    choose('lua')
    clearTimeout(timer)
    const again = () => { history.replaceState(null, '', location.pathname); Object.assign(texts, first); object.show(samples.object); choose('lua') }
    replace(out, el('p.missing', { role: 'alert' }, failure), el('p', {}, el('button.btn', { type: 'button', onclick: again }, 'Show the sample')))
  }

  async function begin() {
    try {
      const { l, r, o, failure } = await given()
      const kept = draft()
      if (failure) return damaged(failure)
      if (r === undefined && kept) return restore(kept)
      back.hidden = !kept
      if (r !== undefined) texts[languages[l] ? l : 'lua'] = r
      object.show(o ?? samples.object)
      choose(languages[l] ? l : 'lua')
    } catch (problem) {
      object.show(samples.object)
      choose('lua')
      replace(out, el('p.missing', { role: 'alert' }, problem.message))
    }
  }
  return { update() {}, ready: begin(), end() { ended = true; letGo(); removeEventListener('beforeunload', leaving); clearTimeout(timer); document.querySelector('dialog.wide-box')?.remove() } }
}

