// Tests with real clients of Subversion: left out where its programs are not installed. A vitest global setup.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPrograms, installCommand, type Programs } from '../../src/subversion/programs.ts'
import { reportSkipped } from './report-skipped.ts'

interface Found extends Pick<Programs, 'svn' | 'svnadmin' | 'svnlook' | 'svnauthz'> {
  /** The socket of who runs them for tests. */
  readonly runner: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** null: this machine has none, and what needs them is left out. */
    subversion: Found | null
  }
}

export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  // '' as anybody has it, 'required' where it was installed for this, 'no' for quick rounds.
  const wish = process.env['TULIPWOOD_TEST_SUBVERSION']
  const found = await findPrograms()
  if (wish === 'no' || ('missing' in found && wish !== 'required')) {
    project.provide('subversion', null)
    const why =
      'missing' in found
        ? `${found.missing.join(', ')}: not installed (${installCommand})`
        : 'TULIPWOOD_TEST_SUBVERSION=no'
    return reportSkipped(`tests of Subversion: ${why}`)
  }
  if ('missing' in found) throw new Error(`Tests with Subversion's client need ${found.missing.join(', ')}`)
  const { svn, svnadmin, svnlook, svnauthz } = found.programs
  const { runner, stop } = await startRunner()
  project.provide('subversion', { svn, svnadmin, svnlook, svnauthz, runner })
  return stop
}

async function startRunner(): Promise<{ readonly runner: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-runner-'))
  const runner = path.join(folder, 'socket')
  const child = fork(new URL('./program-runner.ts', import.meta.url), [runner])
  await once(child, 'message')
  return {
    runner,
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
