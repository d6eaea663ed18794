import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

alwaysOnEachDatabase((dialect) => {
  describe('comments of PUT /artifacts/{id}', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let id: number

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss', 'olga']) await server.createUser(login)
      const [alice, bob, boss] = [server.idOf('alice'), server.idOf('bob'), server.idOf('boss')]
      shop = await createProjectFixture(server, 'talk', {
        members: [alice, bob],
        administrators: [boss],
        groups: { secret: [alice] },
        trackers: () => [
          trackerDefinition('topic', [fieldDefinition('string', 'title')], { title: { field: 'title' } }),
          {
            ...trackerDefinition('open', [fieldDefinition('string', 'open:title')]),
            options: { ...defaultOptions, usesPrivateComments: false },
          },
        ],
      })
    })
    beforeEach(async () => {
      id = await aTopic('topic', 'title')
    })

    async function aTopic(tracker: string, field: string): Promise<number> {
      const values = [{ field_id: shop.fields.get(field), value: 'x' }]
      const made = await server.as('alice').post('artifacts', { tracker: { id: shop.trackers.get(tracker) }, values })
      return made.body.id
    }
    const say = (who: string, comment: unknown, values: readonly object[] = []) =>
      server.as(who).put(`artifacts/${id}`, { values, comment })
    const told = async (who = 'alice') =>
      (await server.as(who).get(`artifacts/${id}/changesets?fields=comments`)).body.map(
        (each: { last_comment: object }) => each.last_comment,
      )

    it.each([
      {
        comment: { body: 'a < b', format: 'text' },
        seen: { body: 'a < b', post_processed_body: 'a &lt; b', format: 'text', ugroups: null },
      },
      {
        comment: { body: '<b onclick="x()">bold</b><script>x</script>', format: 'html' },
        seen: {
          body: '<b onclick="x()">bold</b><script>x</script>',
          post_processed_body: '<b>bold</b>',
          format: 'html',
          ugroups: null,
        },
      },
      ...['commonmark', 'markdown', undefined].map((format) => ({
        comment: { body: '**x**', format },
        seen: {
          body: '<p><strong>x</strong></p>\n',
          post_processed_body: '<p><strong>x</strong></p>\n',
          format: 'html',
          commonmark: '**x**',
          ugroups: null,
        },
      })),
    ])('are kept as $comment.format, and shown harmless', async ({ comment, seen }) => {
      const answer = await say('alice', comment)
      expect(answer.status).toBe(200)
      expect(await told()).toEqual([seen])
    })

    it('are in the format the writer prefers when none is said', async () => {
      await server
        .as('bob')
        .patch(`users/${server.idOf('bob')}/preferences`, { key: 'user_edition_default_format', value: 'text' })
      await say('bob', { body: '**x**' })
      expect(await told()).toMatchObject([{ format: 'text', body: '**x**' }])
    })

    it('link what they mention', async () => {
      await say('alice', { body: `as in topic #${id}`, format: 'text' })
      const [comment] = await told()
      expect(comment.post_processed_body).toMatch(
        new RegExp(`as in <a [^>]*href="http[^"]+/goto\\?key=topic&amp;val=${id}[^"]*"`),
      )
    })

    it('stand alone or beside a change, the latest first with order=desc', async () => {
      await say('alice', { body: 'one', format: 'text' })
      await say('boss', { body: 'two', format: 'text' }, [{ field_id: shop.fields.get('title'), value: 'new' }])
      const { body } = await server.as('alice').get(`artifacts/${id}/changesets?order=desc&limit=1`)
      expect(body).toHaveLength(1)
      expect(body[0]).toMatchObject({
        submitted_by: server.idOf('boss'),
        last_modified_by: { id: server.idOf('boss') },
        last_comment: { body: 'two' },
        values: [{ value: 'new' }],
      })
    })

    it('may be as long as 65535 bytes, blanks around them left out', async () => {
      expect((await say('alice', { body: ` ${'a'.repeat(65_535)}\n`, format: 'text' })).status).toBe(200)
      expect((await told())[0].body).toHaveLength(65_535)
      expect((await say('alice', { body: 'a'.repeat(65_536), format: 'text' })).status).toBe(400)
    })

    it('are for groups alone when they name some', async () => {
      const group = shop.groups.get('secret')
      const answer = await say('alice', { body: 'psst', format: 'text', ugroups: [`${group}`, `${shop.projectId}_4`] })
      expect(answer.status).toBe(200)
      expect(await told('alice')).toMatchObject([{ body: 'psst', ugroups: [{ id: `${group}` }] }])
      expect(await told('boss')).toMatchObject([
        { body: 'psst', ugroups: [{ id: `${group}` }, { id: `${shop.projectId}_4` }] },
      ])
      expect(await told('bob')).toEqual([])
      expect(await told('visitor')).toEqual([])
    })

    it.each([
      { ugroups: ['999999'], message: 'Invalid value "999999" for `comment[ugroups]`' },
      { ugroups: ['1_3'], message: 'Invalid value "1_3" for `comment[ugroups]`' },
      { ugroups: ['everybody'], message: 'Invalid value "everybody" for `comment[ugroups]`' },
    ])('for $ugroups are refused: no group of the project', async ({ ugroups, message }) => {
      const rows = await server.rowCounts()
      const answer = await say('alice', { body: 'psst', format: 'text', ugroups })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe(`Bad Request: ${message}`)
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('for groups are refused where the tracker has no private ones', async () => {
      id = await aTopic('open', 'open:title')
      const rows = await server.rowCounts()
      const answer = await say('alice', { body: 'psst', format: 'text', ugroups: [`${shop.projectId}_3`] })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe('Bad Request: This tracker has no private comments.')
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('are for whoever sees the artifact and signs in, fields or not', async () => {
      expect((await say('olga', { body: 'from outside', format: 'text' })).status).toBe(200)
      expect((await say('visitor', { body: 'from nowhere', format: 'text' })).status).toBe(401)
      expect(await told('visitor')).toMatchObject([{ body: 'from outside' }])
    })

    it.each(['hello', ['hello'], 5])('that are no object (%j) are refused', async (comment) => {
      const rows = await server.rowCounts()
      expect((await say('alice', comment)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(rows)
    })
  })
})
