import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'

/** Rounds per race; on PostgreSQL each of them interleaved its transactions in nearly every round. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 3, full: 8 })

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  const admin = () => server.as('admin')
  let project = 0
  let count = 0

  beforeAll(async () => {
    for (const login of ['ada', 'max', 'mia']) await server.createUser(login)
  })
  beforeEach(async () => {
    const { status, body } = await admin().post('projects', {
      shortname: `apollo-${++count}`,
      label: `Apollo ${count}`,
      description: 'Lunar lander firmware',
      is_public: true,
      xml_template_name: 'issues',
    })
    expect(status).toBe(201)
    project = body.id
  })

  async function race(...requests: readonly (() => Promise<TestResponse>)[]): Promise<number[]> {
    const responses = await Promise.all(requests.map((send) => send()))
    for (const { status, text } of responses) expect(status, text).toBeLessThan(500)
    return responses.map(({ status }) => status)
  }
  async function eachRound(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; round < rounds; round++) await work(round)
  }
  async function createGroup(name: string): Promise<string> {
    const { status, body } = await admin().post('user_groups', { project_id: project, short_name: name })
    expect(status).toBe(201)
    return body.id
  }
  async function createTracker(name: string): Promise<number> {
    const { body: trackers } = await admin().get(`projects/${project}/trackers`)
    const draft = { name, item_name: name, from_tracker: { id: trackers[0].id } }
    const { status, body } = await admin().post(`projects/${project}/trackers`, draft)
    expect(status).toBe(201)
    return body.id
  }

  it('changes of different settings of a project at once all stay', async () => {
    const path = () => `projects/${project}/settings`
    await eachRound(async (round) => {
      const change = {
        label: `Saturn ${round}`,
        description: `Booster ${round}`,
        access: round % 2 ? 'public' : 'private',
      }
      const changes = Object.entries(change).map(
        ([name, value]) =>
          () =>
            admin().patch(path(), { [name]: value }),
      )
      expect(await race(...changes)).toEqual([200, 200, 200])
      expect((await admin().get(`projects/${project}`)).body).toMatchObject({
        label: change.label,
        description: change.description,
        access: change.access,
      })
    })
  })

  it('changes of name and description of a group at once both stay', async () => {
    const group = await createGroup('testers')
    await eachRound(async (round) => {
      const change = { short_name: `name${round}`, description: `Description ${round}` }
      const path = `user_groups/${group}`
      const changes = Object.entries(change).map(
        ([name, value]) =>
          () =>
            admin().patch(path, { [name]: value }),
      )
      expect(await race(...changes)).toEqual([200, 200])
      const query = server.world.db.read.selectFrom('user_group').select(['name', 'description'])
      const stored = await query.where('id', '=', Number(group) as UserGroupId).executeTakeFirst()
      expect(stored).toEqual({ name: change.short_name, description: change.description })
    })
  })

  it('of two administrators who remove each other at once, one succeeds and stays', async () => {
    const path = (group: number): string => `user_groups/${project}_${group}/users`
    await eachRound(async () => {
      const both = { user_references: [{ username: 'ada' }, { username: 'max' }] }
      expect((await admin().put(path(3), both)).status).toBe(200)
      expect((await admin().put(path(4), both)).status).toBe(200)
      const replaceBy = (login: string) => () =>
        server.as(login).put(path(4), { user_references: [{ username: login }] })
      const statuses = await race(replaceBy('ada'), replaceBy('max'))
      expect(statuses.toSorted()).toEqual([200, 403])
      const { body } = await admin().get(path(4))
      expect(body.map(({ username }: { username: string }) => username)).toEqual([statuses[0] === 200 ? 'ada' : 'max'])
    })
  })

  it('changes of an identity provider at once all stay', async () => {
    const draft = { label: 'Sign-in', issuer: 'https://login.example.com', client_id: 'tulipwood' }
    const created = await admin().post('identity_providers', draft)
    expect(created.status).toBe(201)
    await eachRound(async (round) => {
      const change = { label: `Label ${round}`, client_id: `client ${round}`, makes_accounts: round % 2 === 0 }
      const path = `identity_providers/${created.body.id}`
      const changes = Object.entries(change).map(
        ([name, value]) =>
          () =>
            admin().patch(path, { [name]: value }),
      )
      expect(await race(...changes)).toEqual([200, 200, 200])
      expect((await admin().get('identity_providers')).body).toEqual([expect.objectContaining(change)])
    })
    await admin().delete(`identity_providers/${created.body.id}`)
  })

  it('changes of the settings of one notification at once both stay', async () => {
    const path = 'users/self/notification_settings'
    await eachRound(async (round) => {
      const change = { inbox: round % 2 === 1, mail: round % 2 === 0 ? 'digest' : 'none' }
      const changes = Object.entries(change).map(
        ([name, value]) =>
          () =>
            server.as('ada').patch(path, { reasons: { mentioned: { [name]: value } } }),
      )
      expect(await race(...changes)).toEqual([200, 200])
      expect((await server.as('ada').get(path)).body.reasons.mentioned).toEqual(change)
    })
  })

  it('a project keeps an administrator when its administrators revoke their roles, or leave, at once', async () => {
    const [ada, max] = ['ada', 'max'].map((login) => server.idOf(login))
    const member = (id: number | undefined) => `projects/${project}/members/${id}`
    const revoke = (id: number | undefined) => () => admin().patch(member(id), { is_administrator: false })
    const remove = (id: number | undefined) => () => admin().delete(member(id))
    await eachRound(async (round) => {
      for (const user_id of [ada, max]) {
        await admin().post(`projects/${project}/members`, { user_id })
        expect((await admin().patch(member(user_id), { is_administrator: true })).status).toBe(200)
      }
      await admin().delete(member(server.idOf('admin')))
      const statuses = round % 2 === 0 ? await race(revoke(ada), revoke(max)) : await race(remove(ada), remove(max))
      expect(statuses.sort()).toEqual([200, 400])
      expect((await admin().get(`user_groups/${project}_4/users`)).body).toHaveLength(1)
    })
  })

  it('a deleted project stays deleted when it is suspended at once', async () => {
    const path = `projects/${project}/status`
    const statuses = await race(
      () => admin().put(path, { status: 'deleted' }),
      () => admin().put(path, { status: 'suspended' }),
      () => admin().put(path, { status: 'deleted' }),
      () => admin().put(path, { status: 'suspended' }),
    )
    expect(statuses).toContain(200)
    expect((await admin().get(`projects/${project}`)).body.status).toBe('deleted')
    const { body } = await admin().get(`audit_log?limit=100`)
    const deleting = body.filter(({ detail }: { detail: { to?: string } | null }) => detail?.to === 'deleted')
    expect(deleting).toHaveLength(1)
  })

  it('a group that is deleted while it gets permissions or members either stays or is in none of them', async () => {
    const tracker = await createTracker('lander')
    const { body: structure } = await admin().get(`trackers/${tracker}`)
    const field = structure.fields.find(({ name }: { name: string }) => name === 'title').field_id
    const grants: ((group: string) => () => Promise<TestResponse>)[] = [
      (group) => () => admin().put(`trackers/${tracker}/permissions`, { can_access: ['1', group] }),
      (group) => () =>
        admin().patch(`tracker_fields/${field}`, {
          permissions_for_groups: { can_read: ['1', group], can_submit: ['2'], can_update: [`${project}_3`] },
        }),
      (group) => () => admin().post('site_permissions', { permission: 'read_all', user_group_id: Number(group) }),
      (group) => () => admin().post(`user_groups/${group}/users`, { user_id: server.idOf('ada') }),
      (group) => () => admin().put(`user_groups/${group}/users`, { user_references: [{ id: server.idOf('mia') }] }),
    ]
    await eachRound(async (round) => {
      for (const [index, grant] of grants.entries()) {
        const group = await createGroup(`group${round}x${index}`)
        const [deleted, granted] = await race(() => admin().delete(`user_groups/${group}`), grant(group))
        const isThere = (await admin().get(`user_groups/${group}`)).status === 200
        expect(isThere, `${deleted} ${granted}`).toBe(deleted === 409)
        if (granted === 200 && index < 3) expect(isThere, 'a group with permissions stays').toBe(true)
        const { body: permissions } = await admin().get(`trackers/${tracker}/permissions`)
        if (!isThere) expect(JSON.stringify(permissions)).not.toContain(`"${group}"`)
      }
    })
  })
})
