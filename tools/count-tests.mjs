// Sums vitest's JSON reports in one line and lists failures: count-tests.mjs DIRECTORY [FAILED-STAGE…]. Failed files
// were repeated if NAME-again.json exists; tests that passed then are listed as flaky. Runs on any Node version.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { listFailedTests } from './failed-tests.mjs'

const [directory, ...failedStages] = process.argv.slice(2)
const total = { passed: 0, failed: 0 }

for (const stage of ['test', 'matrix', 'node24', 'cluster', 'reference']) {
  const report = reportOf(stage)
  const isFailed = failedStages.includes(stage)
  const failures = report ? listFailedTests(report) : []
  for (const { name, reason } of failures) console.log(`${stage}: ${isFailed ? 'failed' : 'flaky'}: ${name}: ${reason}`)
  const again = isFailed ? reportOf(`${stage}-again`) : undefined
  for (const { name, reason } of again ? listFailedTests(again) : []) {
    console.log(`${stage}: failed again: ${name}: ${reason}`)
  }

  // A stage can fail without a failing test: a failed check, a crash, an unhandled rejection.
  const failed = isFailed ? Math.max(1, failures.length) : 0
  const passed = (report?.numPassedTests ?? 0) + (isFailed ? 0 : failures.length)
  // The tests on Node.js 24 are repeated ones: only their failures count.
  if (stage !== 'node24') total.passed += passed
  total.failed += failed
  if (report || failed > 0) console.log(`${stage}: passed ${passed}, failed ${failed}${durationOf(stage)}`)
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || failedStages.length > 0 ? 1 : 0

function durationOf(stage) {
  const file = path.join(directory, `${stage}.seconds`)
  return existsSync(file) ? `, ${readFileSync(file, 'utf8').trim()} s` : ''
}

function reportOf(name) {
  const file = path.join(directory, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
