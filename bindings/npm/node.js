// For Node.
import { Worker } from 'node:worker_threads'
import { clientOf } from './client.js'
import { Engine, VitalsError } from './engine.js'
import { load } from './load-node.js'

function start() {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url))
  worker.unref()
  return {
    post(message) { worker.ref(); worker.postMessage(message) },
    listen(onMessage, onError) {
      worker.on('message', (message) => { worker.unref(); onMessage(message) })
      worker.on('error', onError)
    },
    end() { worker.terminate() },
  }
}

export const Vitals = clientOf(start)
export { Engine, VitalsError }

/** An engine in this thread. Its calls are as fast as can be, and cannot be stopped but by limits. */
export async function createEngine(options = {}) {
  return new Engine(await load(options), options)
}
