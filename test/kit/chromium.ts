// Finds Chromium for the browser tests, which are skipped where it is not installed. A vitest global setup.
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { reportSkipped } from './report-skipped.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the executable; null if the browser tests are skipped. */
    chromium: string | null
  }
}

// The headless shell has no window system: the other executables take half as much time again.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

export function setup(project: TestProject): (() => void) | undefined {
  // 'required' where it was installed for the tests, 'no' for quick rounds.
  const mode = process.env['TULIPWOOD_TEST_BROWSER']
  const paths = [process.env['CHROMIUM'] ?? [], names.map((name) => `/usr/bin/${name}`)].flat()
  const executable = paths.find((path) => existsSync(path))
  if (executable === undefined && mode === 'required')
    throw new Error('Chromium is required but was not found. Install it, or set CHROMIUM to its path.')
  project.provide('chromium', mode === 'no' ? null : (executable ?? null))
  if (mode === 'no') return reportSkipped('browser tests: TULIPWOOD_TEST_BROWSER=no')
  return executable === undefined
    ? reportSkipped('browser tests: Chromium is not installed (apt-get install chromium)')
    : undefined
}
