// What readers need who do not see it all, not in colour, or not in motion: parts of WCAG 2.2 that axe-core does
// not see.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, browser, findings, until, visit } from './browser.mjs'
import { start } from './server.mjs'

let server
before(async () => { server = await start({ objects: 300 }) })
after(() => server.close())

const shop = '/app/prod-eu-1/argocd/shop'
const drawer = `${shop}?r=prod-eu-1-argocd-shop-0&rc=prod-eu-1`

/** A page in a context of its own, with these options. */
async function seen(path, options, wait = '.row') {
  const context = await browser.newContext(options)
  const page = await visit(server.url + path, { context, wait, ...options.viewport })
  return { page, end: async () => { await assertClean(page); await context.close() } }
}

// 200 % of 1280 × 800, and a telephone: the reason is still there, and nothing is to be scrolled sideways.
for (const [name, width, height] of [['200 % zoom', 640, 400], ['a narrow screen', 320, 640]]) {
  for (const [view, path, wait, words] of [
    ['the fleet', '/', '.row', /Deployment\/web/], ['an application', shop, '.row', /exceeded its progress deadline/],
    ['resources', '/resources', '.row', /back-off/], ['rules', '/rules', '.row', /did you mean/], ['why', drawer, '.steps', /ProgressDeadlineExceeded/],
  ]) {
    test(`${view} at ${name}`, async () => {
      const page = await visit(server.url + path, { width, height, wait })
      // checkVisibility() is false for rows of a size container that are not laid out yet; getClientRects() lays them out first.
      await until(page, (source) => new RegExp(source).test([...document.querySelectorAll('.row, .drawer')]
        .filter((one) => one.getClientRects().length).map((one) => one.innerText).join('\n')), words.source)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
      const cut = await page.$$eval('.count', (all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
      assert.deepEqual(cut, [])
      // Two lines of a row are inside of it.
      const outside = await page.$$eval('.row > *', (cells) => cells.filter((cell) => cell.getClientRects().length && cell.getBoundingClientRect().bottom > cell.parentElement.getBoundingClientRect().bottom + 1).length)
      assert.equal(outside, 0)
      assert.deepEqual(await findings(page), [])
      await assertClean(page)
      await page.close()
    })
  }
}

test('rows of two lines are walked by the keyboard, to the last one', async () => {
  const page = await visit(`${server.url}/resources`, { width: 320, height: 640 })
  await page.focus('.body')
  await page.keyboard.press('End')
  await until(page, () => document.querySelector('.row.on')?.getAttribute('aria-rowindex') === document.querySelector('.body').getAttribute('aria-rowcount'))
  const inside = await page.evaluate(() => {
    const row = document.querySelector('.row.on').getBoundingClientRect()
    const list = document.querySelector('.body').getBoundingClientRect()
    return row.bottom <= list.bottom + 1 && row.top >= list.top
  })
  assert.ok(inside)
  await page.setViewportSize({ width: 1280, height: 640 })
  await until(page, () => Math.round(document.querySelector('.row').getBoundingClientRect().height) === 32)
  await page.close()
})

test('in forced colours, bars keep theirs, and what is chosen has an outline', async () => {
  const { page, end } = await seen('/?q=health%3Adegraded', { forcedColors: 'active', reducedMotion: 'reduce' })
  await page.focus('.body')
  await page.keyboard.press('j')
  const style = (selector, property) => page.$eval(selector, (one, name) => getComputedStyle(one)[name], property)
  assert.equal(await style('.row .bar i', 'forcedColorAdjust'), 'none')
  assert.notEqual(await style('.row.on', 'outlineStyle'), 'none')
  assert.notEqual(await style('.count[aria-pressed=true]', 'outlineStyle'), 'none')
  assert.match(await page.textContent('.row.on'), /Degraded/)
  assert.deepEqual(await findings(page), [])
  await end()
})

test('without motion, nothing turns and nothing flashes', async () => {
  for (const reducedMotion of ['reduce', 'no-preference']) {
    const { page, end } = await seen(shop, { reducedMotion })
    await until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))
    const turns = await page.$eval('.s.progressing svg', (icon) => getComputedStyle(icon).animationName)
    assert.equal(turns, reducedMotion === 'reduce' ? 'none' : 'spin')
    const row = server.state.resources.get('prod-eu-1/argocd/shop')[0]
    server.changeResource(row, { m: `${row.m}!` })
    const flash = await page.waitForSelector('.row.flash')
    assert.equal(await flash.evaluate((one) => getComputedStyle(one).animationName), reducedMotion === 'reduce' ? 'none' : 'flash')
    await end()
  }
})

test('what is read aloud: one message in five seconds, the newest', async () => {
  const page = await visit(server.url)
  await page.evaluate(() => {
    globalThis.said = []
    new MutationObserver(() => globalThis.said.push([Date.now(), document.querySelector('#say').textContent])).observe(document.querySelector('#say'), { childList: true })
  })
  for (const text of ['health:degraded', 'health:healthy', 'app:shop']) {
    await page.fill('#find', text)
    await page.waitForTimeout(300)
  }
  await until(page, () => globalThis.said.at(-1)?.[1] === '1 application shown')
  const said = await page.evaluate(() => globalThis.said)
  // From the end of one wait to that of the next: a busy page notices a message late.
  said.forEach(([at], i) => assert.ok(i < 1 || at - said[i - 1][0] > 4000, JSON.stringify(said)))
  await page.close()
})

test('levels, places and numbers of rows are said', async () => {
  const page = await visit(server.url + shop)
  const [web, set, pod] = await page.$$eval('.row', (rows) => rows.slice(0, 3).map((row) => ['level', 'posinset', 'setsize', 'expanded', 'rowindex'].map((name) => row.getAttribute(`aria-${name}`))))
  assert.deepEqual(web.slice(0, 2).concat(web.slice(3)), ['1', '1', 'true', '2'])
  assert.deepEqual(set, ['2', '1', '2', 'true', '3'])
  assert.deepEqual(pod, ['3', '1', '2', null, '4'])
  const { count, rows } = await page.$eval('.body', (list) => ({ count: Number(list.getAttribute('aria-rowcount')), rows: list.querySelectorAll('.row').length }))
  assert.ok(count > rows / 2 && count > 10)
  await page.close()
})
