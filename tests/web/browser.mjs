// Chromium and pages of it that notice what a page must not do.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after } from 'node:test'
import { chromium } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Loaded machines are slow; nothing here measures by this. */
export const patience = Number(process.env.VITALS_WEB_PATIENCE ?? 120000)

export const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
after(() => browser.close())

/** A page at `url` whose list is there. `faults` collects console errors, exceptions, policy violations, requests elsewhere. */
export async function visit(url, { theme = 'light', width = 1440, height = 900, context, wait = '.row', expect = () => false } = {}) {
  const page = await (context ?? browser).newPage(context ? {} : { viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
  page.setDefaultTimeout(patience)
  if (context) await page.setViewportSize({ width, height })
  page.faults = []
  const fault = (text) => { if (!expect(text)) page.faults.push(text) }
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) fault(`console: ${message.text()}`) })
  page.on('pageerror', (error) => fault(`exception: ${error.message}`))
  page.on('request', (request) => { if (new URL(request.url()).origin !== new URL(url).origin) fault(`request: ${request.url()}`) })
  await page.addInitScript(() => {
    globalThis.violations = []
    addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`))
  })
  await page.goto(url)
  if (wait) await page.waitForSelector(wait)
  return page
}

/** No fault was seen. */
export async function assertClean(page) {
  assert.deepEqual(page.faults, [])
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [])
}

/** The findings of axe-core by the rules of WCAG 2.2 AA and best practice. */
export async function findings(page) {
  // The policy of the page forbids other scripts; what the debugger evaluates is not bound by it.
  if (!await page.evaluate(() => Boolean(globalThis.axe))) await page.evaluate(readFileSync(axe, 'utf8'))
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`)
  })
}

/** Wait until something outside the page holds. */
export async function eventually(what, holds) {
  for (const end = Date.now() + patience; !await holds();) {
    assert.ok(Date.now() < end, what)
    await new Promise((resolve) => { setTimeout(resolve, 50) })
  }
}

/** Wait until an expression of the page is true. */
export const until = (page, test, given) => page.waitForFunction(test, given, { timeout: patience, polling: 100 })
