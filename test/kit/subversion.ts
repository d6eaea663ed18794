// Finds the programs for tests with real Subversion clients, which are skipped where they are not installed. A vitest
// global setup.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPrograms, installCommand, type Programs } from '../../src/subversion/programs/programs.ts'
import { reportSkipped } from './report-skipped.ts'

interface SubversionPrograms extends Pick<Programs, 'svn' | 'svnadmin' | 'svnlook' | 'svnauthz'> {
  /** Socket of the process that runs programs for tests. */
  readonly runner: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** null if this machine has none; tests that need them are skipped. */
    subversion: SubversionPrograms | null
  }
}

export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  // 'required' in CI, where it is installed; 'no' for quick runs.
  const mode = process.env['TULIPWOOD_TEST_SUBVERSION']
  const search = await findPrograms()
  if (mode === 'no' || ('missing' in search && mode !== 'required')) {
    project.provide('subversion', null)
    const reason =
      'missing' in search
        ? `${search.missing.join(', ')}: not installed (${installCommand})`
        : 'TULIPWOOD_TEST_SUBVERSION=no'
    return reportSkipped(`tests of Subversion: ${reason}`)
  }
  if ('missing' in search) throw new Error(`Tests with Subversion clients require ${search.missing.join(', ')}`)
  const { svn, svnadmin, svnlook, svnauthz } = search.programs
  const { runner, stop } = await startRunner()
  project.provide('subversion', { svn, svnadmin, svnlook, svnauthz, runner })
  return stop
}

async function startRunner(): Promise<{ readonly runner: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-runner-'))
  const runner = path.join(directory, 'socket')
  const child = fork(new URL('./program-runner.ts', import.meta.url), [runner])
  await once(child, 'message')
  return {
    runner,
    async stop() {
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
      await rm(directory, { recursive: true, force: true })
    },
  }
}
