// Acceptance A13: the playground says what `vitals assess` says, byte for byte, on the objects that the checks are tested with.
// VITALS names the program. One object a check; CORPUS=all takes every one (minutes).
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { after, before } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Engine } from '../../bindings/npm/engine.js'
import { keyOf } from '../../web/trial.js'
import { visit } from './browser.mjs'
import { start } from './server.mjs'

const checks = fileURLToPath(new URL('../../resource_customizations', import.meta.url))
const program = process.env.VITALS
const all = process.env.CORPUS === 'all'

let server
before(async () => { server = await start({ objects: 30 }) })
after(() => server.close())

const engine = new Engine({ module: new WebAssembly.Module(gunzipSync(readFileSync(new URL('../../bindings/go/assets/vitals.wasm.gz', import.meta.url)))) },
  { profile: 'argocd', bundled: false })

/** GROUP/KIND of the only object of a text; null: it is not one object. */
function kindOf(text) {
  try {
    return keyOf(engine.explain(text))
  } catch {
    return null
  }
}


/** A script with the helpers of prelude.lua that its first line names, and those that they use. */
function standAlone(script) {
  const named = /^-- uses: (.*)\n/.exec(script)
  if (!named) return script
  const wanted = new Set(named[1].split(', '))
  const texts = []
  for (const block of readFileSync(join(checks, 'prelude.lua'), 'utf8').split('\n\n').reverse()) {
    const name = /^local (?:function )?(\w+)/m.exec(block)
    if (!name || !wanted.has(name[1])) continue
    for (const [, line] of block.matchAll(/^-- uses: (.*)$/gm)) for (const each of line.split(', ')) wanted.add(each)
    texts.unshift(block)
  }
  // The profiles of a check are named in its first line.
  const [, profiles, rest] = /^(-- vitals:profiles .*\n)?([^]*)$/.exec(script.slice(named[0].length))
  return `${profiles ?? ''}${texts.join('\n')}\n${rest}`
}

/** Files of one object with the check of its kind: { file, text, script }. */
function corpus() {
  const out = []
  for (const { name: group } of readdirSync(checks, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    for (const kind of readdirSync(join(checks, group))) {
      const folder = join(checks, group, kind)
      if (!existsSync(join(folder, 'health.lua')) || !existsSync(join(folder, 'testdata'))) continue
      const script = standAlone(readFileSync(join(folder, 'health.lua'), 'utf8'))
      const cases = readdirSync(join(folder, 'testdata')).sort().map((name) => ({ file: join(folder, 'testdata', name), script }))
        .map((one) => ({ ...one, text: readFileSync(one.file, 'utf8') }))
        .filter(({ text }) => kindOf(text) === `${group}/${kind}` && !/^---/m.test(text.slice(3)))
      out.push(...(all ? cases : cases.slice(0, 1)))
    }
  }
  return out
}

/** What the program says at a time: file to "status\nmessage". */
function assessed(cases, now) {
  const result = new Map()
  for (let i = 0; i < cases.length; i += 500) {
    const files = cases.slice(i, i + 500).flatMap(({ file }) => ['-f', file])
    const done = spawnSync(program, ['assess', '--profile', 'argocd', '--no-bundled', '--checks', checks, '--now', now, '-o', 'ndjson', ...files], { encoding: 'utf8', maxBuffer: 1 << 28 })
    for (const line of done.stdout.split('\n').filter(Boolean)) {
      const { input, health } = JSON.parse(line)
      result.set(input.file, health ? `${health.status}\n${health.message}` : 'no health')
    }
  }
  return result
}

test('the playground says what the program says', { skip: program ? false : 'VITALS is not set' }, async () => {
  const cases = corpus()
  assert.ok(cases.length > 700, `${cases.length} objects`)
  const seconds = Math.floor(Date.now() / 1000)
  const early = assessed(cases, new Date(seconds * 1000 - 7200000).toISOString())
  const late = assessed(cases, new Date(seconds * 1000 + 7200000).toISOString())
  const page = await visit(`${server.url}/playground`, { wait: '.ed .l' })
  const different = []
  let timed = 0
  for (let i = 0; i < cases.length; i += 50) {
    const part = cases.slice(i, i + 50).map(({ script, text }) => ({ script, text }))
    const answers = await page.evaluate(async (part) => {
      const { attempt } = await import('/trial.js')
      const out = []
      for (const { script, text } of part) {
        const { answer, failure } = await attempt('lua', script, text, { quick: true })
        out.push(failure ?? (answer.health ? `${answer.health.status}\n${answer.health.message}` : 'no health'))
      }
      return out
    }, part)
    for (const [j, answer] of answers.entries()) {
      const { file } = cases[i + j]
      // What another time would change is not compared.
      if (early.get(file) !== late.get(file)) timed++
      else if (answer !== late.get(file)) different.push({ file, playground: answer, program: late.get(file) })
    }
  }
  process.stdout.write(`# ${cases.length} objects, ${timed} depend on the clock, ${different.length} differ\n`)
  assert.deepEqual(different.slice(0, 5), [])
  assert.ok(timed < cases.length / 20)
  await page.close()
})
