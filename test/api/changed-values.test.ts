import { beforeAll, describe, expect, it } from 'vitest'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

alwaysOnEachDatabase((dialect) => {
  describe('GET /artifacts/{id}/changesets?values=changed', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let id: number
    let hidden: number
    const field = (key: string) => project.fields.get(key) as number
    const value = (key: string) => project.values.get(key) as number

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'boss', 'olga']) await server.createUser(login)
      const [alice, bob, boss] = [server.idOf('alice'), server.idOf('bob'), server.idOf('boss')]
      const forAdministrators = { rights: { read: [4], update: [4] } }
      project = await createProjectFixture(server, 'leaks', {
        members: [alice, bob],
        administrators: [boss],
        trackers: () => [
          createTrackerDefinition('leak', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['Open', ''], ['Mended', '']) }),
            createFieldDefinition('sb', 'plumber', { bind: projectMembers }),
            createFieldDefinition('int', 'points'),
            createFieldDefinition('string', 'secret', forAdministrators),
            createFieldDefinition('art_link', 'links'),
          ]),
          createTrackerDefinition(
            'hidden',
            [createFieldDefinition('art_link', 'far')],
            {},
            { permissions: { full: [4] } },
          ),
        ],
      })
      ;[hidden = 0] = await project.createArtifacts({ tracker: 'hidden', changes: [{ by: boss }] })
      const text = (content: string) => ({ format: 'commonmark', content })
      ;[id = 0] = await project.createArtifacts({
        tracker: 'leak',
        changes: [
          { by: alice, values: { title: 'Tap', details: text('a **b**'), status: [value('Open')], secret: 'x' } },
          { by: bob, values: { status: [value('Mended')], plumber: [bob] }, comment: { body: 'Done' } },
          { by: alice, values: { details: text('a *c*'), points: 3 } },
          { by: alice, values: { secret: 'y' } },
          { by: alice, values: {}, comment: { body: 'Thanks' } },
          { by: alice, values: { links: [{ id: hidden, type: '' }] }, comment: { body: 'See there' } },
        ],
      })
      // A link from another artifact is no change of this one.
      await server.as('boss').put(`artifacts/${hidden}`, {
        values: [{ field_id: field('far'), links: [{ id }] }],
      })
    })

    const read = (login: string, query: string) => server.as(login).get(`artifacts/${id}/changesets?${query}`)
    const changesOf = async (login: string, query = 'values=changed') =>
      (await read(login, query)).body.map(({ changes }: { changes: { label: string }[] }) =>
        changes.map(({ label }) => label),
      )

    it('returns what each changeset changed, with entries like those of the values', async () => {
      const plain = (await read('alice', 'limit=50')).body
      const { body } = await read('alice', 'values=changed')
      expect(body.map(({ values }: { values: object[] }) => values)).toEqual(body.map(() => []))
      const entry = (index: number, key: string) =>
        plain[index].values.find(({ field_id }: { field_id: number }) => field_id === field(key))
      const detail = (content: string) => ({
        ...{ field_id: field('details'), label: 'details', type: 'text', value: content, format: 'commonmark' },
      })
      const change = (key: string, type: string, before: unknown, after: unknown) => ({
        ...{ field_id: field(key), label: key, type, before, after },
      })
      expect(body[0].changes).toEqual([
        change('title', 'string', null, entry(0, 'title')),
        change('details', 'text', null, detail('a **b**')),
        change('status', 'sb', null, entry(0, 'status')),
      ])
      expect(body[1]).toMatchObject({ last_comment: { body: 'Done' }, submitted_by: server.idOf('bob') })
      expect(body[1].changes).toEqual([
        change('status', 'sb', entry(0, 'status'), entry(1, 'status')),
        change('plumber', 'sb', null, entry(1, 'plumber')),
      ])
      expect(body[2].changes).toEqual([
        change('details', 'text', detail('a **b**'), detail('a *c*')),
        change('points', 'int', null, entry(2, 'points')),
      ])
    })

    it('contains no field and no linked artifact that the caller does not see', async () => {
      const visible = [
        ['title', 'details', 'status'],
        ['status', 'plumber'],
        ['details', 'points'],
      ]
      for (const login of ['alice', 'olga', 'visitor']) expect(await changesOf(login)).toEqual([...visible, [], []])
      const response = await read('alice', 'values=changed')
      expect(response.text).not.toContain('secret')
      expect(response.headers['x-pagination-size']).toBe('5')
      const [first, ...others] = visible
      const seen = [[...(first ?? []), 'secret'], ...others, ['secret'], [], ['links']]
      for (const login of ['boss', 'admin']) expect(await changesOf(login)).toEqual(seen)
    })

    it('filters by field and by user, and counts what remains', async () => {
      const size = async (login: string, query: string) => {
        const { status, headers, body } = await read(login, `${query}&limit=50`)
        expect(status).toBe(200)
        expect(headers['x-pagination-size']).toBe(String(body.length))
        return body.length
      }
      expect(await size('alice', `values=changed&field_id=${field('status')}`)).toBe(2)
      expect(await size('alice', `field_id=${field('points')}`)).toBe(1)
      expect(await size('alice', `user_id=${server.idOf('bob')}`)).toBe(1)
      expect(await size('alice', `user_id=${server.idOf('alice')}`)).toBe(4)
      expect(await size('boss', `user_id=${server.idOf('alice')}`)).toBe(5)
      expect(await size('alice', `user_id=${server.idOf('bob')}&field_id=${field('details')}`)).toBe(0)
      expect(await size('alice', 'user_id=999999')).toBe(0)
      const ids: number[] = (await read('boss', 'limit=50')).body.map(({ id: each }: { id: number }) => each)
      const hidden = (await read('boss', `field_id=${field('secret')}`)).body[1].id
      expect(ids).toHaveLength(6)
      for (const each of ids)
        expect(await size('alice', `changeset_id=${each}`), `changeset ${each}`).toBe(each === hidden ? 0 : 1)
      expect(await size('boss', `changeset_id=${hidden}`)).toBe(1)
      expect(await size('boss', 'changeset_id=999999')).toBe(0)
      expect(await size('alice', `fields=comments&user_id=${server.idOf('alice')}`)).toBe(2)
      const { body, headers } = await read('alice', `field_id=${field('status')}&order=desc&limit=1&values=changed`)
      expect(body).toMatchObject([{ submitted_by: server.idOf('bob') }])
      expect(headers['x-pagination-size']).toBe('2')
    })

    it('does not reveal whether a field that the caller cannot read exists', async () => {
      for (const unknown of [field('secret'), 999_999]) {
        const { status, body } = await read('alice', `field_id=${unknown}`)
        expect(status).toBe(400)
        expect(body.error.message).toBe(
          `Bad Request: Invalid value specified for \`field_id\`: the tracker has no history of a field ${unknown}.`,
        )
      }
      expect((await read('boss', `field_id=${field('secret')}`)).body).toHaveLength(2)
    })

    it.each(['values=all', 'field_id=x', 'user_id=x'])('rejects %s', async (query) => {
      expect((await read('alice', query)).status).toBe(400)
    })

    it('names the last author of a comment only if it is another user', async () => {
      const { body } = await read('alice', 'values=changed')
      const done = body[1].id
      expect(body[1].last_modified_by).toBeNull()
      await server.as('boss').put(`artifacts/${id}/changesets/${done}/comment`, { body: 'Done now' })
      expect((await read('alice', 'values=changed')).body[1].last_modified_by).toMatchObject({
        id: server.idOf('boss'),
      })
    })

    it('needs at most 60 kB for 50 changes', async () => {
      const alice = server.idOf('alice')
      const details = { format: 'commonmark', content: '**word** '.repeat(200) }
      const changes = Array.from({ length: 51 }, (_, n) => ({
        by: alice,
        values: { status: [value(n % 2 === 0 ? 'Open' : 'Mended')] },
      }))
      ;[id = 0] = await project.createArtifacts({
        tracker: 'leak',
        changes: [{ by: alice, values: { title: 'Tap', details, plumber: [alice], points: 2 } }, ...changes],
      })
      const { text, body } = await read('alice', 'values=changed&order=desc&limit=50')
      expect(body).toHaveLength(50)
      expect(Buffer.byteLength(text)).toBeLessThan(60_000)
      expect(Buffer.byteLength((await read('alice', 'order=desc&limit=50')).text)).toBeGreaterThan(200_000)
    })
  })
})
