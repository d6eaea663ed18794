import { beforeAll, describe, expect, it } from 'vitest'
import { allocateIds } from '../../src/database/sql/sql.ts'
import type { ReportId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
import type { ReportDefinition } from '../../src/trackers/model/definition.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const report = (name: string, isDefault = false): ReportDefinition => ({
  key: name,
  name,
  description: '',
  isDefault,
  isQueryDisplayed: true,
  isInExpertMode: false,
  expertQuery: '',
  criteria: [],
  renderers: [],
})

async function addPrivateReport(
  { world }: TestServer,
  tracker: TrackerId,
  owner: UserId,
  name: string,
): Promise<ReportId> {
  return world.db.write(async (tx) => {
    const [id] = (await allocateIds(tx, 'report', 1)) as ReportId[]
    const row = { id: id as ReportId, tracker_id: tracker, user_id: owner, name, name_key: name.toLowerCase() }
    const rest = {
      description: '',
      is_default: 0,
      is_query_displayed: 1,
      is_in_expert_mode: 0,
      expert_query: '',
    } as const
    await tx
      .insertInto('report')
      .values({ ...row, ...rest, definition: '{"criteria":[]}' })
      .execute()
    return row.id
  })
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let closed: ProjectFixture
  const ownReports = new Map<string, ReportId>()
  const tracker = (key: string) => project.trackers.get(key) as TrackerId
  const idOf = async (label: string) => {
    const row = await server.world.db.read
      .selectFrom('report')
      .select('id')
      .where('name', '=', label)
      .executeTakeFirstOrThrow()
    return row.id
  }

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    const plain = {
      ...createTrackerDefinition('leak', [createFieldDefinition('string', 'title')]),
      reports: [report('zone'), report('All', true), report('Éclat')],
    }
    project = await createProjectFixture(server, 'orchard', {
      members: [alice],
      trackers: () => [
        plain,
        {
          ...createTrackerDefinition(
            'den',
            [createFieldDefinition('string', 'den:title')],
            {},
            { permissions: { full: [3] } },
          ),
          reports: [report('inside')],
        },
      ],
    })
    closed = await createProjectFixture(server, 'closed', {
      access: 'private',
      members: [alice],
      trackers: () => [
        {
          ...createTrackerDefinition('vault', [createFieldDefinition('string', 'vault:title')]),
          reports: [report('sealed')],
        },
      ],
    })
    ownReports.set('alice', await addPrivateReport(server, tracker('leak'), alice, 'mine, by Alice'))
    ownReports.set('bob', await addPrivateReport(server, tracker('leak'), bob, "Bob's"))
  })

  describe('GET /trackers/{id}/tracker_reports', () => {
    const list = (login: string, query = '') =>
      server.as(login).get(`trackers/${tracker('leak')}/tracker_reports${query}`)

    it.each([
      ['visitor', ['All', 'Éclat', 'zone']],
      ['alice', ['All', 'Éclat', 'mine, by Alice', 'zone']],
      ['bob', ['All', "Bob's", 'Éclat', 'zone']],
      ['admin', ['All', 'Éclat', 'zone']],
    ])('lists for %s the public reports and their own reports by name', async (login, labels) => {
      const { body, headers } = await list(login)
      expect(body.map(({ label }: { label: string }) => label)).toEqual(labels)
      expect(headers).toMatchObject({
        'x-pagination-size': `${labels.length}`,
        'x-pagination-limit': '10',
        'x-pagination-limit-max': '1000',
      })
    })
    it('returns the properties of each report', async () => {
      const { body } = await list('alice', '?limit=1&offset=2')
      const id = ownReports.get('alice')
      expect(body).toEqual([
        {
          id,
          uri: `tracker_reports/${id}`,
          label: 'mine, by Alice',
          is_public: false,
          is_default: false,
          resources: [{ type: 'artifacts', uri: `tracker_reports/${id}/artifacts` }],
        },
      ])
    })
    it.each(['limit=0', 'limit=1001', 'offset=-1'])('rejects %s', async (query) => {
      expect((await list('alice', `?${query}`)).status).toBe(400)
    })
    it('is rejected for a tracker that the caller cannot see', async () => {
      const response = await server.as('bob').get(`trackers/${tracker('den')}/tracker_reports`)
      expect(response.body.error).toEqual({
        code: 404,
        message: 'Not Found',
        i18n_error_message: 'You cannot access this tracker or it does not exist',
      })
      expect((await server.as('bob').get(`trackers/${closed.trackers.get('vault')}/tracker_reports`)).status).toBe(403)
    })
  })

  describe('GET /tracker_reports/{id}', () => {
    it('returns a public report to every user who sees the tracker', async () => {
      const id = await idOf('All')
      const { body } = await server.as('visitor').get(`tracker_reports/${id}?with_unsaved_changes=true`)
      expect(body).toEqual({
        id,
        uri: `tracker_reports/${id}`,
        label: 'All',
        is_public: true,
        is_default: true,
        resources: [{ type: 'artifacts', uri: `tracker_reports/${id}/artifacts` }],
      })
    })
    it('returns a private report only to its owner', async () => {
      const url = `tracker_reports/${ownReports.get('alice')}`
      expect((await server.as('alice').get(url)).body).toMatchObject({ is_public: false })
      for (const login of ['bob', 'admin']) {
        expect((await server.as(login).get(url)).body.error).toEqual({ code: 404, message: 'Not Found' })
      }
      expect((await server.as('visitor').get(url)).body.error).toEqual({ code: 401, message: 'Unauthorized' })
    })
    it.each([
      ['inside', 'bob', 403, 'Forbidden'],
      ['inside', 'visitor', 401, 'Unauthorized'],
      ['sealed', 'bob', 403, 'Forbidden'],
      ['sealed', 'visitor', 401, 'Unauthorized'],
    ])('rejects "%s" for %s with %i', async (label, login, code, message) => {
      const response = await server.as(login).get(`tracker_reports/${await idOf(label)}`)
      expect(response.body.error).toEqual({ code, message })
    })
    it('returns 404 for an unknown report', async () => {
      expect((await server.as('alice').get('tracker_reports/99999')).body.error).toEqual({
        code: 404,
        message: 'Not Found',
      })
    })
  })
})
