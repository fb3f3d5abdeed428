// For Node.
import { Worker } from 'node:worker_threads'
import { clientOf } from './client.js'
import { Engine, VitalsError } from './engine.js'
import { load } from './load-node.js'

function start() {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url))
  worker.unref()
  return {
    post(message) { worker.postMessage(message) },
    listen(onMessage, onError) {
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', (code) => onError(new Error(`vitals: the worker ended with ${code}`)))
    },
    hold(busy) { if (busy) worker.ref(); else worker.unref() }, // an idle one does not keep the process
    end() { worker.terminate() },
  }
}

export const Vitals = clientOf(start)
export { Engine, VitalsError }

/** An engine in this thread. Its calls are as fast as can be, and cannot be stopped but by limits. */
export async function createEngine(options = {}) {
  return new Engine(await load(options), options)
}
