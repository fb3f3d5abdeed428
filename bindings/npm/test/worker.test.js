// A worker and what ends it: only the call that is to blame fails.
import assert from 'node:assert/strict'
import test from 'node:test'
import { clientOf } from '../client.js'
import { Vitals, VitalsError, createEngine } from '../node.js'

const pvc = '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"c"},"status":{"phase":"Lost"}}'
const deployment = JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', generation: 1 },
  spec: { replicas: 1 }, status: { observedGeneration: 1, conditions: [
    { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too late' }] } })
const widget = '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"}}'
const endless = { checks: { 'example.com/Widget': 'while true do end' }, limits: { lua_steps: 1e15 } }
// Long enough for the calls that end, on a machine that is busy.
const patience = { timeoutMs: 3000 }
const tookTooLong = (error) => error instanceof VitalsError && error.status === -8
const isLost = (what) => (error) => error instanceof VitalsError && error.diagnostics[0].rule === 'lost' && error.message.includes(`the ${what} was lost`)

async function withWorker(options, use) {
  const vitals = await Vitals.create(options)
  try {
    await use(vitals)
  } finally {
    vitals.close()
  }
}

test('a call that takes too long fails alone, and so does the next one', () => withWorker({ ...endless, ...patience }, async (vitals) => {
  for (let round = 0; round < 2; round++) {
    const before = Array.from({ length: 10 }, () => vitals.health(pvc))
    const hostile = vitals.assess(widget)
    let ended = false
    const failure = assert.rejects(hostile, tookTooLong).then(() => { ended = true })
    const calls = [...before]
    while (!ended) { // some wait behind it, and go to another worker
      if (calls.length < 200) calls.push(vitals.health(pvc))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    for (let i = 0; i < 100; i++) calls.push(vitals.assess(pvc).then((verdict) => verdict.health))
    await failure
    const answers = await Promise.all(calls)
    assert.equal(answers.length, calls.length)
    for (const answer of answers) assert.equal(answer.status, 'Degraded')
  }
}))

// Neither the clock nor the worker of this test goes on by itself.
test('the time in which a call waits is not counted', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const posted = []
  let tell
  const answer = (value) => { posted.shift(); tell({ value }) }
  const Manual = clientOf(() => ({
    post(message) { posted.push(message) },
    listen(onMessage) { tell = onMessage },
    hold() {},
    end() { posted.length = 0 },
  }))
  const made = Manual.create({ timeoutMs: 1000 })
  answer([])
  const vitals = await made
  const calls = Array.from({ length: 20 }, () => vitals.health(widget))
  for (let i = 0; i < calls.length; i++) { // the last one waits for 19 times as long as it may take
    t.mock.timers.tick(999)
    answer(i)
  }
  assert.deepEqual(await Promise.all(calls), calls.map((_, i) => i))
  const late = assert.rejects(vitals.health(widget), tookTooLong)
  t.mock.timers.tick(1000)
  t.mock.timers.tick(1) // a last look for the answer
  await late
  vitals.close()
})

test('what was in the worker is lost by name', () => withWorker({ ...endless, ...patience }, async (vitals) => {
  const application = await vitals.application()
  await vitals.applicationPut(application, 'a', { live: pvc })
  await vitals.liveOpen()
  const scope = await vitals.liveScope(await vitals.liveSource())
  await assert.rejects(vitals.with({ timeoutMs: 200 }).assess(widget), tookTooLong)
  const others = [await vitals.application(), await vitals.application()]
  assert.ok(!others.includes(application))
  await assert.rejects(vitals.applicationHealth(application), isLost('application'))
  await assert.rejects(vitals.applicationMerge(others[0], application), isLost('application'))
  await assert.rejects(vitals.livePut(scope, pvc), isLost('live'))
  await assert.rejects(vitals.liveNextMs(), isLost('live'))
  await vitals.applicationPut(others[0], 'a', { live: pvc })
  await vitals.applicationMerge(others[1], others[0])
  assert.equal((await vitals.applicationHealth(others[1])).status, 'Degraded')
  await vitals.liveOpen()
  const source = await vitals.liveSource()
  await vitals.livePut(await vitals.liveScope(source), pvc)
  await assert.rejects(vitals.livePut(scope, pvc), isLost('live'))
  assert.equal(await vitals.liveRun(), true)
  assert.equal((await vitals.liveSnapshot(await vitals.liveView())).rows.length, 1)
}))

test('a signal ends a call', () => withWorker({ ...endless, ...patience }, async (vitals) => {
  const running = new AbortController()
  const waiting = new AbortController()
  const far = new AbortController()
  const first = vitals.with({ signal: running.signal, timeoutMs: 1e6 }).assess(widget)
  const second = vitals.with({ signal: waiting.signal, timeoutMs: 1e6 }).assess(widget)
  const neighbours = Array.from({ length: 20 }, () => vitals.health(pvc))
  const last = vitals.with({ signal: far.signal, timeoutMs: 1e6 }).assess(widget)
  const reason = new Error('enough')
  const failures = [first, second, last].map((call) => assert.rejects(call, (error) => error === reason))
  waiting.abort(reason)
  far.abort(reason)
  running.abort(reason)
  await Promise.all(failures)
  for (const answer of await Promise.all(neighbours)) assert.equal(answer.status, 'Degraded')
  await assert.rejects(vitals.with({ signal: running.signal }).health(pvc), (error) => error === reason)
}))

test('arguments that are wrong fail alone', () => withWorker(patience, async (vitals) => {
  const application = await vitals.application()
  await assert.rejects(vitals.applicationHealth('abc'), { name: 'SyntaxError' })
  await assert.rejects(vitals.assess(() => 1))
  await assert.rejects(vitals.assess(10n), { name: 'TypeError' })
  assert.equal((await vitals.applicationHealth(application)).resources, 0)
}))

test('a buffer may change after the call', () => withWorker(patience, async (vitals) => {
  const bytes = new TextEncoder().encode(pvc)
  const calls = Array.from({ length: 20 }, () => vitals.health(bytes))
  bytes.fill(0)
  for (const answer of await Promise.all(calls)) assert.equal(answer.status, 'Degraded')
}))

test('what is not one object is an error', async () => {
  const encode = (text) => new TextEncoder().encode(text)
  const view = (text) => new DataView(encode(text).buffer)
  for (const profile of ['combined', 'argocd', 'flux', 'kstatus']) {
    const engine = await createEngine({ profile })
    engine.liveOpen()
    const scope = engine.liveScope(engine.liveSource())
    const application = engine.application()
    const given = [undefined, null, 5, NaN, true, '', ' ', 'null', [], {}, [JSON.parse(deployment)], '/etc/passwd', encode(''), view('[]'),
      encode('').buffer, { kind: 'List', items: [JSON.parse(deployment)] }, { type: 'ADDED', object: JSON.parse(deployment) },
      'kind: Pod\n---\nkind: Pod\n', () => 1, Symbol('x')]
    for (const value of given) {
      for (const call of [() => engine.assess(value), () => engine.health(value), () => engine.explain(value),
        () => engine.livePut(scope, value), () => engine.applicationPut(application, null, { live: value })]) {
        assert.throws(call, (error) => error instanceof VitalsError && error.status === -2 && error.diagnostics.length === 1, String(value))
      }
    }
    const column = engine.many([...given, deployment])
    assert.ok(column.statuses.every((status, i) => status === (i < given.length ? 'Unknown' : 'Degraded')))
    assert.deepEqual(column.unreadable.map(({ row }) => row), Array.from({ length: 16 }, (_, i) => i))
    assert.equal(engine.applicationHealth(application).resources, 0)
    for (const value of [deployment, encode(deployment), view(deployment), encode(deployment).buffer, Buffer.from(deployment), JSON.parse(deployment)]) {
      assert.equal(engine.health(value).status, 'Degraded')
    }
  }
})

test('a message keeps its byte order mark', async () => {
  const engine = await createEngine()
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, status: { phase: 'Failed', message: '\ufeffgone' } }
  assert.equal(engine.health(pod).message, '\ufeffgone')
  assert.equal(engine.assess(pod).health.message, '\ufeffgone')
})
