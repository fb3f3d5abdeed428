// The package in Chromium, on a page whose policy forbids scripts made from text: what docs/embedding/browser.md promises.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import test from 'node:test'

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }
const program = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

// playwright-core is installed for tests/web.
function playwright() {
  try {
    return createRequire(new URL('../../../tests/web/', import.meta.url))('playwright-core')
  } catch {
    return null
  }
}
const driver = playwright()
const reason = !program ? 'Chromium is not installed' : !driver ? '`npm ci` was not run in tests/web' : false

const lost = '{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"data"},"status":{"phase":"Lost"}}'
const widget = '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"}}'
const zoned = `healthCheckExprs:
- apiVersion: example.com/v1
  kind: Gadget
  current: timestamp('2026-07-01T00:00:00Z').getHours('Europe/Berlin') == 2
`

const page = `
import { Vitals, createEngine } from './browser.js'
globalThis.violations = []
addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))
const object = ${JSON.stringify(lost)}
globalThis.run = async () => {
  const vitals = await Vitals.create({ profile: 'argocd', timeoutMs: 3000, limits: { lua_steps: 1e15 },
    checks: { 'example.com/Widget': 'while true do end' } })
  const first = (await vitals.assess(object)).health.status
  const endless = await vitals.assess(${JSON.stringify(widget)}).catch((error) => error.status)
  const next = (await vitals.health(new TextEncoder().encode(object))).status
  vitals.close()
  const engine = await createEngine({ profile: 'flux', expressions: [${JSON.stringify(zoned)}], bundled: false })
  const gadget = engine.health('{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"g"},"status":{}}')
  const made = (() => { try { return new Function('return 1')() } catch (error) { return error.name } })()
  return { first, endless, next, gadget: gadget.status, made }
}
`

function serve() {
  return createServer((request, response) => {
    const name = basename(request.url === '/' ? 'index.html' : request.url)
    const made = { 'index.html': '<!doctype html><title>vitals</title><script type="module" src="page.js"></script>', 'page.js': page }
    const file = new URL(`../${name}`, import.meta.url)
    if (!made[name] && !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': types[name.split('.').pop()] ?? 'application/octet-stream', 'Content-Security-Policy': policy })
    response.end(made[name] ?? readFileSync(file))
  })
}

test('in Chromium under a strict policy', { skip: reason }, async () => {
  const server = serve()
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const browser = await driver.chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${server.address().port}/`)
    await tab.waitForFunction(() => globalThis.run, null, { timeout: 120000 })
    const found = await tab.evaluate(() => globalThis.run())
    assert.deepEqual(found, { first: 'Degraded', endless: -8, next: 'Degraded', gadget: 'Healthy', made: 'EvalError' })
    // The one violation is our own attempt to make a function from text.
    assert.deepEqual(await tab.evaluate(() => globalThis.violations), ['script-src'])
  } finally {
    await browser.close()
    server.close()
  }
})
