// What the page says is so now: with a real `vitals serve` that is quiet, goes away, restarts, or changes while somebody reads.
// VITALS names the program; without it nothing is tested.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, afterEach } from 'node:test'
import { assertClean, browser, eventually, until, visit } from './browser.mjs'
import { address } from './serving.mjs'

const program = process.env.VITALS
const skip = !program ? 'VITALS is not set' : spawnSync(program, ['serve', '--help']).status !== 0 ? 'this program has no server' : false
const folder = mkdtempSync(join(tmpdir(), 'vitals-web-'))
after(() => rmSync(folder, { recursive: true }))

const running = new Set()
afterEach(() => { for (const server of running) server.process.kill() })

/** `vitals serve` with these options; `at` is the address of one before. */
async function serve(options, at) {
  const child = spawn(program, ['serve', '--listen', at ? new URL(at).host : '127.0.0.1:0', ...options])
  const server = { process: child, url: await address(child), ended: new Promise((resolve) => { child.on('exit', resolve) }) }
  running.add(server)
  server.end = async () => {
    running.delete(server)
    child.kill()
    await server.ended
  }
  server.send = (method, path, objects, headers = {}) => fetch(`${server.url}/v1/clusters/${path}`, {
    method, headers: { 'Content-Type': 'application/x-ndjson', ...headers }, body: objects.map((one) => JSON.stringify(one)).join('\n') })
  return server
}

let version = 0
/** A Deployment of an application, which is rolling out, has failed or is available. */
function deployment(name, state) {
  const conditions = { failed: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] }[state]
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'shop', uid: `u-${name}`, generation: 1, resourceVersion: String(++version), labels: { 'app.kubernetes.io/instance': name } },
    spec: { replicas: 1, selector: { matchLabels: { a: name } } },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, ...(state === 'good' ? { availableReplicas: 1, readyReplicas: 1 } : { unavailableReplicas: 1 }), conditions } }
}
const modified = (object) => ({ type: 'MODIFIED', object })
const put = (server, ...objects) => server.send('PUT', 'prod/objects', objects)
const change = (server, object) => server.send('POST', 'prod/events', [modified(object)])
const settled = (server, n) => eventually('all is assessed', async () => (await (await fetch(`${server.url}/v1/applications`)).json()).items.length === n)

const word = (page) => page.textContent('#live-word')
const live = (page) => until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))
const inForce = (page) => until(page, () => /\d+ rules? in force/.test(document.querySelector('.head')?.textContent ?? ''))
const lost = (text) => /ERR_|Failed to load resource|Failed to fetch/.test(text)
const age = (page, name) => page.textContent(`.row:has-text("${name}") >> nth=0 >> [role=gridcell] >> nth=3`)

/** A page whose clock stands until it is moved. */
async function still(url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.clock.install()
  await page.goto(url)
  await page.waitForSelector('.row')
  return page
}

test('times go on, on an idle page and on a busy one', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '600'])
  await put(server, deployment('quiet', 'failed'), deployment('busy', 'good'))
  await settled(server, 2)
  const page = await still(server.url)
  await live(page)
  await page.clock.runFor(61000)
  assert.match(await age(page, 'quiet'), /^≥?1m$/)
  for (let i = 0; i < 3; i++) {
    await change(server, deployment('busy', 'good'))
    await page.clock.runFor(60000)
  }
  assert.match(await age(page, 'quiet'), /^≥?4m$/)
  await page.close()
})

test('the countdown of what has not settled', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '600'])
  const claim = (phase) => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { phase }, metadata: { name: 'data', namespace: 'shop', uid: 'u-data', resourceVersion: String(++version) } })
  await put(server, claim('Bound'))
  await settled(server, 1)
  const page = await still(server.url)
  await live(page)
  await change(server, claim('Lost'))
  // The clock of the page moves only here: a step for each drawing, until the event has come.
  await eventually('it settles', async () => {
    await page.clock.runFor(250)
    return /settling/.test(await page.textContent('.row'))
  })
  const left = async () => Number(/settling (\d+) s/.exec(await page.textContent('.row'))?.[1])
  const before = await left()
  await page.clock.runFor(10000)
  assert.ok(before - await left() >= 9, `${before} and then ${await left()}`)
  await page.click('.row .name')
  await page.waitForSelector('.title')
  const heading = async () => Number(/settling (\d+) s/.exec(await page.textContent('.title'))?.[1])
  const first = await heading()
  await page.clock.runFor(10000)
  assert.ok(first - await heading() >= 9, `${first} and then ${await heading()}`)
  await page.close()
})

test('a view that does not load says so, and comes when the server does', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '0'])
  await put(server, deployment('web', 'failed'))
  await settled(server, 1)
  const context = await browser.newContext()
  const page = await context.newPage()
  // Nothing is loaded ahead here.
  await page.addInitScript(() => { globalThis.requestIdleCallback = () => {} })
  await page.goto(server.url)
  await page.waitForSelector('.row')
  await live(page)
  await server.end()
  await page.click('#views >> text=Rules')
  await page.waitForSelector('[role=alert]')
  const state = async () => [new URL(page.url()).pathname, await page.title(), await page.textContent('h1'), await page.locator('.row').count()]
  assert.deepEqual(await state(), ['/rules', 'Rules · vitals', 'Rules', 0])
  assert.doesNotMatch(await word(page), /^Live/)
  const next = await serve(['--push', 'prod', '--grace', '0'], server.url)
  await inForce(page)
  await live(page)
  assert.equal((await state())[2], 'Rules')
  // The fleet is that of the new server, which has no application.
  await page.click('#views >> text=Fleet')
  await until(page, () => /No applications yet/.test(document.querySelector('h1').textContent))
  await next.end()
  await context.close()
})

test('what is loaded ahead is there when the server is away', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '0'])
  await put(server, deployment('web', 'failed'))
  await settled(server, 1)
  const page = await visit(server.url, { expect: lost })
  await live(page)
  await until(page, () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/session.js')))
  await server.end()
  await page.click('#views >> text=Rules')
  await until(page, () => document.querySelector('h1').textContent === 'Rules' && /does not answer/.test(document.querySelector('.head').textContent))
  assert.doesNotMatch(await word(page), /^Live/)
  const next = await serve(['--push', 'prod', '--grace', '0'], server.url)
  await inForce(page)
  await live(page)
  await next.end()
  await page.close()
})

test('a restart that loses the login asks for it', { skip }, async () => {
  const token = join(folder, 'token')
  writeFileSync(token, '0123456789abcdef0123456789abcdef')
  const options = ['--push', 'prod', '--grace', '0', '--login-token', token]
  const server = await serve(options)
  const context = await browser.newContext()
  const page = await context.newPage()
  const signIn = async () => {
    await page.waitForSelector('#token')
    assert.match(await word(page), /Signed out/)
    await page.fill('#token', '0123456789abcdef0123456789abcdef')
    await page.click('text=Sign in >> nth=-1')
    await live(page)
  }
  await page.goto(server.url)
  await signIn()
  await server.end()
  const next = await serve(options, server.url)
  await signIn()
  await next.end()
  await context.close()
})

test('what the server calls flapping is marked', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '0'])
  await put(server, deployment('web', 'good'))
  await settled(server, 1)
  const row = async () => (await (await fetch(`${server.url}/v1/applications`)).json()).items[0]
  const page = await visit(server.url)
  assert.doesNotMatch(await page.textContent('.row'), /flapping/)
  for (let i = 0; !(await row()).flaps; i++) {
    const state = i % 2 ? 'good' : 'failed'
    await change(server, deployment('web', state))
    await eventually('it changed', async () => (await row()).s === (state === 'good' ? 'Healthy' : 'Degraded'))
  }
  await until(page, () => /flapping/.test(document.querySelector('.row').textContent))
  await assertClean(page)
  await page.close()
})

test('a change leaves focus and selection in the drawer', { skip }, async () => {
  const server = await serve(['--push', 'prod', '--grace', '0'])
  await put(server, deployment('web', 'good'))
  await settled(server, 1)
  const page = await visit(`${server.url}/resources`)
  await page.click('.row:has-text("Deployment/web")')
  await page.waitForSelector('.drawer .tabs')
  await page.evaluate(() => {
    const message = document.querySelector('.drawer .message')
    getSelection().selectAllChildren(document.querySelector('.drawer h1'))
    document.querySelector('.drawer .scroll').focus()
    globalThis.kept = { message, focus: document.activeElement, text: getSelection().toString() }
  })
  await change(server, deployment('web', 'failed'))
  await until(page, () => document.querySelector('.drawer .message').textContent.includes('progress deadline'))
  assert.ok(await page.evaluate(() => globalThis.kept.focus === document.activeElement && globalThis.kept.message.isConnected))
  assert.equal(await page.evaluate(() => getSelection().toString()), 'web')
  await assertClean(page)
  await page.close()
})
