import { beforeAll, describe, expect, it } from 'vitest'
import { repositoryPermit } from '../../src/kit/messages/system-permits.ts'
import type { RepositoryId } from '../../src/kit/values/ids.ts'
import { summarizeCommitPaths } from '../../src/subversion/model/commit-paths.ts'
import { addCommit } from '../../src/subversion/store/commits.ts'
import { createApp, createBearerToken } from '../kit/bearer-tokens.ts'
import { createProjectFixture, type ProjectFixture } from '../kit/project-fixture.ts'
import { enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const day = 86_400

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  const repositories = new Map<string, RepositoryId>()

  const commit = (
    name: string,
    revision: number,
    message: string,
    { path = '/trunk/a', author = 'bob', ago = 0 } = {},
  ) =>
    server.world.db.write((tx) =>
      addCommit(
        tx,
        repositoryPermit,
        repositories.get(name) as RepositoryId,
        { revision, author, committedOn: server.world.clock.now() - ago, message },
        { userId: author === 'bob' ? server.idOf('bob') : null, paths: summarizeCommitPaths([path]) },
      ),
    )
  const list = async (login: string, query = '') => {
    const { status, body } = await server.as(login).get(`projects/${project.projectId}/activity${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.commits as any[]
  }
  const titles = async (login: string, query = '') => (await list(login, query)).map(({ title }) => title)

  beforeAll(async () => {
    useMemoryStorage(server.world)
    const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
    await server.createUser('outsider')
    project = await createProjectFixture(server, 'orchard', {
      members: [bob],
      administrators: [alice],
      trackers: () => [],
    })
    await enableSubversion(server, project.projectId)
    for (const name of ['plans', 'hidden', 'gone']) {
      const { status, body } = await server.as('alice').post('svn', { project_id: project.projectId, name })
      expect([status, body.error]).toEqual([201, undefined])
      repositories.set(name, body.id)
    }
    await commit('plans', 1, 'Too old', { ago: 20 * day })
    await commit('plans', 2, 'Sail plan\n\nWith its second jib', { ago: 3 * day })
    await commit('hidden', 1, 'Salaries', { path: '/salaries/2026', ago: 2 * day })
    await commit('gone', 1, 'Deleted', { ago: day })
    await commit('plans', 3, `  ${'ä'.repeat(300)}  `, { author: 'stranger' })
    const settings = (access_file: string) => ({
      settings: {
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
        immutable_tags: { paths: [], whitelist: [] },
        access_file,
        email_notifications: [],
      },
    })
    const rules = '[/]\n* = r\n[/salaries]\n* =\nbob = r'
    expect((await server.as('alice').put(`svn/${repositories.get('hidden')}`, settings(rules))).status).toBe(200)
    expect((await server.as('alice').delete(`svn/${repositories.get('gone')}`)).status).toBe(202)
  })

  describe('the commits of GET /projects/{id}/activity', () => {
    it('are the latest of the same days, newest first, without those of deleted repositories', async () => {
      const [newest, ...others] = await list('bob')
      expect(newest).toMatchObject({ user: null, author_name: 'stranger', revision: 3, title: 'ä'.repeat(200) })
      expect(others).toEqual([
        expect.objectContaining({ title: 'Salaries' }),
        {
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          repository: { id: repositories.get('plans'), name: 'plans' },
          revision: 2,
          user: expect.objectContaining({ id: server.idOf('bob') }),
          author_name: 'bob',
          title: 'Sail plan',
        },
      ])
      expect(await titles('bob', '?days=1')).toEqual(['ä'.repeat(200)])
      expect(await titles('bob', '?days=31')).toContain('Too old')
    })

    it('are only those whose paths the caller can all read', async () => {
      expect(await titles('bob')).toContain('Salaries')
      for (const login of ['alice', 'outsider', 'visitor'])
        expect([login, (await titles(login)).includes('Salaries')]).toEqual([login, false])
    })

    it('are not for tokens, because no scope covers Subversion', async () => {
      const { world } = server
      const app = await createApp(world)
      const token = await createBearerToken(world, { user: server.idOf('bob'), app, scopes: ['read:tracker'] })
      const { status, body } = await server.as('visitor').get(`projects/${project.projectId}/activity`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect([status, body.commits]).toEqual([200, []])
    })

    it('are at most as many as the limit', async () => {
      expect(await titles('bob', '?limit=2')).toHaveLength(2)
      expect(await titles('bob', '?limit=0')).toEqual([])
    })
  })
})
