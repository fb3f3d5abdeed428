// cli.js and its host, wasi.js, where the tests of the command line (tools/dev npm) do not look.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = (name) => fileURLToPath(new URL(name, import.meta.url))
const cli = program('../cli.js')
const run = (...args) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })

const claim = (name) => `${JSON.stringify({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace: 'shop', uid: `u-${name}` }, status: { phase: 'Bound' },
})}\n`

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'vitals-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

test('answers come while a socket on standard input is quiet, and until it ends', async () => {
  const child = spawn(process.execPath, [cli, 'assess', '-o', 'name'])
  child.stdin.write(Array.from({ length: 30 }, () => claim('early')).join(''))
  const first = await new Promise((resolve) => child.stdout.once('data', resolve))
  assert.match(`${first}`, /persistentvolumeclaim\/early/)
  let rest = ''
  child.stdout.on('data', (data) => { rest += data })
  child.stdin.end(claim('late'))
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0)
  assert.match(rest, /persistentvolumeclaim\/late/)
})

test('errors of files are those of the operating system', (t) => {
  const path = folder(t)
  writeFileSync(join(path, 'a.json'), claim('a'))
  symlinkSync('loop.json', join(path, 'loop.json'))
  const reasons = {
    'none.json': /No such file or directory/, 'a.json/b.json': /Not a directory/, 'loop.json': /Symbolic link loop|Too many levels of symbolic links/,
  }
  for (const [name, reason] of Object.entries(reasons)) {
    const { status, stdout, stderr } = run('assess', '-o', 'name', '-f', join(path, name), '-f', join(path, 'a.json'))
    assert.equal(status, 3)
    assert.match(stderr, reason)
    assert.match(stdout, /persistentvolumeclaim\/a/)
  }
})

test('a folder with more names than one buffer holds is read whole', (t) => {
  const path = folder(t)
  const names = Array.from({ length: 700 }, (_, i) => `a-rather-long-name-of-a-file-${i}`)
  for (const name of names) writeFileSync(join(path, `${name}.json`), claim(name))
  const { status, stdout } = run('assess', '-o', 'name', '-f', path)
  assert.equal(status, 0)
  assert.equal(stdout.match(/persistentvolumeclaim\//g).length, names.length)
})

test('a file that is written again is as long as what it holds now', (t) => {
  const path = folder(t)
  const checks = fileURLToPath(new URL('../../../tests/cli/data/checks', import.meta.url))
  const save = () => run('test', checks, '--save-fixtures', path)
  save()
  const [name] = readdirSync(path)
  const whole = readFileSync(join(path, name), 'utf8')
  writeFileSync(join(path, name), whole + 'more\n'.repeat(1000))
  save()
  assert.equal(readFileSync(join(path, name), 'utf8'), whole)
})

test('further objects take at most one kilobyte of the memory of the module', (t) => {
  const path = folder(t)
  const memory = (count, form) => {
    const file = join(path, `${count}.json`)
    writeFileSync(file, Array.from({ length: count }, (_, i) => claim(`claim-${i}`)).join(''))
    const { stderr } = spawnSync(process.execPath, [program('memory-of-command.mjs'), 'assess', '-q', '-o', form, '-f', file],
      { encoding: 'utf8', maxBuffer: 1 << 28 })
    return Number(/^memory (\d+)$/m.exec(stderr)[1])
  }
  for (const form of ['table', 'json', 'tree']) {
    const each = (memory(20000, form) - memory(4000, form)) / 16000
    assert.ok(each <= 1024, `${form}: ${each} bytes for each further object`)
  }
})
