import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('GET /artifacts/{id}/explain', () => {
    const server = createServer(dialect)
    let bugs: BugProject
    let project: ProjectFixture
    let open: ArtifactId
    let closed: ArtifactId
    const callers = ['mel', 'ada', 'odd', 'tom', 'rita', 'sue', 'admin', 'visitor'] as const

    beforeAll(async () => {
      const [mel, ada, tom] = [
        await server.createUser('mel'),
        await server.createUser('ada'),
        await server.createUser('tom'),
      ]
      await server.createUser('odd')
      await server.createUser('rita', { status: 'R' })
      await server.createUser('sue', { status: 'S' })
      await changeSettings(server.world, system, { artifacts_deletion_limit: 1000 })
      bugs = await createBugProject(server.world, {
        shortName: 'bugs',
        access: 'public',
        members: [mel, tom],
        administrators: [ada],
      })
      project = await createProjectFixture(server, 'orchard', {
        access: 'private',
        members: [mel, tom],
        administrators: [ada],
        groups: { tasters: [tom] },
        trackers: (groups) => [
          createTrackerDefinition(
            'pear',
            [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
              createFieldDefinition('string', 'note', {
                rights: { read: [3], update: [groups.get('tasters') as number] },
              }),
              createFieldDefinition('perm', 'access'),
            ],
            {},
            { permissions: { full: [3] } },
          ),
        ],
      })
      ;[open, closed] = (await project.createArtifacts(
        { tracker: 'pear', changes: [{ by: mel, values: { title: 'Open' } }] },
        { tracker: 'pear', changes: [{ by: mel, values: { title: 'Closed' } }] },
      )) as [ArtifactId, ArtifactId]
      const grant = { granted_groups: [String(project.groups.get('tasters')), String(4)] }
      await server.as('admin').put(`artifacts/${closed}`, {
        values: [{ field_id: project.fields.get('access'), value: grant }],
      })
      await server.world.cache.refresh()
    })

    const explain = (caller: string, id: number, query: string) =>
      server.as(caller).get(`artifacts/${id}/explain?${query}`)

    it('returns the rules in order, up to the one that rejects the action', async () => {
      const { body } = await explain('mel', open, 'action=update&field=note')
      expect(body).toEqual({
        action: 'update',
        user: 'mel',
        is_allowed: false,
        rules: [
          { rule: 'account is active', is_satisfied: true, refusal: null, detail: null },
          { rule: 'access to the project', is_satisfied: true, refusal: null, detail: null },
          {
            rule: 'access to the tracker',
            is_satisfied: true,
            refusal: null,
            detail: 'Sees all artifacts of the tracker',
          },
          {
            rule: 'access to the artifact',
            is_satisfied: true,
            refusal: null,
            detail: 'The artifact has no permissions of its own',
          },
          { rule: 'project is active', is_satisfied: true, refusal: null, detail: null },
          { rule: 'signed in', is_satisfied: true, refusal: null, detail: null },
          { rule: 'field is in use', is_satisfied: true, refusal: null, detail: null },
          { rule: 'field is editable', is_satisfied: true, refusal: null, detail: null },
          {
            rule: 'permission on the field',
            is_satisfied: false,
            refusal: 'The user is in no group that may update the field.',
            detail: null,
          },
        ],
      })
    })

    it('explains other users only to tracker administrators', async () => {
      const ofMel = await explain('ada', closed, 'action=read&user=mel')
      expect(ofMel.body).toMatchObject({ user: 'mel', is_allowed: false })
      expect(ofMel.body.rules.at(-1)).toMatchObject({ rule: 'access to the artifact', is_satisfied: false })
      expect((await explain('ada', open, 'action=read&user=anonymous')).body).toMatchObject({
        user: null,
        is_allowed: false,
      })
      expect((await explain('ada', open, 'action=read&user=sue')).body.rules).toEqual([
        { rule: 'account is active', is_satisfied: false, refusal: 'Account Suspended', detail: null },
      ])
      expect((await explain('mel', open, 'action=read&user=tom')).status).toBe(403)
      expect((await explain('mel', open, 'action=read&user=nobody-there')).status).toBe(403)
      const bug = await bugs.createBug('A public bug', server.idOf('mel'))
      for (const user of ['mel', 'nobody-there'])
        expect((await explain('visitor', bug, `action=read&user=${user}`)).status).toBe(401)
      expect((await explain('ada', open, 'action=read&user=nobody-there')).status).toBe(404)
      expect((await explain('mel', open, 'action=read&user=mel')).body.is_allowed).toBe(true)
    })

    it('does not reveal hidden artifacts and fields', async () => {
      for (const [caller, status] of [
        ['odd', 404],
        ['mel', 404],
        // Anonymous callers get 401 as in all routes.
        ['visitor', 401],
      ] as const) {
        const hidden = await explain(caller, closed, 'action=read')
        const missing = await explain(caller, 999_999, 'action=read')
        expect(hidden.status).toBe(status)
        expect(hidden.text).toBe(missing.text)
      }
      const secret = await explain('mel', open, 'action=update&field=secret')
      const unknown = await explain('mel', open, 'action=update&field=unknown')
      expect([secret.status, unknown.status]).toEqual([400, 400])
      expect(secret.text.replace('secret', 'unknown')).toBe(unknown.text)
      expect((await explain('ada', open, 'action=update&field=secret&user=mel')).body.is_allowed).toBe(false)
    })

    it.each([
      { query: '', status: 400 },
      { query: 'action=fly', status: 400 },
      { query: 'action=transition&to=1', status: 400 },
    ])('rejects "$query" with $status', async ({ query, status }) => {
      expect((await explain('mel', open, query)).status).toBe(status)
    })

    it('changes nothing', async () => {
      const bug = await bugs.createBug('It crashes', server.idOf('mel'))
      const before = await server.rowCounts()
      const { body } = await explain('mel', bug, `action=transition&to=closed`)
      expect(body.is_allowed).toBe(true)
      expect(body.rules.map(({ rule }: { rule: string }) => rule)).toContain('transition exists')
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('mel').get(`artifacts/${bug}`)).body.status).toBe('open')
    })

    it('returns the conditions of a transition, which apply to the request as well', async () => {
      const workflow = (await server.as('ada').get(`trackers/${bugs.tracker}`)).body.workflow
      const { id } = workflow.transitions.find((each: { to_id: number }) => each.to_id === bugs.closed)
      const url = `tracker_workflow_transitions/${id}`
      const before = { not_empty_field_ids: [], is_comment_required: false }
      const setConditions = async (conditions: object) => {
        const response = await server
          .as('ada')
          .patch(url, { ...before, authorized_user_group_ids: [`${bugs.project}_3`], ...conditions })
        expect(response.status, response.text).toBe(200)
      }
      const closeBug = async (comment: string) => {
        const bug = await bugs.createBug('It crashes', server.idOf('mel'))
        const { body } = await explain('mel', bug, `action=transition&to=closed&comment=${comment}`)
        const response = await server.as('mel').put(`artifacts/${bug}`, {
          values: [{ field_id: bugs.status, bind_value_ids: [bugs.closed] }],
          comment: { body: comment },
        })
        expect(body.is_allowed).toBe(response.status === 200)
        return body.rules.at(-1)
      }
      await setConditions({ is_comment_required: true })
      expect(await closeBug('')).toMatchObject({ is_satisfied: false, refusal: 'Comment must not be empty.' })
      expect(await closeBug('done')).toMatchObject({ is_satisfied: true })
      await setConditions({ not_empty_field_ids: [bugs.links], is_comment_required: false })
      expect(await closeBug('')).toMatchObject({ rule: 'fields required by the transition', is_satisfied: false })
      await setConditions({ not_empty_field_ids: [], is_comment_required: false })
    })

    it('agrees with the result of the request for any user and action (property test)', {
      timeout: 120_000,
    }, async () => {
      let round = 0
      const isOk = ({ status }: TestResponse): boolean => status < 300
      const fieldIds = () => ({
        title: bugs.title,
        note: project.fields.get('note'),
        secret: project.fields.get('secret'),
      })
      const artifactKind = fc.constantFrom('bug', 'open', 'closed')
      const action = fc.oneof(
        fc.constantFrom('read', 'comment', 'delete').map((kind) => ({ kind, what: '' })),
        fc.constantFrom('title', 'note', 'secret').map((what) => ({ kind: 'update', what })),
        fc.constantFrom('open', 'closed', '100').map((what) => ({ kind: 'transition', what })),
      )
      const grants = fc.option(fc.subarray(['tasters', 'members', 'administrators'], { minLength: 1 }), { nil: null })
      const state = fc.constantFrom('open', 'closed')
      const attempt = fc.record({ caller: fc.constantFrom(...callers), artifactKind, action, grants, state })
      const allowed = { true: 0, false: 0 }

      await fc.assert(
        fc.asyncProperty(attempt, async ({ caller, artifactKind, action: { kind, what }, grants: groups, state }) => {
          round += 1
          const isBug = artifactKind === 'bug'
          if (!isBug && (kind === 'transition' || (kind === 'update' && what === 'title'))) return
          if (isBug && kind === 'update' && what !== 'title') return
          const id = isBug
            ? await bugs.createBug('It crashes', server.idOf('mel'), {
                [bugs.status]: [state === 'open' ? bugs.open : bugs.closed],
              })
            : ((
                await project.createArtifacts({ tracker: 'pear', changes: [{ by: server.idOf('mel'), values: {} }] })
              )[0] as ArtifactId)
          if (!isBug && groups !== null) {
            const groupIds = { tasters: project.groups.get('tasters'), members: 3, administrators: 4 }
            const value = { granted_groups: groups.map((name) => String(groupIds[name as 'members'])) }
            const values = [{ field_id: project.fields.get('access'), value }]
            expect((await server.as('admin').put(`artifacts/${id}`, { values })).status).toBe(200)
          }
          const params = kind === 'update' ? `&field=${what}` : kind === 'transition' ? `&to=${what}` : ''
          const user = caller === 'visitor' ? 'anonymous' : caller
          const explained = await explain('admin', id, `action=${kind}${params}&user=${user}`)
          expect(explained.status, explained.text).toBe(200)

          const values = { open: bugs.open, closed: bugs.closed, '100': null }
          const client = server.as(caller)
          const change = (entries: unknown, comment = '') =>
            client.put(`artifacts/${id}`, { values: entries, ...(comment && { comment: { body: comment } }) })
          const response = await {
            read: () => client.get(`artifacts/${id}`),
            comment: () => change([], 'Well'),
            delete: () => client.delete(`artifacts/${id}`),
            update: () => change([{ field_id: fieldIds()[what as 'note'], value: `changed ${round}` }]),
            transition: () => {
              const to = values[what as 'open']
              return change([{ field_id: bugs.status, bind_value_ids: to === null ? [] : [to] }])
            },
          }[kind as 'read']()
          const { is_allowed: isAllowed } = explained.body
          allowed[`${isAllowed as boolean}`] += 1
          expect({
            caller,
            artifactKind,
            kind,
            what,
            groups,
            state,
            rules: explained.body.rules,
            isAllowed,
          }).toMatchObject({
            isAllowed: isOk(response),
          })
        }),
        { numRuns: getRounds('TULIPWOOD_EXPLAIN_RUNS', { quick: 100, full: 250 }) },
      )
      expect(Math.min(allowed.true, allowed.false)).toBeGreaterThan(10)
    })
  })
})
