// A rule tried on an object by the engine's WebAssembly, in a worker that ends after 500 ms.

const patience = 500
let engine = null

/** The engine, loaded once. */
function load() {
  engine ??= import('./engine/browser.js').then(({ Vitals }) => Vitals.create({ profile: 'argocd', timeoutMs: patience, zones: true, limits: { lua_memory_bytes: 16 << 20 } }))
  engine.catch(() => { engine = null })
  return engine
}

/** What an object says it is: { apiVersion, kind, group, name, namespace, uid }, read from its text. */
export function identity(text) {
  const field = (pattern) => pattern.exec(text)?.[1]?.replace(/^["']|["'],?$/g, '').trim() ?? ''
  const top = (name) => field(new RegExp(`^(?:${name}|\\s*"${name}")\\s*:\\s*("[^"]*"|[^\\s#,]+)`, 'm'))
  const inner = (name) => field(new RegExp(`^metadata:(?:\\n[ \\t-].*)*?\\n\\s+${name}:\\s*("[^"]*"|[^\\s#]+)`, 'm')) ||
    field(new RegExp(`"metadata"\\s*:\\s*\\{[^{}]*"${name}"\\s*:\\s*("[^"]*")`))
  const apiVersion = top('apiVersion')
  return { apiVersion, kind: top('kind'), group: apiVersion.includes('/') ? apiVersion.split('/')[0] : '', name: inner('name'), namespace: inner('namespace'), uid: inner('uid') }
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

/** Incomplete forms of an object, made of its lines: what a check meets before the controller has acted. */
function incomplete(text) {
  const without = text.replace(/^status:.*\n(?:[ \t-].*\n?)*/m, '')
  const conditions = /^( +)conditions:.*\n(?:\1[ -].*\n?)*/m
  const forms = { 'no status': without }
  if (without !== text) forms['empty status'] = `${without.replace(/\n?$/, '\n')}status: {}\n`
  if (conditions.test(text)) {
    forms['no conditions'] = text.replace(conditions, '')
    forms['empty conditions'] = text.replace(conditions, '$1conditions: []\n')
  }
  return forms
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
  for (const [state, text] of Object.entries(incomplete(object))) {
    const { error, health } = await vitals.explain(text).catch((failure) => ({ error: failure.message }))
    if (error) bad.push({ state, outcome: 'failed', text: error })
    else if (health?.status === 'Degraded') bad.push({ state, outcome: 'degraded', text: health.message })
  }
  return bad
}

/** Try a rule: { answer, line, warnings, young, ms } or { failure, warnings }. */
export async function attempt(language, rule, object, { quick = false } = {}) {
  const about = identity(object)
  const vitals = await load()
  const { options, before } = optionsOf(language, rule, about)
  let warnings = []
  try {
    warnings = (await vitals.configure({ ...options, zones: true, limits: { lua_memory_bytes: 16 << 20 } }))
      .map((one) => ({ ...one, line: Math.max(0, one.line - before) }))
    const begun = performance.now()
    const answer = await vitals.explain(object)
    const ms = performance.now() - begun
    const line = decidingLine(language, rule, answer, before)
    return { about, answer, ms, warnings, line, young: quick ? [] : await young(vitals, language, rule, object, about).catch(() => null) }
  } catch (failure) {
    return { about, warnings, failure: failure.status === -8 ? 'The rule ran for more than 500 ms and was ended.' : failure.message.replace(/^vitals: /, '') }
  }
}
