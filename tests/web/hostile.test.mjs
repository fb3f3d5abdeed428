// Text of a hostile cluster is text.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, until, visit } from './browser.mjs'
import { hostile } from './objects.mjs'
import { start } from './server.mjs'

let server
before(async () => { server = await start({ objects: 300, hostile: true }) })
after(() => server.close())

const name = `__proto__<b>${hostile}`
const application = `/app/prod-eu-1/constructor/${encodeURIComponent(name)}`
const id = encodeURIComponent('hostile/../<id>')

for (const [view, path] of Object.entries({
  fleet: '/', matrix: '/?show=matrix', application, resources: '/resources',
  why: `${application}?r=${id}&rc=prod-eu-1`, conditions: `${application}?r=${id}&rc=prod-eu-1&tab=conditions`,
  history: `${application}?r=${id}&rc=prod-eu-1&tab=history`, yaml: `${application}?r=${id}&rc=prod-eu-1&tab=yaml`,
  filter: `/?q=${encodeURIComponent(hostile)}`,
})) {
  test(view, async () => {
    const page = await visit(server.url + path, { wait: path.includes('?r=') ? '#tab-panel' : '.grid .note' })
    await until(page, (part) => document.body.textContent.includes(part), view === 'filter' ? 'shown' : '<img src=x onerror=alert(1)>')
    assert.equal(await page.evaluate(() => document.querySelectorAll('img, #page script, #page b img, iframe').length), 0)
    assert.equal(await page.evaluate(() => globalThis.broken), undefined)
    assert.equal(await page.evaluate(() => ({}).polluted), undefined)
    await assertClean(page)
    await page.close()
  })
}

test('a message of 100,000 characters does not widen or lengthen the page', async () => {
  const page = await visit(server.url + application)
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('.why').offsetHeight < 400))
  await page.close()
})
