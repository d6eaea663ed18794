// Extracts failures from vitest's JSON reports. Runs on any Node version.
import path from 'node:path'
import process from 'node:process'

const isBroken = (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')

/** Returns the names of failed tests, and of files that could not be run, each with the first line of its reason. */
export function listFailedTests(report) {
  return report.testResults.flatMap((file) => {
    const name = path.relative(process.cwd(), file.name)
    const firstLine = (text) => (text ?? '').split('\n')[0].trim()
    if (isBroken(file)) return [{ name, reason: firstLine(file.message) }]
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ name: `${name} › ${test.fullName}`, reason: firstLine(test.failureMessages?.[0]) }))
  })
}

/** Returns the files with failures, relative to the current directory. */
export const listFailedFiles = (report) =>
  report.testResults.filter((file) => file.status === 'failed').map((file) => path.relative(process.cwd(), file.name))
