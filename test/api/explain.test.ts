import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { roundsOf } from '../kit/rounds.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('GET /artifacts/{id}/explain', () => {
    const server = createServer(dialect)
    let bugs: BugProject
    let project: ProjectFixture
    let open: ArtifactId
    let closed: ArtifactId
    const everybody = ['mel', 'ada', 'odd', 'tom', 'rita', 'sue', 'admin', 'visitor'] as const

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
          trackerDefinition(
            'pear',
            [
              fieldDefinition('string', 'title'),
              fieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
              fieldDefinition('string', 'note', { rights: { read: [3], update: [groups.get('tasters') as number] } }),
              fieldDefinition('perm', 'access'),
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

    const explain = (who: string, id: number, query: string) => server.as(who).get(`artifacts/${id}/explain?${query}`)

    it('tells the rules one after the other, up to the one that refuses', async () => {
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

    it('tells administrators of the tracker, and nobody else, what others may do', async () => {
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
      const bug = await bugs.createBug('It is seen by everybody', server.idOf('mel'))
      for (const user of ['mel', 'nobody-there'])
        expect((await explain('visitor', bug, `action=read&user=${user}`)).status).toBe(401)
      expect((await explain('ada', open, 'action=read&user=nobody-there')).status).toBe(404)
      expect((await explain('mel', open, 'action=read&user=mel')).body.is_allowed).toBe(true)
    })

    it('says nothing of what one does not see: artifacts and fields', async () => {
      for (const [who, status] of [
        ['odd', 404],
        ['mel', 404],
        // Who may see it is asked to sign in, as everywhere.
        ['visitor', 401],
      ] as const) {
        const hidden = await explain(who, closed, 'action=read')
        const missing = await explain(who, 999_999, 'action=read')
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
    ])('refuses $query with $status', async ({ query, status }) => {
      expect((await explain('mel', open, query)).status).toBe(status)
    })

    it('changes nothing, also where a change is tried', async () => {
      const bug = await bugs.createBug('It crashes', server.idOf('mel'))
      const before = await server.rowCounts()
      const { body } = await explain('mel', bug, `action=transition&to=closed`)
      expect(body.is_allowed).toBe(true)
      expect(body.rules.map(({ rule }: { rule: string }) => rule)).toContain('transition exists')
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('mel').get(`artifacts/${bug}`)).body.status).toBe('open')
    })

    it('tells the conditions of a transition, which hold for the request as well', async () => {
      const workflow = (await server.as('ada').get(`trackers/${bugs.tracker}`)).body.workflow
      const { id } = workflow.transitions.find((each: { to_id: number }) => each.to_id === bugs.closed)
      const url = `tracker_workflow_transitions/${id}`
      const before = { not_empty_field_ids: [], is_comment_required: false }
      const set = async (conditions: object) => {
        const answer = await server
          .as('ada')
          .patch(url, { ...before, authorized_user_group_ids: [`${bugs.project}_3`], ...conditions })
        expect(answer.status, answer.text).toBe(200)
      }
      const close = async (said: string) => {
        const bug = await bugs.createBug('It crashes', server.idOf('mel'))
        const { body } = await explain('mel', bug, `action=transition&to=closed&comment=${said}`)
        const answer = await server.as('mel').put(`artifacts/${bug}`, {
          values: [{ field_id: bugs.status, bind_value_ids: [bugs.closed] }],
          comment: { body: said },
        })
        expect(body.is_allowed).toBe(answer.status === 200)
        return body.rules.at(-1)
      }
      await set({ is_comment_required: true })
      expect(await close('')).toMatchObject({ is_satisfied: false, refusal: 'Comment must not be empty.' })
      expect(await close('done')).toMatchObject({ is_satisfied: true })
      await set({ not_empty_field_ids: [bugs.links], is_comment_required: false })
      expect(await close('')).toMatchObject({ rule: 'fields required by the transition', is_satisfied: false })
      await set({ not_empty_field_ids: [], is_comment_required: false })
    })

    it('agrees with what requests really do, for anybody and any action', { timeout: 120_000 }, async () => {
      let turn = 0
      const isOk = ({ status }: TestResponse): boolean => status < 300
      const fieldIds = () => ({
        title: bugs.title,
        note: project.fields.get('note'),
        secret: project.fields.get('secret'),
      })
      const place = fc.constantFrom('bug', 'open', 'closed')
      const action = fc.oneof(
        fc.constantFrom('read', 'comment', 'delete').map((kind) => ({ kind, what: '' })),
        fc.constantFrom('title', 'note', 'secret').map((what) => ({ kind: 'update', what })),
        fc.constantFrom('open', 'closed', '100').map((what) => ({ kind: 'transition', what })),
      )
      const grants = fc.option(fc.subarray(['tasters', 'members', 'administrators'], { minLength: 1 }), { nil: null })
      const state = fc.constantFrom('open', 'closed')
      const attempt = fc.record({ who: fc.constantFrom(...everybody), place, action, grants, state })
      const allowed = { true: 0, false: 0 }

      await fc.assert(
        fc.asyncProperty(attempt, async ({ who, place: where, action: { kind, what }, grants: given, state: at }) => {
          turn += 1
          const isBug = where === 'bug'
          if (!isBug && (kind === 'transition' || (kind === 'update' && what === 'title'))) return
          if (isBug && kind === 'update' && what !== 'title') return
          const id = isBug
            ? await bugs.createBug('It crashes', server.idOf('mel'), {
                [bugs.status]: [at === 'open' ? bugs.open : bugs.closed],
              })
            : ((
                await project.createArtifacts({ tracker: 'pear', changes: [{ by: server.idOf('mel'), values: {} }] })
              )[0] as ArtifactId)
          if (!isBug && given !== null) {
            const groups = { tasters: project.groups.get('tasters'), members: 3, administrators: 4 }
            const value = { granted_groups: given.map((name) => String(groups[name as 'members'])) }
            const values = [{ field_id: project.fields.get('access'), value }]
            expect((await server.as('admin').put(`artifacts/${id}`, { values })).status).toBe(200)
          }
          const more = kind === 'update' ? `&field=${what}` : kind === 'transition' ? `&to=${what}` : ''
          const user = who === 'visitor' ? 'anonymous' : who
          const explained = await explain('admin', id, `action=${kind}${more}&user=${user}`)
          expect(explained.status, explained.text).toBe(200)

          const values = { open: bugs.open, closed: bugs.closed, '100': null }
          const client = server.as(who)
          const change = (entries: unknown, said = '') =>
            client.put(`artifacts/${id}`, { values: entries, ...(said && { comment: { body: said } }) })
          const answer = await {
            read: () => client.get(`artifacts/${id}`),
            comment: () => change([], 'Well'),
            delete: () => client.delete(`artifacts/${id}`),
            update: () => change([{ field_id: fieldIds()[what as 'note'], value: `changed ${turn}` }]),
            transition: () => {
              const to = values[what as 'open']
              return change([{ field_id: bugs.status, bind_value_ids: to === null ? [] : [to] }])
            },
          }[kind as 'read']()
          const { is_allowed: isAllowed } = explained.body
          allowed[`${isAllowed as boolean}`] += 1
          expect({ who, where, kind, what, given, at, rules: explained.body.rules, isAllowed }).toMatchObject({
            isAllowed: isOk(answer),
          })
        }),
        { numRuns: roundsOf('TULIPWOOD_EXPLAIN_RUNS', { quick: 100, full: 250 }) },
      )
      expect(Math.min(allowed.true, allowed.false)).toBeGreaterThan(10)
    })
  })
})
