import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ArtifactRestore,
  type RestoreReport,
  restoreArtifact,
} from '../../src/archives/commands/restore-artifact.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { createZipSink } from '../../src/archives/container/zip-sink.ts'
import type { TrackerId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { expectImported, getImportProblems, type WithTexts, withTexts } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const caller = { kind: 'system', reason: 'test' } as const

interface ProjectLocation {
  readonly server: TestServer
  readonly project: number
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  const untouched = createServer(dialect)
  let scratch = ''
  let restoredProject: ProjectLocation
  let original: ProjectLocation
  let bugs = 0 as TrackerId
  // An artifact with a value of every field, and one with hardly any.
  let rich = 0
  let plain = 0

  const importInto = async (into: TestServer): Promise<ProjectLocation> => {
    const archive = await createRichArchive()
    const { project } = expectImported(await archive.import(into.world))
    await archive.remove()
    return { server: into, project: project?.id ?? 0 }
  }
  const artifactsOf = async (tracker: number) =>
    (await server.as('admin').get(`trackers/${tracker}/artifacts?values=all&limit=50`)).body

  /** Deletes an artifact and returns the path of its archive. */
  const deleteArtifact = async (id: number): Promise<string> => {
    const before = new Set(await readdir(scratch))
    expect((await server.as('admin').delete(`artifacts/${id}`)).status).toBe(200)
    const [name] = (await readdir(scratch)).filter((each) => !before.has(each))
    return join(scratch, name ?? '')
  }
  const restore = async (path: string, more: Partial<ArtifactRestore> = {}) => {
    const archive = await openArchive(path)
    try {
      return withTexts(await restoreArtifact(server.world, { archive, caller, ...more }))
    } finally {
      await archive.close()
    }
  }
  const restoreOrThrow = async (
    path: string,
    more: Partial<ArtifactRestore> = {},
  ): Promise<WithTexts<RestoreReport>> => {
    const result = await restore(path, more)
    if ('problems' in result) throw new Error(result.problems.map(({ text }) => text).join('\n'))
    return result.ok
  }
  /** The same archive with changed XML or without some of its entries. */
  const rewriteArchive = async (
    path: string,
    change: (xml: string) => string,
    omitted: readonly string[] = [],
  ): Promise<string> => {
    const target = join(scratch, `rewritten-${crypto.randomUUID()}.zip`)
    const archive = await openArchive(path)
    const sink = await createZipSink(target)
    const xml = await Array.fromAsync(await archive.read('artifact.xml'))
    const xmlText = change(Buffer.concat(xml as Buffer[]).toString())
    await sink.add('artifact.xml', singleChunk(xmlText))
    const others = ['tulipwood.xml', ...(xmlText.match(/(?:data|removed)\/Artifact\d+/g) ?? [])]
    for (const entry of new Set(others)) {
      if (!omitted.includes(entry) && (await archive.has(entry))) await sink.add(entry, await archive.read(entry))
    }
    await sink.finish()
    await archive.close()
    return target
  }
  async function* singleChunk(text: string) {
    yield text
  }
  const asForeignArchive = (path: string, change = (xml: string) => xml) =>
    rewriteArchive(path, change, ['tulipwood.xml'])

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tulipwood-restore-'))
    restoredProject = await importInto(server)
    original = await importInto(untouched)
    await changeSettings(server.world, caller, {
      artifacts_deletion_limit: 100,
      archive_deleted_items: true,
      archive_deleted_items_path: scratch,
    })
    await server.world.cache.refresh()
    const trackers = (await server.as('admin').get(`projects/${restoredProject.project}/trackers`)).body
    bugs = trackers.find((each: { item_name: string }) => each.item_name === 'bug').id
    ;[rich, plain] = (await artifactsOf(bugs)).map((each: { id: number }) => each.id)
  }, 60_000)
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  describe('restoring a deleted artifact (docs/api/archive-format.md §4)', () => {
    it('restores its id, number, history, files and links, so that all responses are as before', async () => {
      const id = rich
      const admin = server.as('admin')
      const before = await admin.get(`artifacts/${id}`)
      const path = await deleteArtifact(id)
      expect((await admin.get(`artifacts/${id}`)).status).toBe(404)
      expect(await compareProjects(restoredProject, original)).not.toEqual([])

      const report = await restoreOrThrow(path)
      expect(report).toMatchObject({ artifact: id, remarks: [], counts: { changesets: 4, comments: 3, files: 2 } })
      expect(await compareProjects(restoredProject, original)).toEqual([])
      const after = await admin.get(`artifacts/${id}`)
      expect(after.body).toMatchObject({
        id,
        xref: before.body.xref,
        last_modified_date: before.body.last_modified_date,
      })

      // The files have new ids. No cached response contains the old ones.
      const fileIds = after.body.values
        .flatMap((value: any) => value.file_descriptions ?? [])
        .map((file: { id: number }) => file.id)
      const rows = await server.world.db.read
        .selectFrom('file')
        .select('id')
        .where('artifact_id', '=', id as never)
        .execute()
      expect(fileIds.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
    })

    it('is recorded in the audit log and in the change log', async () => {
      const id = plain
      const path = await deleteArtifact(id)
      await restoreOrThrow(path)
      const audit = await server.world.db.read.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
      expect(audit).toMatchObject({ action: 'artifact restored', subject: 'rich' })
      expect(JSON.parse(audit?.detail ?? '')).toMatchObject({ artifact: id, was: `${id}`, tracker: bugs })
      const change = await server.world.db.read
        .selectFrom('change')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(change).toMatchObject({ kind: 'created', artifact_id: id })
    })

    it('makes the artifact writable, with its versions continued', async () => {
      const id = plain
      const path = await deleteArtifact(id)
      await restoreOrThrow(path)
      const { body, headers } = await server.as('admin').get(`artifacts/${id}`)
      const title = body.values.find((value: any) => value.type === 'string')?.field_id
      const input = { values: [{ field_id: title, value: 'Once more' }] }
      const changed = await server
        .as('admin')
        .put(`artifacts/${id}`, input, { headers: { 'if-match': String(headers['etag']) } })
      expect(changed.status).toBe(200)
      const { body: changesets } = await server.as('admin').get(`artifacts/${id}/changesets`)
      expect(changesets).toHaveLength(2)
    })

    it('with check changes nothing', async () => {
      const path = await deleteArtifact(plain)
      const before = await server.rowCounts()
      expect(await restoreOrThrow(path, { check: true })).toMatchObject({ artifact: null, counts: null })
      expect(await server.rowCounts()).toEqual(before)
      await restoreOrThrow(path)
    })

    it('is possible once; the second time requires a target tracker and creates a copy', async () => {
      const id = rich
      const path = await deleteArtifact(id)
      await restoreOrThrow(path)
      const before = await server.rowCounts()
      expect(getImportProblems(await restore(path))).toEqual([
        expect.stringContaining(`The artifact ${id} is not deleted`),
      ])
      expect(await server.rowCounts()).toEqual(before)
      const copy = await restoreOrThrow(path, { tracker: bugs })
      expect(copy.artifact).toBeGreaterThan(id)
      expect(copy.counts).toMatchObject({ changesets: 4, files: 2 })
      await server.as('admin').delete(`artifacts/${copy.artifact}`)
    })

    it('restores the artifact once for concurrent requests', async () => {
      const id = plain
      const path = await deleteArtifact(id)
      const results = await Promise.all([restore(path), restore(path), restore(path)])
      expect(results.filter((result) => 'ok' in result)).toHaveLength(1)
      expect((await artifactsOf(bugs)).filter((each: { id: number }) => each.id === id)).toHaveLength(1)
    })

    it('finds one archive after concurrent deletions', async () => {
      const before = await readdir(scratch)
      const responses = await Promise.all([0, 1, 2].map(() => server.as('admin').delete(`artifacts/${plain}`)))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
      const created = (await readdir(scratch)).filter((name) => !before.includes(name))
      expect(created).toEqual([expect.stringMatching(new RegExp(`^deleted__artifact_${plain}_\\d+\\.zip$`))])
      await restoreOrThrow(join(scratch, created[0] ?? ''))
    })

    it('omits links to artifacts that no longer exist', async () => {
      const [first, second] = [rich, plain]
      const path = await deleteArtifact(first)
      const other = await deleteArtifact(second)
      const report = await restoreOrThrow(path)
      expect(report.remarks.map(({ text }) => text)).toEqual([
        `Links to the artifact "${second}" are left out: it no longer exists`,
      ])
      await restoreOrThrow(other)
    })
  })

  describe('restoring an archive without tulipwood.xml', () => {
    it('creates a new artifact as from Tuleap, matches values by label and omits links to other sites', async () => {
      const id = rich
      const path = await deleteArtifact(id)
      const foreignArchive = await asForeignArchive(path, (xml) =>
        xml.replaceAll(/\bV(\d+)\b/g, 'V9$1').replaceAll(/(format="id"><!\[CDATA\[b?)(\d+)/g, '$19$2'),
      )
      const report = await restoreOrThrow(foreignArchive)
      expect(report.artifact).toBeGreaterThan(id)
      const links = report.remarks.filter(({ text }) => `${text}`.startsWith('Links to'))
      expect(links.map(({ text }) => text)).toEqual([expect.stringContaining('another tracker or site')])
      const { body } = await server.as('admin').get(`artifacts/${report.artifact}`)
      const value = (label: string) => body.values.find((each: any) => each.label === label)
      expect(value('The status')).toMatchObject({ values: [{ label: 'Done' }] })
      expect(value('The tags').bind_value_objects.map((each: any) => each.label)).toEqual(['red', 'te al'])
      expect(value('The files').file_descriptions).toHaveLength(2)
      const { body: changesets } = await server.as('admin').get(`artifacts/${report.artifact}/changesets`)
      expect(changesets.length).toBeGreaterThan(2)
      await server.as('admin').delete(`artifacts/${report.artifact}`)
      await restoreOrThrow(path)
    })

    it('requires a target tracker when the original one does not exist, and omits values without a field', async () => {
      const path = await deleteArtifact(plain)
      const foreign = await asForeignArchive(path, (xml) =>
        xml.replace(/<item_name>.*?<\/item_name>/, '<item_name>unknown</item_name>'),
      )
      const before = await server.rowCounts()
      expect(getImportProblems(await restore(foreign))).toEqual([
        expect.stringContaining('is not here: another must be named'),
      ])
      expect(getImportProblems(await restore(foreign, { tracker: 999_999 as TrackerId }))).toEqual([
        'artifact.xml: There is no tracker 999999',
      ])
      expect(await server.rowCounts()).toEqual(before)
      const trackers = (await server.as('admin').get(`projects/${restoredProject.project}/trackers`)).body
      const other = trackers.find((each: { item_name: string }) => each.item_name !== 'bug').id
      const report = await restoreOrThrow(foreign, { tracker: other })
      expect(report.tracker.id).toBe(other)
      await server.as('admin').delete(`artifacts/${report.artifact}`)
      await restoreOrThrow(path)
    })

    it('is rejected when the tracker has lost a field, unless the tracker is given', async () => {
      const path = await deleteArtifact(plain)
      const foreign = await rewriteArchive(path, (xml) => xml.replaceAll('field_name="title"', 'field_name="lost"'))
      const before = await server.rowCounts()
      expect(getImportProblems(await restore(foreign))).toEqual([
        expect.stringContaining('"lost" is skipped: the tracker has no such field'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      await restoreOrThrow(foreign, { tracker: bugs })
    })
  })

  describe('the archive of an artifact with an automatic computed field', () => {
    it('has the current sum as a number, and restores the automatic field and its history', async () => {
      const project = await createProjectFixture(server, 'counting', {
        trackers: () => [
          createTrackerDefinition('epic', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('computed', 'epic:effort'),
            createFieldDefinition('computed', 'set'),
            createFieldDefinition('computed', 'nothing'),
            createFieldDefinition('art_link', 'links'),
          ]),
          createTrackerDefinition('story', [createFieldDefinition('float', 'story:effort')]),
        ],
      })
      const [first = 0, second = 0] = await project.createArtifacts(
        { tracker: 'story', changes: [{ values: { 'story:effort': 2.25 } }] },
        { tracker: 'story', changes: [{ values: { 'story:effort': 5 } }] },
      )
      const links = [first, second].map((id) => ({ id, type: '' }))
      const epic = (...changes: readonly Readonly<Record<string, unknown>>[]) => ({
        tracker: 'epic',
        changes: changes.map((values) => ({ values })),
      })
      const ids = await project.createArtifacts(
        // Never set, set to a number and back before, and set back by the last changeset.
        epic({ title: 'One', links, set: 3 }, { title: 'Two' }),
        epic({ title: 'One', links, 'epic:effort': 1 }, { 'epic:effort': null }, { title: 'Two' }),
        epic({ title: 'One', links, 'epic:effort': 1 }, { 'epic:effort': null }),
      )
      const admin = server.as('admin')
      const pathsOf = (id: number) => [`artifacts/${id}?values_format=all`, `artifacts/${id}/changesets`]
      for (const id of ids) {
        const before = await Promise.all(pathsOf(id).map((path) => admin.get(path)))
        const rowsOf = async () =>
          (
            await server.world.db.read
              .selectFrom('changeset')
              .select('values')
              .where('artifact_id', '=', id)
              .orderBy('id')
              .execute()
          ).map(({ values }) => JSON.parse(values))
        const rows = await rowsOf()
        const path = await deleteArtifact(id)
        let xml = ''
        await rewriteArchive(path, (text) => {
          xml = text
          return text
        })
        const last = xml.slice(xml.lastIndexOf('<changeset '))
        expect(last).toContain(
          '<field_change field_name="effort" type="computed"><manual_value><![CDATA[7.25]]></manual_value></field_change>',
        )
        expect(last).not.toContain('field_name="nothing"')
        expect(await restoreOrThrow(path)).toMatchObject({ artifact: id, remarks: [] })
        expect(await rowsOf()).toEqual(rows)
        const after = await Promise.all(pathsOf(id).map((each) => admin.get(each)))
        const entryOf = ({ body }: { readonly body: any }) =>
          body.values.find(({ label }: { readonly label: string }) => label === 'effort')
        expect(entryOf(after[0] as never)).toMatchObject({ is_autocomputed: true, manual_value: null, value: 7.25 })
        expect(entryOf(after[0] as never)).toEqual(entryOf(before[0] as never))
        expect(after[1]?.body.length).toBe(before[1]?.body.length)
        // Another product, or an archive without the extension document, gets the number.
        await deleteArtifact(id)
        const foreign = await restoreOrThrow(await asForeignArchive(path))
        const { body } = await admin.get(`artifacts/${foreign.artifact}`)
        expect(entryOf({ body })).toMatchObject({ is_autocomputed: false, manual_value: 7.25 })
      }
    })
  })

  describe('an archive that cannot be restored', () => {
    it('is rejected with its problems, and nothing changes', async () => {
      const path = await deleteArtifact(rich)
      const before = await server.rowCounts()
      const cases: readonly (readonly [(xml: string) => string, string])[] = [
        [
          (xml) => xml.replaceAll('>ole<', '>unknown-login<').replaceAll('uid=ole', 'uid=unknown'),
          'There is no account for the user uid=unknown',
        ],
        [
          (xml) => xml.replace('<artifacts>', '<artifact>').replace('</artifacts>', '</artifact>'),
          '<trackers> needs <artifacts>',
        ],
        [
          (xml) => xml.replaceAll('<trackers', '<project').replaceAll('</trackers', '</project'),
          'The file holds <project> instead of <trackers>',
        ],
        [
          (xml) => xml.replace(/<artifact id="(\d+)">/, '<artifact id="$1"/><artifact id="$1">'),
          'more than one artifact',
        ],
        [(xml) => xml.replaceAll(/<changeset .*<\/changeset>/gs, ''), 'The artifact has no changeset'],
        [
          (xml) => xml.replace(/<submitted_on format="ISO8601">[^<]*/, '<submitted_on format="ISO8601">yesterday'),
          'Invalid date format not ISO8601: yesterday',
        ],
        [(xml) => xml.slice(0, -30), 'artifact.xml'],
        [(xml) => xml.replaceAll('data/Artifact', '../data/Artifact'), '..'],
      ]
      for (const [change, problem] of cases) {
        const result = await restore(await rewriteArchive(path, change))
        expect(getImportProblems(result), problem).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
      }
      expect(await server.rowCounts()).toEqual(before)
      await restoreOrThrow(path)
    })

    it('is rejected when a file of the artifact is missing', async () => {
      const path = await deleteArtifact(rich)
      let first = ''
      const incomplete = await rewriteArchive(
        path,
        (xml) => {
          first = /data\/Artifact\d+/.exec(xml)?.[0] ?? ''
          return xml
        },
        ['tulipwood.xml'],
      )
      const withoutFile = await rewriteArchive(incomplete, (xml) => xml, [first])
      const before = await server.rowCounts()
      expect(getImportProblems(await restore(withoutFile))).toEqual([expect.stringContaining(`The file ${first} of`)])
      expect(await server.rowCounts()).toEqual(before)
      await restoreOrThrow(path)
    })

    it('is rejected when it refers to unknown users, unless they are created', async () => {
      const path = await deleteArtifact(plain)
      const withUnknownUser = await rewriteArchive(path, (xml) => xml.replaceAll('>pia<', '>a-newcomer<'))
      const before = await server.rowCounts()
      expect(getImportProblems(await restore(withUnknownUser))).toEqual([
        expect.stringContaining('There is no account for the user a-newcomer'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      const { artifact } = await restoreOrThrow(withUnknownUser, { newAccounts: 'suspended' })
      const { body } = await server.as('admin').get(`artifacts/${artifact}`)
      expect(body.submitted_by_user).toMatchObject({ username: 'a-newcomer', is_anonymous: false })
    })

    it('is rejected for callers who are not site administrators', async () => {
      const path = await deleteArtifact(rich)
      const member = await server.createUser('curious')
      const before = await server.rowCounts()
      const memberCaller = { kind: 'member', id: member, isSiteAdministrator: false } as never
      await expect(restore(path, { caller: memberCaller })).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await server.rowCounts()).toEqual(before)
      await restoreOrThrow(path)
    })

    it('returns an artifact to its place in the order by hand', async () => {
      const admin = server.as('admin')
      const ids = async (): Promise<number[]> =>
        (await admin.get(`trackers/${bugs}/artifacts?sort=rank&limit=50`)).body.map(({ id }: { id: number }) => id)
      const [first, second, last] = (await ids()).slice(-3)
      const order = { ids: [last], direction: 'after', compared_to: first }
      expect((await admin.patch(`trackers/${bugs}/artifact_order`, { order })).status).toBe(204)
      const before = await ids()
      expect(before.slice(-3)).toEqual([first, last, second])
      const path = await deleteArtifact(last ?? 0)
      expect((await ids()).slice(-2)).toEqual([first, second])
      await restoreOrThrow(path)
      expect(await ids()).toEqual(before)
    })
  })
})
