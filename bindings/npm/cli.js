#!/usr/bin/env node
// The offline commands of vitals, on every platform. Their JSON is that of the command line.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEngine } from './node.js'

const usage = `usage: npx vitals COMMAND [options] [FILE or DIRECTORY]
  assess    one line of JSON for each object of a file, or of standard input
  explain   which rule decided, and why, as JSON
  lint      mistakes in ConfigMaps, checks and expressions of a directory
  test      run the tests of a directory of checks
  cel EXPR  evaluate an expression
options: --profile combined|argocd|flux|kstatus  --argocd-cm FILE  --exprs FILE  --checks DIRECTORY
         --now TIME  -o json (lint, test)  --coverage  --incomplete
`

const read = (name) => readFileSync(name === '-' ? 0 : name, 'utf8')

/** The files of a directory by their names relative to it. */
function tree(directory) {
  const files = {}
  const walk = (path, name) => {
    for (const entry of readdirSync(path).sort()) {
      if (entry.startsWith('.') || entry === 'node_modules') continue
      const inner = join(path, entry)
      const relative = name ? `${name}/${entry}` : entry
      if (statSync(inner).isDirectory()) walk(inner, relative)
      else if (/\.(lua|ya?ml|json)$/.test(entry)) files[relative] = read(inner)
    }
  }
  if (statSync(directory).isDirectory()) walk(directory, '')
  else files[directory] = read(directory)
  return files
}

const checksOf = (files) => Object.fromEntries(Object.entries(files)
  .filter(([name]) => /^[^/]+\/[^/]+\/health\.lua$/.test(name))
  .map(([name, text]) => [name.slice(0, -'/health.lua'.length), text]))

/** Documents of YAML, or lines of JSON. */
function objects(text) {
  const lines = text.trimStart().startsWith('{') && !text.includes('\n---')
  return text.split(lines ? /\n(?=\{)/ : /^---.*$/m).filter((part) => part.trim())
}

const print = (value) => process.stdout.write(`${value}\n`)
const bad = new Set(['Degraded', 'Unknown', 'Missing'])

const commands = {
  assess(engine, [file = '-']) {
    let status = 0
    for (const object of objects(read(file))) {
      const verdict = engine.assess(object)
      if (bad.has(verdict.health?.status)) status = 1
      print(JSON.stringify(verdict))
    }
    return status
  },
  explain(engine, [file = '-']) {
    for (const object of objects(read(file))) print(JSON.stringify(engine.explain(object)))
    return 0
  },
  lint(engine, [directory = '.'], { output }) {
    const report = engine.lint(tree(directory))
    if (output === 'json') print(JSON.stringify(report))
    else {
      for (const f of report.findings) {
        if (!f.ignored) print(`${f.file}:${f.line}:${f.column}: ${f.severity}: ${f.text}. ${f.advice}. [${f.rule}]`)
      }
    }
    return report.summary.errors ? 1 : 0
  },
  test(engine, [directory = '.'], { output, coverage, incomplete }) {
    const report = engine.test(tree(directory), { coverage, incomplete })
    if (output === 'json') print(JSON.stringify(report))
    else {
      for (const t of report.tests) {
        if (t.outcome !== 'failed') continue
        print(`FAIL ${t.name}`)
        if (t.error) print(`    error    ${t.error}`)
        if (t.expected) print(`    expected ${t.expected.status} ${JSON.stringify(t.expected.message)}`)
        if (t.actual) print(`    actual   ${t.actual.status} ${JSON.stringify(t.actual.message)}`)
      }
      if (report.coverage) print(`${report.coverage.percent}% covered`)
      print(`${report.passed} passed, ${report.failed} failed`)
    }
    return report.failed ? 1 : 0
  },
  cel(engine, [expression = '']) {
    const answer = engine.cel(expression)
    print(answer.text)
    return answer.outcome === 'value' ? 0 : 1
  },
}

async function main() {
  const [name, ...rest] = process.argv.slice(2)
  if (!Object.hasOwn(commands, name ?? '')) throw new RangeError(usage)
  const { values, positionals } = parseArgs({
    args: rest, allowPositionals: true, options: {
      profile: { type: 'string' }, 'argocd-cm': { type: 'string' }, exprs: { type: 'string' }, checks: { type: 'string' },
      now: { type: 'string' }, output: { type: 'string', short: 'o' }, coverage: { type: 'boolean' },
      incomplete: { type: 'boolean' },
    },
  })
  const engine = await createEngine({
    profile: values.profile,
    argocdCM: values['argocd-cm'] && read(values['argocd-cm']),
    expressions: values.exprs && [read(values.exprs)],
    checks: values.checks && checksOf(tree(values.checks)),
    explain: true,
    zones: true,
    now: values.now && Date.parse(values.now),
  })
  for (const d of engine.warnings) process.stderr.write(`${d.file}:${d.line}:${d.column}: ${d.severity}: ${d.text}\n`)
  return commands[name](engine, positionals, values)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(error instanceof RangeError ? error.message : `vitals: ${error.message.replace(/^vitals: /, '')}\n`)
  process.exitCode = error.status ? 3 : 2
}
