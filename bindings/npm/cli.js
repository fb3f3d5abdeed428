#!/usr/bin/env node
// The offline commands: the command line itself, compiled for WASI. Its files, output and exit statuses are those of
// the program; commands for clusters are not in it.
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { imports } from './core.js'

// Node warns that its WASI may change, which is nothing to users of this program.
const { emitWarning } = process
process.emitWarning = () => {}
const { WASI } = await import('node:wasi')
process.emitWarning = emitWarning

const { root } = parse(process.cwd())
const directory = process.cwd().slice(root.length - 1).replaceAll('\\', '/')
const wasi = new WASI({
  version: 'preview1', args: ['vitals', ...process.argv.slice(2)], env: { ...process.env, PWD: directory },
  preopens: { '/': root }, returnOnExit: true,
})
const module = await WebAssembly.compile(await readFile(new URL('./command.wasm', import.meta.url)))
let exports = null
const instance = new WebAssembly.Instance(module, { ...wasi.getImportObject(), ...imports(() => exports) })
exports = instance.exports
process.exitCode = wasi.start(instance)
