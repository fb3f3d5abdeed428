// For browsers, without a bundler or with one that knows new URL(…, import.meta.url). It works under the policy
// script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'.
import { clientOf } from './client.js'
import { Engine, VitalsError } from './engine.js'
import { load } from './load-web.js'

function start() {
  const worker = new Worker(new URL('./worker-web.js', import.meta.url), { type: 'module' })
  return {
    post(message) { worker.postMessage(message) },
    listen(onMessage, onError) {
      worker.onmessage = (event) => onMessage(event.data)
      worker.onerror = (event) => onError(new Error(event.message ?? 'vitals: the worker does not start'))
    },
    hold() {},
    end() { worker.terminate() },
  }
}

export const Vitals = clientOf(start)
export { Engine, VitalsError }

/** An engine in this thread. Its calls are as fast as can be, and cannot be stopped but by limits. */
export async function createEngine(options = {}) {
  return new Engine(await load(options), options)
}
