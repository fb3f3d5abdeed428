// The playground as files, at a path of any web server.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { after, before } from 'node:test'
import { assertClean, findings, until, visit } from './browser.mjs'

const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }
const folder = mkdtempSync(join(tmpdir(), 'vitals-playground-'))
const missing = []
const server = createServer((request, response) => {
  const name = normalize(new URL(request.url, 'http://localhost').pathname).replace(/^\/some\/where/, '').replace(/\/$/, '/index.html')
  try {
    const body = readFileSync(join(folder, name))
    response.writeHead(200, { 'Content-Type': types[name.split('.').pop()] ?? 'application/octet-stream' })
    response.end(body)
  } catch {
    missing.push(request.url)
    response.writeHead(404)
    response.end()
  }
})

before(async () => {
  execFileSync(fileURLToPath(new URL('../../tools/playground', import.meta.url)), [folder])
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve) })
})
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

test('it works from a folder, and asks for nothing that is not there', async () => {
  const page = await visit(`http://127.0.0.1:${server.address().port}/some/where/`, { wait: '.ed .l' })
  await until(page, () => /line 8 decided/.test(document.querySelector('.verdict').textContent))
  assert.deepEqual(await findings(page), [])
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  await assertClean(page)
  assert.deepEqual(missing, [])
  await page.close()
})
