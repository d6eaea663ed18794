import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { archiveAtPath } from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { findDifferences } from '../kit/generated-archive/differences.ts'
import { type GeneratedArchive, generatedArchives } from '../kit/generated-archive.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'

/** A small round each time, the same archives; `npm run drill:archives` tries many, others each time. */
const longRound = Number(process.env['TULIPWOOD_ARCHIVE_RUNS'] ?? 0)
const seed = process.env['TULIPWOOD_TEST_SEED'] ?? 'any'
const round =
  longRound > 0
    ? { numRuns: longRound, ...(seed === 'any' ? {} : { seed: Number(seed) }) }
    : { numRuns: 25, seed: 20_261_122 }

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)

  describe('an archive in any form that the format allows (docs/api/archive-format.md §1.8)', () => {
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tulipwood-generated-'))
      await writeFile(
        join(folder, 'project.xml'),
        '<project unix-name="taken" full-name="Taken" description="" access="public"/>',
      )
      await writeFile(join(folder, 'users.xml'), '<users/>')
      await archiveAtPath(folder).import(server.world)
      await rm(folder, { recursive: true })
    })

    it(
      'comes in with everything it says, or is refused for the cause that it has and changes nothing',
      async () => {
        const began = Date.now()
        const outcomes = new Map<string, number>()
        let number = 0
        await fc.assert(
          fc.asyncProperty(generatedArchives, async (archive) => {
            number += 1
            const outcome = await judge(server, archive, `generated-${number}`)
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }),
          round,
        )
        expect(await findContradictions(server.world.db)).toEqual([])
        expect(outcomes.get('came in')).toBeGreaterThan(0)
        // The figures of a long round are what it is for.
        if (longRound > 0) {
          const seconds = Math.round((Date.now() - began) / 1000)
          console.log(dialect, Object.fromEntries([...outcomes].sort()), `${seconds} s`)
        }
      },
      longRound > 0 ? 14_400_000 : 600_000,
    )
  })
})

/** Imports an archive and compares; the code of its refusal, or that it came in. */
async function judge(server: TestServer, archive: GeneratedArchive, shortName: string): Promise<string> {
  const before = archive.refusal === null ? undefined : await server.rowCounts()
  const folder = await written(archive)
  try {
    const given = archive.refusal === 'short-name' ? {} : { shortName }
    const result = await archiveAtPath(folder).import(server.world, given)
    if ('problems' in result) {
      expect(new Set(result.problems.map(({ code }) => code)), problemsOf(result.problems)).toEqual(
        new Set([archive.refusal]),
      )
      expect(await server.rowCounts()).toEqual(before)
      return archive.refusal ?? ''
    }
    expect(archive.refusal, 'The archive must be refused').toBe(null)
    expect(await findDifferences(server, result.ok.project?.id ?? 0, archive)).toEqual([])
    return 'came in'
  } catch (error) {
    if (process.env['TULIPWOOD_KEEP_ARCHIVES'] !== undefined) console.log(`Kept: ${await written(archive)}`, error)
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

const problemsOf = (problems: readonly { readonly text: string }[]): string =>
  problems.map(({ text }) => text).join('\n')

/** A folder with the files of an archive. */
async function written({ projectXml, usersXml, files }: GeneratedArchive): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tulipwood-generated-'))
  for (const [name, bytes] of [['project.xml', projectXml], ['users.xml', usersXml], ...files] as const) {
    if (bytes === null) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return folder
}
