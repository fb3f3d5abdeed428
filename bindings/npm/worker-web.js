import { serve } from './client.js'
import { load } from './load-web.js'

const answer = serve(load, (message) => postMessage(message))
onmessage = (event) => answer(event.data)
