// The golden file of all bindings: tests/golden/binding/make describes it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { Core } from '../core.js'
import { load } from '../load-node.js'

const path = process.env.VITALS_GOLDEN

// The steps of a script include its memory, which is smaller where pointers have 32 bits.
const portable = (text) => text.replace(/"lua_steps","used":\d+/, '"lua_steps","used":0')

function argumentsOf(call, objects, kept) {
  let out = null
  const given = call.args.flatMap((arg) => {
    if (arg === null || typeof arg === 'string') return [arg]
    if ('object' in arg) return [objects[arg.object]]
    if ('n' in arg) return [arg.n]
    if ('id' in arg) return [kept[arg.id] ?? 0]
    if ('out' in arg) return [out = new Uint8Array(arg.out)]
    const texts = arg.column.map((name) => Buffer.from(objects[name]))
    const offsets = new BigUint64Array(texts.length + 1)
    texts.forEach((text, i) => { offsets[i + 1] = offsets[i] + BigInt(text.length) })
    return [Buffer.concat(texts), new Uint8Array(offsets.buffer), texts.length]
  })
  return { given, out }
}

test('golden file', { skip: path ? false : 'VITALS_GOLDEN is not set: `tools/dev npm` does' }, async () => {
  const { objects, calls } = JSON.parse(readFileSync(path, 'utf8'))
  const assets = await load({ zones: true })
  const kept = {}
  let core
  let differences = 0
  calls.forEach((call, number) => {
    if (call.call === 'new') {
      core = new Core(assets.module)
      core.call('bundle', assets.checks)
      core.call('zones', assets.zones)
      return
    }
    const { given, out } = argumentsOf(call, objects, kept)
    const result = core.call(call.call, ...given)
    if (call.keep) kept[call.keep] = result
    const same = String(result) === call.result && portable(core.text) === portable(call.text) &&
      (!call.out || call.out.every((code, i) => out[i] === code))
    if (same) return
    if (++differences <= 10) console.error(`call ${number + 1}, ${call.call}:\n got ${result} ${core.text}\nwant ${call.result} ${call.text}`)
  })
  assert.equal(differences, 0, `${calls.length} calls, ${differences} differences`)
})
