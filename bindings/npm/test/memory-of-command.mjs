// memory-of-command.mjs ARGUMENT…: run a command, and print the size of the module's memory on standard error.
import { readFileSync } from 'node:fs'
import { imports } from '../core.js'
import { Wasi } from '../wasi.js'

const wasi = new Wasi({ args: ['vitals', ...process.argv.slice(2)], env: {}, root: '/' })
const module = new WebAssembly.Module(readFileSync(new URL('../command.wasm', import.meta.url)))
let exports = null
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports, ...imports(() => exports) })
exports = instance.exports
process.exitCode = wasi.start(instance)
console.error(`memory ${exports.memory.buffer.byteLength}`)
