// The examples for Argo CD and Headlamp in Chromium, with the React that such pages share, on recorded objects: those of server.mjs,
// and those of the example application over `vitals serve` where VITALS names it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { after, before } from 'node:test'
import { assertClean, eventually, findings, until, visit } from './browser.mjs'
import { hosts } from './hosts.mjs'
import { start } from './server.mjs'
import { address } from './serving.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const application = { metadata: { name: 'shop', namespace: 'argocd' }, spec: { project: 'default' } }
const about = (row, cluster) => ({ cluster, group: row.g, kind: row.k, application,
  resource: { apiVersion: `${row.g}/v1`, kind: row.k, metadata: { name: row.n, namespace: row.ns, uid: row.id } } })

let made
const ends = []
before(async () => { made = await start({ objects: 300 }) })
after(async () => {
  for (const end of ends) await end()
  await made.close()
})

async function host(backend, row, cluster) {
  const there = await hosts(backend, about(row, cluster))
  ends.push(() => there.close())
  return there
}

const certificate = () => made.state.resources.get('prod-eu-1/argocd/shop').find(({ k }) => k === 'Certificate')

async function picture(page, name) {
  if (process.env.VITALS_PICTURES_PNG) writeFileSync(join(process.env.VITALS_PICTURES_PNG, `${name}.png`), await page.screenshot())
}

test('a tab of Argo CD shows the rule, the line that decided, and what it read', async () => {
  const there = await host(made.url, certificate(), 'prod-eu-1')
  const page = await visit(`${there.url}/argocd`, { wait: '[role=tab]', width: 960, height: 620 })
  assert.deepEqual(await page.$$eval('[role=tab]', (tabs) => tabs.map((tab) => tab.textContent)), ['Summary', 'Why'])
  await page.click('[role=tab] >> text=Why')
  await page.waitForSelector('pre')
  const shown = await page.textContent('#panel')
  for (const words of ['Progressing', 'Issuing certificate as Secret does not exist', 'cert-manager.io/Certificate', 'argocd-cm.yaml:49', '.status.conditions[1].status', '"True"']) assert.ok(shown.includes(words), words)
  assert.equal(await page.$eval('pre div[style*="background"]', (line) => line.textContent.trim()), '49      return hs')
  assert.equal(there.asked.length, 1)
  assert.equal(there.asked[0].headers['argocd-application-name'], 'argocd:shop')
  assert.equal(there.asked[0].headers['argocd-project-name'], 'default')
  assert.deepEqual(await findings(page), [])
  await assertClean(page)
  await picture(page, 'argocd')
  // The component goes and comes: it asks again, and nothing is left behind.
  await page.click('[role=tab] >> text=Summary')
  await page.click('[role=tab] >> text=Why')
  await page.waitForSelector('pre')
  assert.equal(there.asked.length, 2)
  await assertClean(page)
  await page.close()
})

test('a tab of Argo CD says why there is no answer', async () => {
  const there = await host(made.url, { ...certificate(), id: 'gone' }, 'prod-eu-1')
  const page = await visit(`${there.url}/argocd`, { wait: '[role=tab]', expect: (text) => text.includes('404') })
  await page.click('[role=tab] >> text=Why')
  await until(page, () => /^vitals: .* is not there$/.test(document.querySelector('#panel').textContent))
  await assertClean(page)
  await page.close()
})

test('a section of Headlamp shows health, reason and rule', async () => {
  const there = await host(made.url, certificate(), 'prod-eu-1')
  const page = await visit(`${there.url}/headlamp`, { wait: 'section:nth-of-type(2) table', width: 960, height: 420 })
  const rows = await page.$$eval('section:nth-of-type(2) tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  assert.deepEqual(rows, [['Health', 'Progressing'], ['Reason', 'Issuing certificate as Secret does not exist'], ['Decided by', 'cert-manager.io/Certificate argocd-cm.yaml:49']])
  assert.deepEqual(await findings(page), [])
  await assertClean(page)
  await picture(page, 'headlamp')
  await page.close()
})

test('Headlamp shows nothing of what is not followed', async () => {
  const there = await host(made.url, { ...certificate(), id: 'gone' }, 'prod-eu-1')
  const page = await visit(`${there.url}/headlamp`, { wait: 'section', expect: (text) => text.includes('404') })
  await until(page, () => document.querySelectorAll('section').length === 1 && !document.body.textContent.includes('Loading'))
  await assertClean(page)
  await page.close()
})

const program = process.env.VITALS
test('both over vitals serve', { skip: program ? false : 'VITALS is not set' }, async () => {
  const child = spawn(program, ['serve', '-f', 'docs/examples/shop', '--listen', '127.0.0.1:0'], { cwd: root })
  ends.push(() => child.kill())
  const url = await address(child)
  let row
  await eventually('the Deployment is there', async () => {
    row = (await (await fetch(`${url}/v1/resources`)).json()).items.find(({ k, n }) => k === 'Deployment' && n === 'web')
    return row
  })
  const there = await host(url, row, row.c)
  const page = await visit(`${there.url}/argocd`, { wait: '[role=tab]' })
  await page.click('[role=tab] >> text=Why')
  await until(page, () => /Degraded.*exceeded its progress deadline.*apps\/Deployment/.test(document.querySelector('#panel').textContent))
  await page.goto(`${there.url}/headlamp`)
  await until(page, () => /Degraded.*exceeded its progress deadline.*apps\/Deployment/.test(document.querySelector('section:nth-of-type(2)')?.textContent ?? ''))
  await assertClean(page)
  await page.close()
})
