import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ArtifactRestore,
  type RestoreReport,
  restoreArtifact,
} from '../../src/archives/commands/restore-artifact.ts'
import { formatFinding } from '../../src/archives/findings.ts'
import { openArchive } from '../../src/archives/source.ts'
import { createZipSink } from '../../src/archives/zip-sink.ts'
import type { TrackerId } from '../../src/kit/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { expectImported, importProblems } from '../kit/archive.ts'
import { compareProjects } from '../kit/compare-projects.ts'
import { createRichArchive } from '../kit/rich-archive.ts'
import { alwaysOnEachDatabase, createServer, type TestServer } from '../kit/server.ts'

const caller = { kind: 'system', reason: 'test' } as const

interface Place {
  readonly server: TestServer
  readonly project: number
}

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const untouched = createServer(dialect)
  let scratch = ''
  let place: Place
  let original: Place
  let bugs = 0 as TrackerId
  // With something of everything; with next to nothing.
  let rich = 0
  let plain = 0

  const importInto = async (into: TestServer): Promise<Place> => {
    const archive = await createRichArchive()
    const { project } = expectImported(await archive.import(into.world))
    await archive.remove()
    return { server: into, project: project?.id ?? 0 }
  }
  const artifactsOf = async (tracker: number) =>
    (await server.as('admin').get(`trackers/${tracker}/artifacts?values=all&limit=50`)).body

  /** Deletes an artifact; the path of what is kept of it. */
  const deleted = async (id: number): Promise<string> => {
    const known = new Set(await readdir(scratch))
    expect((await server.as('admin').delete(`artifacts/${id}`)).status).toBe(200)
    const [name] = (await readdir(scratch)).filter((each) => !known.has(each))
    return join(scratch, name ?? '')
  }
  const restored = async (path: string, more: Partial<ArtifactRestore> = {}) => {
    const archive = await openArchive(path)
    try {
      return await restoreArtifact(server.world, { archive, caller, ...more })
    } finally {
      await archive.close()
    }
  }
  const back = async (path: string, more: Partial<ArtifactRestore> = {}): Promise<RestoreReport> => {
    const result = await restored(path, more)
    if ('problems' in result) throw new Error(result.problems.map(formatFinding).join('\n'))
    return result.ok
  }
  /** The same archive with other words, or without some of its entries. */
  const rewritten = async (
    path: string,
    change: (xml: string) => string,
    leftOut: readonly string[] = [],
  ): Promise<string> => {
    const target = join(scratch, `rewritten-${crypto.randomUUID()}.zip`)
    const archive = await openArchive(path)
    const sink = await createZipSink(target)
    const xml = await Array.fromAsync(await archive.read('artifact.xml'))
    const told = change(Buffer.concat(xml as Buffer[]).toString())
    await sink.add('artifact.xml', oneByOne(told))
    const others = ['tulipwood.xml', ...(told.match(/(?:data|removed)\/Artifact\d+/g) ?? [])]
    for (const entry of new Set(others)) {
      if (!leftOut.includes(entry) && (await archive.has(entry))) await sink.add(entry, await archive.read(entry))
    }
    await sink.finish()
    await archive.close()
    return target
  }
  async function* oneByOne(text: string) {
    yield text
  }
  const asWrittenElsewhere = (path: string, change = (xml: string) => xml) => rewritten(path, change, ['tulipwood.xml'])

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tulipwood-restore-'))
    place = await importInto(server)
    original = await importInto(untouched)
    await changeSettings(server.world, caller, {
      artifacts_deletion_limit: 100,
      archive_deleted_items: true,
      archive_deleted_items_path: scratch,
    })
    await server.world.cache.refresh()
    const trackers = (await server.as('admin').get(`projects/${place.project}/trackers`)).body
    bugs = trackers.find((each: { item_name: string }) => each.item_name === 'bug').id
    ;[rich, plain] = (await artifactsOf(bugs)).map((each: { id: number }) => each.id)
  }, 60_000)
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  describe('a deleted artifact (docs/api/archive-format.md §4)', () => {
    it('comes back with its id, number, history, files and links, and whatever is asked of it is answered as before', async () => {
      const id = rich
      const admin = server.as('admin')
      const before = await admin.get(`artifacts/${id}`)
      const path = await deleted(id)
      expect((await admin.get(`artifacts/${id}`)).status).toBe(404)
      expect(await compareProjects(place, original)).not.toEqual([])

      const report = await back(path)
      expect(report).toMatchObject({ artifact: id, remarks: [], counts: { changesets: 4, comments: 3, files: 2 } })
      expect(await compareProjects(place, original)).toEqual([])
      const after = await admin.get(`artifacts/${id}`)
      expect(after.body).toMatchObject({
        id,
        xref: before.body.xref,
        last_modified_date: before.body.last_modified_date,
      })

      // Files have new ids: what was remembered of the old ones is no longer told.
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

    it('is written down, and told to whoever listens', async () => {
      const id = plain
      const path = await deleted(id)
      await back(path)
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

    it('takes changes again, and goes on counting where it was', async () => {
      const id = plain
      const path = await deleted(id)
      await back(path)
      const { body, headers } = await server.as('admin').get(`artifacts/${id}`)
      const title = body.values.find((value: any) => value.type === 'string')?.field_id
      const sent = { values: [{ field_id: title, value: 'Once more' }] }
      const changed = await server
        .as('admin')
        .put(`artifacts/${id}`, sent, { headers: { 'if-match': String(headers['etag']) } })
      expect(changed.status).toBe(200)
      const { body: changesets } = await server.as('admin').get(`artifacts/${id}/changesets`)
      expect(changesets).toHaveLength(2)
    })

    it('is only looked at when one asks what would happen', async () => {
      const path = await deleted(plain)
      const before = await server.rowCounts()
      expect(await back(path, { check: true })).toMatchObject({ artifact: null, counts: null })
      expect(await server.rowCounts()).toEqual(before)
      await back(path)
    })

    it('comes back once: again, it is a copy, into a tracker that is named', async () => {
      const id = rich
      const path = await deleted(id)
      await back(path)
      const before = await server.rowCounts()
      expect(importProblems(await restored(path))).toEqual([
        expect.stringContaining(`The artifact ${id} is not deleted`),
      ])
      expect(await server.rowCounts()).toEqual(before)
      const copy = await back(path, { tracker: bugs })
      expect(copy.artifact).toBeGreaterThan(id)
      expect(copy.counts).toMatchObject({ changesets: 4, files: 2 })
      await server.as('admin').delete(`artifacts/${copy.artifact}`)
    })

    it('comes back once when two ask at the same moment', async () => {
      const id = plain
      const path = await deleted(id)
      const results = await Promise.all([restored(path), restored(path), restored(path)])
      expect(results.filter((result) => 'ok' in result)).toHaveLength(1)
      expect((await artifactsOf(bugs)).filter((each: { id: number }) => each.id === id)).toHaveLength(1)
    })

    it('is kept once when two delete it at the same moment', async () => {
      const known = await readdir(scratch)
      const answers = await Promise.all([0, 1, 2].map(() => server.as('admin').delete(`artifacts/${plain}`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
      const kept = (await readdir(scratch)).filter((name) => !known.includes(name))
      expect(kept).toEqual([expect.stringMatching(new RegExp(`^deleted__artifact_${plain}_\\d+\\.zip$`))])
      await back(join(scratch, kept[0] ?? ''))
    })

    it('leaves out links to what is gone by then', async () => {
      const [first, second] = [rich, plain]
      const path = await deleted(first)
      const other = await deleted(second)
      const report = await back(path)
      expect(report.remarks.map(({ text }) => text)).toEqual([
        `Links to the artifact "${second}" are left out: it no longer exists`,
      ])
      await back(other)
    })
  })

  describe('an archive that says nothing of ours', () => {
    it('is taken as Tuleap has it: a new artifact, its values by label, without what others have', async () => {
      const id = rich
      const path = await deleted(id)
      const elsewhere = await asWrittenElsewhere(path, (xml) =>
        xml.replaceAll(/\bV(\d+)\b/g, 'V9$1').replaceAll(/(format="id"><!\[CDATA\[b?)(\d+)/g, '$19$2'),
      )
      const report = await back(elsewhere)
      expect(report.artifact).toBeGreaterThan(id)
      const links = report.remarks.filter(({ text }) => text.startsWith('Links to'))
      expect(links.map(({ text }) => text)).toEqual([expect.stringContaining('another tracker or site')])
      const { body } = await server.as('admin').get(`artifacts/${report.artifact}`)
      const value = (label: string) => body.values.find((each: any) => each.label === label)
      expect(value('The status')).toMatchObject({ values: [{ label: 'Done' }] })
      expect(value('The tags').bind_value_objects.map((each: any) => each.label)).toEqual(['red', 'te al'])
      expect(value('The files').file_descriptions).toHaveLength(2)
      const { body: changesets } = await server.as('admin').get(`artifacts/${report.artifact}/changesets`)
      expect(changesets.length).toBeGreaterThan(2)
      await server.as('admin').delete(`artifacts/${report.artifact}`)
      await back(path)
    })

    it('of a tracker that is not here waits for another to be named, and leaves there what it cannot hold', async () => {
      const path = await deleted(plain)
      const foreign = await asWrittenElsewhere(path, (xml) =>
        xml.replace(/<item_name>.*?<\/item_name>/, '<item_name>unknown</item_name>'),
      )
      const before = await server.rowCounts()
      expect(importProblems(await restored(foreign))).toEqual([
        expect.stringContaining('is not here: another must be named'),
      ])
      expect(importProblems(await restored(foreign, { tracker: 999_999 as TrackerId }))).toEqual([
        'artifact.xml: There is no tracker 999999',
      ])
      expect(await server.rowCounts()).toEqual(before)
      const trackers = (await server.as('admin').get(`projects/${place.project}/trackers`)).body
      const other = trackers.find((each: { item_name: string }) => each.item_name !== 'bug').id
      const report = await back(foreign, { tracker: other })
      expect(report.tracker.id).toBe(other)
      await server.as('admin').delete(`artifacts/${report.artifact}`)
      await back(path)
    })

    it('of a tracker that lost a field meanwhile is refused, unless the tracker is named', async () => {
      const path = await deleted(plain)
      const foreign = await rewritten(path, (xml) => xml.replaceAll('field_name="title"', 'field_name="lost"'))
      const before = await server.rowCounts()
      expect(importProblems(await restored(foreign))).toEqual([
        expect.stringContaining('"lost" is skipped: the tracker has no such field'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      await back(foreign, { tracker: bugs })
    })
  })

  describe('what cannot be brought back', () => {
    it('is told with its lines, and nothing is written', async () => {
      const path = await deleted(rich)
      const before = await server.rowCounts()
      const cases: readonly (readonly [(xml: string) => string, string])[] = [
        [
          (xml) => xml.replaceAll('>ole<', '>nobody-here<').replaceAll('uid=ole', 'uid=nobody'),
          'There is no account for the user uid=nobody',
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
      ] // prettier-ignore
      for (const [change, problem] of cases) {
        const result = await restored(await rewritten(path, change))
        expect(importProblems(result), problem).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
      }
      expect(await server.rowCounts()).toEqual(before)
      await back(path)
    })

    it('misses a file that it still has', async () => {
      const path = await deleted(rich)
      let first = ''
      const incomplete = await rewritten(
        path,
        (xml) => {
          first = /data\/Artifact\d+/.exec(xml)?.[0] ?? ''
          return xml
        },
        ['tulipwood.xml'],
      ) // prettier-ignore
      const without = await rewritten(incomplete, (xml) => xml, [first])
      const before = await server.rowCounts()
      expect(importProblems(await restored(without))).toEqual([expect.stringContaining(`The file ${first} of`)])
      expect(await server.rowCounts()).toEqual(before)
      await back(path)
    })

    it('speaks of people who have no account; they are made when one says so', async () => {
      const path = await deleted(plain)
      const strange = await rewritten(path, (xml) => xml.replaceAll('>pia<', '>a-newcomer<'))
      const before = await server.rowCounts()
      expect(importProblems(await restored(strange))).toEqual([
        expect.stringContaining('There is no account for the user a-newcomer'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      const { artifact } = await back(strange, { newAccounts: 'suspended' })
      const { body } = await server.as('admin').get(`artifacts/${artifact}`)
      expect(body.submitted_by_user).toMatchObject({ username: 'a-newcomer', is_anonymous: false })
    })

    it('is nothing a member may ask for', async () => {
      const path = await deleted(rich)
      const member = await server.createUser('curious')
      const before = await server.rowCounts()
      const asked = { kind: 'member', id: member, isSiteAdministrator: false } as never
      await expect(restored(path, { caller: asked })).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await server.rowCounts()).toEqual(before)
      await back(path)
    })
  })
})
