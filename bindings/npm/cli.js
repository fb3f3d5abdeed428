#!/usr/bin/env node
// The offline commands: the command line itself, compiled for WASI. Its files, output and exit statuses are those of
// the program; commands for clusters are not in it.
import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { imports } from './core.js'
import { Wasi } from './wasi.js'

const { root } = parse(process.cwd())
const directory = process.cwd().slice(root.length - 1).replaceAll('\\', '/')
const wasi = new Wasi({ args: ['vitals', ...process.argv.slice(2)], env: { ...process.env, PWD: directory }, root })
const module = await WebAssembly.compile(await readFile(new URL('./command.wasm', import.meta.url)))
let exports = null
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports, ...imports(() => exports) })
exports = instance.exports
const status = wasi.start(instance)

// A program whose reader has gone ends by the signal. Node ignores it until somebody has listened for it.
if (status === 'SIGPIPE' && process.platform !== 'win32') {
  const ignore = () => {}
  process.on('SIGPIPE', ignore)
  process.off('SIGPIPE', ignore)
  process.kill(process.pid, 'SIGPIPE')
}
process.exitCode = status === 'SIGPIPE' ? 141 : status
