// The playground: the engine in the browser, what it marks, and what its links hold.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { assertClean, browser, findings, until, visit } from './browser.mjs'
import { start, withoutModule } from './server.mjs'

let server
before(async () => { server = await start({ objects: 300 }) })
after(() => server.close())

const ready = (page) => until(page, () => /decided|no opinion|no rule/.test(document.querySelector('.verdict')?.textContent ?? ''))
const open = async (path = '/playground', options = {}) => {
  const page = await visit(server.url + path, { wait: '.ed .l', ...options })
  await ready(page)
  return page
}
const verdict = (page, words) => until(page, (text) => (document.querySelector('.verdict')?.textContent ?? '').includes(text), words)
const check = (page) => page.getByLabel('Check', { exact: true }).and(page.locator('textarea'))
const object = (page) => page.getByLabel('Object', { exact: true }).and(page.locator('textarea'))

for (const theme of ['light', 'dark']) {
  test(`no findings, ${theme}`, async () => {
    const page = await open('/playground', { theme })
    assert.deepEqual(await findings(page), [])
    await page.click('text=Share link')
    await page.waitForSelector('dialog[open]')
    assert.deepEqual(await findings(page), [])
    await assertClean(page)
    await page.close()
  })
}

test('a build without the module says so, and how to get it', async () => {
  const bare = await start({ objects: 30, module: false })
  const page = await visit(`${bare.url}/playground`, { wait: '.verdict [role=alert]', expect: (words) => words.includes('404') })
  assert.equal(await page.textContent('.verdict'), `The engine does not load: ${withoutModule}`)
  assert.deepEqual(await findings(page), [])
  await page.close()
  await bare.close()
})

test('at 320 pixels', async () => {
  const page = await open('/playground', { width: 320, height: 640 })
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  assert.deepEqual(await findings(page), [])
  await page.close()
})

test('the verdict follows the object, the marks follow both', async () => {
  const page = await open()
  await verdict(page, 'Progressing')
  assert.match(await page.textContent('.ed .hit'), /return hs/)
  assert.deepEqual(await page.$$eval('.ed .read', (lines) => lines.map((line) => line.textContent.trim().split(':')[0])), ['- type', '- type', 'status', 'message'])
  await page.click('.pane .chips >> text=ready')
  await verdict(page, 'up to date')
  await page.click('.pane .chips >> text=just created')
  await verdict(page, 'Waiting for the controller')
  await page.click('[data-choice=cel]')
  await page.click('.pane .chips >> text=issuing')
  await verdict(page, 'line 1 decided')
  await page.click('.pane .chips >> text=ready')
  await verdict(page, 'line 3 decided')
  await page.click('[data-choice=argocd-cm]')
  await until(page, () => /return hs/.test(document.querySelector('.ed .hit')?.textContent ?? ''))
  await verdict(page, 'Healthy')
  await assertClean(page)
  await page.close()
})

const widget = { apiVersion: 'example.com/v1', metadata: { name: 'j', ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: 'o', uid: 'o' }] }, kind: 'Widget', status: { conditions: [] } }
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n'

// By the time that the page allows, or by its limit of steps.
test('a rule that does not end is ended; the next one works', async () => {
  const page = await open()
  await check(page).fill('local n = 0\nwhile true do n = n + 1 end')
  await until(page, () => /was ended|lua_steps/.test(document.querySelector('.verdict')?.textContent ?? ''))
  await check(page).fill('return {status = "Healthy", message = "again"}')
  await verdict(page, 'again')
  await assertClean(page)
  await page.close()
})

// A view that was left may still be at its attempt when the next one begins.
test('attempts at the same time get their own answers', async () => {
  const page = await open()
  const answers = await page.evaluate(async (object) => {
    const { attempt } = await import('/trial.js')
    const rules = ['a', 'b', 'c'].flatMap((word) => [['lua', `return {status = "Healthy", message = "${word}"}`], ['cel', "current: kind == 'Widget'\n"]])
    return Promise.all(rules.map(async ([language, rule], i) => {
      const { answer, failure, young } = await attempt(language, rule, object.replace('"j"', `"j${i}"`))
      return failure ?? [answer.health.status, answer.health.message, young.length]
    }))
  }, JSON.stringify(widget))
  const ofFlux = ['Healthy', `current holds: kind == 'Widget' (.kind is "Widget")`, 0]
  assert.deepEqual(answers, ['a', 'b', 'c'].flatMap((word) => [['Healthy', word, 0], ofFlux]))
  await page.close()
})

test('mistakes and incomplete objects', async () => {
  const page = await open()
  await check(page).fill('local hs = {}\nfor _, c in ipairs(obj.status.conditions) do\n  hs.status = "Healthy"\nend\nreturn hs')
  await verdict(page, 'no status: fails')
  await check(page).fill('if x the')
  await until(page, () => document.querySelectorAll('.ed .bad').length === 1)
  await verdict(page, 'syntax error')
  await object(page).fill('a: [')
  await until(page, () => document.querySelector('.verdict [role=alert]'))
  await object(page).fill('')
  await page.waitForTimeout(300)
  await assertClean(page)
  await page.close()
})

for (const [name, text, words] of [
  ['JSON on one line, with owners before the kind', JSON.stringify(widget), 'Healthy'],
  ['JSON on several lines', JSON.stringify(widget, null, 2), 'Healthy'],
  ['values in braces', 'metadata: {name: j, ownerReferences: [{kind: Owner, name: o}]}\napiVersion: example.com/v1\nkind: Widget\n', 'Healthy'],
  ['a key in quotes', '"apiVersion": example.com/v1\n"kind": "Widget"\nmetadata: {name: j}\n', 'Healthy'],
  ['a list', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [widget, widget] }), 'Only one object'],
  ['two documents', `${pod}---\n${pod}`, 'Only one object'],
  ['no kind', 'a: 1\n', 'it has no kind'],
]) {
  test(`the engine says what an object is: ${name}`, async () => {
    const page = await open()
    await check(page).fill('return {status = "Healthy", message = obj.kind .. " " .. obj.metadata.name}')
    await object(page).fill(text)
    await verdict(page, words)
    if (words === 'Healthy') await verdict(page, 'Widget j')
    await assertClean(page)
    await page.close()
  })
}

test('incomplete forms of an object on one line are tried as well', async () => {
  const page = await open()
  await page.click('[data-choice=cel]')
  await check(page).fill('current: status.conditions[0].type == "x"')
  await object(page).fill(JSON.stringify({ ...widget, status: { conditions: [{ type: 'x' }] } }))
  await verdict(page, 'empty conditions: fails')
  await page.close()
})

test('what was written is kept, and not replaced without a question', async () => {
  const page = await open()
  await check(page).fill('return {status = "Healthy", message = "mine"}')
  await object(page).fill(JSON.stringify(widget))
  await verdict(page, 'mine')
  await page.click('#views >> text=Rules')
  await page.waitForSelector('.row')
  await page.goBack()
  await verdict(page, 'mine')
  await page.reload()
  await verdict(page, 'mine')
  const asked = []
  page.on('dialog', (dialog) => { asked.push(dialog.message()); dialog.dismiss() })
  await page.click('.pane .chips >> text=ready')
  assert.equal(asked.length, 1)
  assert.equal(await object(page).inputValue(), JSON.stringify(widget))
  // What a resource of the drawer fills in leaves the draft for later.
  await page.goto(`${server.url}/playground?rc=prod-eu-1&r=prod-eu-1-argocd-shop-5`)
  await ready(page)
  assert.match(await object(page).inputValue(), /shop-tls/)
  await page.click('text=Back to your draft')
  await verdict(page, 'mine')
  await page.close()
})

test('a link holds the rule and what it read, and nothing that names the object', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await visit(`${server.url}/playground`, { context, wait: '.ed .l' })
  await ready(page)
  const copied = async (button) => {
    const clicked = await page.waitForSelector(button)
    // The word stays for a moment only.
    await clicked.evaluate((one) => new MutationObserver(() => { one.said ||= one.textContent === 'Copied' }).observe(one, { childList: true, characterData: true, subtree: true }))
    await clicked.click()
    await until(page, (one) => one.said, clicked)
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await page.click('text=Share link')
  const small = await copied('text=Copy link with the fields read')
  const whole = await copied('text=Copy link with the whole object')
  await page.goto('about:blank')
  await page.goto(small)
  await ready(page)
  const text = await object(page).inputValue()
  assert.doesNotMatch(text, /shop|letsencrypt/)
  assert.match(text, /kind: Certificate\nmetadata:\n {2}name: name/)
  await verdict(page, 'Progressing')
  await page.goto('about:blank')
  await page.goto(whole)
  await ready(page)
  assert.match(await object(page).inputValue(), /letsencrypt/)
  await page.goto('about:blank')
  await page.goto(`${server.url}/playground#damaged`)
  await until(page, () => /damaged/.test(document.querySelector('.verdict')?.textContent ?? ''))
  // The verdict on another object must not take its place.
  await page.waitForTimeout(500)
  assert.match(await page.textContent('.verdict'), /damaged/)
  assert.equal(await object(page).inputValue(), '')
  await page.click('text=Show the sample')
  await ready(page)
  await context.close()
})

test('from the drawer, with script and object; saved as a test case', async () => {
  const page = await visit(`${server.url}/app/prod-eu-1/argocd/shop?r=prod-eu-1-argocd-shop-5&rc=prod-eu-1`, { wait: '.code .hit' })
  await page.click('.drawer a:has-text("Playground")')
  await ready(page)
  assert.match(await check(page).inputValue(), /Waiting for certificate/)
  assert.match(await object(page).inputValue(), /name: shop-tls/)
  await page.click('text=Save as test case')
  const names = await page.$$eval('dialog code', (codes) => codes.map((code) => code.textContent))
  assert.deepEqual(names.slice(1), ['cert-manager.io/Certificate/health.lua', 'cert-manager.io/Certificate/health_test.yaml', 'cert-manager.io/Certificate/testdata/progressing.yaml'])
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('dialog section:nth-of-type(2) >> text=Download')])
  assert.equal(file.suggestedFilename(), 'health_test.yaml')
  await assertClean(page)
  await page.close()
})

test('an expression from the drawer', async () => {
  const page = await visit(`${server.url}/resources`)
  const script = "inProgress: status.conditions.exists(e, e.type == 'Issuing' && e.status == 'True')\ncurrent: status.conditions.exists(e, e.type == 'Ready' && e.status == 'True')\n"
  await page.route('**/v1/resources/prod-eu-1/prod-eu-1-argocd-shop-5', async (route) => {
    const answer = await route.fetch()
    const detail = await answer.json()
    await route.fulfill({ response: answer, json: { ...detail, why: { rule: 'cert-manager.io/Certificate', source: 'expression', language: 'cel', row: 'inProgress', code: [], script } } })
  })
  await page.goto(`${server.url}/app/prod-eu-1/argocd/shop?r=prod-eu-1-argocd-shop-5&rc=prod-eu-1`)
  await page.waitForSelector('.code .hit')
  assert.match(await page.textContent('.code .hit'), /inProgress: status/)
  await page.click('.drawer a:has-text("Playground")')
  await ready(page)
  assert.equal(await check(page).inputValue(), script)
  await verdict(page, 'line 1 decided')
  await assertClean(page)
  await page.close()
})
