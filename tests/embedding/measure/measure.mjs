// As main.go, in Node: each line of standard input, {"file","profile","times"}, gives the nanoseconds of one verdict.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createEngine } from '../../../bindings/npm/node.js'

const engines = {}
for await (const line of createInterface({ input: process.stdin })) {
  const { file, profile, times } = JSON.parse(line)
  const engine = engines[profile] ??= await createEngine({ profile })
  const object = new Uint8Array(readFileSync(file))
  const start = process.hrtime.bigint()
  for (let i = 0; i < times; i++) engine.health(object)
  console.log(String((process.hrtime.bigint() - start) / BigInt(times)))
}
