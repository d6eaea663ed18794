// bounded.mjs --most SECONDS --report FILE --after SECONDS -- COMMAND…: runs a command of tests. All that it started is
// ended after the most seconds, and some after its tests are over (vitest's report is there) if it does not end by
// itself: then the report is the verdict. Any old Node runs it.
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
let verdict
let secondsOver = 0

function endAll() {
  try {
    // Stopped or deaf, whatever is left of the group hears this one.
    process.kill(-child.pid, 'SIGKILL')
  } catch (problem) {
    if (problem.code !== 'ESRCH') throw problem
  }
}

function end(code, why) {
  if (verdict !== undefined) return
  verdict = code
  console.log(`── ended: ${why}`)
  endAll()
}

const outcome = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // It is being written.
    return undefined
  }
}

const deadline = setTimeout(() => end(124, `it was not over after ${values.most} s`), Number(values.most) * 1000)
const look = setInterval(() => {
  if (!existsSync(report) || ++secondsOver < Number(values.after)) return
  const found = outcome()
  if (found !== undefined) end(found.success ? 0 : 1, `its tests were over, it was not, ${values.after} s later`)
}, 1000)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(128 + constants.signals[signal], signal))
child.on('error', (problem) => {
  console.error(problem.message)
  process.exit(127)
})
child.on('exit', (code, signal) => {
  clearTimeout(deadline)
  clearInterval(look)
  endAll()
  process.exitCode = verdict ?? code ?? 128 + constants.signals[signal]
})
