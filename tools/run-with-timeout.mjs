// run-with-timeout.mjs --most SECONDS --report FILE --after SECONDS -- COMMAND…: runs a test command with a time limit. All its
// processes are killed after `most` seconds, or `after` seconds after its tests are complete (vitest's report exists)
// if it does not exit; then the report decides the exit code. Runs on any Node version.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values, positionals } = parseArgs({
  options: { most: text, report: text, after: text },
  allowPositionals: true,
})
const { report } = values
const [file, ...parameters] = positionals
const child = spawn(file, parameters, { stdio: 'inherit', detached: true })
let exitCode
let secondsOver = 0

function endAll() {
  try {
    // SIGKILL also ends stopped processes and those that ignore other signals.
    process.kill(-child.pid, 'SIGKILL')
  } catch (problem) {
    if (problem.code !== 'ESRCH') throw problem
  }
}

function end(code, reason) {
  if (exitCode !== undefined) return
  exitCode = code
  console.log(`── killed: ${reason}`)
  endAll()
}

const outcome = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // The report is being written.
    return undefined
  }
}

const deadline = setTimeout(() => end(124, `not finished after ${values.most} s`), Number(values.most) * 1000)
const poll = setInterval(() => {
  if (!existsSync(report) || ++secondsOver < Number(values.after)) return
  const result = outcome()
  if (result !== undefined)
    end(result.success ? 0 : 1, `tests finished, but the command did not exit within ${values.after} s`)
}, 1000)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(128 + constants.signals[signal], signal))
child.on('error', (problem) => {
  console.error(problem.message)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  clearTimeout(deadline)
  clearInterval(poll)
  endAll()
  process.exitCode = exitCode ?? code ?? 128 + constants.signals[signal]
})
