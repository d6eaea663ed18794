import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('the comment of a changeset', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let id: number
    let other: number
    let changeset: number
    const callers = ['alice', 'bob', 'boss', 'olga', 'auditor', 'admin', 'visitor'] as const

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss', 'olga', 'auditor']) await server.createUser(login)
      const auditor = { user: server.idOf('auditor') }
      await grantSitePermission(server.world, system, { permission: 'read_only_administration', to: auditor })
      shop = await createProjectFixture(server, 'talk', {
        members: [server.idOf('alice'), server.idOf('bob')],
        administrators: [server.idOf('boss')],
        groups: { secret: [server.idOf('alice')] },
        trackers: () => [
          createTrackerDefinition(
            'topic',
            [createFieldDefinition('string', 'title'), createFieldDefinition('cross', 'refs')],
            {
              title: { field: 'title' },
            },
          ),
        ],
      })
    })

    const create = async () => {
      const values = [{ field_id: shop.fields.get('title'), value: 'x' }]
      const body = { tracker: { id: shop.trackers.get('topic') }, values }
      return (await server.as('alice').post('artifacts', body)).body.id as number
    }
    const addComment = async (login: string, comment: object) => {
      const { status } = await server.as(login).put(`artifacts/${id}`, { values: [], comment })
      expect(status).toBe(200)
      const { body } = await server.as(login).get(`artifacts/${id}/changesets?fields=comments&order=desc&limit=1`)
      return body[0].id as number
    }
    beforeEach(async () => {
      ;[id, other] = [await create(), await create()]
      changeset = await addComment('alice', { body: 'First words', format: 'text' })
    })

    const url = (of = changeset) => `artifacts/${id}/changesets/${of}/comment`
    const edit = (login: string, body: object, headers = {}) => server.as(login).put(url(), body, { headers })
    const remove = (login: string, headers = {}) => server.as(login).delete(url(), { headers })
    const readVersions = (login: string) => server.as(login).get(`${url()}_versions`)
    const readComments = async (login: string) =>
      (await server.as(login).get(`artifacts/${id}/changesets?fields=comments`)).body.map(
        (each: { last_comment: { body: string } }) => each.last_comment.body,
      )
    const search = async (words: string) => {
      const { body } = await server.as('alice').post('search', { words })
      return body.collection.map((hit: { artifact: { id: number } }) => hit.artifact.id)
    }
    const referencesOf = async (artifact: number) => {
      const { body } = await server.as('alice').get(`artifacts/${artifact}`)
      const { value = [] } = body.values.find(({ type }: { type: string }) => type === 'cross') ?? {}
      return value.map(({ ref, direction }: { ref: string; direction: string }) => `${direction} ${ref}`)
    }
    const state = async () => ({
      rows: await server.rowCounts(),
      etag: (await server.as('boss').get(`artifacts/${id}`)).headers['etag'],
      versions: (await readVersions('boss')).body,
    })
    const expectRefused = async (send: () => ReturnType<typeof edit>, status: number, message?: string) => {
      const before = await state()
      const response = await send()
      expect(response.status).toBe(status)
      if (message !== undefined) expect(response.body.error.message).toContain(message)
      expect(await state()).toEqual(before)
    }

    it('gets a new text, and its changeset and its artifact keep author, date and version', async () => {
      const before = await server.as('alice').get(`artifacts/${id}`)
      const { status, text, headers } = await edit('alice', { body: 'Better **words**', format: 'commonmark' })
      expect([status, text]).toEqual([200, ''])
      const { body } = await server.as('bob').get(`artifacts/${id}/changesets`)
      expect(body.at(-1)).toMatchObject({
        id: changeset,
        last_comment: { body: '<p>Better <strong>words</strong></p>\n', commonmark: 'Better **words**' },
        last_modified_by: { id: server.idOf('alice') },
      })
      const after = await server.as('alice').get(`artifacts/${id}`)
      expect(after.body).toEqual(before.body)
      // The part before the dot names the version of the values, which a concurrent change of values may expect.
      const [part, rest] = String(before.headers['etag']).split('.')
      expect(after.headers['etag']).not.toBe(before.headers['etag'])
      expect(String(after.headers['etag']).split('.')[0]).toBe(part)
      expect(String(after.headers['etag']).split('.')[1]).not.toBe(rest)
      expect(headers['etag']).toBe((await readVersions('alice')).body[0].etag)
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('can mention an artifact with its project', async () => {
      const project = shop.projectId
      for (const name of [project, 'talk', 'TALK']) {
        await edit('alice', { body: `see art #${name}:${other}, then`, format: 'text' })
        expect(await referencesOf(id)).toEqual([`out art #${other}`])
        await edit('alice', { body: 'nothing' })
        expect(await referencesOf(id)).toEqual([])
      }
      // The number in front of the colon is no artifact.
      await edit('alice', { body: `art #${other}:${id} art #elsewhere:${other} art #${project + 1}:${other}` })
      expect(await referencesOf(id)).toEqual([])
      const { body } = await server.as('alice').get(`artifacts/${id}/changesets`)
      const html = body.at(-1).last_comment.post_processed_body as string
      expect([...html.matchAll(/goto\?([^"]*)/g)].map(([, query]) => query?.replaceAll('&amp;', '&'))).toEqual([
        `key=art&val=${id}&group_id=${other}`,
        `key=art&val=${other}`,
        `key=art&val=${other}&group_id=${project + 1}`,
      ])
    })

    it('keeps its format and its groups unless the request names others', async () => {
      const groups = [`${shop.groups.get('secret')}`]
      changeset = await addComment('alice', { body: '<b>x</b>', format: 'html', ugroups: groups })
      for (const format of [undefined, '']) {
        await edit('alice', { body: `<b>y</b>${format}`, format })
        expect((await readVersions('alice')).body[0]).toMatchObject({ format: 'html', ugroups: [{ id: groups[0] }] })
      }
      await edit('alice', { body: '<b>y</b>' })
      expect(await readComments('bob')).toEqual(['First words'])
      await edit('alice', { body: '<b>y</b>', ugroups: [] })
      expect(await readComments('bob')).toEqual(['First words', '<b>y</b>'])
      await edit('alice', { body: '<b>y</b>', ugroups: groups })
      expect(await readComments('bob')).toEqual(['First words'])
    })

    it.each([
      { login: 'alice', expected: 200 },
      { login: 'boss', expected: 200 },
      { login: 'admin', expected: 200 },
      { login: 'bob', expected: 403 },
      { login: 'olga', expected: 403 },
      { login: 'auditor', expected: 403 },
      { login: 'visitor', expected: 401 },
    ])(
      'may be edited and deleted by its author and administrators: $login gets $expected',
      async ({ login, expected }) => {
        if (expected === 200) {
          expect((await edit(login, { body: 'Edited' })).status).toBe(200)
          expect(await readComments('bob')).toEqual(['Edited'])
          expect((await remove(login)).status).toBe(200)
          expect(await readComments('bob')).toEqual([])
        } else {
          await expectRefused(() => edit(login, { body: 'Edited' }), expected)
          await expectRefused(() => remove(login), expected)
        }
        const versions = login === 'auditor' ? 200 : expected
        expect((await readVersions(login)).status).toBe(versions)
      },
    )

    it('remains editable for its author after an administrator edited it', async () => {
      await edit('boss', { body: 'By the boss' })
      expect((await edit('alice', { body: 'By alice' })).status).toBe(200)
      expect((await readVersions('alice')).body).toMatchObject([
        { body: 'By alice', is_deletion: false, submitted_by: { id: server.idOf('alice') } },
        { body: 'By the boss', is_deletion: false, submitted_by: { id: server.idOf('boss') } },
        { body: 'First words', is_deletion: false, submitted_by: { id: server.idOf('alice') } },
      ])
    })

    it('disappears when it is deleted, and its versions remain for its author and administrators', async () => {
      expect((await remove('alice')).status).toBe(200)
      for (const login of callers) expect(await readComments(login)).toEqual([])
      // Nothing else changed in this changeset.
      expect((await server.as('bob').get(`artifacts/${id}/changesets`)).body).toHaveLength(1)
      expect((await readVersions('alice')).body).toMatchObject([
        { body: '', is_deletion: true },
        { body: 'First words', is_deletion: false },
      ])
      expect((await readVersions('bob')).status).toBe(403)
      await expectRefused(() => edit('alice', { body: 'Again' }), 404, 'The changeset has no comment.')
      await expectRefused(() => remove('alice'), 404, 'The changeset has no comment.')
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('is found by its new words only, and by none after it was deleted', async () => {
      await edit('alice', { body: 'quagga' })
      expect(await search('quagga')).toEqual([id])
      expect(await search('"First words"')).not.toContain(id)
      await remove('alice')
      expect(await search('quagga')).toEqual([])
    })

    it('loses blanks, tabs and line breaks at its ends, and no other white space', async () => {
      await edit('alice', { body: ' \t\u00A0Better words\u00A0\r\n' })
      expect(await readComments('alice')).toEqual(['\u00A0Better words\u00A0'])
    })

    it('mentions only what its last version mentions', async () => {
      expect(await referencesOf(other)).toEqual([])
      await edit('alice', { body: `See topic #${other}` })
      expect(await referencesOf(other)).toEqual([`in topic #${id}`])
      await edit('alice', { body: `See topic #${other}`, ugroups: [`${shop.groups.get('secret')}`] })
      expect(await referencesOf(other)).toEqual([])
      await edit('alice', { body: `See topic #${other}`, ugroups: [] })
      expect(await referencesOf(other)).toEqual([`in topic #${id}`])
      await addComment('bob', { body: `And topic #${other}`, format: 'text' })
      await remove('alice')
      expect(await referencesOf(other)).toEqual([`in topic #${id}`])
    })

    it('does not exist for users who may not read it', async () => {
      changeset = await addComment('alice', {
        ...{ body: 'psst', format: 'text' },
        ugroups: [`${shop.groups.get('secret')}`],
      })
      await expectRefused(() => edit('bob', { body: 'x' }), 404, 'The changeset has no comment.')
      await expectRefused(() => remove('bob'), 404, 'The changeset has no comment.')
      expect((await readVersions('bob')).status).toBe(404)
    })

    it('is not that of another artifact or of a changeset without comment', async () => {
      const { body } = await server.as('alice').get(`artifacts/${other}/changesets`)
      const own = changeset
      for (const wrong of [body[0].id, 999_999, 0]) {
        changeset = wrong
        for (const { status } of [
          await edit('admin', { body: 'x' }),
          await remove('admin'),
          await readVersions('admin'),
        ])
          expect(status).toBe(404)
      }
      changeset = own
      id = other
      expect((await edit('alice', { body: 'x' })).status).toBe(404)
      id = 999_999
      expect((await edit('alice', { body: 'x' })).status).toBe(404)
    })

    it.each([
      { body: {}, message: '`body` is required.' },
      { body: { body: ' \n' }, message: '`body` is required.' },
      { body: { body: 'x', format: 'rtf' }, message: 'Invalid value specified for `format`.' },
      { body: { body: 'x', ugroups: ['999999'] }, message: 'Invalid value "999999" for `ugroups`' },
      { body: { body: 'x'.repeat(65_536) }, message: 'Comment content can not contain more than 65535 characters.' },
    ])('is not edited with $message', async ({ body, message }) => {
      await expectRefused(() => edit('alice', body), 400, message)
    })

    it('stays as it is in a suspended project', async () => {
      const setStatus = (status: string) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('project').set({ status }).where('id', '=', shop.projectId).execute()
          await bumpRevision(tx, 'projects')
        })
      await setStatus('suspended')
      const responses = [await edit('admin', { body: 'x' }), await remove('admin')]
      await setStatus('active')
      expect(responses.map(({ status }) => status)).toEqual([403, 403])
      expect(await readComments('alice')).toEqual(['First words'])
    })

    it('gets no new version if nothing changes', async () => {
      const before = await state()
      const { status, headers } = await edit('alice', { body: 'First words', format: 'text' })
      expect(status).toBe(200)
      expect(headers['etag']).toBe(before.versions[0].etag)
      expect(await state()).toEqual(before)
    })

    it('is changed only in the version that If-Match names', async () => {
      const [{ etag }] = (await readVersions('alice')).body
      expect((await edit('alice', { body: 'Second' }, { 'if-match': etag })).status).toBe(200)
      await expectRefused(() => edit('alice', { body: 'Third' }, { 'if-match': etag }), 412, 'has been modified')
      await expectRefused(() => remove('alice', { 'if-match': etag }), 412, 'has been modified')
      const [{ etag: current }] = (await readVersions('alice')).body
      await expectRefused(() => remove('alice', { 'if-none-match': current }), 412, 'excludes')
      expect((await remove('alice', { 'if-match': current })).status).toBe(200)
    })

    it('needs a precondition where the tracker requires one', async () => {
      const require = (isRequired: boolean) =>
        server.as('boss').put(`trackers/${shop.trackers.get('topic')}/settings`, { requires_preconditions: isRequired })
      expect((await require(true)).status).toBe(200)
      const [{ etag }] = (await readVersions('alice')).body
      await expectRefused(() => edit('alice', { body: 'x' }), 428, 'Send the ETag of the comment')
      expect((await edit('alice', { body: 'x' }, { 'if-match': etag })).status).toBe(200)
      await require(false)
    })

    it('is described by include=can_update,etag in the history', async () => {
      const included = async (login: string) =>
        (await server.as(login).get(`artifacts/${id}/changesets?include=can_update,etag`)).body.map(
          ({ last_comment: { can_update, etag } }: { last_comment: { can_update: boolean; etag: string } }) => [
            can_update,
            etag,
          ],
        )
      const [{ etag }] = (await readVersions('alice')).body
      const first = [false, null]
      for (const login of ['alice', 'boss', 'admin']) expect(await included(login)).toEqual([first, [true, etag]])
      for (const login of ['bob', 'auditor', 'visitor']) expect(await included(login)).toEqual([first, [false, etag]])
      const unknown = await server.as('alice').get(`artifacts/${id}/changesets?include=colour`)
      expect(unknown.status).toBe(400)
    })

    it('appears in the log of changes when it changes', async () => {
      await edit('boss', { body: 'Edited' })
      const findLast = async () => {
        const { body } = await server.as('alice').get('changes?since=0&limit=1000')
        return (body.changes ?? body).filter(({ kind }: { kind: string }) => kind === 'comment_changed').at(-1)
      }
      // PostgreSQL returns changes once every older transaction of its server has ended, also those of other tests.
      await expect
        .poll(findLast, { timeout: 30_000 })
        .toMatchObject({ artifact: { id }, changeset: { id: changeset }, user: { id: server.idOf('boss') } })
    })

    it('lists its versions by page', async () => {
      for (const body of ['2', '3', '4']) await edit('alice', { body })
      const { body, headers } = await server.as('alice').get(`${url()}_versions?limit=2&offset=1`)
      expect(body.map((each: { body: string }) => each.body)).toEqual(['3', '2'])
      expect(headers['x-pagination-size']).toBe('4')
    })

    it('has each version of concurrent edits once, and is deleted once', async () => {
      const edits = await Promise.all(Array.from({ length: 8 }, (_, n) => edit('alice', { body: `Edit ${n}` })))
      expect(new Set(edits.map(({ status }) => status))).toEqual(new Set([200]))
      const { body } = await readVersions('alice')
      expect(body).toHaveLength(9)
      expect(new Set(body.map((each: { body: string }) => each.body)).size).toBe(9)
      const [{ etag }] = body
      const conditional = await Promise.all(
        Array.from({ length: 8 }, (_, n) => edit('alice', { body: `Winner ${n}` }, { 'if-match': etag })),
      )
      expect(conditional.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(conditional.filter(({ status }) => status === 412)).toHaveLength(7)
      const mixed = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? remove('alice') : edit('boss', { body: `Late ${n}` }))),
      )
      for (const { status } of mixed) expect([200, 404]).toContain(status)
      expect(mixed.filter(({ status }, n) => n % 2 === 0 && status === 200)).toHaveLength(1)
      expect(await readComments('alice')).toEqual([])
      expect(await findContradictions(server.world.db)).toEqual([])
    })
  })
})
