import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildGroup,
  buildTracker,
  buildValue,
  createArchive,
  expectImported,
  getImportProblems,
  openArchiveAt,
  openFields,
} from '../kit/archive.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const caller = { kind: 'system', reason: 'test' } as const
const users = [{ id: 1, login: 'mira' }]
const groups = [buildGroup('project_admins', ['mira'])]
const day = (n: number): string => `2026-02-0${n}T10:00:00+01:00`
const links = (...values: readonly (readonly [string, string])[]): string =>
  buildChange(
    'links',
    'art_link',
    values.map(([nature, id]) => buildValue(id, { nature })),
  )
const title = (text: string): string => buildChange('summary', 'string', [buildValue(text)])
const linkTypeSection = (...types: readonly string[]): string => `<natures>${types.join('')}</natures>`
const bugs = (...artifacts: readonly string[]): string => {
  const fields = [buildField('string', 'F1', 'summary'), buildField('art_link', 'F2', 'links')]
  return buildTracker({
    id: 'T1',
    name: 'Bugs',
    itemName: 'bug',
    fields,
    permissions: openFields('F1', 'F2'),
    artifacts,
  })
}
const target = buildArtifact(2, buildChangeset('mira', day(1), [title('target')]))

let archiveCount = 0
async function importContent(server: TestServer, content: Partial<Parameters<typeof createArchive>[0]>) {
  const archive = await createArchive({ shortName: `types-${++archiveCount}`, users, groups, ...content })
  try {
    const report = expectImported(await archive.import(server.world))
    return { project: report.project?.id, texts: report.remarks.map(({ code, text }) => `${code}: ${text}`) }
  } finally {
    await archive.remove()
  }
}

const typesOf = async (server: TestServer): Promise<any[]> => (await server.as('admin').get('artifact_link_types')).body
const typeOf = async (server: TestServer, name: string) =>
  (await typesOf(server)).find(({ shortname }) => shortname === name)

async function bugsOf(server: TestServer, project: unknown) {
  const admin = server.as('admin')
  const [trackerBody] = (await admin.get(`projects/${project}/trackers`)).body
  const list: any[] = (await admin.get(`trackers/${trackerBody.id}/artifacts?values=all&limit=50`)).body
  const linksOf = ({ values }: any) =>
    values.find(({ type }: any) => type === 'art_link').links.map((link: any) => link.type)
  const allowed = trackerBody.fields.find(({ type }: any) => type === 'art_link').allowed_types
  return { trackerBody, list, links: list.map(linksOf), allowed: allowed.map(({ shortname }: any) => shortname) }
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  const otherServer = createServer(dialect)
  let scratch = ''
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tulipwood-link-types-'))
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  describe('a link type that the site does not have', () => {
    it('is created when a link has it, with its short name as labels and a remark', async () => {
      const { project, texts } = await importContent(server, {
        trackers: [
          bugs(buildArtifact(1, buildChangeset('mira', day(1), [links([' related ', '2'], ['related', '3'])])), target),
        ],
      })
      expect(texts).toContain('link-type-unknown: The site does not have the link type "related": it is created')
      expect(await typeOf(server, 'related')).toEqual({
        ...{ shortname: 'related', forward_label: 'related', reverse_label: 'related' },
        ...{ is_system: false, is_used: true },
      })
      const { links: types, allowed } = await bugsOf(server, project)
      expect(types).toEqual([['related'], []])
      expect(allowed).toEqual(['_is_child', '_covered_by', 'related'])
      const { body } = await server.as('admin').get('audit_log?limit=2')
      expect(body.map(({ action, detail }: any) => [action, detail.shortName])).toContainEqual([
        ...['link type added', 'related'],
      ])
    })

    it('stays enabled, with a remark, when fields of the archive need it', async () => {
      const { project, texts } = await importContent(server, {
        trackers: [
          buildTracker({
            id: 'T1',
            name: 'Tests',
            itemName: 'test',
            fields: [buildField('ttmstepdef', 'F1', 'steps')],
            permissions: openFields('F1'),
          }),
        ],
        sections: [linkTypeSection('<nature is_used="0">_covered_by</nature><nature is_used="0">_is_child</nature>')],
      })
      expect(texts).toContain(
        'feature-left-out: The archive switches _covered_by off, which its trackers need: the project keeps it',
      )
      const { body } = await server.as('admin').get(`projects/${project}/artifact_link_types`)
      expect(body.slice(0, 2).map((each: any) => [each.shortname, each.is_enabled])).toEqual([
        ['_is_child', false],
        ['_covered_by', true],
      ])
    })

    it('is created when only the list of types contains it, and can be deleted', async () => {
      const { texts } = await importContent(server, {
        sections: [linkTypeSection('<nature is_used="1">idle</nature>')],
      })
      expect(texts).toContain('link-type-unknown: The site does not have the link type "idle": it is created')
      expect(await typeOf(server, 'idle')).toMatchObject({ is_used: false })
      expect((await server.as('admin').delete('artifact_link_types/idle')).status).toBe(200)
    })

    it('is created when only an earlier changeset has it', async () => {
      const { project } = await importContent(server, {
        trackers: [
          bugs(
            buildArtifact(
              1,
              buildChangeset('mira', day(1), [links(['was', '2'])]),
              buildChangeset('mira', day(2), [links(['', '2'])]),
            ),
            target,
          ),
        ],
      })
      expect((await bugsOf(server, project)).links).toEqual([[null], []])
      expect(await typeOf(server, 'was')).toMatchObject({ is_used: true })
    })

    it('becomes a system type when its name begins with _: existing links have it, new links cannot use it', async () => {
      const { project } = await importContent(server, {
        trackers: [bugs(buildArtifact(1, buildChangeset('mira', day(1), [links(['_mirrored', '2'])])), target)],
      })
      const { links: types, allowed, list, trackerBody } = await bugsOf(server, project)
      expect(types).toEqual([['_mirrored'], []])
      expect(allowed).not.toContain('_mirrored')
      expect((await typesOf(server)).map(({ shortname }) => shortname).slice(0, 3)).toEqual([
        ...['_is_child', '_covered_by', '_mirrored'],
      ])
      const admin = server.as('admin')
      expect((await admin.get(`artifacts/${list[0].id}/links`)).body.natures).toMatchObject([{ label: '_mirrored' }])
      const query = `trackers/${trackerBody.id}/artifacts?expert_query=IS LINKED TO WITH TYPE "_mirrored"`
      expect((await admin.get(query)).body).toHaveLength(1)
      const fieldId = trackerBody.fields.find(({ type }: any) => type === 'art_link').field_id
      const linkRequest = { values: [{ field_id: fieldId, links: [{ id: list[0].id, type: '_mirrored' }] }] }
      const rejected = await admin.put(`artifacts/${list[1].id}`, linkRequest)
      expect([rejected.status, rejected.body.error.message]).toEqual([
        ...[400, expect.stringContaining(`"_mirrored" cannot be used to link artifact #${list[0].id} manually`)],
      ])
    })

    it('can have a name that the API would reject', async () => {
      const { project } = await importContent(server, {
        trackers: [bugs(buildArtifact(1, buildChangeset('mira', day(1), [links(['Été / co', '2'])])), target)],
      })
      const { links: types, list } = await bugsOf(server, project)
      expect(types).toEqual([['Été / co'], []])
      const uri = (await server.as('admin').get(`artifacts/${list[0].id}/links`)).body.natures[0].uri
      expect((await server.as('admin').get(uri)).body.collection).toHaveLength(1)
      const renamed = await server.as('admin').patch(`artifact_link_types/${encodeURIComponent('Été / co')}`, {
        forward_label: 'Summer',
      })
      expect([renamed.status, renamed.body.forward_label]).toEqual([200, 'Summer'])
    })

    it('with more than 255 characters is removed from its links, with a remark', async () => {
      const before = await typesOf(server)
      const { project, texts } = await importContent(server, {
        trackers: [bugs(buildArtifact(1, buildChangeset('mira', day(1), [links(['x'.repeat(256), '2'])])), target)],
      })
      expect((await bugsOf(server, project)).links).toEqual([[null], []])
      expect(texts.filter((text) => /^link-type-unknown: "x{50}…" is too long/.test(text))).toHaveLength(1)
      expect(await typesOf(server)).toEqual(before)
    })

    it('is not created when the archive is rejected or only checked', async () => {
      const before = await typesOf(server)
      const trackers = [bugs(buildArtifact(1, buildChangeset('mira', day(1), [links(['never', '2'])])), target)]
      const rejected = await createArchive({ shortName: 'not valid!', users, groups, trackers })
      expect(getImportProblems(await rejected.import(server.world))).toHaveLength(1)
      await rejected.remove()
      const checked = await createArchive({ shortName: 'checked', users, groups, trackers })
      expectImported(await checked.import(server.world, { check: true }))
      await checked.remove()
      expect(await typesOf(server)).toEqual(before)
    })

    it('is rejected if an uploaded archive would add more than 50', async () => {
      const linkTypes = (n: number) =>
        linkTypeSection(...Array.from({ length: n }, (_, i) => `<nature>many${i}</nature>`))
      const tooMany = await createArchive({ shortName: 'many', users, groups, sections: [linkTypes(51)] })
      const before = await server.rowCounts()
      const problems = getImportProblems(await tooMany.import(server.world, { users: { kind: 'known' } }))
      expect(problems).toEqual([
        expect.stringContaining('The archive has 51 link types that the site does not have, at most 50 can be added'),
      ])
      expect(await server.rowCounts()).toEqual(before)
      await tooMany.remove()
    })

    it('is created when a single imported tracker computes progress from it', async () => {
      const { project } = await importContent(server, {})
      const { shortname } = (await server.as('admin').get(`projects/${project}`)).body
      const semantic =
        '<semantics><semantic type="progress"><artifact_link_type shortname="solves"/></semantic></semantics>'
      const fields = [buildField('art_link', 'F2', 'links')]
      const xml = buildTracker({ id: 'T1', name: 'Alone', itemName: 'alone', fields, parts: [semantic] })
      const result = await importTracker(server.world, { project: shortname, xml, caller })
      if ('problems' in result) throw new Error(getImportProblems(result).join('\n'))
      expect(result.ok.remarks.map(({ text }) => String(text))).toContain(
        'The site does not have the link type "solves": it is created',
      )
      expect((await server.as('admin').get(`trackers/${result.ok.tracker}`)).body.semantics.progress).toEqual({
        artifact_link_type: 'solves',
      })
      expect(await typeOf(server, 'solves')).toMatchObject({ is_used: false })
    })
  })

  describe('a link type that the archive disables', () => {
    it('is disabled in the project, and links of the archive keep it', async () => {
      const { project } = await importContent(server, {
        trackers: [
          bugs(buildArtifact(1, buildChangeset('mira', day(1), [links(['_is_child', '2'], ['gone', '2'])])), target),
        ],
        sections: [linkTypeSection('<nature is_used="0">gone</nature>', '<nature>_is_child</nature>')],
      })
      const { links: types, allowed } = await bugsOf(server, project)
      expect(types).toEqual([['gone'], []])
      expect(allowed).not.toContain('gone')
      const { body } = await server.as('admin').get(`projects/${project}/artifact_link_types`)
      expect(body.filter((type: any) => !type.is_enabled).map(({ shortname }: any) => shortname)).toEqual(['gone'])
    })

    it('removes the parents of trackers if it is _is_child', async () => {
      const fields = [buildField('string', 'F9', 'summary')]
      const child = buildTracker({ id: 'T2', name: 'Tasks', itemName: 'task', fields, attributes: { parent_id: 'T1' } })
      const parents = async (isUsed: number) => {
        const sections = [linkTypeSection(`<nature is_used="${isUsed}">_is_child</nature>`)]
        const { project, texts } = await importContent(server, { trackers: [bugs(), child], sections })
        const { body } = await server.as('admin').get(`projects/${project}/trackers`)
        const hasRemark = texts.some((text) => text.includes('_is_child off: its trackers have no parent'))
        return [body.filter(({ parent }: any) => parent !== null).length, hasRemark]
      }
      expect(await parents(0)).toEqual([0, true])
      expect(await parents(1)).toEqual([1, false])
    })
  })

  it('a round trip preserves the used types with their labels, also on a site without them', async () => {
    const admin = server.as('admin')
    for (const name of ['fixed_in', 'unrelated', 'off'])
      await admin.post('artifact_link_types', {
        ...{ shortname: name, forward_label: `To <${name}>`, reverse_label: `From "${name}"` },
      })
    const { project } = await importContent(server, {
      trackers: [
        bugs(
          buildArtifact(
            1,
            buildChangeset('mira', day(1), [links(['related', '2'])]),
            buildChangeset('mira', day(2), [links(['fixed_in', '2'])]),
          ),
          target,
        ),
      ],
    })
    await admin.put(`projects/${project}/artifact_link_types/off`, { is_enabled: false })
    const path = join(scratch, 'round.zip')
    await exportArchive(server.world, { project: project as never, sink: await openArchiveSink(path), caller })
    const report = expectImported(await openArchiveAt(path).import(otherServer.world))
    const aboutTypes = ({ remarks }: typeof report) => remarks.filter(({ code }) => code !== 'administrator-missing')
    expect(aboutTypes(report).map(({ text }) => text)).toEqual([
      'The site does not have the link type "related": it is created',
      'The site does not have the link type "fixed_in": it is created',
      'The site does not have the link type "off": it is created',
    ])
    expect((await typesOf(otherServer)).slice(2)).toEqual([
      expect.objectContaining({ shortname: 'fixed_in', forward_label: 'To <fixed_in>', is_used: true }),
      expect.objectContaining({ shortname: 'off', reverse_label: 'From "off"', is_used: false }),
      expect.objectContaining({ shortname: 'related', forward_label: 'related', is_used: true }),
    ])
    const copy = await bugsOf(otherServer, report.project?.id)
    expect([copy.links, copy.allowed]).toEqual([
      [['fixed_in'], []],
      ['_is_child', '_covered_by', 'fixed_in', 'related'],
    ])
    // A site keeps its own labels.
    await otherServer.as('admin').patch('artifact_link_types/fixed_in', { forward_label: 'Mine' })
    const secondImport = await openArchiveAt(path).import(otherServer.world, { shortName: 'again' })
    expect(aboutTypes(expectImported(secondImport))).toEqual([])
    expect(await typeOf(otherServer, 'fixed_in')).toMatchObject({ forward_label: 'Mine' })
  })
})
