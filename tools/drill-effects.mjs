// Proves that a test fails without each effect of transactions: without the entries of the audit log with one action,
// and without the jobs of one kind. `npm run drill:effects [-- --missing FILE…]`.
//
// Runs test files without some effects, verifies the tests in test/kit/effect-proofs.json, and searches one for each
// other effect: in tests that contain its name, and in the given files if they have the effect. With `--missing`, it
// only searches.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { listEffects } from '../test/kit/declared-effects.ts'

const proofsFile = 'test/kit/effect-proofs.json'
const directory = mkdtempSync(path.join(tmpdir(), 'tulipwood-effects-'))
const knownProofs = JSON.parse(readFileSync(proofsFile, 'utf8'))
const { values, positionals: givenFiles } = parseArgs({
  options: { missing: { type: 'boolean' } },
  allowPositionals: true,
})
const proofs = values.missing ? { ...knownProofs } : {}

/** Tests by file: titles and texts; those whose titles are built from cases are left out. */
const tests = new Map(
  globSync(['test/**/*.test.ts', 'src/**/*.test.ts'])
    .filter((file) => !/^test\/(?:browser|cluster|objects|reference)\//.test(file))
    .map((file) => [file, listTests(readFileSync(file, 'utf8'))]),
)
/** For each effect without a proof yet: the tests that may be one; without a title any test of the file. */
const pending = new Map(
  listEffects()
    .filter((effect) => proofs[effect] === undefined)
    .map((effect) => [effect, listCandidates(effect)]),
)

function listTests(text) {
  const result = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'it' && ts.isStringLiteralLike(node.arguments[0]))
      result.push({ title: node.arguments[0].text, text: node.getText() })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true))
  return result
}

function listCandidates(effect) {
  const name = `'${effect.replace(/^\w+ /, '')}'`
  const proof = knownProofs[effect]
  const candidates = [...tests].flatMap(([file, all]) =>
    all.filter(({ text }) => text.includes(name)).map(({ title }) => ({ file, title })),
  )
  return [...(proof === undefined ? [] : [{ file: proof.file, title: proof.test }]), ...candidates]
}

/** Runs test files, each without some effects; returns the titles of the failed tests of each file. */
function run(files, omitted) {
  const report = path.join(directory, 'report.json')
  const projects = ['unit', 'api', 'subversion'].flatMap((name) => ['--project', name])
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...files], {
    stdio: 'ignore',
    env: {
      ...process.env,
      TULIPWOOD_TEST_REPORT: report,
      TULIPWOOD_TEST_OMITTED: JSON.stringify(omitted),
      TULIPWOOD_TEST_EFFECTS: path.join(directory, 'effects'),
    },
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return new Map(
    testResults.map(({ name, assertionResults }) => [
      path.relative(process.cwd(), name),
      assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
    ]),
  )
}

/** Adds candidates in the given files, where they have the effects; they must not fail with all effects. */
function addGivenFiles() {
  const failed = run(givenFiles, {})
  for (const [file, [title]] of failed)
    if (title !== undefined) throw new Error(`${file} fails with all effects: ${title}`)
  const effects = new Set(readFileSync(path.join(directory, 'effects'), 'utf8').split('\n'))
  for (const [effect, candidates] of pending)
    candidates.push(...givenFiles.filter((file) => effects.has(`${file}\t${effect}`)).map((file) => ({ file })))
}

/**
 * Chooses what the next run omits, by file. Several entries of the audit log can be missing at once, if other tests
 * contain them; without a job, later tests may fail as well.
 */
function planRound() {
  const round = new Map()
  for (const [effect, [candidate]] of pending) {
    if (candidate === undefined) continue
    const others = round.get(candidate.file) ?? []
    const isAlone = effect.startsWith('job ') || candidate.title === undefined
    const isFree = others.every(({ title, isAlone }) => !isAlone && title !== candidate.title)
    if (others.length === 0 || (!isAlone && isFree))
      round.set(candidate.file, [...others, { effect, title: candidate.title, isAlone }])
  }
  return round
}

try {
  if (givenFiles.length > 0) addGivenFiles()
  for (let round = planRound(); round.size > 0; round = planRound()) {
    const omitted = Object.fromEntries([...round].map(([file, each]) => [file, each.map(({ effect }) => effect)]))
    const failed = run([...round.keys()], omitted)
    for (const [file, each] of round)
      for (const { effect, title } of each) {
        pending.get(effect).shift()
        const titles = new Set(tests.get(file)?.map((candidate) => candidate.title))
        const test = failed.get(file)?.find((one) => (title === undefined ? titles.has(one) : one === title))
        if (test === undefined) continue
        pending.delete(effect)
        proofs[effect] = { file, test }
        if (knownProofs[effect] === undefined) console.log(`${effect}: ${file}: ${test}`)
      }
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
const sorted = Object.fromEntries(Object.entries(proofs).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(proofsFile, `${JSON.stringify(sorted, null, 2)}\n`)
console.log(`${Object.keys(proofs).length} effects have a test that fails without them`)
for (const effect of pending.keys()) console.error(`${effect}: no test fails without it`)
process.exitCode = pending.size > 0 ? 1 : 0
