// Sums vitest's JSON reports into one plain line: count-tests.mjs FOLDER [FAILED-STAGE…]. Any old Node runs it.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [folder, ...failedStages] = process.argv.slice(2)
const total = { passed: 0, failed: 0 }

for (const stage of ['test', 'reference', 'node24']) {
  const file = path.join(folder, `${stage}.json`)
  const counted = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  // A stage can fail without a failing test: the checks before it, a crash, an unhandled rejection.
  if (counted.failed === 0 && failedStages.includes(stage)) counted.failed = 1
  // Node 24 repeats tests that are counted already: of it, only failures count.
  if (stage !== 'node24') total.passed += counted.passed
  total.failed += counted.failed
  if (existsSync(file) || counted.failed > 0) {
    console.log(`${stage}: passed ${counted.passed}, failed ${counted.failed}`)
  }
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || failedStages.length > 0 ? 1 : 0

function count(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length }
}
