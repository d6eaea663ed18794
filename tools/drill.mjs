// Long drills on both databases: `npm run drill:races -- --rounds 1000`, `npm run drill:kills -- --kills 200`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const drills = {
  races: { option: 'rounds', often: '1000', variable: 'TULIPWOOD_RACE_ROUNDS', file: 'test/api/races.test.ts' },
  kills: { option: 'kills', often: '200', variable: 'TULIPWOOD_KILLS', file: 'test/api/crash.test.ts' },
}

const [name, ...rest] = process.argv.slice(2)
const drill = drills[name]
if (drill === undefined) throw new Error(`There is no drill ${name}: ${Object.keys(drills).join(', ')}`)
const { option, often, variable, file } = drill
const { values } = parseArgs({ args: rest, options: { [option]: { type: 'string', default: often } } })
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', file], {
  stdio: 'inherit',
  env: { ...process.env, [variable]: values[option] },
})
process.exit(status ?? 1)
