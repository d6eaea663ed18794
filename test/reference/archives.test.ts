import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportReport } from '../../src/archives/commands/import-archive.ts'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import { parseIsoDateTime } from '../../src/fields/parse/parse-iso-date.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../src/kit/xml/element.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createFilledSample, importSampleArchives, type SampleArchive, sampleArchives } from './golden-state.ts'
import { getSharedPath } from './reference-data.ts'

/** The XML of an archive, parsed without the importer. */
interface Sample {
  readonly project: XmlElement
  readonly users: XmlElement
}

async function readSample(name: SampleArchive): Promise<Sample> {
  const filled = name === 'sample-project' ? await createFilledSample() : undefined
  const directory = filled?.path ?? getSharedPath(`archives/${name}`)
  const read = async (file: string) => parseXml(await readFile(join(directory, file), 'utf8'))
  const sample = { project: await read('project.xml'), users: await read('users.xml') }
  await filled?.remove()
  return sample
}

function* all(root: XmlElement, ...names: string[]): Generator<XmlElement> {
  if (names.includes(root.name)) yield root
  for (const each of root.children) yield* all(each, ...names)
}
const list = (root: XmlElement, ...names: string[]): XmlElement[] => [...all(root, ...names)]
const trackersOf = (project: XmlElement): readonly XmlElement[] =>
  findChildren(findChild(project, 'trackers') ?? project, 'tracker')
const artifactsOf = (tracker: XmlElement): XmlElement[] => [
  ...findChildren(findChild(tracker, 'artifacts') ?? emptyElement, 'artifact'),
]
const emptyElement: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 0 }

function countXml({ project, users }: Sample) {
  const trackers = trackersOf(project)
  const artifacts = trackers.flatMap(artifactsOf)
  const known = new Set(artifacts.map(({ attributes }) => attributes['id']))
  const changesets = artifacts.map((artifact) => findChildren(artifact, 'changeset'))
  const binds = trackers
    .flatMap((tracker) => list(tracker, 'bind'))
    .filter(({ attributes }) => attributes['type'] !== 'users')
  const linksOf = (history: readonly XmlElement[]) => {
    const last = history
      .flatMap((changeset) => findChildren(changeset, 'field_change'))
      .filter((change) => change.attributes['type'] === 'art_link')
      .at(-1)
    return new Set(
      (last === undefined ? [] : findChildren(last, 'value'))
        .map(({ text }) => text.trim())
        .filter((id) => known.has(id)),
    ).size
  }
  return {
    users: findChildren(users, 'user').length,
    groups: list(project, 'ugroup').filter(({ attributes }) => !attributes['name']?.startsWith('project_')).length,
    trackers: trackers.length,
    fields: trackers.reduce((sum, tracker) => sum + list(tracker, 'formElement', 'externalField').length, 0),
    values: binds.reduce((sum, bind) => sum + list(bind, 'item').length, 0),
    artifacts: artifacts.length,
    changesets: changesets.flat().length,
    // Exporters write an empty comment for changesets without one.
    comments: changesets
      .flatMap((history) => history.slice(1).flatMap((changeset) => list(changeset, 'comment')))
      .filter((comment) => getTrimmedText(comment, 'body') !== '').length,
    links: changesets.reduce((sum, history) => sum + linksOf(history), 0),
    files: artifacts.reduce((sum, artifact) => sum + findChildren(artifact, 'file').length, 0),
    repositories: findChildren(project, 'svn').flatMap((svn) => findChildren(svn, 'repository')).length,
  }
}

/** The last value of each text and number field in the archive. */
function plainValues(artifact: XmlElement, tracker: XmlElement): Map<string, string> {
  const labels = new Map(
    list(tracker, 'formElement').map((field) => [getTrimmedText(field, 'name'), getTrimmedText(field, 'label')]),
  )
  const values = new Map<string, string>()
  for (const change of findChildren(artifact, 'changeset').flatMap((changeset) =>
    findChildren(changeset, 'field_change'),
  )) {
    if (!['string', 'text', 'int', 'float'].includes(change.attributes['type'] ?? '')) continue
    values.set(labels.get(change.attributes['field_name']) ?? '', findChild(change, 'value')?.text ?? '')
  }
  return values
}

onEachDatabase((dialect) => {
  describe('the sample archives', () => {
    const server = createServer(dialect)
    const samples = new Map<SampleArchive, Sample>()
    let reports: Readonly<Record<SampleArchive, ImportReport>>

    beforeAll(async () => {
      for (const name of sampleArchives) samples.set(name, await readSample(name))
      reports = await importSampleArchives(server.world)
    })
    const sampleOf = (name: SampleArchive): Sample =>
      samples.get(name) ?? { project: emptyElement, users: emptyElement }

    it.each(sampleArchives)('%s is imported completely', (name) => {
      const { usersCreated, usersMatched, ...counts } = reports[name].counts
      expect({ users: usersCreated + usersMatched, ...counts }).toEqual(countXml(sampleOf(name)))
    })

    it('have as many rows in the database as elements in the XML', async () => {
      const expected = sampleArchives.map((name) => countXml(sampleOf(name)))
      const sum = (key: keyof ReturnType<typeof countXml>) => expected.reduce((total, each) => total + each[key], 0)
      const rows = await server.rowCounts()
      expect({
        artifacts: rows['artifact'],
        changesets: rows['changeset'],
        comments: rows['comment'],
        links: rows['value_link'],
      }).toEqual({
        artifacts: sum('artifacts'),
        changesets: sum('changesets'),
        comments: sum('comments'),
        links: sum('links'),
      })
      // "None" and the administrator existed before.
      expect(rows['user']).toBe(2 + 2)
      expect(rows['user_group']).toBe(sum('groups'))
      const fields = await server.world.db.read
        .selectFrom('tracker')
        .innerJoin('field', 'field.tracker_id', 'tracker.id')
        .select(['tracker.id as tracker', 'field.id'])
        .where('tracker.project_id', '>', 100 as never)
        .execute()
      expect(new Set(fields.map(({ tracker }) => tracker)).size).toBe(sum('trackers'))
      expect(fields).toHaveLength(sum('fields'))
    })

    it('are projects 101 to 108', () => {
      expect(sampleArchives.map((name) => reports[name].project?.id)).toEqual([101, 102, 103, 104, 105, 106, 107, 108])
    })

    it('are imported without unexpected remarks', () => {
      const remarks = sampleArchives.flatMap((name) => reports[name].remarks.map(({ text }) => text))
      const known = [
        /^The project gets no administrator, because the archive has none who can sign in\. /,
        /^The service ".*" belongs to another product and is left out$/,
        /^Only site administrators may read these fields, which have no permissions: /,
        /^The site does not have the link type "fixed_in": it is created$/,
        /^The time frame is left out: it comes from the tracker "T481", which is not there$/,
        /^Links to the artifact "7[4567]" are left out: it is not in the archive$/,
      ]
      expect(remarks.filter((text) => !known.some((pattern) => pattern.test(`${text}`)))).toEqual([])
    })

    it.each(sampleArchives)('every artifact of %s is returned by the API', async (name) => {
      const client = server.as('admin')
      const trackers = (
        await client.get(`projects/${reports[name].project?.id}/trackers?representation=minimal&limit=50`)
      ).body
      let read = 0
      for (const tracker of trackersOf(sampleOf(name).project)) {
        const match = trackers.find((each: { label: string }) => each.label === getTrimmedText(tracker, 'name'))
        const answers = (await client.get(`trackers/${match.id}/artifacts?limit=50`)).body
        const written = artifactsOf(tracker)
        expect(answers).toHaveLength(written.length)
        for (const [index, element] of written.entries()) {
          const { status, body } = await client.get(`artifacts/${answers[index].id}?values_format=collection`)
          expect(status).toBe(200)
          const history = findChildren(element, 'changeset')
          const dates = history.map(
            (changeset) => parseIsoDateTime(getTrimmedText(changeset, 'submitted_on') ?? '', 'UTC') ?? 0,
          )
          expect(Date.parse(body.submitted_on) / 1000).toBe(Math.min(...dates))
          expect(Date.parse(body.last_modified_date) / 1000).toBe(Math.max(...dates))
          for (const [label, text] of plainValues(element, tracker)) {
            const entry = body.values.find((each: { label: string }) => each.label === label)
            expect(`${entry?.value ?? ''}`).toBe(text)
          }
          const changesets = (await client.get(`artifacts/${body.id}/changesets?limit=50`)).body
          const comments = history
            .slice(1)
            .flatMap((changeset) => list(changeset, 'comment').map((comment) => getTrimmedText(comment, 'body') ?? ''))
            .filter((text) => text !== '')
          expect(
            changesets
              .map((each: { last_comment: { body: string } }) => each.last_comment.body)
              .filter((text: string) => text !== ''),
          ).toEqual(comments)
          read += 1
        }
      }
      expect(read).toBe(reports[name].counts.artifacts)
    })
  })

  describe('the tracker templates', () => {
    const server = createServer(dialect)
    const files = readdirSync(getSharedPath('archives/tracker-templates'))

    it('are imported into a new project', async () => {
      const project = await insertProject(server, { shortName: 'fresh' })
      for (const file of files) {
        const xml = readFileSync(getSharedPath(`archives/tracker-templates/${file}`), 'utf8')
        const result = await importTracker(server.world, {
          project: 'fresh',
          xml,
          fileName: file,
          caller: { kind: 'system', reason: 'test' },
        })
        if ('problems' in result)
          throw new Error(`${file}: ${result.problems.map(({ line, text }) => `${line}: ${text}`).join('\n')}`)
        const { body } = await server.as('admin').get(`trackers/${result.ok.tracker}`)
        const root = parseXml(xml)
        expect(body.label).toBe(getTrimmedText(root, 'name'))
        const used = list(root, 'formElement', 'externalField').filter(({ attributes }) => attributes['use_it'] !== '0')
        expect(body.fields.map((each: { name: string }) => each.name).sort()).toEqual(
          used.map((field) => getTrimmedText(field, 'name')).sort(),
        )
      }
      const { body } = await server.as('admin').get(`projects/${project}/trackers?representation=minimal&limit=50`)
      expect(body).toHaveLength(files.length)
      expect(files.length).toBe(10)
    })
  })
})
