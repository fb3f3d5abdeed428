import { readFile } from 'node:fs/promises'
import { wanted } from './client.js'

const read = (name) => readFile(new URL(name, import.meta.url))
let module = null

export async function load(options) {
  const { checks, zones } = wanted(options)
  module ??= read('./vitals.wasm').then((bytes) => WebAssembly.compile(bytes))
  return {
    module: await module,
    checks: checks ? await read('./checks.bin') : undefined,
    zones: zones ? await read('./zones.bin') : undefined,
  }
}
