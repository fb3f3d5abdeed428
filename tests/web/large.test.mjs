// 10,344 resources: few nodes, and work that does not grow with what is not shown.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, browser, patience, until, visit } from './browser.mjs'
import { start } from './server.mjs'

const objects = 10344
let small
let large
before(async () => {
  small = await start({ objects: 300 })
  large = await start({ objects })
})
after(() => Promise.all([small.close(), large.close()]))

const nodes = (page) => page.evaluate(() => document.querySelectorAll('*').length)

/** A clock of the CPU time, in seconds, that the page's main thread uses. */
async function cpuClock(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value
  }
}

test('10,344 resources in one list', async () => {
  const page = await visit(`${large.url}/resources`)
  await until(page, () => /10,344 resources/.test(document.querySelector('.head p').textContent))
  const interactive = await page.evaluate(() => performance.now())
  process.stdout.write(`# interactive after ${Math.round(interactive)} ms of the clock, ${await nodes(page)} nodes\n`)
  assert.ok(await nodes(page) < 2000)
  await page.focus('.body')
  await page.keyboard.press('End')
  await until(page, () => document.activeElement.getAttribute('aria-activedescendant')?.endsWith('-10339') || document.querySelector('.row.on')?.getAttribute('aria-rowindex') === document.activeElement.getAttribute('aria-rowcount'))
  assert.ok(await nodes(page) < 2000)
  await page.keyboard.press('Home')
  await page.keyboard.press('n')
  await until(page, () => /Degraded/.test(document.querySelector('.row.on')?.textContent))
  await assertClean(page)
  await page.close()
})

// What the page's own thread computes does not depend on how busy the machine is; against a page of 300 resources, it does not
// depend on how fast the machine is either.
async function opened(url, most = '') {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(patience)
  const cpu = await cpuClock(page)
  await page.goto(`${url}/resources`)
  await until(page, (most) => document.querySelector('.head p')?.textContent.includes(`${most} resources`) && document.querySelectorAll('.row').length > 5, most)
  return { page, cpu, ready: await cpu() }
}

test('10,344 resources: ready, and a step of scrolling drawn, with little CPU', async () => {
  const few = await opened(small.url)
  await few.page.close()
  const { page, cpu, ready } = await opened(large.url, '10,344')
  const steps = []
  for (let i = 0; i < 100; i++) {
    const before = await cpu()
    await page.evaluate((i) => new Promise((done) => {
      document.querySelector('.body').scrollTop = i * 700
      requestAnimationFrame(() => requestAnimationFrame(done))
    }), i)
    steps.push(await cpu() - before)
  }
  steps.sort((a, b) => a - b)
  const words = `${Math.round(ready * 1000)} ms until ready (with 300 resources ${Math.round(few.ready * 1000)}), ${(steps[50] * 1000).toFixed(1)} ms a step of scrolling, 95 % below ${(steps[94] * 1000).toFixed(1)} ms`
  process.stdout.write(`# CPU of the page: ${words}\n`)
  assert.ok(ready < 3 * few.ready, words)
  assert.ok(steps[94] < few.ready, words)
  await page.close()
})

test('an application of 10,000 resources: scrolling costs what it costs for 27', async () => {
  const cost = {}
  for (const [name, url] of [['small', `${small.url}/app/prod-eu-1/argocd/shop`], ['large', `${large.url}/app/tools/argocd/crossplane`]]) {
    const page = await visit(url, { height: 500 })
    // All branches open: the longest list there is.
    await page.focus('.body')
    await page.fill('#find', name === 'large' ? 'r-' : 'web')
    await until(page, () => document.querySelectorAll('.row').length > 5)
    await page.waitForTimeout(600)
    const cpu = await cpuClock(page)
    const before = await cpu()
    for (let i = 0; i < 40; i++) {
      await page.evaluate((i) => new Promise((done) => {
        const list = document.querySelector('.body')
        list.scrollTop = (i % 2) * 64
        requestAnimationFrame(() => requestAnimationFrame(done))
      }), i)
    }
    cost[name] = await cpu() - before
    assert.ok(await nodes(page) < 2000)
    await page.close()
  }
  process.stdout.write(`# 40 steps of scrolling: ${(cost.small * 1000).toFixed(0)} ms of CPU for 27 resources, ${(cost.large * 1000).toFixed(0)} ms for 10,000\n`)
  assert.ok(cost.large < 4 * cost.small + 0.1, JSON.stringify(cost))
})

test('many changes a second are drawn a few times a second', async () => {
  const page = await visit(large.url)
  await until(page, () => /^Live/.test(document.querySelector('#live-word').textContent))
  await page.evaluate(() => {
    globalThis.drawn = 0
    new MutationObserver(() => { globalThis.drawn++ }).observe(document.querySelector('.canvas'), { subtree: true, attributeFilter: ['title'] })
  })
  const rows = large.state.applications.slice(5, 55)
  const begun = Date.now()
  for (let round = 0; round < 20; round++) {
    for (const row of rows) large.change(row, { since: new Date(Date.now() - round).toISOString() })
    await page.waitForTimeout(50)
  }
  await until(page, () => globalThis.drawn > 0)
  await page.waitForTimeout(600)
  const drawn = await page.evaluate(() => globalThis.drawn)
  // At most four times a second, however long the machine took.
  const most = (Date.now() - begun) / 250 + 2
  assert.ok(drawn <= most, `drawn ${drawn} times for 1,000 events, ${most} are allowed`)
  assert.ok(patience && await nodes(page) < 2000)
  await page.close()
})
