import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createArchive, expectImported, openArchiveAt } from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { findDifferences } from '../kit/generated-archive/differences.ts'
import { buildUserMap, mapTargets } from '../kit/generated-archive/user-map.ts'
import { zipFiles } from '../kit/generated-archive/zip-form.ts'
import { type GeneratedArchive, generatedArchives } from '../kit/generated-archive.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'
import { uploadArchive } from '../kit/uploaded-archive.ts'

/** By default a few archives with a fixed seed; `npm run drill:archives` imports many random ones. */
const longRound = Number(process.env['TULIPWOOD_ARCHIVE_RUNS'] ?? 0)
const seed = process.env['TULIPWOOD_TEST_SEED'] ?? 'any'
const round =
  longRound > 0
    ? { numRuns: longRound, ...(seed === 'any' ? {} : { seed: Number(seed) }) }
    : { numRuns: isFullMatrix ? 40 : 12, seed: 20_261_122 }

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)

  describe('an archive in any valid form (docs/api/archive-format.md §1.8)', () => {
    beforeAll(async () => {
      await importEmptyProject(server, 'taken')
      for (const [index, status] of (['A', 'S', 'R'] as const).entries())
        await server.createUser(mapTargets[index] as string, { status })
      await changeSettings(
        server.world,
        { kind: 'system', reason: 'test' },
        { free_disk_reserve_bytes: 0, project_creation: true, project_archives: 'everybody' },
      )
      await server.world.cache.refresh()
    })

    it(
      'is imported completely, or rejected for its defect without any change',
      async () => {
        const startedAt = Date.now()
        const outcomes = new Map<string, number>()
        let number = 0
        await fc.assert(
          fc.asyncProperty(generatedArchives, async (archive) => {
            number += 1
            const outcome = await tryImport(server, archive, `generated-${number}`)
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }),
          round,
        )
        expect(await findContradictions(server.world.db)).toEqual([])
        expect([...outcomes.keys()].filter((outcome) => outcome.endsWith(': imported'))).not.toEqual([])
        // Long runs print the number of outcomes.
        if (longRound > 0) {
          const seconds = Math.round((Date.now() - startedAt) / 1000)
          console.log(dialect, Object.fromEntries([...outcomes].sort()), `${seconds} s`)
        }
      },
      longRound > 0 ? 14_400_000 : 600_000,
    )
  })
})

/**
 * Imports an archive and compares the result. Returns how it was imported, and the code of its rejection or "imported".
 */
async function tryImport(server: TestServer, archive: GeneratedArchive, shortName: string): Promise<string> {
  try {
    return `${archive.delivery.as}: ${await importAndCompare(server, archive, shortName)}`
  } catch (error) {
    if (process.env['TULIPWOOD_KEEP_ARCHIVES'] !== undefined) console.log(`Kept: ${await writeArchive(archive)}`, error)
    throw error
  }
}

function importAndCompare(server: TestServer, archive: GeneratedArchive, shortName: string): Promise<string> {
  const { delivery } = archive
  switch (delivery.as) {
    case 'directory':
    case 'zip':
      return importAtPath(server, archive, delivery, shortName)
    case 'upload':
      return importUpload(server, archive, delivery, shortName)
    case 'trackers':
      return importTrackers(server, archive, shortName)
    default:
      return delivery satisfies never
  }
}

type DeliveryAs<As> = Extract<GeneratedArchive['delivery'], { readonly as: As }>

async function importAtPath(
  server: TestServer,
  archive: GeneratedArchive,
  delivery: DeliveryAs<'directory' | 'zip'>,
  shortName: string,
): Promise<string> {
  const before = await server.rowCounts()
  const directory = await writeArchive(archive)
  const zip = `${directory}.zip`
  try {
    if (delivery.as === 'zip') await writeFile(zip, await zipFiles(filesOf(archive), delivery.zip))
    const userMap = delivery.userMap === null ? undefined : await buildUserMap(server, archive.users, delivery.userMap)
    const refusal = userMap?.isWrong ? 'user-map' : archive.refusal
    const result = await openArchiveAt(delivery.as === 'zip' ? zip : directory).import(server.world, {
      ...(archive.refusal === 'short-name' ? {} : { shortName }),
      ...(userMap === undefined ? {} : { users: { kind: 'map', csv: userMap.csv } }),
    })
    if ('problems' in result) {
      expectOnly(result.problems, refusal)
      expect(await server.rowCounts()).toEqual(before)
      return `${refusal}`
    }
    expect(refusal, 'The archive must be refused').toBe(null)
    expect(await findDifferences(server, result.ok.project?.id ?? 0, archive, userMap?.loginFor)).toEqual([])
    return userMap === undefined ? 'imported' : 'imported with a map'
  } finally {
    await rm(directory, { recursive: true })
    await rm(zip, { force: true })
  }
}

/** Uploads as a site administrator, because only they can create users by an import. */
async function importUpload(
  server: TestServer,
  archive: GeneratedArchive,
  { zip, requests }: DeliveryAs<'upload'>,
  shortname: string,
): Promise<string> {
  // The request names the project.
  const refusal = archive.refusal === 'short-name' ? null : archive.refusal
  const bytes = await zipFiles(filesOf(archive), zip)
  const { status, text, body } = await server.as('admin').post('projects', {
    ...{ shortname, label: shortname, description: '', is_public: true },
    from_archive: { file_name: 'generated.zip', file_size: bytes.length },
  })
  expect(status, text).toBe(201)
  const before = withoutRecords(await server.rowCounts())
  expect(new Set(await uploadArchive(server, 'admin', body.upload_href, bytes, requests))).toEqual(new Set([204]))
  await runJobs(server.world)
  const { body: result } = await server.as('admin').get(`project_imports/${body.id}`)
  if (result.status === 'failed') {
    expectOnly(result.problems, refusal)
    // The reserved project is removed.
    expect(withoutRecords(await server.rowCounts())).toEqual({ ...before, project: (before['project'] ?? 0) - 1 })
    return `${refusal}`
  }
  expect([result.status, refusal], 'The archive must be refused').toEqual(['done', null])
  expect(await findDifferences(server, body.id, archive)).toEqual([])
  return 'imported'
}

/** Tables that record the import itself. */
const recordTables = ['audit', 'project_import', 'upload', 'project_log', 'job', 'revision']
const withoutRecords = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([table]) => !recordTables.includes(table)))

async function importEmptyProject(server: TestServer, shortName: string): Promise<number> {
  const archive = await createArchive({ shortName })
  try {
    return expectImported(await archive.import(server.world)).project?.id ?? 0
  } finally {
    await archive.remove()
  }
}

/** Imports each tracker, without its artifacts, into one new project. */
async function importTrackers(server: TestServer, archive: GeneratedArchive, project: string): Promise<string> {
  const id = await importEmptyProject(server, project)
  const outcomes = new Set<string>()
  for (const { file } of archive.trackers) {
    const before = await server.rowCounts()
    const result = await importTracker(server.world, {
      project,
      xml: Readable.from(file === null ? [] : [file]),
      caller: { kind: 'system', reason: 'test' },
    })
    if ('ok' in result) outcomes.add('imported')
    else {
      // The cause can be in another part of the archive, but there is no other cause.
      expectOnly(result.problems, archive.refusal)
      expect(await server.rowCounts()).toEqual(before)
      outcomes.add(`${archive.refusal}`)
    }
  }
  if (archive.refusal === null) {
    const trackers = archive.trackers.map((each) => ({ ...each, artifacts: [] }))
    expect(await findDifferences(server, id, { trackers })).toEqual([])
  }
  if (archive.refusal === 'unreadable') expect(outcomes).not.toContain('imported')
  return [...outcomes].sort().join(', ')
}

function expectOnly(
  problems: readonly { readonly code: string | null; readonly text: unknown }[],
  refusal: string | null,
): void {
  const texts = problems.map(({ text }) => text).join('\n')
  expect(new Set(problems.map(({ code }) => code)), texts).toEqual(new Set([refusal]))
}

const filesOf = ({ projectXml, usersXml, files }: GeneratedArchive): ReadonlyMap<string, Buffer> =>
  new Map(
    [['project.xml', projectXml] as const, ['users.xml', usersXml] as const, ...files].flatMap(([name, bytes]) =>
      bytes === null ? [] : [[name, bytes] as const],
    ),
  )

/** Writes the files of an archive to a new directory. */
async function writeArchive(archive: GeneratedArchive): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tulipwood-generated-'))
  for (const [name, bytes] of filesOf(archive)) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), bytes)
  }
  return directory
}
