// Every view in both themes: no findings of axe-core, no error, nothing that the policy forbids; narrow screens.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, findings, visit } from './browser.mjs'
import { start } from './server.mjs'

let server
before(async () => { server = await start({ objects: 300 }) })
after(() => server.close())

const drawer = 'r=prod-eu-1-argocd-shop-0&rc=prod-eu-1'
const views = {
  fleet: { path: '/' },
  'fleet, filtered': { path: '/?q=health%3Adegraded' },
  matrix: { path: '/?show=matrix' },
  application: { path: '/app/prod-eu-1/argocd/shop' },
  'application, problems': { path: '/app/prod-eu-1/argocd/shop?show=problems' },
  why: { path: `/app/prod-eu-1/argocd/shop?${drawer}`, wait: '.steps' },
  'why, of a script': { path: '/app/prod-eu-1/argocd/shop?r=prod-eu-1-argocd-shop-5&rc=prod-eu-1', wait: '.code .hit' },
  conditions: { path: `/app/prod-eu-1/argocd/shop?${drawer}&tab=conditions`, wait: '.drawer .kv' },
  history: { path: `/app/prod-eu-1/argocd/shop?${drawer}&tab=history`, wait: '.drawer .kv' },
  yaml: { path: `/app/prod-eu-1/argocd/shop?${drawer}&tab=yaml`, wait: '.drawer .code' },
  resources: { path: '/resources' },
  'resource in the drawer': { path: `/resources?${drawer}`, wait: '.steps' },
  rules: { path: '/rules' },
}

for (const [name, { path, wait = '.row' }] of Object.entries(views)) {
  for (const theme of ['light', 'dark']) {
    test(`${name}, ${theme}`, async () => {
      const page = await visit(server.url + path, { theme, wait })
      assert.deepEqual(await findings(page), [])
      await assertClean(page)
      await page.close()
    })
  }
  test(`${name} at 320 pixels`, async () => {
    const page = await visit(server.url + path, { width: 320, height: 640, wait })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepEqual(await findings(page), [])
    await page.close()
  })
}

test('the keyboard help', async () => {
  const page = await visit(server.url)
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  assert.deepEqual(await findings(page), [])
  await page.close()
})

test('sign-in', async () => {
  const closed = await start({ token: 'right' })
  const page = await visit(`${closed.url}/?q=health%3Adegraded`, { wait: '#token', expect: (text) => text.includes('401') })
  assert.deepEqual(await findings(page), [])
  await page.fill('#token', 'wrong')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelector('[role=alert]').textContent.includes('does not know'))
  await page.fill('#token', 'right')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.row')
  assert.equal(await page.inputValue('#find'), 'health:degraded')
  await assertClean(page)
  await page.close()
  await closed.close()
})

test('what is not there is named', async () => {
  const expect = (text) => text.includes('404')
  const page = await visit(`${server.url}/app/prod-eu-1/argocd/none`, { wait: '.banner', expect })
  assert.match(await page.textContent('.banner'), /Application argocd\/none not found on prod-eu-1/)
  await page.goto(`${server.url}/resources?r=none&rc=tools`)
  await page.waitForSelector('#drawer-title')
  assert.match(await page.textContent('.drawer'), /Not found/)
  await assertClean(page)
  await page.close()
})
