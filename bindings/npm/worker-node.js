import { parentPort } from 'node:worker_threads'
import { serve } from './client.js'
import { load } from './load-node.js'

parentPort.on('message', serve(load, (message) => parentPort.postMessage(message)))
