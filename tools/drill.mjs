// Long drills on both databases: `npm run drill:races -- --rounds 1000`, `npm run drill:kills -- --kills 200`,
// `npm run drill:backup -- --rounds 20`,
// `npm run drill:uploads -- --mebibytes 1024 --interruptions 20 --uploads 50 --each 20 --kills 200`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Options with their defaults, and the environment variables that configure the tests. */
const drills = {
  races: {
    files: ['test/api/races.test.ts', 'test/api/credential-races.test.ts', 'test/api/sign-in-races.test.ts'],
    options: { rounds: ['1000', 'TULIPWOOD_RACE_ROUNDS'] },
  },
  kills: { files: ['test/api/crash.test.ts'], options: { kills: ['200', 'TULIPWOOD_KILLS'] } },
  backup: {
    files: ['test/api/backup-under-load.test.ts'],
    options: { rounds: ['20', 'TULIPWOOD_BACKUP_ROUNDS'] },
  },
  uploads: {
    files: ['test/api/interrupted-uploads.test.ts'],
    options: {
      mebibytes: ['1024', 'TULIPWOOD_UPLOAD_MEBIBYTES'],
      interruptions: ['20', 'TULIPWOOD_UPLOAD_INTERRUPTIONS'],
      uploads: ['50', 'TULIPWOOD_UPLOADS'],
      each: ['20', 'TULIPWOOD_UPLOADS_EACH'],
      kills: ['200', 'TULIPWOOD_UPLOAD_KILLS'],
    },
  },
}

const [name, ...rest] = process.argv.slice(2)
const drill = drills[name]
if (drill === undefined) throw new Error(`Unknown drill "${name}". Valid drills: ${Object.keys(drills).join(', ')}`)
const options = Object.entries(drill.options)
const { values } = parseArgs({
  args: rest,
  options: Object.fromEntries(
    options.map(([option, [defaultValue]]) => [option, { type: 'string', default: defaultValue }]),
  ),
})
const variables = Object.fromEntries(options.map(([option, [, variable]]) => [variable, values[option]]))
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', ...drill.files],
  { stdio: 'inherit', env: { ...process.env, ...variables } },
)
process.exit(status ?? 1)
