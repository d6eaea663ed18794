import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createPathVisibility } from '../../src/subversion/browser/path-visibility.ts'
import { mergeAccessFile } from '../../src/subversion/model/access-file/merge.ts'
import { printAccessFile } from '../../src/subversion/model/access-file/print.ts'

import { runSteps } from '../kit/run-steps.ts'
import { runProgram } from '../kit/svn-client.ts'

const segment = fc.constantFrom('a', 'b', 'c d', 'é', 'a@1', '-x')
const somePath = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const section = fc.oneof(
  { weight: 8, arbitrary: somePath },
  { weight: 1, arbitrary: somePath.map((each) => `main:${each}`) },
  { weight: 1, arbitrary: somePath.map((each) => `other:${each}`) },
  { weight: 1, arbitrary: fc.constantFrom(':glob:/**/b', ':glob:/a/*', ':glob:main:/*/c d') },
)
const entry = fc.tuple(
  fc.constantFrom('*', 'bob', '@members', '$anonymous', '~bob', 'eve'),
  fc.constantFrom('', 'r', 'rw'),
)
const accessFile = fc
  .array(fc.tuple(section, fc.array(entry, { maxLength: 3 })), { maxLength: 6 })
  .map((sections) =>
    sections
      .map(([name, entries]) => `[${name}]\n${entries.map(([who, mode]) => `${who} = ${mode}\n`).join('')}`)
      .join(''),
  )

describe.skipIf(inject('subversion') === null)('the visible paths of a user', () => {
  it("equal Subversion's own evaluation of each path, with any rules", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-sight-'))
    const file = path.join(directory, 'access')
    let calls = 0
    const accessOf = (who: readonly string[]) => async (each: string) => {
      calls += 1
      const args = ['accessof', '--path', each, '--repository', 'main', ...who, file]
      const { code, stdout, stderr } = await runProgram(inject('subversion')?.svnauthz ?? '', args)
      if (code !== 0) throw new Error(stderr)
      return stdout.trim()
    }
    let unrestrictedCount = 0
    await fc.assert(
      fc.asyncProperty(
        accessFile,
        fc.array(somePath, { minLength: 1, maxLength: 5 }),
        fc.constantFrom([], ['--username', 'bob']),
        fc.constantFrom('everyone reads' as const, 'members only' as const),
        async (written, paths, who, permissions) => {
          const current = runSteps(mergeAccessFile({ groups: new Map([['members', ['bob']]]), permissions }, written))
          if ('problem' in current) return
          await writeFile(file, printAccessFile(current.ok))
          const accessOfPath = accessOf(who)
          const visibility = await createPathVisibility(current, 'main', accessOfPath)
          const expected: string[] = []
          for (const each of paths) if ((await accessOfPath(each)) !== 'no') expected.push(each)
          expect(await visibility.filterVisible(paths, (each) => each)).toEqual(expected)
          if (visibility.isUnrestricted) expect(expected).toEqual(paths)
          unrestrictedCount += Number(visibility.isUnrestricted)
        },
      ),
      { numRuns: 60 },
    )
    expect(unrestrictedCount).toBeGreaterThan(0)
    expect(calls).toBeGreaterThan(0)
    await rm(directory, { recursive: true })
  })
})
