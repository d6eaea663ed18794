// Tests with real clients of Subversion: left out where its programs are not installed. A vitest global setup.
import type { TestProject } from 'vitest/node'
import { findPrograms, installation, type Programs } from '../../src/subversion/programs.ts'

type Files = Pick<Programs, 'svn' | 'svnadmin' | 'svnlook'>

declare module 'vitest' {
  interface ProvidedContext {
    /** null: this machine has none, and what needs them is left out. */
    subversion: Files | null
  }
}

export default async function setup(project: TestProject): Promise<void> {
  // '' as anybody has it, 'required' where it was installed for this, 'no' for quick rounds.
  const wish = process.env['TULIPWOOD_TEST_SUBVERSION']
  const found = await findPrograms()
  if (wish === 'no' || ('missing' in found && wish !== 'required')) {
    project.provide('subversion', null)
    const why = 'missing' in found ? `${found.missing.join(', ')}: not installed (${installation})` : 'as was asked for'
    process.stderr.write(`Left out: tests with Subversion's client; ${why}\n`)
    return
  }
  if ('missing' in found) throw new Error(`Tests with Subversion's client need ${found.missing.join(', ')}`)
  const { svn, svnadmin, svnlook } = found.programs
  project.provide('subversion', { svn, svnadmin, svnlook })
}
