// The keyboard alone: from the fleet to the line that decided, and back.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, until, visit } from './browser.mjs'
import { start } from './server.mjs'

let server
before(async () => { server = await start({ objects: 300 }) })
after(() => server.close())

const active = (page) => page.evaluate(() => {
  const list = document.activeElement
  return document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null
})

test('from the worst application to the deciding line, and back', async () => {
  const page = await visit(server.url)
  const key = (...keys) => keys.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve())
  await key('j')
  assert.match(await active(page), /Degraded.*shop/)
  await key('Enter')
  await until(page, () => document.querySelector('[role=treegrid] .row'))
  assert.equal(new URL(page.url()).pathname, '/app/prod-eu-1/argocd/shop')
  await until(page, () => document.activeElement.getAttribute('role') === 'treegrid')
  await key('n')
  assert.match(await active(page), /Deployment\/web/)
  // A problem is open: its pods are there. Left closes, right opens.
  const rows = () => page.locator('.row').count()
  const before = await rows()
  await key('ArrowLeft')
  assert.ok(await rows() < before)
  await key('ArrowRight')
  assert.equal(await rows(), before)
  await key('n', 'n', 'n', 'n')
  assert.match(await active(page), /Certificate\/shop-tls/)
  await key('Enter')
  await page.waitForSelector('.code .hit')
  assert.match(await page.textContent('.code .hit'), /49.*return hs/)
  // The focus is on the resource; the playground is the next stop, and has its rule and its object.
  await until(page, () => document.activeElement.id === 'drawer-title')
  await key('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Playground')
  await key('Enter')
  await until(page, () => /return hs/.test(document.querySelector('.ed .hit')?.textContent ?? ''))
  assert.match(await page.getByLabel('Object', { exact: true }).and(page.locator('textarea')).inputValue(), /name: shop-tls/)
  await page.goBack()
  await page.waitForSelector('.code .hit')
  // The tabs are one stop, and arrows move in them. From the list, the drawer is behind its buttons.
  for (let i = 0; i < 12 && await page.evaluate(() => document.activeElement.id) !== 'tab-why'; i++) await key('Tab')
  await key('ArrowRight')
  await until(page, () => document.querySelector('#tab-conditions[aria-selected=true]') && document.activeElement.id === 'tab-conditions')
  assert.match(page.url(), /tab=conditions/)
  await key('Escape')
  await until(page, () => document.querySelector('.drawer').hidden)
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'treegrid')
  assert.doesNotMatch(page.url(), /r=/)
  await key('g', 'f')
  await until(page, () => location.pathname === '/' && document.querySelector('.row'))
  await assertClean(page)
  await page.close()
})

test('filter, and its keys', async () => {
  const page = await visit(server.url)
  await page.keyboard.press('/')
  await page.keyboard.type('health:degraded -shop')
  await until(page, () => document.querySelectorAll('.row').length && [...document.querySelectorAll('.row')].every((row) => /Degraded/.test(row.textContent) && !/shop/.test(row.textContent)))
  assert.equal(new URL(page.url()).searchParams.get('q'), 'health:degraded -shop')
  await page.keyboard.press('Escape')
  await until(page, () => !location.search && document.querySelectorAll('.row').length > 10)
  // Counters are toggles of the same filter, and alternatives of one field.
  await page.click('.count:has-text("Degraded")')
  await page.click('.count:has-text("Suspended")')
  assert.equal(await page.inputValue('#find'), 'health:degraded health:suspended')
  await until(page, () => [...document.querySelectorAll('.row')].every((row) => /Degraded|Suspended/.test(row.textContent)))
  await page.click('.count:has-text("Degraded")')
  await page.click('.count:has-text("Suspended")')
  assert.equal(await page.inputValue('#find'), '')
  await assertClean(page)
  await page.close()
})

test('cells of the matrix', async () => {
  const page = await visit(`${server.url}/?show=matrix`)
  await page.focus('.body')
  await page.keyboard.press('ArrowDown')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
  const id = await page.evaluate(() => document.activeElement.getAttribute('aria-activedescendant'))
  assert.match(id, /-0-3$/)
  await page.keyboard.press('Home')
  while (!/:/.test(await page.evaluate(() => document.querySelector('.cell-on')?.getAttribute('aria-label') ?? ''))) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await until(page, () => location.pathname.startsWith('/app/'))
  await assertClean(page)
  await page.close()
})

test('back, theme, and links that hold the state', async () => {
  const page = await visit(`${server.url}/?q=shop`)
  await page.click('.row')
  await until(page, () => location.pathname.startsWith('/app/'))
  await page.goBack()
  await until(page, () => location.pathname === '/' && document.querySelector('#find').value === 'shop')
  await page.keyboard.press('t')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await page.reload()
  await page.waitForSelector('.row')
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark')
  await page.close()
})
