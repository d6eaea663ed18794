// Prints how long commands of the command line take, and what of it is CPU time, next to `node -e 0`:
// `node tools/build-server.mjs && node bench/cli.ts [runs]`. On a machine that other programs use, compare CPU times.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const runs = Number(process.argv[2] ?? 9)
const root = path.resolve(import.meta.dirname, '..')
const directory = mkdtempSync(path.join(tmpdir(), 'tulipwood-bench-'))
const env = { ...process.env, TULIPWOOD_DATA: path.join(directory, 'data') }

/** The data is that of `tulipwood demo`. */
const commands = [
  ['--version'],
  ['--help'],
  ['completion', 'bash'],
  ['user', 'list'],
  ['project', 'list'],
  ['project', 'show', '101'],
  ['tracker', 'show', '1'],
  ['artifact', 'list', '2'],
  ['artifact', 'show', '1'],
  ['setting', 'get', 'access_mode'],
  ['doctor'],
]

interface Duration {
  readonly wallMs: number
  /** Of user and system. */
  readonly cpuMs: number
}

/** Runs a program once; bash measures the CPU time of its children. */
function measure(args: readonly string[]): Duration {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>"$0"'
  const errors = path.join(directory, 'errors')
  const { status, stderr } = spawnSync('bash', ['-c', script, errors, process.execPath, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  const [wall = 0, user = 0, system = 0] = stderr.trim().split(' ').map(Number)
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000 }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

try {
  const bin = path.join('bin', 'tulipwood.mjs')
  measure([bin, 'demo'])
  const programs = [['-e', '0'], ...commands.map((args) => [bin, ...args])]
  // In turn, so that the load of other programs affects all alike; the first round fills the cache of compiled code.
  const rounds = Array.from({ length: runs + 1 }, () => programs.map(measure)).slice(1)
  console.log('| command | median ms | CPU ms | above node -e 0 |')
  console.log('| --- | ---: | ---: | ---: |')
  const base = median(rounds.map(([first]) => first?.cpuMs ?? 0))
  for (const [i, program] of programs.entries()) {
    const wall = median(rounds.map((round) => round[i]?.wallMs ?? 0))
    const cpu = median(rounds.map((round) => round[i]?.cpuMs ?? 0))
    const name = i === 0 ? 'node -e 0' : `tulipwood ${program.slice(1).join(' ')}`
    console.log(`| ${name} | ${Math.round(wall)} | ${Math.round(cpu)} | ${Math.round(cpu - base)} |`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
