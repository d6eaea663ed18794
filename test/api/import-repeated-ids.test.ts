import { describe, expect, it } from 'vitest'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildFile,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  openFields,
  type TestArchive,
} from '../kit/archive.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const users = [{ id: 201, login: 'mira' }]
const day = (n: number): string => `2026-02-${String(n).padStart(2, '0')}T10:00:00+01:00`
const title = (text: string): string => buildChange('summary', 'string', [buildValue(text)])
const linkTo = (...ids: number[]): string =>
  buildChange(
    'links',
    'art_link',
    ids.map((id) => buildValue(`${id}`, { nature: '' })),
  )

/** Returns a tracker with the fields summary, links and attachments, whose keys start with the key of the tracker. */
const newTracker = (key: string, artifacts: readonly string[], parts: readonly string[] = []): string =>
  buildTracker({
    id: key,
    name: `Tracker ${key}`,
    itemName: `item_${key.toLowerCase()}`,
    fields: [
      buildField('string', `F${key}1`, 'summary'),
      buildField('art_link', `F${key}2`, 'links'),
      buildField('file', `F${key}3`, 'attachments'),
    ],
    parts: [`<semantics><semantic type="title"><field REF="F${key}1"/></semantic></semantics>`, ...parts],
    permissions: openFields(`F${key}1`, `F${key}2`, `F${key}3`),
    artifacts,
  })

interface Artifact {
  readonly id: number
  readonly title: string
  readonly links: readonly string[]
}

/** Returns the artifacts of a project by tracker, each with the titles of the artifacts it links to. */
async function artifactsOf(server: TestServer, project: number | undefined): Promise<Record<string, Artifact[]>> {
  const client = server.as('admin')
  const trackers = (await client.get(`projects/${project}/trackers?representation=minimal`)).body
  const artifactsByTracker: [
    string,
    { id: number; title: string; values: { type: string; links?: { id: number }[] }[] }[],
  ][] = []
  for (const { id, label } of trackers)
    artifactsByTracker.push([label, (await client.get(`trackers/${id}/artifacts?values=all&limit=100`)).body])
  const titles = new Map(
    artifactsByTracker.flatMap(([, artifacts]) => artifacts.map((each) => [each.id, each.title] as const)),
  )
  return Object.fromEntries(
    artifactsByTracker.map(([label, artifacts]) => [
      label,
      artifacts.map((each) => ({
        id: each.id,
        title: each.title,
        links: (each.values.find(({ type }) => type === 'art_link')?.links ?? []).map(({ id }) => titles.get(id) ?? ''),
      })),
    ]),
  )
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  const withArchive = async <T>(
    content: Parameters<typeof createArchive>[0],
    work: (archive: TestArchive) => Promise<T>,
  ): Promise<T> => {
    const archive = await createArchive({ users, ...content })
    try {
      return await work(archive)
    } finally {
      await archive.remove()
    }
  }

  const importContent = (content: Parameters<typeof createArchive>[0]) =>
    withArchive(content, async (archive) => {
      const report = expectImported(await archive.import(server.world))
      const texts = report.remarks.map(({ text }) => text)
      return { report, texts, artifacts: await artifactsOf(server, report.project?.id) }
    })

  describe('artifacts that share an id (docs/api/archive-format.md §3.4 rules 1 and 11)', () => {
    it('are imported with their own histories, in one or several trackers', async () => {
      const { report, artifacts } = await importContent({
        shortName: 'histories',
        trackers: [
          newTracker('T1', [
            buildArtifact(
              1,
              buildChangeset('mira', day(1), [title('a')]),
              buildChangeset('mira', day(2), [title('bug one')]),
            ),
            buildArtifact(2, buildChangeset('mira', day(1), [title('bug two')])),
            buildArtifact(2, buildChangeset('mira', day(1), [title('bug two again')])),
          ]),
          newTracker('T2', [buildArtifact(1, buildChangeset('mira', day(3), [title('task one')]))]),
        ],
      })
      expect(report.counts).toMatchObject({ artifacts: 4, changesets: 5 })
      expect(artifacts['Tracker T1']?.map((each) => each.title)).toEqual(['bug one', 'bug two', 'bug two again'])
      expect(artifacts['Tracker T2']?.map((each) => each.title)).toEqual(['task one'])
    })

    it('are the target of links only if created last, also within their tracker; each id has one remark', async () => {
      const { artifacts, report, texts } = await importContent({
        shortName: 'links',
        trackers: [
          newTracker('T1', [
            buildArtifact(1, buildChangeset('mira', day(1), [title('bug one')])),
            buildArtifact(2, buildChangeset('mira', day(1), [title('bug two'), linkTo(1, 3)])),
            buildArtifact(3, buildChangeset('mira', day(1), [title('bug three')])),
          ]),
          newTracker('T2', [
            buildArtifact(1, buildChangeset('mira', day(1), [title('task one')])),
            buildArtifact(1, buildChangeset('mira', day(1), [title('task one again')])),
            buildArtifact(4, buildChangeset('mira', day(1), [title('task four'), linkTo(1)])),
          ]),
        ],
      })
      expect(artifacts['Tracker T1']?.[1]?.links).toEqual(['task one again', 'bug three'])
      expect(artifacts['Tracker T2']?.[2]?.links).toEqual(['task one again'])
      expect(report.counts.links).toBe(3)
      expect(texts.filter((text) => `${text}`.includes('have the id'))).toEqual([
        '3 artifacts have the id 1: links to this id lead to the last one',
      ])
    })

    it('are created in the order of the trackers, those with an inherited time frame last (docs/api/archive-format.md §2.9)', async () => {
      const inheritedTimeframe =
        '<semantics><semantic type="timeframe"><inherited_from_tracker id="T2"/></semantic></semantics>'
      const first = newTracker('T1', [buildArtifact(1, buildChangeset('mira', day(1), [title('inheriting')]))]).replace(
        /<semantics>.*<\/semantics>/,
        inheritedTimeframe.replace('<semantics>', '<semantics><semantic type="title"><field REF="FT11"/></semantic>'),
      )
      const { artifacts } = await importContent({
        shortName: 'order',
        trackers: [
          first,
          newTracker('T2', [
            buildArtifact(1, buildChangeset('mira', day(1), [title('inherited')])),
            buildArtifact(2, buildChangeset('mira', day(1), [title('linking'), linkTo(1)])),
          ]),
        ],
      })
      expect(artifacts['Tracker T2']?.[1]?.links).toEqual(['inheriting'])
      expect(artifacts['Tracker T1']?.[0]?.id).toBeGreaterThan(artifacts['Tracker T2']?.[1]?.id ?? Number.NaN)
    })

    it('keep their own files', async () => {
      const attach = buildChange('attachments', 'file', ['<value ref="fileinfo_1"/>'])
      const { report } = await importContent({
        shortName: 'files',
        trackers: [
          newTracker('T1', [
            buildArtifact(
              1,
              buildChangeset('mira', day(1), [title('one'), attach]),
              buildFile('fileinfo_1', 'one.txt', 'data/Artifact1'),
            ),
          ]),
          newTracker('T2', [
            buildArtifact(
              1,
              buildChangeset('mira', day(1), [title('two'), attach]),
              buildFile('fileinfo_1', 'two.txt', 'data/Artifact2'),
            ),
          ]),
        ],
        files: { 'data/Artifact1': 'first', 'data/Artifact2': 'second' },
      })
      const rows = await server.world.db.read
        .selectFrom('file')
        .innerJoin('artifact', 'artifact.id', 'file.artifact_id')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['tracker.item_name', 'file.name', 'file.size'])
        .where('tracker.project_id', '=', report.project?.id ?? (0 as never))
        .orderBy('file.id')
        .execute()
      expect(rows).toEqual([
        { item_name: 'item_t1', name: 'one.txt', size: 5 },
        { item_name: 'item_t2', name: 'two.txt', size: 6 },
      ])
    })

    it('get their numbers by position in the extension document; a repeated number is replaced by a new one', async () => {
      const { report } = await importContent({
        shortName: 'numbers',
        trackers: [
          newTracker('T1', [
            buildArtifact(1, buildChangeset('mira', day(1), [title('one')])),
            buildArtifact(1, buildChangeset('mira', day(1), [title('two')])),
            buildArtifact(2, buildChangeset('mira', day(1), [title('three')])),
            buildArtifact(3, buildChangeset('mira', day(1), [title('four')])),
          ]),
        ],
        files: {
          'tulipwood.xml':
            '<tulipwood version="1"><artifact id="1" number="7" rank="2"/><artifact id="1" number="5" rank="1"/><artifact id="2" number="7" rank="3"/></tulipwood>',
        },
      })
      const rows = await server.world.db.read
        .selectFrom('artifact')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['artifact.number', 'tracker.next_number'])
        .where('tracker.project_id', '=', report.project?.id ?? (0 as never))
        .orderBy('artifact.id')
        .execute()
      expect(rows.map(({ number }) => number)).toEqual([7, 5, 8, 9])
      expect(rows[0]?.next_number).toBe(10)
    })

    it('can have no id; no link refers to them', async () => {
      const { artifacts, texts } = await importContent({
        shortName: 'without-id',
        trackers: [
          newTracker('T1', [
            `<artifact>${buildChangeset('mira', day(1), [title('nameless')])}</artifact>`,
            buildArtifact(
              2,
              buildChangeset('mira', day(1), [title('two'), buildChange('links', 'art_link', [buildValue('')])]),
            ),
          ]),
        ],
      })
      expect(artifacts['Tracker T1']).toMatchObject([{ title: 'nameless' }, { title: 'two', links: [] }])
      expect(texts).toContain('An artifact has no id: no link can lead to it')
    })
  })
})
