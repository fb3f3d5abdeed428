// browser.js and its worker with what Node lacks of a browser: fetch of files, and workers of the web.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { Worker as Thread } from 'node:worker_threads'

const shim = `
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
globalThis.fetch = async (url) => new Response(readFileSync(url), { headers: { 'Content-Type': 'TYPE' } })
globalThis.postMessage = (message) => parentPort.postMessage(message)
await import('URL')
parentPort.on('message', (data) => globalThis.onmessage({ data }))
`
let type = 'application/wasm'

class WebWorker {
  constructor(url, { type: kind }) {
    assert.equal(kind, 'module')
    const code = shim.replace('TYPE', type).replace('URL', url)
    this.thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    this.thread.on('message', (data) => this.onmessage({ data }))
    this.thread.on('error', (error) => this.onerror({ message: error.message }))
  }

  postMessage(message) { this.thread.postMessage(message) }
  terminate() { this.thread.terminate() }
}

const widget = '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"}}'
const lost = '{"apiVersion":"v1","kind":"PersistentVolumeClaim","status":{"phase":"Lost"}}'

for (const served of ['application/wasm', 'application/octet-stream']) {
  test(`in a worker, served as ${served}`, async () => {
    type = served
    globalThis.Worker = WebWorker
    const { Vitals } = await import('../browser.js')
    const vitals = await Vitals.create({ profile: 'argocd', timeoutMs: 3000, limits: { lua_steps: 1e15 },
      checks: { 'example.com/Widget': 'while true do end' } })
    assert.equal((await vitals.assess(new TextEncoder().encode(lost).buffer)).health.status, 'Degraded')
    await assert.rejects(vitals.assess(widget), (error) => error.status === -8)
    assert.equal((await vitals.health(lost)).status, 'Degraded')
    vitals.close()
  })
}

test('no script is made from text', () => {
  for (const name of ['browser', 'client', 'core', 'engine', 'load-web', 'worker-web']) {
    const text = readFileSync(new URL(`../${name}.js`, import.meta.url), 'utf8')
    assert.doesNotMatch(text, /\beval\(|new Function|importScripts|data:|blob:/)
    assert.doesNotMatch(text, /from 'node:/)
  }
})
