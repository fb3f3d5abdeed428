// generate-types.mjs SCHEMA…: the types of JSON Schemas as a TypeScript declaration file.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const capital = (name) => name[0].toUpperCase() + name.slice(1)
const names = { coverage: 'Coverage', verdict: 'Verdict', explanation: 'Explanation', lint: 'LintReport', test: 'TestReport' }

function comment(schema, indent) {
  return schema.description ? `${indent}/** ${schema.description} */\n` : ''
}

function object(schema, indent) {
  const inner = `${indent}  `
  const properties = Object.entries(schema.properties ?? {}).map(([name, of]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${comment(of, inner)}${inner}${name}${optional}: ${type(of, inner)}\n`
  })
  if (!properties.length) return `Record<string, ${type(schema.additionalProperties || {}, indent)}>`
  return `{\n${properties.join('')}${indent}}`
}

function type(schema, indent = '') {
  if (schema.$ref) return names[basename(schema.$ref, '.schema.json')] ?? capital(schema.$ref.replace('#/$defs/', ''))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const types = [schema.type ?? 'unknown'].flat().map((name) => ({
    integer: () => 'number', string: () => 'string', boolean: () => 'boolean', null: () => 'null', unknown: () => 'unknown',
    array: () => `Array<${type(schema.items, indent)}>`, object: () => object(schema, indent),
  })[name]())
  return types.join(' | ')
}

function declare(name, schema) {
  const body = type(schema)
  return `${comment(schema, '')}${body.startsWith('{') && !body.endsWith('null')
    ? `export interface ${name} ${body}` : `export type ${name} = ${body}`}\n`
}

let text = '// Made by generate-types.mjs from docs/schema. Do not edit.\n'
for (const path of process.argv.slice(2)) {
  const schema = JSON.parse(readFileSync(path, 'utf8'))
  const name = names[basename(path, '.schema.json')]
  if (name) text += `\n${declare(name, schema)}`
  for (const [key, of] of Object.entries(schema.$defs ?? {})) text += `\n${declare(capital(key), of)}`
}
process.stdout.write(text)
