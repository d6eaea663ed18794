import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
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
          createTrackerDefinition('topic', [createFieldDefinition('string', 'title')], { title: { field: 'title' } }),
          {
            ...createTrackerDefinition('open', [createFieldDefinition('string', 'open:title')]),
            options: { ...defaultOptions, usesPrivateComments: false },
          },
        ],
      })
    })
    beforeEach(async () => {
      id = await createTopic('topic', 'title')
    })

    async function createTopic(tracker: string, field: string): Promise<number> {
      const values = [{ field_id: shop.fields.get(field), value: 'x' }]
      const created = await server
        .as('alice')
        .post('artifacts', { tracker: { id: shop.trackers.get(tracker) }, values })
      return created.body.id
    }
    const addComment = (caller: string, comment: unknown, values: readonly object[] = []) =>
      server.as(caller).put(`artifacts/${id}`, { values, comment })
    const readComments = async (caller = 'alice') =>
      (await server.as(caller).get(`artifacts/${id}/changesets?fields=comments`)).body.map(
        (each: { last_comment: object }) => each.last_comment,
      )

    it.each([
      {
        comment: { body: 'a < b', format: 'text' },
        expected: { body: 'a < b', post_processed_body: 'a &lt; b', format: 'text', ugroups: null },
      },
      {
        comment: { body: '<b onclick="x()">bold</b><script>x</script>', format: 'html' },
        expected: {
          body: '<b onclick="x()">bold</b><script>x</script>',
          post_processed_body: '<b>bold</b>',
          format: 'html',
          ugroups: null,
        },
      },
      ...['commonmark', 'markdown', undefined, null, '', ' '].map((format) => ({
        comment: { body: '**x**', format },
        expected: {
          body: '<p><strong>x</strong></p>\n',
          post_processed_body: '<p><strong>x</strong></p>\n',
          format: 'html',
          commonmark: '**x**',
          ugroups: null,
        },
      })),
    ])('are stored as $comment.format and returned as safe HTML', async ({ comment, expected }) => {
      const response = await addComment('alice', comment)
      expect(response.status).toBe(200)
      expect(await readComments()).toEqual([expected])
    })

    it('use the preferred format of the author by default', async () => {
      await server
        .as('bob')
        .patch(`users/${server.idOf('bob')}/preferences`, { key: 'user_edition_default_format', value: 'text' })
      await addComment('bob', { body: '**x**' })
      expect(await readComments()).toMatchObject([{ format: 'text', body: '**x**' }])
    })

    it('link references to artifacts', async () => {
      await addComment('alice', { body: `as in topic #${id}`, format: 'text' })
      const [comment] = await readComments()
      expect(comment.post_processed_body).toMatch(
        new RegExp(`as in <a [^>]*href="http[^"]+/goto\\?key=topic&amp;val=${id}[^"]*"`),
      )
    })

    it('can be sent with or without values, and are sorted descending with order=desc', async () => {
      await addComment('alice', { body: 'one', format: 'text' })
      await addComment('boss', { body: 'two', format: 'text' }, [{ field_id: shop.fields.get('title'), value: 'new' }])
      const { body } = await server.as('alice').get(`artifacts/${id}/changesets?order=desc&limit=1`)
      expect(body).toHaveLength(1)
      expect(body[0]).toMatchObject({
        submitted_by: server.idOf('boss'),
        last_modified_by: { id: server.idOf('boss') },
        last_comment: { body: 'two' },
        values: [{ value: 'new' }],
      })
    })

    it('accept 65535 bytes without surrounding blanks', async () => {
      expect((await addComment('alice', { body: ` ${'a'.repeat(65_535)}\n`, format: 'text' })).status).toBe(200)
      expect((await readComments())[0].body).toHaveLength(65_535)
      expect((await addComment('alice', { body: 'a'.repeat(65_536), format: 'text' })).status).toBe(400)
    })

    it('keep no-break spaces at their ends', async () => {
      const body = '\u00A0quoted\u00A0'
      expect((await addComment('alice', { body: `\n\t ${body} \r\n`, format: 'text' })).status).toBe(200)
      expect((await addComment('alice', { body: '\u00A0', format: 'text' })).status).toBe(200)
      expect(await readComments()).toMatchObject([{ body }, { body: '\u00A0' }])
    })

    it('with groups are visible only to these groups', async () => {
      const group = shop.groups.get('secret')
      const response = await addComment('alice', {
        body: 'psst',
        format: 'text',
        ugroups: [`${group}`, `${shop.projectId}_4`],
      })
      expect(response.status).toBe(200)
      expect(await readComments('alice')).toMatchObject([{ body: 'psst', ugroups: [{ id: `${group}` }] }])
      expect(await readComments('boss')).toMatchObject([
        { body: 'psst', ugroups: [{ id: `${group}` }, { id: `${shop.projectId}_4` }] },
      ])
      expect(await readComments('bob')).toEqual([])
      expect(await readComments('visitor')).toEqual([])
    })

    it.each([
      { ugroups: ['999999'], message: 'Invalid value "999999" for `comment[ugroups]`' },
      { ugroups: ['1_3'], message: 'Invalid value "1_3" for `comment[ugroups]`' },
      { ugroups: ['everybody'], message: 'Invalid value "everybody" for `comment[ugroups]`' },
    ])('for $ugroups are rejected: not a group of the project', async ({ ugroups, message }) => {
      const rows = await server.rowCounts()
      const response = await addComment('alice', { body: 'psst', format: 'text', ugroups })
      expect(response.status).toBe(400)
      expect(response.body.error.message).toBe(`Bad Request: ${message}`)
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('for groups are rejected if the tracker has no private comments', async () => {
      id = await createTopic('open', 'open:title')
      const rows = await server.rowCounts()
      const response = await addComment('alice', { body: 'psst', format: 'text', ugroups: [`${shop.projectId}_3`] })
      expect(response.status).toBe(400)
      expect(response.body.error.message).toBe('Bad Request: This tracker has no private comments.')
      expect(await server.rowCounts()).toEqual(rows)
    })

    it('can be added by every signed-in user who can see the artifact', async () => {
      expect((await addComment('olga', { body: 'from outside', format: 'text' })).status).toBe(200)
      expect((await addComment('visitor', { body: 'from nowhere', format: 'text' })).status).toBe(401)
      expect(await readComments('visitor')).toMatchObject([{ body: 'from outside' }])
    })

    it.each(['hello', ['hello'], 5])('that are not objects (%j) are rejected', async (comment) => {
      const rows = await server.rowCounts()
      expect((await addComment('alice', comment)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(rows)
    })
  })
})
