// Changes as they come: order that is held, streams that break, tabs that share one.
import assert from 'node:assert/strict'
import test, { after, beforeEach } from 'node:test'
import { assertClean, browser, eventually, until, visit } from './browser.mjs'
import { start } from './server.mjs'

let server
beforeEach(async () => {
  await server?.close()
  server = await start({ objects: 300 })
})
after(() => server.close())

const network = (text) => /ERR_|503|Failed to load resource/.test(text)
const names = (page) => page.$$eval('.row .name', (all) => all.map((one) => one.textContent))
const healthy = () => server.state.applications.filter((row) => row.s === 'Healthy')
const degraded = (page, n) => until(page, (count) => new RegExp(`(^|\\D)${count}Degraded`).test(document.querySelector('.counts').textContent), n)
const streams = (n, name = '') => eventually(`${n} streams ${name}`, () => server.streams.size === n && [...server.streams].every(({ query }) => !name || query.has(name)))
const live = (page) => until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))

test('a change is shown in place; order is held while the reader points at the list', async () => {
  const page = await visit(server.url)
  await live(page)
  await page.hover('.row')
  const before = await names(page)
  const row = healthy()[0]
  server.change(row, { s: 'Degraded', since: new Date().toISOString(), w: { k: 'Pod', n: 'p', m: 'crashed' } })
  await until(page, () => /changed place/.test(document.querySelector('.head .btn').textContent) && !document.querySelector('.head .btn').hidden)
  assert.deepEqual(await names(page), before)
  assert.match(await page.textContent(`.row:has-text("${row.n}")`), /Degraded.*crashed/)
  assert.equal(await page.textContent('.head .btn'), '1 changed place')
  await page.click('.head .btn')
  await until(page, (name) => document.querySelector('.row .name').textContent === name, row.n)
  // Away from the list, order follows by itself.
  await page.mouse.move(5, 5)
  await page.evaluate(() => document.activeElement.blur())
  server.change(row, { s: 'Healthy', w: undefined })
  await until(page, (name) => document.querySelector('.row .name').textContent !== name, row.n)
  await assertClean(page)
  await page.close()
})

test('what is removed stays, struck out, until the reader is away', async () => {
  const page = await visit(server.url)
  await live(page)
  await page.focus('.body')
  const row = server.state.applications.find((one) => one.s === 'Degraded' && one.n !== 'shop')
  server.state.applications.splice(server.state.applications.indexOf(row), 1)
  server.emit('removed', { kind: 'application', c: row.c, ns: row.ns, n: row.n })
  await page.waitForSelector(`.row.gone:has-text("${row.n}")`)
  await page.focus('#help')
  await until(page, () => !document.querySelector('.gone'))
  await page.close()
})

test('a stream that breaks is resumed; nothing is lost, and the words say what happens', async () => {
  const page = await visit(server.url, { expect: network })
  await live(page)
  server.refuse(503)
  await until(page, () => /^Reconnecting/.test(document.querySelector('#live-word').textContent))
  const [one, two] = healthy()
  server.change(one, { s: 'Degraded' })
  server.refuse(0)
  await live(page)
  await until(page, (name) => [...document.querySelectorAll('.row')].some((row) => row.textContent.includes(name) && /Degraded/.test(row.textContent)), one.n)
  for (let i = 0; i < 5; i++) {
    server.change(two, { s: i % 2 ? 'Healthy' : 'Suspended' })
    server.cut()
  }
  await live(page)
  await until(page, (name) => [...document.querySelectorAll('.row')].some((row) => row.textContent.includes(name) && /Suspended/.test(row.textContent)), two.n)
  assert.deepEqual(page.faults, [])
  await page.close()
})

test('a reset fetches everything again', async () => {
  const page = await visit(server.url)
  await live(page)
  const row = healthy()[0]
  row.s = 'Missing' // without an event
  server.emit('reset', {})
  await until(page, () => /1\s*Missing/.test(document.querySelector('.counts').textContent))
  await page.close()
})

test('resources of an application follow, new ones below their owner', async () => {
  const page = await visit(`${server.url}/app/prod-eu-1/argocd/shop`)
  await until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))
  const rows = server.state.resources.get('prod-eu-1/argocd/shop')
  await streams(1, 'app')
  server.changeResource(rows[0], { m: 'a new message' })
  await until(page, () => document.querySelector('.row').textContent.includes('a new message'))
  const fresh = { ...rows[2], id: 'fresh', n: 'web-fresh', own: rows[1].id }
  server.emit('resource', fresh)
  await until(page, () => document.querySelector('[aria-level="3"]') && document.querySelector('.canvas').textContent.includes('web-fresh'))
  await assertClean(page)
  await page.close()
})

test('tabs share one stream, and another takes over', async () => {
  const context = await browser.newContext()
  const first = await visit(server.url, { context })
  await live(first)
  const others = [await visit(server.url, { context }), await visit(`${server.url}/resources`, { context })]
  for (const page of others) await live(page)
  await until(others[1], () => document.querySelector('.row'))
  await streams(1, 'resources')
  const row = healthy()[0]
  const before = server.state.applications.filter((one) => one.s === 'Degraded').length
  server.change(row, { s: 'Degraded' })
  for (const page of [first, others[0]]) await degraded(page, before + 1)
  const opened = server.count.streams
  await first.close()
  // Another tab opens one when that of the first is gone.
  await eventually('a stream of another tab', () => server.count.streams > opened)
  await streams(1)
  await live(others[0])
  server.change(healthy()[0], { s: 'Degraded' })
  await degraded(others[0], before + 2)
  assert.equal(server.streams.size, 1)
  for (const page of others) await assertClean(page)
  await context.close()
})

test('where locks are closed, each tab has its own stream', async () => {
  const context = await browser.newContext()
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }))
  const pages = [await visit(server.url, { context }), await visit(server.url, { context })]
  for (const page of pages) await live(page)
  await streams(2)
  await context.close()
})

test('a hidden tab without locks closes its stream, and resumes when it is seen', async () => {
  const context = await browser.newContext()
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })
    Object.defineProperty(document, 'visibilityState', { get: () => globalThis.visibility ?? 'visible' })
  })
  const page = await visit(server.url, { context })
  await live(page)
  const show = (visibility) => page.evaluate((to) => {
    globalThis.visibility = to
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
  await show('hidden')
  await until(page, () => document.querySelector('#live-word').textContent === 'Paused')
  await streams(0)
  const row = healthy()[0]
  server.change(row, { s: 'Missing' })
  await show('visible')
  await live(page)
  await until(page, () => /1\s*Missing/.test(document.querySelector('.counts').textContent))
  await assertClean(page)
  await context.close()
})

test('a silent cluster keeps its last health and says how old it is', async () => {
  const page = await visit(`${server.url}/?q=cluster%3Aedge-lab-3`)
  assert.match(await page.textContent('.row'), /edge-lab-3 \dm old/)
  assert.match(await page.textContent('.cl:has-text("edge-lab-3")'), /silent 4m/)
  assert.match(await page.textContent('.cl:has-text("prod-ap-1")'), /reconnecting/)
  await page.close()
})

test('what was not delivered comes before what is as well and was', async () => {
  const page = await visit(server.url)
  await live(page)
  const row = healthy().at(-1)
  server.change(row, { delivery: { s: 'failed', m: 'no such branch' } })
  await until(page, (name) => {
    const first = [...document.querySelectorAll('.row')].find((one) => one.textContent.startsWith('Healthy'))
    return first?.querySelector('.name').textContent === name && /delivery failed no such branch/.test(first.textContent)
  }, row.n)
  assert.match(await page.textContent('.head p'), /2 failed deliveries/)
  await page.close()
})

test('what has not settled, flaps or is incomplete is marked', async () => {
  const page = await visit(server.url)
  for (const [name, words] of [['search', /Degraded.*settling \d+ s/], ['ledger', /incomplete: secrets may not be listed/], ['gateway', /flapping/]]) {
    await page.fill('#find', `app:${name}`)
    await until(page, () => document.querySelectorAll('.row').length === 1)
    assert.match(await page.textContent('.row'), words)
  }
  await page.close()
})
