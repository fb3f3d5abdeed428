import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { Vitals, VitalsError, createEngine } from '../node.js'
import { functions } from '../core.js'
import { methods } from '../engine.js'

const now = Date.UTC(2026, 0, 1)
const deployment = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop', uid: 'u1', generation: 1 },
  spec: { replicas: 1 }, status: { observedGeneration: 1, conditions: [
    { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too late' }] },
}
const widget = '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"},"status":{"ready":true}}'
const here = (name) => new URL(name, import.meta.url).pathname

test('is as small with brotli as docs/embedding/javascript.md says', () => {
  const size = (name) => brotliCompressSync(readFileSync(here(`../${name}`))).length
  assert.ok(size('vitals.wasm') <= 500_000)
  assert.ok(size('checks.bin') + size('zones.bin') <= 120_000)
})

test('assesses text, bytes and objects', async () => {
  const engine = await createEngine({ now })
  for (const form of [deployment, JSON.stringify(deployment), new TextEncoder().encode(JSON.stringify(deployment))]) {
    const verdict = engine.assess(form)
    assert.equal(verdict.health.status, 'Degraded')
    assert.equal(verdict.rule.source, 'native')
  }
  assert.deepEqual(engine.health(deployment), { status: 'Degraded', message: 'Deployment "web" exceeded its progress deadline' })
  const column = engine.many([deployment, widget, '{'])
  assert.deepEqual(column.statuses, ['Degraded', 'Unassessed', 'Unknown'])
  assert.equal(column.unreadable[0].row, 2)
  assert.throws(() => engine.assess('{'), (error) => error instanceof VitalsError && error.diagnostics[0].rule === 'json-syntax')
})

test('has the bundled checks and time zones when they are asked for', async () => {
  const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'c' },
    status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Ready', message: 'fine' }] } }
  assert.equal((await createEngine()).assess(certificate).rule.source, 'bundled')
  assert.notEqual((await createEngine({ bundled: false })).assess(certificate).rule.source, 'bundled')
  const hours = "timestamp('2026-07-01T12:00:00Z').getHours('Europe/Berlin')"
  assert.equal((await createEngine({ zones: true })).cel(hours).text, '14')
  assert.equal((await createEngine()).cel(hours).outcome, 'eval_error')
})

test('takes rules, and says what is wrong with them', async () => {
  const engine = await createEngine({ checks: { 'example.com/Widget': "return {status='Healthy', message='checked'}" } })
  assert.deepEqual(engine.health(widget), { status: 'Healthy', message: 'checked' })
  assert.equal(engine.configure({ checks: { 'example.com/Widget': 'return {' } })[0].rule, 'lua-syntax')
  assert.throws(() => engine.configure({ profile: 'none' }), /there is no profile/)
  assert.equal(engine.health(widget).status, 'Unknown')
})

test('explains, lints and tests', async () => {
  const engine = await createEngine({ now })
  const explanation = engine.explain(deployment)
  assert.equal(explanation.decidedBy.source, 'native')
  assert.equal(explanation.elsewhere.length, 3)
  const files = {
    'example.com/Widget/health.lua': "local unused = 1 local hs = {status='Healthy', message='fine'} return hs",
    'example.com/Widget/health_test.yaml': 'tests:\n- healthStatus: {status: Healthy, message: fine}\n  inputPath: testdata/w.yaml\n',
    'example.com/Widget/testdata/w.yaml': widget,
  }
  assert.equal(engine.test(files, { coverage: true }).coverage.percent, 100)
  assert.equal(engine.lint(files).findings[0].rule, 'lua-unused')
  assert.equal(engine.lua('return {status="Healthy", message=obj.kind}', { kind: 'Widget' }).message, 'Widget')
})

test('aggregates and follows', async () => {
  const engine = await createEngine({ now })
  const application = engine.application({ aggregate: 'argocd' })
  engine.applicationPut(application, 'a', { live: deployment })
  assert.equal(engine.applicationHealth(application).status, 'Degraded')
  engine.applicationRemove(application, 'a')
  assert.equal(engine.applicationHealth(application).status, 'Healthy')
  engine.liveOpen({ keep: 'all', epoch: 7 })
  const source = engine.liveSource({ name: 'east', byNamespace: true })
  const scope = engine.liveScope(source)
  engine.liveBegin(scope)
  engine.livePut(scope, deployment)
  engine.liveSynced(scope)
  assert.equal(engine.liveNextMs(), 0)
  while (!engine.liveRun());
  assert.equal(engine.liveNextMs(), null)
  const view = engine.liveView({ namespaces: ['shop'] })
  const snapshot = engine.liveSnapshot(view)
  assert.equal(snapshot.rows[0].health, 'Degraded')
  assert.equal(engine.liveObject(view, snapshot.rows[0].id).metadata.name, 'web')
  engine.liveRemove(scope, { uid: 'u1' })
  engine.liveRun()
  assert.ok(engine.liveChanges(view, snapshot.position).changes.some((change) => change.kind === 'row-removed'))
})

const hostile = {
  endless: 'while true do end',
  memory: "local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end",
  stack: 'local function f() return 1 + f() end return f()',
  errors: 'for i = 1, 1e9 do pcall(error, {i}) end',
  nested: 'local function f() return pcall(f) end f() while true do f() end',
  routines: 'local function f() return coroutine.wrap(f)() end return f()',
  pattern: "return string.find(string.rep('a', 30000), string.rep('a?', 200) .. string.rep('a', 200))",
}
for (const [name, script] of Object.entries(hostile)) {
  test(`hostile script: ${name}`, async () => {
    const engine = await createEngine({ checks: { 'example.com/Widget': script }, limits: { lua_steps: 2000000 } })
    for (let i = 0; i < 2; i++) {
      const verdict = engine.assess(widget)
      assert.equal(verdict.health.status, 'Unknown')
      assert.ok(verdict.error)
      assert.equal(engine.health(deployment).status, 'Degraded')
    }
  })
}

test('a worker that takes too long is ended, and the next call has another', async () => {
  // Long enough for the calls that end, on a machine that is busy.
  const vitals = await Vitals.create({ timeoutMs: 3000, checks: { 'example.com/Widget': 'while true do end' },
    limits: { lua_steps: 1e15 } })
  await assert.rejects(vitals.assess(widget), (error) => error.status === -8)
  assert.equal((await vitals.health(deployment)).status, 'Degraded')
  await assert.rejects(vitals.assess('{'), VitalsError)
  assert.equal((await vitals.configure({ profile: 'kstatus' })).length, 0)
  assert.equal((await vitals.assess(deployment)).kstatus.status, 'Failed')
  vitals.close()
  await assert.rejects(vitals.assess(widget), /closed/)
  await assert.rejects(Vitals.create({ profile: 'none' }), VitalsError)
})

test('the command line', () => {
  const run = (args, input = '') => spawnSync(process.execPath, [here('../cli.js'), ...args], { input, encoding: 'utf8' })
  const assessed = run(['assess', '-o', 'ndjson', '-'], `${JSON.stringify(deployment)}\n${widget}\n`)
  assert.equal(assessed.status, 1)
  assert.equal(assessed.stdout.split('\n').length, 3)
  assert.equal(run(['cel', '1 + 2']).stdout, '3\n')
  assert.equal(run(['assess', '-'], '{').status, 3)
  assert.equal(run([]).status, 2)
  assert.equal(run(['get', 'pods']).status, 2)
  const tested = run(['test', here('../../../tests/cli/data/checks')])
  assert.match(tested.stdout, /2 passed, 2 failed/)
  assert.equal(tested.status, 1)
  assert.match(run(['lint', here('../../../tests/cli/data/lint')]).stdout, /\[key-unknown-group\]/)
  assert.doesNotMatch(tested.stderr, /ExperimentalWarning/)
})

test('an application says what it covers', async () => {
  const engine = await createEngine({ now: 1750000000000 })
  const id = engine.application()
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'shop' }, status: { phase: 'Succeeded' } }
  engine.applicationPut(id, null, { live: pod })
  assert.equal(engine.applicationHealth(id).status, 'Healthy')
  engine.applicationCover(id, { parts: [{ state: 'lost', what: 'pods', reason: 'no answer' }] })
  const { status, message, coverage } = engine.applicationHealth(id)
  assert.equal(status, 'Unknown')
  assert.match(message, /^1 of 2 members could not be read: pods: no answer/)
  assert.equal(coverage.complete, false)
  assert.match(engine.partials([pod, '{']), /"coverage":{"complete":false/)
})

test('the types are those of the schemas, and name every method', () => {
  const schemas = ['coverage', 'verdict', 'explanation', 'lint', 'test', 'binding'].map((name) => here(`../../../docs/schema/${name}.schema.json`))
  assert.equal(execFileSync(process.execPath, [here('../generate-types.mjs'), ...schemas], { encoding: 'utf8' }),
    readFileSync(here('../types.d.ts'), 'utf8'), 'run generate-types.mjs again')
  const declared = readFileSync(here('../index.d.ts'), 'utf8')
  for (const method of methods) assert.match(declared, new RegExp(`^  ${method}\\(`, 'm'))
})

test('objects that are put do not pile up', async () => {
  const engine = await createEngine({ now })
  engine.liveOpen()
  const scope = engine.liveScope(engine.liveSource())
  const text = JSON.stringify({ ...deployment, spec: { replicas: 1, fields: Array.from({ length: 200 }, (_, i) => ({ name: `field-${i}` })) } })
  const put = (count) => { for (let i = 0; i < count; i++) engine.livePut(scope, text.replace('"u1"', `"u${i}"`).replace('"web"', `"web-${i}"`)) }
  put(2000)
  const before = process.memoryUsage().rss
  put(20000)
  // All of them parsed would take several hundred megabytes; their rows take about ten.
  assert.ok(process.memoryUsage().rss - before < 100 << 20)
  while (!engine.liveRun());
  assert.equal(engine.liveSnapshot(engine.liveView(), 0, 1).rows.length, 1)
})

test('parts of an application are merged', async () => {
  const engine = await createEngine({ now })
  const whole = engine.application()
  for (const live of [deployment, { ...deployment, metadata: { ...deployment.metadata, name: 'api', uid: 'u2' }, status: { observedGeneration: 1 } }]) {
    const id = engine.application()
    engine.applicationPut(id, live.metadata.name, { live })
    engine.applicationMergePartial(whole, engine.applicationPartial(id))
    engine.applicationFree(id)
  }
  assert.equal(engine.applicationHealth(whole).status, 'Degraded')
  assert.match(engine.partials([deployment]), /\n.*"application":""/)
})

test('the signatures are those of the module', async () => {
  const module = await WebAssembly.compile(readFileSync(here('../vitals.wasm')))
  assert.deepEqual(WebAssembly.Module.imports(module).map(({ name }) => name).sort(), ['lua_throw', 'lua_try', 'poll'])
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name)
  const own = ['new', 'free', 'text', 'text_size', 'stop', 'alloc', 'release', 'live_put'] // live_put_at is called instead
  assert.deepEqual(exported.filter((name) => name.startsWith('vitals_binding_')).sort(),
    [...Object.keys(functions), ...own].map((name) => `vitals_binding_${name}`).sort())
})
