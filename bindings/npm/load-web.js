import { wanted } from './client.js'

// Why it is not there: a server may say so (RFC 9457).
async function problem(response) {
  if (!response.headers.get('Content-Type')?.startsWith('application/problem+json')) return null
  return (await response.json().catch(() => null))?.detail
}

async function get(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(await problem(response) ?? `vitals: ${url}: ${response.status} ${response.statusText}`)
  return response
}

const bytes = async (url) => new Uint8Array(await (await get(url)).arrayBuffer())

// Servers that do not know the type of the module still work.
async function compile(url) {
  const response = await get(url)
  return response.headers.get('Content-Type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

let module = null

export async function load(options) {
  const need = wanted(options)
  module ??= compile(new URL('./vitals.wasm', import.meta.url))
  const [compiled, checks, zones] = await Promise.all([
    module,
    need.checks ? bytes(new URL('./checks.bin', import.meta.url)) : undefined,
    need.zones ? bytes(new URL('./zones.bin', import.meta.url)) : undefined,
  ])
  return { module: compiled, checks, zones }
}
