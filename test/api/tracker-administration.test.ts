import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import { getCachedTracker } from '../../src/trackers/store/trackers.ts'
import { buildPreview, viewAsUser } from '../../web/src/pages/tracker-admin-permissions/build-preview.ts'
import { listSavedCells, noChanges } from '../../web/src/pages/tracker-admin-permissions/permission-changes.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

type Json = any

const fields = [
  createFieldDefinition('string', 'title'),
  createFieldDefinition('text', 'story'),
  createFieldDefinition('sb', 'status', { bind: createStaticBind(['Open', ''], ['Closed', '']) }),
  createFieldDefinition('sb', 'other', { bind: createStaticBind(['A', '']) }),
  createFieldDefinition('msb', 'assigned', { bind: projectMembers }),
  createFieldDefinition('date', 'begin'),
  createFieldDefinition('date', 'end'),
  createFieldDefinition('int', 'duration'),
  createFieldDefinition('float', 'total'),
  createFieldDefinition('float', 'remaining'),
  createFieldDefinition('string', 'retired', { isUsed: false }),
  createFieldDefinition('art_link', 'links'),
]

onEachDatabase((dialect) => {
  describe('the administration of a tracker', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: number
    let house: number
    let count = 0
    const boss = () => server.as('boss')
    const field = (name: string): number => project.fields.get(name) as number
    const value = (name: string): number => project.values.get(name) as number
    const group = (name: string): string => String(project.groups.get(name))
    const put = (part: string, body: Json, login = 'boss'): Promise<TestResponse> =>
      server.as(login).put(`trackers/${tracker}/${part}`, body)
    const read = (login = 'admin', id = tracker): Promise<TestResponse> => server.as(login).get(`trackers/${id}`)

    const expectUnchanged = async (work: () => Promise<TestResponse>): Promise<TestResponse> => {
      const state = async () => [
        await server.rowCounts(),
        (await read()).body,
        (await server.as('admin').get(`trackers/${tracker}/settings`)).body,
      ]
      const before = await state()
      const response = await work()
      expect(await state()).toEqual(before)
      return response
    }
    const expectRejected = async (work: () => Promise<TestResponse>, text: string): Promise<void> => {
      const { status, body } = await expectUnchanged(work)
      expect({ status, message: body.error.message }).toEqual({ status: 400, message: expect.stringContaining(text) })
    }

    beforeAll(async () => {
      for (const login of ['member', 'boss', 'outsider', 'auditor']) await server.createUser(login)
      await server.createUser('sleeper', { status: 'S' })
      await grantSitePermission(
        server.world,
        { kind: 'system', reason: 'test' },
        { permission: 'read_only_administration', to: { user: server.idOf('auditor') } },
      )
    })

    beforeEach(async () => {
      count += 1
      project = await createProjectFixture(server, `yard${count}`, {
        members: [server.idOf('member')],
        administrators: [server.idOf('boss')],
        groups: { keepers: [server.idOf('member')] },
        trackers: () => [
          {
            ...createTrackerDefinition(
              'room',
              fields,
              {
                title: { field: 'title' },
                status: { field: 'status', openValues: ['Open'] },
                done: { values: ['Closed'] },
                tooltip: { fields: ['title'] },
              },
              { parent: 'house' },
            ),
          },
          createTrackerDefinition('house', [
            createFieldDefinition('string', 'house:title'),
            createFieldDefinition('art_link', 'house:links'),
          ]),
        ],
      })
      tracker = project.trackers.get('room') as number
      house = project.trackers.get('house') as number
    })

    describe('PUT /trackers/{id}/settings', () => {
      it('changes all settings, which GET returns', async () => {
        const before = (await boss().get(`trackers/${tracker}/settings`)).body
        expect(before).toEqual({
          label: 'rooms',
          item_name: 'room',
          description: '',
          color_name: 'fiesta-red',
          parent_id: house,
          notifications_level: 'all',
          allows_copy: true,
          allows_move: true,
          has_email_gateway: false,
          is_copied_with_project: false,
          is_promoted: false,
          logs_rank_changes: false,
          requires_preconditions: false,
          sends_calendar_events: false,
          uses_private_comments: true,
          submit_instructions: '',
          browse_instructions: '',
        })
        const changed = {
          ...before,
          label: 'Chambers',
          item_name: 'chamber',
          description: 'To live in',
          color_name: 'deep-blue',
          parent_id: null,
          notifications_level: 'disabled',
          allows_copy: false,
          allows_move: false,
          has_email_gateway: true,
          is_copied_with_project: true,
          is_promoted: true,
          logs_rank_changes: true,
          requires_preconditions: true,
          sends_calendar_events: true,
          uses_private_comments: false,
          submit_instructions: 'Knock',
          browse_instructions: 'Look',
        }
        const { status, body } = await put('settings', changed)
        expect(status).toBe(200)
        expect(body).toMatchObject({
          label: 'Chambers',
          item_name: 'chamber',
          color_name: 'deep-blue',
          parent: null,
          notifications: { enabled: false },
        })
        expect((await boss().get(`trackers/${tracker}/settings`)).body).toEqual(changed)
        expect((await getCachedTracker(server.world, tracker as never))?.options.requiresPreconditions).toBe(true)
        await put('settings', { description: 'Once more' })
        expect((await boss().get(`trackers/${tracker}/settings`)).body).toEqual({
          ...changed,
          description: 'Once more',
        })
      })

      it('accepts its present names in any case', async () => {
        expect((await put('settings', { label: 'ROOMS', item_name: 'Room', parent_id: house })).status).toBe(200)
      })

      it.each([
        [{ label: '' }, 'requires a name'],
        [{ label: 'Houses' }, 'already has a tracker named "Houses"'],
        [{ item_name: 'HOUSE' }, 'already has a tracker with the item_name "HOUSE"'],
        [{ item_name: 'a-b' }, 'may only contain letters'],
        [{ color_name: 'pink' }, 'Invalid color "pink"'],
        [{ parent_id: 99_999 }, 'not a tracker of the project'],
        [{ notifications_level: 'loud' }, 'Expected one of'],
      ])('rejects %j', (body, text) => expectRejected(() => put('settings', body), text))

      it('rejects a parent that would be its own descendant', async () => {
        await expectRejected(() => put('settings', { parent_id: tracker }), 'its own ancestor')
        await expectRejected(() => boss().put(`trackers/${house}/settings`, { parent_id: tracker }), 'its own ancestor')
      })

      it('rejects a parent that would be its own descendant once a deleted tracker is restored', async () => {
        const definition = { label: 'Towns', item_name: 'town', color_name: 'fiesta-red' }
        const { body: town } = await boss().post(`projects/${project.projectId}/trackers`, { definition })
        expect((await boss().put(`trackers/${house}/settings`, { parent_id: town.id })).status).toBe(200)
        expect((await boss().delete(`trackers/${house}`)).status).toBe(204)
        await expectRejected(
          () => boss().put(`trackers/${town.id}/settings`, { parent_id: tracker }),
          'its own ancestor',
        )
        await expectRejected(
          () => boss().put(`trackers/${town.id}/settings`, { parent_id: house }),
          'not a tracker of the project',
        )
      })

      it('gives a name to one of two trackers that request it concurrently', async () => {
        const responses = await Promise.all([
          put('settings', { label: 'Same' }),
          boss().put(`trackers/${house}/settings`, { label: 'same' }),
        ])
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
      })
    })

    describe('PUT /trackers/{id}/semantics', () => {
      it('replaces all semantics, in the format in which they are returned', async () => {
        const semantics = {
          title: { field_id: field('title') },
          description: { field_id: field('story') },
          status: { field_id: field('status'), value_ids: [value('Closed'), 100] },
          contributor: { field_id: field('assigned') },
          timeframe: { start_date_field_id: field('begin'), duration_field_id: field('duration') },
          progress: { total_effort_field_id: field('total'), remaining_effort_field_id: field('remaining') },
          initial_effort: { field_id: field('total') },
        }
        expect((await put('semantics', semantics)).body.semantics).toEqual(semantics)
        expect((await read()).body.semantics).toEqual(semantics)
        // Semantics that the API does not expose are kept with the status.
        expect((await getCachedTracker(server.world, tracker as never))?.semantics).toMatchObject({
          done: { values: [value('Closed')] },
          tooltip: { fields: [field('title')] },
        })
        const others = {
          timeframe: { implied_from_tracker: { id: house, uri: `trackers/${house}` } },
          progress: { artifact_link_type: '_is_child' },
        }
        expect((await put('semantics', others)).body.semantics).toEqual(others)
        expect((await getCachedTracker(server.world, tracker as never))?.semantics.done).toBeUndefined()
        expect((await put('semantics', {})).body.semantics).toEqual({})
      })

      it('is what GET /trackers/{id}/semantics returns, of fields too that the administrator cannot read', async () => {
        const { projectId } = project
        const semantics = {
          title: { field_id: field('title') },
          status: { field_id: field('status'), value_ids: [] },
          contributor: { field_id: field('assigned') },
          timeframe: { implied_from_tracker: { id: house, uri: `trackers/${house}` } },
          progress: { artifact_link_type: '_is_child' },
        }
        await put('semantics', semantics)
        const hidden = { can_read: [group('keepers')], can_submit: [], can_update: [] }
        for (const name of ['title', 'status'])
          await boss().patch(`tracker_fields/${field(name)}`, { permissions_for_groups: hidden })
        const readable = (await read('boss')).body.semantics
        expect(Object.keys(readable)).toEqual(['contributor', 'timeframe', 'progress'])
        const { status, body } = await boss().get(`trackers/${tracker}/semantics`)
        expect({ status, body }).toEqual({ status: 200, body: semantics })
        const before = (await getCachedTracker(server.world, tracker as never))?.semantics
        expect((await put('semantics', body)).status).toBe(200)
        expect((await getCachedTracker(server.world, tracker as never))?.semantics).toEqual(before)
        expect(before?.status?.openValues).toEqual([])

        expect((await server.as('member').get(`trackers/${tracker}/semantics`)).status).toBe(403)
        expect((await server.as('auditor').get(`trackers/${tracker}/semantics`)).body).toEqual(semantics)
        await put('permissions', { can_admin: [group('keepers')], can_access: [`${projectId}_3`] })
        expect((await server.as('member').get(`trackers/${tracker}/semantics`)).body).toEqual(semantics)
      })

      it('reports every problem', async () => {
        const { body } = await expectUnchanged(() =>
          put('semantics', {
            title: { field_id: field('status') },
            description: { field_id: field('retired') },
            status: { field_id: field('status'), value_ids: [value('A')] },
            contributor: { field_id: field('other') },
            timeframe: { implied_from_tracker: { id: tracker } },
            progress: { artifact_link_type: 'cousin' },
            initial_effort: { field_id: 99_999 },
          }),
        )
        expect(body.error.i18n_error_messages).toEqual([
          'title: the element status is of type sb, not string, text.',
          'description: the element retired is not in use.',
          'description: the element retired is of type string, not text.',
          `status: ${value('A')} is not a value of the list status.`,
          'contributor: the list other is not bound to users.',
          `timeframe: ${tracker} is not another tracker of the project.`,
          'progress: unknown link type "cousin".',
          'initial_effort: element 99999 not found in the tracker.',
        ])
      })

      it('rejects a time frame or efforts that refer to one field twice', async () => {
        const day = field('begin')
        await expectRejected(
          () => put('semantics', { timeframe: { start_date_field_id: day, end_date_field_id: day } }),
          'same field',
        )
        await expectRejected(
          () => put('semantics', { timeframe: { start_date_field_id: day } }),
          'the element is missing',
        )
        const effort = { total_effort_field_id: field('total'), remaining_effort_field_id: field('total') }
        await expectRejected(() => put('semantics', { progress: effort }), 'same field')
      })
    })

    describe('GET /trackers/{id}/permissions', () => {
      const readPermissions = async (login = 'boss'): Promise<Json> =>
        (await server.as(login).get(`trackers/${tracker}/permissions`)).body

      it('returns every used field, also those that its administrators cannot read', async () => {
        const hidden = { can_read: [], can_submit: [], can_update: [] }
        const path = `tracker_fields/${field('story')}`
        expect((await boss().patch(path, { permissions_for_groups: hidden })).status).toBe(200)
        const { fields: visible } = (await read('boss')).body
        expect(visible.map((each: Json) => each.label)).not.toContain('story')
        const all = (await readPermissions()).fields
        expect(all.find((each: Json) => each.field_id === field('story'))).toEqual({
          field_id: field('story'),
          label: 'story',
          type: 'text',
          required: false,
          possible: ['can_read', 'can_submit', 'can_update'],
          permissions_for_groups: hidden,
        })
        expect(all.map((each: Json) => each.field_id)).not.toContain(field('retired'))
      })

      it('lists the groups that the project offers, with what they can have', async () => {
        const { groups, permissions_for_groups } = await readPermissions()
        expect(permissions_for_groups).toEqual((await read()).body.permissions_for_groups)
        const summary = groups.map((each: Json) => [
          ...[each.short_name, each.possible_on_tracker.length, each.possible_on_fields.length],
          ...[each.member_of, each.is_administrator],
        ])
        expect(summary).toEqual([
          ['all_users', 1, 2, [], false],
          ['registered_users', 2, 2, ['1', '5'], false],
          ['project_members', 5, 3, ['1', '2', '5'], false],
          ['project_admins', 5, 3, ['1', '2', '5', `${project.projectId}_3`], true],
          ['keepers', 5, 3, ['1', '2', '5'], false],
        ])
      })

      it('lists other groups as soon as they have a permission, except the one without members', async () => {
        const wiki = `${project.projectId}_14`
        await put('permissions', { can_access: ['1', '100', wiki] })
        const ids = (await readPermissions()).groups.map((each: Json) => each.id)
        expect(ids).toContain(wiki)
        expect(ids).not.toContain('100')
      })

      it('is refused to members who do not administer the tracker', async () => {
        expect((await server.as('member').get(`trackers/${tracker}/permissions`)).status).toBe(403)
        // They do not learn which users exist.
        for (const user of ['boss', 'no-such-user']) {
          const { status } = await server.as('member').get(`trackers/${tracker}/permissions?user=${user}`)
          expect(status).toBe(403)
        }
      })

      describe('of a user', () => {
        const readUser = async (user: string | number): Promise<Json> =>
          (await boss().get(`trackers/${tracker}/permissions?user=${user}`)).body.user
        const members = () => `${project.projectId}_3`

        it('returns the groups that the user is in, by login or id', async () => {
          const groups = ['1', '2', members(), group('keepers')]
          expect(await readUser('member')).toMatchObject({
            id: server.idOf('member'),
            username: 'member',
            is_anonymous: false,
            member_of: groups,
            is_administrator: false,
            reads_all_fields: false,
            changes_all_fields: false,
            is_active: true,
            has_project_access: true,
          })
          expect((await readUser(server.idOf('member'))).member_of).toEqual(groups)
          const bossGroups = ['1', '2', members(), `${project.projectId}_4`]
          expect(await readUser('boss')).toMatchObject({ member_of: bossGroups, is_administrator: true })
          expect(await readUser('anonymous')).toMatchObject({ id: null, is_anonymous: true, member_of: ['1'] })
          expect((await boss().get(`trackers/${tracker}/permissions`)).body).not.toHaveProperty('user')
        })

        it('knows administrators of the site, and accounts that cannot be used', async () => {
          const auditor = { is_administrator: false, reads_all_fields: true, changes_all_fields: false }
          expect(await readUser('auditor')).toMatchObject(auditor)
          const admin = { is_administrator: true, reads_all_fields: true, changes_all_fields: true }
          expect(await readUser('admin')).toMatchObject(admin)
          expect(await readUser('sleeper')).toMatchObject({ is_active: false, member_of: ['1', '2'] })
          const { status } = await boss().get(`trackers/${tracker}/permissions?user=no-such-user`)
          expect(status).toBe(404)
        })

        it('knows who cannot see the project', async () => {
          expect((await readUser('outsider')).has_project_access).toBe(true)
          const body = { access: 'private' }
          expect((await boss().patch(`projects/${project.projectId}/settings`, body)).status).toBe(200)
          expect((await readUser('outsider')).has_project_access).toBe(false)
          expect((await readUser('member')).has_project_access).toBe(true)
          expect((await readUser('auditor')).has_project_access).toBe(true)
        })

        it('has all that decides: the form of the page is the one that the user gets', async () => {
          const grant = (name: string, to: Json) =>
            boss().patch(`tracker_fields/${field(name)}`, { permissions_for_groups: to })
          await grant('story', { can_read: [], can_submit: ['2'], can_update: [group('keepers')] })
          await grant('status', { can_read: [members()], can_submit: [members()], can_update: [] })
          await grant('begin', { can_read: [], can_submit: [], can_update: [] })
          // Not of a read-only administrator, for whom the tracker names the permissions of a full one.
          for (const login of ['member', 'boss', 'outsider', 'admin', 'visitor']) {
            const path = `trackers/${tracker}/permissions?user=${login === 'visitor' ? 'anonymous' : login}`
            const { body: data } = await boss().get(path)
            const parts = [{ id: 0, label: null, fields: data.fields }]
            const input = { parts, data, saved: listSavedCells(data), changes: noChanges }
            const [create, change] = (['create', 'change'] as const).map((form) =>
              buildPreview(viewAsUser(data.user), form, input).parts.flatMap((part) => part.fields),
            )
            const form = new Map(data.fields.map((each: Json) => [each.field_id, [] as string[]]))
            const add = (id: number, permission: string) => (form.get(id) as string[]).push(permission)
            for (const { id } of change ?? []) add(id, 'read')
            for (const { id, isEditable } of change ?? []) if (isEditable) add(id, 'update')
            for (const { id, isEditable } of create ?? []) if (isEditable) add(id, 'create')
            const { fields: shown } = (await read(login)).body
            const actual = new Map(shown.map((each: Json) => [each.field_id, each.permissions]))
            // Readable fields only.
            const expected = [...form].filter(([, permissions]) => (permissions as string[]).includes('read'))
            expect(new Map(expected), login).toEqual(new Map([...actual].filter(([id]) => form.has(id as number))))
          }
        })
      })
    })

    describe('PUT /trackers/{id}/permissions', () => {
      it('replaces the permissions, which take effect immediately', async () => {
        const [id] = await project.createArtifacts({ tracker: 'room', changes: [{ values: { title: 'A' } }] })
        expect((await server.as('outsider').get(`artifacts/${id}`)).status).toBe(200)
        const permissions = (await read()).body.permissions_for_groups
        const { body } = await put('permissions', {
          can_access_submitted_by_group: [group('keepers')],
          can_admin: permissions.can_access,
        })
        const ids = (name: string) => body.permissions_for_groups[name].map((each: Json) => each.id)
        expect(ids('can_access')).toEqual([])
        expect(ids('can_access_submitted_by_group')).toEqual([group('keepers')])
        expect(ids('can_admin')).toEqual(['1'])
        await put('permissions', { can_access: [`${project.projectId}_3`] })
        expect((await server.as('outsider').get(`artifacts/${id}`)).status).toBe(403)
        expect((await read('outsider')).status).toBe(404)
        expect((await server.as('member').get(`artifacts/${id}`)).status).toBe(200)
      })

      it.each([[['999']], [['7_3']], [['x']], [[77]]])('rejects the groups %j', (groups) =>
        expectRejected(() => put('permissions', { can_access: groups }), 'has no user group'),
      )

      it('can remove the permission of the caller', async () => {
        await put('permissions', { can_admin: [group('keepers')] })
        const { status, body } = await put('permissions', { can_access: ['2'] }, 'member')
        expect(status).toBe(200)
        expect(body.permissions_for_groups).toBeNull()
        expect((await put('permissions', {}, 'member')).status).toBe(403)
      })
    })

    describe('DELETE /trackers/{id} and POST /trackers/{id}/restore', () => {
      it('remove a tracker with its contents and restore it', async () => {
        const [a] = await project.createArtifacts({ tracker: 'room', changes: [{ values: { title: 'A' } }] })
        const [b] = await project.createArtifacts({
          tracker: 'house',
          changes: [{ values: { 'house:links': [{ id: a, type: '' }] } }],
        })
        const links = async () =>
          (await boss().get(`artifacts/${b}`)).body.values.find((each: Json) => each.type === 'art_link').links
        const before = (await read('boss')).body
        expect(await links()).toHaveLength(1)
        expect((await server.as('boss').delete(`trackers/${tracker}`)).status).toBe(204)
        expect(await links()).toEqual([])
        expect((await read('boss')).status).toBe(404)
        expect((await boss().get(`artifacts/${a}`)).status).toBe(403)
        const labels = (await boss().get(`projects/${project.projectId}/trackers`)).body.map((each: Json) => each.label)
        expect(labels).toEqual(['houses'])
        expect((await boss().delete(`trackers/${tracker}`)).status).toBe(404)
        const { status, body } = await boss().post(`trackers/${tracker}/restore`)
        expect(status).toBe(200)
        expect(body).toEqual(before)
        expect(await links()).toHaveLength(1)
        expect((await boss().post(`trackers/${tracker}/restore`)).status).toBe(200)
      })

      it('hide a deleted parent tracker', async () => {
        expect((await read('boss')).body.parent).toMatchObject({ id: house })
        await boss().delete(`trackers/${house}`)
        expect((await read('boss')).body.parent).toBeNull()
        await boss().post(`trackers/${house}/restore`)
        expect((await read('boss')).body.parent).toMatchObject({ id: house })
      })

      it('reject the restore of a tracker whose names are used by another', async () => {
        await boss().delete(`trackers/${house}`)
        await put('settings', { label: 'houses' })
        await expectRejected(() => boss().post(`trackers/${house}/restore`), 'already has a tracker named "houses"')
      })

      it('restrict the restore to project administrators', async () => {
        await put('permissions', { can_admin: [group('keepers')], can_access: ['1'] })
        expect((await server.as('member').post(`trackers/${tracker}/restore`)).status).toBe(403)
        expect((await server.as('member').delete(`trackers/${tracker}`)).status).toBe(204)
        for (const [login, status] of [
          ['visitor', 401],
          ['outsider', 404],
          ['member', 404],
          ['auditor', 404],
          ['admin', 200],
        ] as const)
          expect((await server.as(login).post(`trackers/${tracker}/restore`)).status).toBe(status)
      })
    })

    it.each([
      { login: 'visitor', status: 401 },
      { login: 'outsider', status: 403 },
      { login: 'member', status: 403 },
      { login: 'auditor', status: 403 },
      { login: 'boss', status: 200 },
      { login: 'admin', status: 200 },
    ])('responds to $login with $status', async ({ login, status }) => {
      const works = [
        () => put('settings', { description: 'Changed' }, login),
        () => put('semantics', {}, login),
        () => put('permissions', { can_access: ['2'] }, login),
        () => server.as(login).delete(`trackers/${tracker}`),
      ]
      for (const [index, work] of works.entries()) {
        const response = status === 200 ? await work() : await expectUnchanged(work)
        expect(response.status).toBe(status === 200 && index === 3 ? 204 : status)
        if (status === 403)
          expect(response.body.error.i18n_error_message).toBe(
            'You must be tracker administrator to access this resource.',
          )
      }
    })

    it('is rejected while the project is suspended', async () => {
      await server.as('admin').put(`projects/${project.projectId}/status`, { status: 'suspended' })
      for (const login of ['boss', 'admin']) {
        const responses = [
          await put('settings', {}, login),
          await put('semantics', {}, login),
          await put('permissions', {}, login),
          await server.as(login).delete(`trackers/${tracker}`),
          await server.as(login).post(`trackers/${tracker}/restore`),
        ]
        for (const { body } of responses)
          expect(body).toEqual({ error: { code: 403, message: 'Forbidden: This project is suspended' } })
      }
    })

    it('returns 404 for an unknown tracker', async () => {
      for (const part of ['settings', 'semantics', 'permissions'])
        expect((await boss().put(`trackers/99999/${part}`, {})).status).toBe(404)
      expect((await boss().delete('trackers/99999')).status).toBe(404)
      expect((await boss().post('trackers/99999/restore')).status).toBe(404)
    })

    it('is recorded in the audit log', async () => {
      await put('settings', { description: 'x' })
      await put('semantics', {})
      await put('permissions', {})
      await boss().delete(`trackers/${tracker}`)
      await boss().post(`trackers/${tracker}/restore`)
      const rows = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'subject', 'detail'])
        .orderBy('id')
        .execute()
      const entries = rows.filter(({ subject }) => subject === `yard${count}`)
      expect(entries.map(({ action }) => action)).toEqual([
        'tracker settings changed',
        'semantics changed',
        'tracker permissions changed',
        'tracker deleted',
        'tracker restored',
      ])
    })
  })
})
