// A rule tried on an object by the engine's WebAssembly, in a worker. The limits of the engine end a rule, after the same
// number of steps on every machine; time ends only what the limits do not see.
import { put } from './link.js'
import { keysOf } from './yaml.js'

const patience = 30000
const limits = { lua_memory_bytes: 16 << 20 }
let engine = null

/** The engine, loaded once. */
function load() {
  engine ??= import('./engine/browser.js').then(({ Vitals }) => Vitals.create({ profile: 'argocd', timeoutMs: patience, zones: true, limits }))
  engine.catch(() => { engine = null })
  return engine
}

// A rule that reads every field of the object and of its metadata: the engine then says what they hold.
const reader = `for key in pairs(obj) do local value = obj[key] end
for key in pairs(obj.metadata or {}) do local value = obj.metadata[key] end
return {status = "Healthy"}`

const several = 'Only one object is tried at a time: keep one document, or one item of the list.'
let known = { text: null } // what was read last

/** An error as words: that of the engine, but for calls that the reader of the page does not make. */
function words(failure) {
  if (failure.status === -8) return `The rule ran for more than ${patience / 1000} s and was ended.`
  const first = failure.diagnostics?.[0]
  if (first?.rule === 'several-objects') return several
  return failure.message.replace(/^vitals: /, '')
}

/** What the engine reads in a text: { apiVersion, group, kind, name, namespace, uid, object }. Throws what is wrong with it. */
async function identify(vitals, text) {
  if (known.text === text) return known.about
  const bare = { profile: 'argocd', bundled: false }
  await vitals.configure(bare)
  const { group, kind, name, namespace } = await vitals.explain(text)
  if (!kind) throw new Error('This is not a Kubernetes object: it has no kind.')
  if (kind === 'List' && !group) throw new Error(several)
  await vitals.configure({ ...bare, checks: { [checkKey({ group, kind })]: reader } })
  const object = {}
  for (const { path, value } of (await vitals.explain(text)).fieldsRead ?? []) if (value !== undefined) put(object, keysOf(path), value)
  // One that is being deleted is not given to rules. Of a version only the group counts.
  const about = { group, kind, name, namespace, uid: object.metadata?.uid, object, apiVersion: object.apiVersion ?? (group ? `${group}/v1` : 'v1') }
  known = { text, about }
  return about
}

export const keyOf = ({ group, kind }) => `${group || 'core'}/${kind}`
const checkKey = ({ group, kind }) => (group ? `${group}/${kind}` : kind)

const isEmpty = (rule) => !rule.replace(/--.*$/gm, '').trim()

const bare = /^\s*(current|inProgress|failed)\s*:/m

/** A rule as options of the engine, and how many lines were put before the text. */
export function optionsOf(language, rule, about) {
  // Comments alone are not a rule: what is built in decides.
  if (language === 'lua' && isEmpty(rule)) return { options: { profile: 'combined' }, before: 0 }
  if (language === 'lua') return { options: { profile: 'argocd', checks: { [checkKey(about)]: rule } }, before: 0 }
  if (language === 'argocd-cm') return { options: { profile: 'argocd', argocdCM: rule }, before: 0 }
  const whole = /healthCheckExprs|^\s*-\s/m.test(rule) || !bare.test(rule)
  const text = whole ? rule : `- apiVersion: ${about.apiVersion}\n  kind: ${about.kind}\n${rule.replace(/^(?=.)/gm, '  ')}`
  return { options: { profile: 'flux', expressions: [text] }, before: whole ? 0 : 2 }
}

/** The line of the rule that decided; 0 when it did not. */
function decidingLine(language, rule, answer, before) {
  const by = answer.decidedBy ?? {}
  const number = (place) => Number(/:(\d+)$/.exec(place ?? '')?.[1] ?? 0)
  if (language === 'lua' && isEmpty(rule)) return 0
  if (language !== 'cel') return by.lineAt && ['customization', 'bundled'].includes(by.source) ? number(by.lineAt) : 0
  if (by.source !== 'expression' || !by.row) return 0
  const lines = rule.split('\n')
  const from = Math.max(0, number(by.at) - 1 - before)
  const at = lines.findIndex((line, i) => i >= from - 1 && new RegExp(`^[\\s-]*${by.row}\\s*:`).test(line))
  return at + 1
}

/** Incomplete forms of an object: what a check meets before the controller has acted. */
function incomplete({ status, ...without }) {
  const forms = { 'no status': without, 'empty status': { ...without, status: {} } }
  if (!Array.isArray(status?.conditions)) return forms
  const { conditions, ...rest } = status
  return { ...forms, 'no conditions': { ...without, status: rest }, 'empty conditions': { ...without, status: { ...rest, conditions: [] } } }
}

// A failed or bad answer for each incomplete form: [{ state, outcome, text }].
async function young(vitals, language, rule, object, about) {
  if (language === 'lua' && about.kind && !isEmpty(rule)) {
    const folder = keyOf(about)
    const report = await vitals.test({
      [`${folder}/health.lua`]: rule, [`${folder}/testdata/object.yaml`]: object,
      [`${folder}/health_test.yaml`]: 'tests:\n- healthStatus:\n    status: Healthy\n    message: ""\n  inputPath: testdata/object.yaml\n',
    }, { incomplete: true })
    return report.young ?? []
  }
  const bad = []
  for (const [state, form] of Object.entries(incomplete(about.object))) {
    const { error, health } = await vitals.explain(JSON.stringify(form)).catch((failure) => ({ error: failure.message }))
    if (error) bad.push({ state, outcome: 'failed', text: error })
    else if (health?.status === 'Degraded') bad.push({ state, outcome: 'degraded', text: health.message })
  }
  return bad
}

async function tried(language, rule, object, { quick = false, signal } = {}) {
  const vitals = (await load()).with({ signal })
  let warnings = []
  let about = null
  try {
    about = await identify(vitals, object)
    const { options, before } = optionsOf(language, rule, about)
    warnings = (await vitals.configure({ ...options, zones: true, limits }))
      .map((one) => ({ ...one, line: Math.max(0, one.line - before) }))
    const begun = performance.now()
    const answer = await vitals.explain(object)
    const ms = performance.now() - begun
    const line = decidingLine(language, rule, answer, before)
    return { about, answer, ms, warnings, line, young: quick ? [] : await young(vitals, language, rule, object, about).catch(() => null) }
  } catch (failure) {
    return { about, warnings, failure: words(failure) }
  }
}

let last = Promise.resolve()

/**
 * Try a rule: { answer, line, warnings, young, ms } or { failure, warnings }; with `quick` without `young`. `signal` ends it.
 * An attempt is several calls of one engine, so attempts wait for each other.
 */
export function attempt(language, rule, object, options) {
  const mine = last.then(() => tried(language, rule, object, options))
  last = mine.catch(() => {})
  return mine
}
