// Many rounds of 20 writers that mean the same version, on both databases: `npm run drill:races -- 1000`.
import { spawnSync } from 'node:child_process'

const rounds = process.argv[2] ?? '1000'
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'api',
    'test/api/concurrency.test.ts',
    '-t',
    'is overtaken once',
  ],
  { stdio: 'inherit', env: { ...process.env, TULIPWOOD_RACE_ROUNDS: rounds } },
)
process.exit(status ?? 1)
