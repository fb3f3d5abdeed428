// The page of `vitals serve` itself, over the example application. VITALS names the program; without it nothing is tested.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import test, { after, before } from 'node:test'
import { assertClean, browser, eventually, findings, until, visit } from './browser.mjs'
import { address } from './serving.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = process.env.VITALS
const skip = !program ? 'VITALS is not set' : spawnSync(program, ['serve', '--help']).status !== 0 ? 'this program has no server' : false

let server
let url
before(async () => {
  if (skip) return
  server = spawn(program, ['serve', '-f', `${root}docs/examples/shop`, '--listen', '127.0.0.1:0'])
  url = await address(server)
  await eventually('the files are read', async () => (await fetch(`${url}/readyz`)).status === 200)
})
after(() => server?.kill())

const get = async (path) => (await fetch(`${url}/v1/${path}`)).json()

/** The resource of a kind, which the example has once. */
async function one(kind) {
  return (await get('resources')).items.find((row) => row.k === kind)
}

test('the fleet shows what the summary says', { skip }, async () => {
  const page = await visit(url)
  const { applications } = await get('summary')
  const order = ['Healthy', 'Progressing', 'Degraded', 'Suspended', 'Missing', 'Unknown', 'Unassessed']
  const shown = await page.$$eval('.count', (all) => all.map((count) => [count.querySelector('.s').textContent, Number(count.querySelector('b').textContent)]))
  for (const [status, n] of shown) assert.equal(n, applications[order.indexOf(status)], status)
  await until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))
  assert.deepEqual(await findings(page), [])
  await assertClean(page)
  await page.close()
})

test('from the application to the line that decided', { skip }, async () => {
  const certificate = await one('Certificate')
  const [ns, app] = certificate.app
  const page = await visit(`${url}/app/${[certificate.c, ns, app].map(encodeURIComponent).join('/')}`)
  assert.match(await page.textContent('.why'), /because of/)
  await page.click('.row:has-text("shop-tls")')
  await page.waitForSelector('.code .hit')
  assert.match(await page.textContent('.code .hit'), /return/)
  assert.match(await page.textContent('.drawer'), /\.status\.conditions\[1\]\.status/)
  assert.deepEqual(await findings(page), [])
  for (const [tab, text] of [['conditions', 'DoesNotExist'], ['yaml', 'kind: Certificate'], ['history', '']]) {
    await page.click(`#tab-${tab}`)
    await until(page, ([id, part]) => document.querySelector(`#tab-${id}[aria-selected=true]`) && document.querySelector('#tab-panel').textContent.includes(part), [tab, text])
    assert.deepEqual(await findings(page), [])
  }
  await assertClean(page)
  await page.close()
})

for (const view of ['resources', 'rules', '?show=matrix']) {
  test(view, { skip }, async () => {
    const page = await visit(`${url}/${view}`)
    assert.deepEqual(await findings(page), [])
    await assertClean(page)
    await page.close()
  })
}

test('the playground, from the drawer', { skip }, async () => {
  const certificate = await one('Certificate')
  const page = await visit(`${url}/playground?rc=${encodeURIComponent(certificate.c)}&r=${encodeURIComponent(certificate.id)}`, { wait: '.ed .l' })
  // The script of the rule that decided is filled in, and decides again.
  await until(page, () => /line \d+ decided/.test(document.querySelector('.verdict').textContent))
  assert.match(await page.textContent('.verdict'), /Progressing/)
  assert.match(await page.textContent('.ed .hit'), /return/)
  assert.deepEqual(await findings(page), [])
  await assertClean(page)
  await page.close()
})

test('what comes before the first data is under 60 kB, and 20 KB as it is sent', { skip }, async () => {
  const page = await browser.newPage()
  // The stream is loaded beside the data.
  const counts = (request) => !new URL(request.url()).pathname.match(/^\/(v1\/|events\.js$)/)
  const pending = new Set()
  const finished = []
  page.on('request', (request) => { if (counts(request)) pending.add(request) })
  page.on('requestfinished', (request) => { if (pending.delete(request)) finished.push(request) })
  await page.goto(url)
  await page.waitForSelector('.row')
  // What is loaded for later begins when the page can be used. The page knows when a request began that is over.
  const timed = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime }) => [name, startTime]))
  const interactive = () => page.evaluate(() => performance.getEntriesByName('interactive')[0]?.startTime)
  let begun
  await eventually('every request is over', async () => {
    if (await interactive() === undefined || pending.size) return false
    begun = new Map([[page.url(), 0], ...await timed()])
    return finished.every((request) => begun.has(request.url()))
  })
  const end = await interactive()
  const seen = finished.filter((request) => begun.get(request.url()) < end)
  const sent = await Promise.all(seen.map(async (request) => (await request.sizes()).responseBodySize))
  const raw = await Promise.all(seen.map(async (request) => (await (await request.response()).body()).length))
  const sum = (all) => all.reduce((a, b) => a + b, 0)
  process.stdout.write(`# before data: ${seen.length} files, ${sum(raw)} bytes, ${sum(sent)} as sent\n`)
  assert.ok(seen.length > 5 && sum(raw) < 60000, `${sum(raw)} bytes`)
  assert.ok(sum(sent) < 20480, `${sum(sent)} bytes as sent`)
  await page.close()
})
