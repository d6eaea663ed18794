import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { defaultOptions, type TransitionDefinition } from '../../src/trackers/model/definition.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const [members, administrators] = [3, 4]
const names = [
  ...['etag', 'can_update', 'can_delete', 'can_move', 'has_private_comments'],
  ...['allowed_transitions', 'frozen_fields', 'hidden_fieldsets', 'linked_artifacts', 'children'],
]
const all = names.join(',')

onEachDatabase((dialect) => {
  describe('GET /artifacts/{id}?include=', () => {
    const server = createServer(dialect)
    let leaks: ProjectFixture
    let id: number
    const field = (key: string) => leaks.fields.get(key) as number
    const value = (key: string) => leaks.values.get(key) as number

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss', 'olga', 'auditor']) await server.createUser(login)
      const auditor = { user: server.idOf('auditor') }
      await grantSitePermission(server.world, system, { permission: 'read_only_administration', to: auditor })
      await changeSettings(server.world, system, { artifacts_deletion_limit: 10 })
      leaks = await createProjectFixture(server, 'leaks', {
        members: [server.idOf('alice'), server.idOf('bob')],
        administrators: [server.idOf('boss')],
        groups: { plumbers: [server.idOf('alice')] },
        trackers: (groups) => {
          const plumbers = groups.get('plumbers') as never
          const transition = (from: string | null, to: string, more: Partial<TransitionDefinition> = {}) => ({
            ...{ from, to, groups: [members as never], notEmptyFields: [], isCommentRequired: false, actions: [] },
            ...more,
          })
          const statusRights = { read: [members], update: [members] }
          const status = { bind: createStaticBind(['Open', ''], ['Gone', ''], ['Mended', '']), rights: statusRights }
          const forAdministrators = { rights: { read: [administrators], update: [administrators] } }
          const tracker = createTrackerDefinition('leak', [
            createFieldDefinition('fieldset', 'details', {
              rights: {},
              children: [
                createFieldDefinition('string', 'title'),
                createFieldDefinition('string', 'secret', forAdministrators),
              ],
            }),
            createFieldDefinition('fieldset', 'closing', { rights: {} }),
            createFieldDefinition('sb', 'status', status),
          ])
          const workflow = {
            ...{ field: 'status', isUsed: true, isLegacy: false, isAdvanced: false },
            transitions: [
              transition(null, 'Open'),
              transition('Open', 'Gone', { groups: [plumbers] }),
              transition('Open', 'Mended', { isCommentRequired: true, notEmptyFields: ['title', 'secret'] }),
              transition('Mended', 'Open', {
                actions: [
                  { kind: 'frozen_fields', fields: ['title', 'secret'] },
                  { kind: 'hidden_fieldsets', fieldsets: ['closing'] },
                ],
              }),
            ],
          }
          return [
            { ...tracker, workflow },
            {
              ...createTrackerDefinition('free', [createFieldDefinition('string', 'free:title')]),
              options: { ...defaultOptions, usesPrivateComments: false, allowsMove: false },
            },
            { ...tracker, ...{ key: 'stuck', name: 'stuck', itemName: 'stuck' }, fields: stuckFields, workflow: stuck },
          ]
        },
      })
    })
    const stuckFields = [
      createFieldDefinition('sb', 'stuck:status', { bind: createStaticBind(['Stuck', ''], ['Moving', '']) }),
    ]
    // The state freezes the field of the workflow itself.
    const stuck = {
      ...{ field: 'stuck:status', isUsed: true, isLegacy: false, isAdvanced: false },
      transitions: [
        { from: 'Moving', to: 'Stuck', actions: [{ kind: 'frozen_fields' as const, fields: ['stuck:status'] }] },
        { from: 'Stuck', to: 'Moving', actions: [] },
      ].map((each) => ({ ...each, groups: [members as never], notEmptyFields: [], isCommentRequired: false })),
    }

    beforeEach(async () => {
      const values = { title: 'Tap', secret: 'x', status: [value('Open')] }
      ;[id = 0] = await leaks.createArtifacts({ tracker: 'leak', changes: [{ by: server.idOf('alice'), values }] })
    })

    const read = async (login: string, include: string, more = '') =>
      server.as(login).get(`artifacts/${id}?include=${include}${more}`)
    const membersOf = async (login: string, include = all) => {
      const { status, body } = await read(login, include)
      expect(status).toBe(200)
      return Object.fromEntries(names.flatMap((name) => (name in body ? [[name, body[name]]] : [])))
    }

    it('adds the requested members to the artifact, and nothing else', async () => {
      const plain = await server.as('alice').get(`artifacts/${id}`)
      expect(Object.keys(plain.body).filter((name) => names.includes(name))).toEqual([])
      for (let cached = 0; cached < 2; cached += 1) {
        const { body, headers } = await read('alice', 'etag,can_update')
        expect(body).toEqual({ ...plain.body, etag: plain.headers['etag'], can_update: true })
        expect(headers['etag']).toBe(plain.headers['etag'])
      }
      expect((await server.as('alice').get(`artifacts/${id}`)).text).toBe(plain.text)
    })

    it.each(['collection', 'by_field', 'all'])('adds them to values in the form %s', async (form) => {
      const plain = await server.as('alice').get(`artifacts/${id}?values_format=${form}`)
      const { body } = await read('alice', 'can_delete', `&values_format=${form}`)
      expect(body).toEqual({ ...plain.body, can_delete: false })
    })

    it('adds them to an artifact with the structure of its tracker', async () => {
      const { body } = await read('alice', all, '&tracker_structure_format=complete')
      expect(body.tracker.workflow.is_used).toBe('1')
      expect(body).toMatchObject(await membersOf('alice'))
    })

    it('returns XML as well', async () => {
      const { text } = await server
        .as('alice')
        .get(`artifacts/${id}?include=can_update`, { headers: { accept: 'application/xml' } })
      expect(text).toContain('<can_update>true</can_update>')
    })

    it.each([
      { login: 'visitor', can_update: false, can_delete: false },
      { login: 'olga', can_update: true, can_delete: false },
      { login: 'alice', can_update: true, can_delete: false },
      { login: 'boss', can_update: true, can_delete: true },
      { login: 'admin', can_update: true, can_delete: true },
      { login: 'auditor', can_update: true, can_delete: false },
    ])('returns what writes allow $login', async ({ login, ...expected }) => {
      expect(await membersOf(login, 'can_update,can_delete')).toEqual(expected)
      const put = await server.as(login).put(`artifacts/${id}`, { values: [], comment: { body: 'x', format: 'text' } })
      expect(put.status === 200).toBe(expected.can_update)
      expect((await server.as(login).delete(`artifacts/${id}`)).status === 200).toBe(expected.can_delete)
    })

    it.each([
      { login: 'visitor', can_move: false },
      { login: 'alice', can_move: false },
      { login: 'boss', can_move: true },
      { login: 'admin', can_move: true },
      { login: 'auditor', can_move: false },
    ])('returns whether $login may move it', async ({ login, ...expected }) => {
      expect(await membersOf(login, 'can_move')).toEqual(expected)
      const move = { tracker_id: leaks.trackers.get('free'), dry_run: true }
      const { status, text } = await server.as(login).patch(`artifacts/${id}`, { move })
      expect(status === 200, text).toBe(expected.can_move)
    })

    it('returns whether comments may be private and whether moves are enabled', async () => {
      const comment = { body: 'x', format: 'text', ugroups: [`${leaks.projectId}_3`] }
      const put = () => server.as('boss').put(`artifacts/${id}`, { values: [], comment })
      expect(await membersOf('boss', 'has_private_comments')).toEqual({ has_private_comments: true })
      expect((await put()).status).toBe(200)
      ;[id = 0] = await leaks.createArtifacts({ tracker: 'free', changes: [{ values: { 'free:title': 'x' } }] })
      expect(await membersOf('boss', 'has_private_comments,can_move')).toEqual({
        has_private_comments: false,
        can_move: false,
      })
      expect((await put()).text).toContain('This tracker has no private comments.')
      const move = { tracker_id: leaks.trackers.get('leak'), dry_run: true }
      expect((await server.as('boss').patch(`artifacts/${id}`, { move })).text).toContain('Move action is not enabled')
    })

    it('allows no deletion when the limit of deletions is reached', async () => {
      await changeSettings(server.world, system, { artifacts_deletion_limit: 0 })
      expect(await membersOf('boss', 'can_delete')).toEqual({ can_delete: false })
      await changeSettings(server.world, system, { artifacts_deletion_limit: 10 })
      expect(await membersOf('boss', 'can_delete')).toEqual({ can_delete: true })
    })

    it('allows nothing in a suspended project', async () => {
      const setStatus = (status: string) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('project').set({ status }).where('id', '=', leaks.projectId).execute()
          await bumpRevision(tx, 'projects')
        })
      await setStatus('suspended')
      const found = await membersOf('admin', 'can_update,can_delete,allowed_transitions')
      await setStatus('active')
      expect(found).toMatchObject({ can_update: false, can_delete: false })
      for (const { refusal } of found['allowed_transitions']) expect(refusal).not.toBeNull()
    })

    const transitionTo = (to: string, more: object) => ({
      ...{ id: expect.any(Number), to_id: value(to), label: to, requires_comment: false, required_field_ids: [] },
      ...more,
    })
    const noGroup = 'The user is in no group that may take the transition.'

    it('lists the transitions that the caller may take, and then those of other groups with a reason', async () => {
      const mended = { requires_comment: true, required_field_ids: [field('title')], refusal: null }
      expect(await membersOf('alice', 'allowed_transitions')).toEqual({
        allowed_transitions: [transitionTo('Gone', { refusal: null }), transitionTo('Mended', mended)],
      })
      expect(await membersOf('bob', 'allowed_transitions')).toEqual({
        allowed_transitions: [transitionTo('Mended', mended), transitionTo('Gone', { refusal: noGroup })],
      })
    })

    it('lists transitions that a write accepts or rejects accordingly', async () => {
      const put = (login: string, to: number, comment: string) =>
        server.as(login).put(`artifacts/${id}`, {
          values: [{ field_id: field('status'), bind_value_ids: [to] }],
          comment: { body: comment, format: 'text' },
        })
      const { allowed_transitions: [mended, gone] = [] } = await membersOf('bob', 'allowed_transitions')
      expect((await put('bob', gone.to_id, 'x')).status).toBe(400)
      expect((await put('bob', mended.to_id, '')).status).toBe(400)
      expect((await put('bob', mended.to_id, 'Done')).status).toBe(200)
      expect(await membersOf('bob', 'allowed_transitions')).toEqual({
        allowed_transitions: [transitionTo('Open', { refusal: null })],
      })
    })

    it('names required and frozen fields only to callers who can read them', async () => {
      const { allowed_transitions: transitions, ...state } = await membersOf(
        'admin',
        'allowed_transitions,frozen_fields,hidden_fieldsets',
      )
      expect(transitions.at(-1)).toMatchObject({ required_field_ids: [field('title'), field('secret')] })
      expect(state).toEqual({
        frozen_fields: [field('title'), field('secret')],
        hidden_fieldsets: [field('closing')],
      })
      expect(await membersOf('alice', 'frozen_fields,hidden_fieldsets')).toEqual({
        frozen_fields: [field('title')],
        hidden_fieldsets: [field('closing')],
      })
    })

    it('lists no transitions to callers who cannot read the field of the workflow', async () => {
      for (const login of ['olga', 'visitor'])
        expect(await membersOf(login, 'allowed_transitions')).toEqual({ allowed_transitions: null })
    })

    it('lists transitions to a read-only administrator with the permissions that they have for writes', async () => {
      const { allowed_transitions: transitions } = await membersOf('auditor', 'allowed_transitions')
      expect(transitions.map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
        'The user is in no group that may update the field.',
        'The user is in no group that may update the field.',
      ])
    })

    it('returns null where no workflow restricts the values', async () => {
      ;[id = 0] = await leaks.createArtifacts({
        tracker: 'free',
        changes: [{ by: server.idOf('alice'), values: { 'free:title': 'x' } }],
      })
      expect(await membersOf('alice')).toMatchObject({
        allowed_transitions: null,
        frozen_fields: [],
        hidden_fieldsets: [],
      })
    })

    it('allows no transition while the state freezes the field of the workflow', async () => {
      ;[id = 0] = await leaks.createArtifacts({
        tracker: 'stuck',
        changes: [{ by: server.idOf('alice'), values: { 'stuck:status': [value('Stuck')] } }],
      })
      const refusal = "The field is read-only in the artifact's current state."
      expect(await membersOf('alice', 'allowed_transitions,frozen_fields')).toEqual({
        allowed_transitions: [transitionTo('Moving', { refusal })],
        frozen_fields: [field('stuck:status')],
      })
    })

    it('follows the state of the artifact and the permissions of the caller', async () => {
      const before = await membersOf('bob')
      await server.as('bob').put(`artifacts/${id}`, {
        values: [{ field_id: field('status'), bind_value_ids: [value('Mended')] }],
        comment: { body: 'Done', format: 'text' },
      })
      const after = await membersOf('bob')
      expect(after).toMatchObject({ frozen_fields: [], hidden_fieldsets: [] })
      expect(after['etag']).not.toBe(before['etag'])
    })

    it('sends no 304, because the members depend on more than the version', async () => {
      const { headers } = await read('boss', 'can_delete')
      const again = { headers: { 'if-none-match': String(headers['etag']) } }
      expect((await server.as('boss').get(`artifacts/${id}?include=can_delete`, again)).status).toBe(200)
      expect((await server.as('boss').get(`artifacts/${id}`, again)).status).toBe(304)
    })

    it.each(['colour', 'etag,colour', 'etag;can_update', 'Etag', '__proto__'])('rejects %s', async (include) => {
      const { status, body } = await read('alice', encodeURIComponent(include))
      expect(status).toBe(400)
      const unknown = include.split(',').at(-1)
      expect(body.error.message).toBe(
        `Bad Request: Invalid value specified for \`include\`: "${unknown}". Expected one of (${all}).`,
      )
    })

    it('accepts blanks and empty items between the names', async () => {
      expect(await membersOf('alice', ',%20can_update%20,,can_update')).toEqual({ can_update: true })
      expect(await membersOf('alice', '')).toEqual({})
    })
  })
})
