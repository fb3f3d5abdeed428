import { serve } from './client.js'
import { load } from './load-web.js'

const answer = serve(load, (message) => postMessage(message))
globalThis.onmessage = (event) => answer(event.data)
