import { beforeAll, describe, expect, it } from 'vitest'
import type { TrackerId } from '../../src/kit/values/ids.ts'
import { buildField, buildStaticBind, buildTracker, openFields } from '../kit/archive.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

/** A tracker with two fields, the third line of the document. */
const buildXml = (changes: Partial<Parameters<typeof buildTracker>[0]> = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n\n${buildTracker({
    id: 'T9',
    name: 'Tasks',
    itemName: 'task',
    fields: [
      buildField('string', 'F1', 'summary'),
      buildField('sb', 'F2', 'status', [buildStaticBind({ V1: 'Open', V2: 'Fixed' })]),
    ],
    permissions: openFields('F1', 'F2'),
    ...changes,
  })}`

onEachDatabase((dialect) => {
  describe('POST /projects/{id}/tracker_imports', () => {
    const server = createServer(dialect)
    let project: ProjectFixture

    beforeAll(async () => {
      for (const login of ['alice', 'boss', 'olga']) await server.createUser(login)
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      await server.createUser('rita', { status: 'R' })
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
      const [alice, boss] = [server.idOf('alice'), server.idOf('boss')]
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        administrators: [boss],
        groups: { gardeners: [alice] },
        trackers: () => [
          createTrackerDefinition('tree', [
            createFieldDefinition('string', 'title', { isRequired: true }),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Well', ''], ['Felled', '']) }),
            createFieldDefinition('art_link', 'links'),
          ]),
        ],
      })
    })

    const importXml = (caller: string, body: unknown, query = '') =>
      server.as(caller).post(`projects/${project.projectId}/tracker_imports${query}`, body)
    const readTracker = async (id: number) => (await server.as('boss').get(`trackers/${id}`)).body

    it('creates a tracker from what GET /trackers/{id}/template returns, under other names', async () => {
      const tree = project.trackers.get('tree') as TrackerId
      const { text } = await server.as('boss').get(`trackers/${tree}/template`)
      const body = { xml: text, name: ' Bushes ', item_name: 'bush', color_name: 'acid-green' }
      const { status, headers, body: imported } = await importXml('boss', body)
      expect([status, imported.error]).toEqual([201, undefined])
      const { id } = imported.tracker
      expect(headers['location']).toMatch(new RegExp(`/api/trackers/${id}$`))
      expect(imported).toEqual({
        dry_run: false,
        tracker: { id, uri: `trackers/${id}`, label: 'Bushes' },
        ...{ name: 'Bushes', item_name: 'bush', color_name: 'acid-green' },
        ...{ problems: [], remarks: [], ignored: [] },
      })
      const [original, copy] = [await readTracker(tree), await readTracker(id)]
      expect(copy).toMatchObject({ label: 'Bushes', item_name: 'bush', color_name: 'acid-green' })
      const shape = ({ fields }: any) => fields.map(({ name, type, required }: any) => [name, type, required])
      expect(shape(copy)).toEqual(shape(original))
      const { body: log } = await server.as('boss').get(`projects/${project.projectId}/log`)
      expect(log[0]).toMatchObject({ action: 'tracker imported', detail: { tracker: id, name: 'Bushes' } })
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('keeps the names of the document, and reports what it has otherwise', async () => {
      const parts = ['<semantics><semantic type="title">\n<field REF="F77"/>\n</semantic></semantics>']
      const xml = buildXml({ name: 'Cured', itemName: 'cured', parts: [...parts, '<timetracking is_enabled="1"/>'] })
      const { status, body } = await importXml('boss', { xml })
      expect(status).toBe(201)
      expect(body).toMatchObject({ name: 'Cured', item_name: 'cured', ignored: ['tracker/timetracking'] })
      expect(body.remarks).toEqual([
        {
          code: 'invalid-reference',
          line: expect.any(Number),
          text: '<field REF="F77"> names no form element of its tracker: it is left out',
          count: 1,
        },
      ])
    })

    it('saves nothing in a dry run', async () => {
      const before = await server.rowCounts()
      const { status, body } = await importXml('boss', { xml: buildXml() }, '?dry_run=true')
      expect([status, body.dry_run, body.tracker, body.name, body.item_name]).toEqual([
        ...[200, true, null, 'Tasks', 'task'],
      ])
      const preferred = await server
        .as('boss')
        .post(`projects/${project.projectId}/tracker_imports`, { xml: buildXml() }, { headers: { prefer: 'dry-run' } })
      expect([preferred.body, preferred.headers['preference-applied']]).toEqual([body, 'dry-run'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each<readonly [string, string | (() => string), number | null, RegExp]>([
      ['XML that is malformed', '<tracker>\n<name>', 2, /Unclosed tag/],
      ['another root', '\n<project/>', 2, /holds <project> instead of <tracker>/],
      ['no root', '<!-- nothing -->', 1, /root element/],
      [
        'a document type',
        '<?xml version="1.0"?>\n<!DOCTYPE tracker SYSTEM "file:///etc/passwd">\n<tracker/>',
        2,
        /DOCTYPE/,
      ],
      [
        'entities',
        '<!DOCTYPE t [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>\n<tracker><name>&b;</name></tracker>',
        1,
        /DOCTYPE/,
      ],
      ['an unknown entity', '<tracker>\n<name>&b;</name></tracker>', 2, /entity/],
      ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?>\n<tracker/>', 2, /ISO-8859-1/],
      ['elements that are nested too deep', '<tracker>'.repeat(101), 1, /nested/],
      ['too many elements', `<tracker>${'<x/>'.repeat(30_000)}</tracker>`, 1, /more than 30000 elements/],
      ['no name', () => buildXml({ name: '' }), 3, /needs a <name>/],
      [
        'a name that exists',
        () => buildXml({ name: 'TREES', itemName: 'other' }),
        3,
        /a tracker called "TREES" already/,
      ],
      ['a short name that exists', () => buildXml({ itemName: 'Tree' }), 3, /item_name "Tree" already/],
      ['a short name with other characters', () => buildXml({ itemName: 'a-b' }), 3, /letters, digits and _/],
      ['a name that is too long', () => buildXml({ name: 'x'.repeat(256) }), 3, /at most 255/],
    ])('refuses %s with its line, and changes nothing', async (_, document, line, text) => {
      const xml = typeof document === 'string' ? document : document()
      const before = await server.rowCounts()
      const refused = await importXml('boss', { xml })
      expect(refused.status).toBe(422)
      const [problem] = refused.body.error.problems
      expect(problem).toEqual({ code: expect.any(String), line, text: expect.stringMatching(text), count: 1 })
      expect(refused.body.error.message).toContain(`No tracker was created. Line ${line}: ${problem.text}`)
      const checked = await importXml('boss', { xml }, '?dry_run=true')
      expect([checked.status, checked.body.tracker, checked.body.problems]).toEqual([
        ...[200, null, refused.body.error.problems],
      ])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns the names of a document that can be read, also when they exist already', async () => {
      const read = async (xml: string) => (await importXml('boss', { xml }, '?dry_run=true')).body
      const { name, item_name, problems } = await read(buildXml({ name: 'Trees', itemName: 'tree' }))
      expect([name, item_name, problems.map(({ code }: any) => code)]).toEqual([
        ...['Trees', 'tree', ['tracker-name', 'tracker-name']],
      ])
      expect(await read('<tracker>')).toMatchObject({ name: null, item_name: null, color_name: null })
    })

    it('refuses names and colors of the request like those of the document', async () => {
      const before = await server.rowCounts()
      const xml = buildXml()
      for (const [names, status, text] of [
        [{ name: 'trees' }, 422, 'The project has a tracker called "trees" already'],
        [{ item_name: 'tree' }, 422, 'The project has a tracker with the item_name "tree" already'],
        [{ item_name: 'a b' }, 422, 'The item_name "a b" may only contain letters, digits and _'],
        [{ name: '  ' }, 422, 'A tracker needs a <name>'],
        [{ color_name: 'blackish' }, 400, 'Invalid color "blackish".'],
      ] as const) {
        const { status: actual, body } = await importXml('boss', { xml, ...names })
        expect([actual, body.error.message]).toEqual([status, expect.stringContaining(text)])
      }
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns the refusal in French', async () => {
      const { body } = await server
        .as('boss')
        .post(
          `projects/${project.projectId}/tracker_imports`,
          { xml: buildXml({ name: 'trees' }) },
          { headers: { 'accept-language': 'fr' } },
        )
      expect(body.error.i18n_error_message).toMatch(/^Aucun tracker n’a été créé\. Ligne 3\u00a0: /)
    })

    it.each([
      ['a missing document', {}, 400],
      ['an empty document', { xml: '' }, 400],
      ['half a surrogate pair', { xml: '<tracker>\ud800</tracker>' }, 400],
      ['a document of more than 4 MiB', { xml: 'x'.repeat(4 * 1024 * 1024) }, 413],
    ])('refuses %s', async (_, body, status) => {
      const before = await server.rowCounts()
      expect((await importXml('boss', body)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['visitor', 401],
      ['rita', 403],
      ['olga', 403],
      ['alice', 403],
      ['boss', 200],
      ['admin', 200],
    ])('answers %s with %i, before the document is read', async (caller, status) => {
      const before = await server.rowCounts()
      expect((await importXml(caller, { xml: buildXml() }, '?dry_run=true')).status).toBe(status)
      const broken = await importXml(caller, { xml: '<' })
      expect(broken.status).toBe(status === 200 ? 422 : status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns 404 for an unknown project', async () => {
      const { status } = await server.as('boss').post('projects/999999/tracker_imports', { xml: buildXml() })
      expect(status).toBe(404)
    })

    it('creates one of several concurrent trackers of the same name', async () => {
      const xml = buildXml({ name: 'Contested', itemName: 'contested' })
      const all = await Promise.all([1, 2, 3].map(() => importXml('boss', { xml })))
      expect(all.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(all.filter(({ status }) => status === 400 || status === 422)).toHaveLength(2)
    })

    it('adds at most 50 link types for a project administrator', async () => {
      const columns = (count: number) =>
        `<reports><report is_default="0"><name>All</name><criterias/><renderers><renderer type="table" rank="0" chunksz="15"><name>R</name><columns>${Array.from({ length: count }, (_, i) => `<field REF="F2" artlink-nature="nature_${i}"/>`).join('')}</columns></renderer></renderers></report></reports>`
      const fields = [buildField('string', 'F1', 'summary'), buildField('art_link', 'F2', 'links')]
      const xml = buildXml({ name: 'Linked', itemName: 'linked', fields, parts: [columns(51)] })
      const before = await server.rowCounts()
      const { body } = await importXml('boss', { xml })
      expect(body.error.problems).toMatchObject([{ code: 'too-many-link-types', line: null }])
      expect(body.error.message).toContain('No tracker was created. The archive has 51 link types')
      expect(await server.rowCounts()).toEqual(before)
      const allowed = await importXml('admin', { xml }, '?dry_run=true')
      expect([allowed.status, allowed.body.problems]).toEqual([200, []])
    })
  })
})
