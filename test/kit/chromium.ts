// Chromium for the tests of pages, which are skipped where there is none. A vitest global setup.
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { reportSkipped } from './report-skipped.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the program; null where the tests of pages are skipped. */
    chromium: string | null
  }
}

// The first one draws no windows: with the others the same tests take half as much time again.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

export function setup(project: TestProject): (() => void) | undefined {
  project.provide('isFullMatrix', process.env['TULIPWOOD_TEST_MATRIX'] === 'full')
  // 'required' where it was installed for the tests, 'no' for quick rounds.
  const mode = process.env['TULIPWOOD_TEST_BROWSER']
  const paths = [process.env['CHROMIUM'] ?? [], names.map((name) => `/usr/bin/${name}`)].flat()
  const executable = paths.find((path) => existsSync(path))
  if (executable === undefined && mode === 'required')
    throw new Error('Chromium is required and was not found: install it, or set CHROMIUM to its path')
  project.provide('chromium', mode === 'no' ? null : (executable ?? null))
  if (mode === 'no') return reportSkipped('browser tests: TULIPWOOD_TEST_BROWSER=no')
  return executable === undefined
    ? reportSkipped('browser tests: Chromium is not installed (apt-get install chromium)')
    : undefined
}
