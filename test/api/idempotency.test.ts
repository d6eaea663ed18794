import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'
import { sweepAnswers } from '../../src/kit/http/idempotency.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { adminPassword, alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'
import { type Ids, twoProjects } from './grid/two-projects.ts'
import { everyPost, neverReplayed, type PostExample } from './posts/every-post.ts'

const keyed = (key: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { 'idempotency-key': key, ...more },
})

/** What a client sees of an answer, but for what is of this moment and connection. */
function seen({ status, headers, text }: TestResponse): unknown {
  const { date, connection, 'idempotency-replayed': replayed, ...rest } = headers
  return { status, headers: rest, text }
}

alwaysOnEachDatabase((dialect) => {
  describe('Idempotency-Key', () => {
    const server = createServer(dialect)
    let ids: Ids

    beforeAll(async () => {
      ids = await twoProjects(server)
    })

    const idOf = (name: string): number => ids('public', name)
    const send = ({ post, as = 'admin', body }: PostExample, key: string, headers?: Readonly<Record<string, string>>) =>
      server.as(as).post(
        post.replace(/\{(\w+)\}/g, (_whole, name: string) => String(idOf(name))),
        body?.(idOf, server),
        keyed(key, headers),
      )

    describe.each(everyPost)('POST /$post', (request) => {
      const key = randomUUID()

      it('is done once and answered the same each time, in either format', async () => {
        const first = await send(request, key)
        expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
        expect(first.headers['idempotency-replayed']).toBeUndefined()
        const after = await server.rowCounts()
        const again = await send(request, key)
        expect(seen(again)).toEqual(seen(first))
        expect(again.headers['idempotency-replayed']).toBe('true')
        const inXml = await send(request, key, { accept: 'application/xml' })
        expect(inXml.status).toBe(first.status)
        expect(inXml.headers['idempotency-replayed']).toBe('true')
        if (first.text !== '') {
          expect(inXml.headers['content-type']).toContain('application/xml')
          expect(parseXml(inXml.text).name).toBe('response')
        }
        expect(await server.rowCounts()).toEqual(after)
      })

      it.skipIf(request.body === undefined)(
        'is refused for another body under the same key, and changes nothing',
        async () => {
          const before = await server.rowCounts()
          const other = { ...request, body: () => ({ ...(request.body?.(idOf, server) as object), ...otherwise }) }
          const { status, body } = await send(other, key)
          expect([status, body.error.message]).toEqual([
            request.as === 'visitor' ? 401 : 422,
            expect.stringContaining(
              request.as === 'visitor' ? 'Invalid Password' : 'with other parameters or another body',
            ),
          ])
          expect(await server.rowCounts()).toEqual(before)
        },
      )
    })

    it('every POST of the description has a request here', () => {
      const paths = Object.entries(description['paths'] as Readonly<Record<string, object>>)
        .filter(([, operations]) => 'post' in operations)
        .map(([path]) => path)
      const unnamed = (path: string): string => path.replace(/\{\w+\}/g, '{}')
      const sent = new Set(everyPost.map(({ post }) => unnamed(`/${post.split('?')[0]}`)))
      const left = paths.filter((path) => !sent.has(unnamed(path)))
      expect(left.toSorted()).toEqual(neverReplayed.map((path) => `/${path}`).toSorted())
    })

    it('every POST of the description names the header, and nothing else does', () => {
      for (const [path, operations] of Object.entries(description['paths'] as Readonly<Record<string, object>>)) {
        for (const [verb, operation] of Object.entries(operations)) {
          const names = operation.parameters.map(({ name }: { readonly name: string }) => name)
          expect({ path, verb, isNamed: names.includes('Idempotency-Key') }).toEqual({
            path,
            verb,
            isNamed: verb === 'post' && !neverReplayed.includes(path.slice(1)),
          })
        }
      }
    })

    const aGroup = (name: string) => ({ project_id: idOf('project'), short_name: name })

    it('a key is of one caller: another one with the same key is somebody else', async () => {
      const key = randomUUID()
      const first = await server.as('boss').post('user_groups', aGroup('his'), keyed(key))
      const second = await server.as('admin').post('user_groups', aGroup('hers'), keyed(key))
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.body.id).not.toBe(first.body.id)
      expect((await server.as('visitor').post('user_groups', aGroup('his'), keyed(key))).status).toBe(401)
    })

    it('a key is of one route: another route, or the same with another number, is 422', async () => {
      const key = randomUUID()
      const members = (place: 'public' | 'private') => `projects/${ids(place, 'project')}/members`
      const newcomer = { user_id: await server.createUser('keen') }
      expect((await server.as('boss').post(members('public'), newcomer, keyed(key))).status).toBe(200)
      const before = await server.rowCounts()
      const elsewhere = await server.as('boss').post(members('private'), newcomer, keyed(key))
      const otherRoute = await server.as('boss').post('user_groups', aGroup('late'), keyed(key))
      expect([elsewhere.status, otherRoute.status]).toEqual([422, 422])
      expect(otherRoute.body.error.message).toBe(
        'Unprocessable Content: This Idempotency-Key was used before for POST /projects/{id}/members. Use a new key for each new request.',
      )
      expect(await server.rowCounts()).toEqual(before)
    })

    it('the same body in another order, format or wording of its numbers is the same body', async () => {
      const key = randomUUID()
      const first = await server.as('boss').post('user_groups', aGroup('said-thrice'), keyed(key))
      const project = idOf('project')
      const inXml = `<r><short_name>said-thrice</short_name><project_id>${project}</project_id></r>`
      const again = [
        await server
          .as('boss')
          .post('user_groups', { short_name: 'said-thrice', project_id: `${project}` }, keyed(key)),
        await server.as('boss').post('user_groups', inXml, keyed(`"${key}"`, { 'content-type': 'application/xml' })),
      ]
      expect(again.map(({ status, text }) => [status, text])).toEqual([
        [201, first.text],
        [201, first.text],
      ])
    })

    it('a refused request changes nothing, keeps no answer, and may come again', async () => {
      const key = randomUUID()
      const before = await server.rowCounts()
      const tooEarly = await server.as('outsider').post('user_groups', aGroup('patient'), keyed(key))
      expect(tooEarly.status).toBe(403)
      const invalid = await server.as('boss').post('user_groups', aGroup('not a name!'), keyed(key))
      expect(invalid.status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').post('user_groups', aGroup('patient'), keyed(key))).status).toBe(201)
    })

    it.each([
      ['empty', ''],
      ['blank', '""'],
      ['too long', 'k'.repeat(256)],
      ['not printable', 'a\tb'],
      ['beyond ASCII', 'cl\u00e9'],
    ])('a key that is %s is refused', async (_, key) => {
      const before = await server.rowCounts()
      const { status, body } = await server.as('boss').post('user_groups', aGroup('never'), keyed(key))
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('Idempotency-Key')])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('a key of 255 characters is taken, and one on another method is not looked at', async () => {
      const longest = 'k'.repeat(255)
      expect((await server.as('boss').post('user_groups', aGroup('longest'), keyed(longest))).status).toBe(201)
      const patched = await server.as('boss').patch('users/self/preferences', { key: 'a', value: 'b' }, keyed(''))
      expect(patched.headers['idempotency-replayed']).toBeUndefined()
      expect(patched.status).not.toBe(400)
    })

    it('what was tried out under a key is still done under it', async () => {
      const key = randomUUID()
      const project = { shortname: 'tried-out', label: 'Tried out', is_public: true, template_id: 100 }
      const headers = { 'idempotency-key': key, prefer: 'dry-run' }
      const tried = await server.as('admin').post('projects', project, { headers })
      const done = await server.as('admin').post('projects', project, keyed(key))
      expect([tried.status, done.status]).toEqual([204, 201])
      expect(done.headers['idempotency-replayed']).toBeUndefined()
    })

    it('twenty at once make one', async () => {
      const key = randomUUID()
      const project = { shortname: 'only-one', label: 'Only one', is_public: true, template_id: 100 }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => server.as('admin').post('projects', project, keyed(key))),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    })

    it('twenty at once make one artifact', async () => {
      const key = randomUUID()
      const bug = {
        tracker: { id: idOf('tracker') },
        values: [
          { field_id: idOf('title'), value: 'Only once' },
          { field_id: idOf('status'), bind_value_ids: [idOf('open')] },
        ],
      }
      const before = await server.rowCounts()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => server.as('member').post('artifacts', bug, keyed(key))),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const after = await server.rowCounts()
      for (const table of ['artifact', 'changeset', 'change'])
        expect([table, after[table]]).toEqual([table, (before[table] ?? 0) + 1])
    })

    it('of twenty different ones under one key at once, one is done and the others are 422', async () => {
      const key = randomUUID()
      const before = await server.rowCounts()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => server.as('boss').post('user_groups', aGroup(`one-of-${i}`), keyed(key))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
      const after = await server.rowCounts()
      expect(after['user_group']).toBe((before['user_group'] ?? 0) + 1)
      expect(after['idempotent_answer']).toBe((before['idempotent_answer'] ?? 0) + 1)
    })

    it('twenty that are refused are all refused, and the key is free', async () => {
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => server.as('outsider').post('user_groups', aGroup('nobody'), keyed(key))),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(403))
    })

    it('neither the key nor a secret of the answer is in the table', async () => {
      const key = `telling-${randomUUID()}`
      const { body } = await server.as('member').post('access_keys', { description: 'hush' }, keyed(key))
      const rows = JSON.stringify(await server.world.db.read.selectFrom('idempotent_answer').selectAll().execute())
      const secret = body.identifier.slice(-16)
      expect(rows).not.toContain(key)
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16))
    })

    it('a wrong password under a known key is refused, noted and slowed down as ever', async () => {
      const key = randomUUID()
      const right = { username: 'admin', password: adminPassword }
      const first = await server.as('visitor').post('tokens', right, keyed(key))
      const failures = async () =>
        (await server.world.db.read.selectFrom('audit').where('action', '=', 'sign-in failed').select('id').execute())
          .length
      const before = await failures()
      const wrong = await server.as('visitor').post('tokens', { ...right, password: 'guessed' }, keyed(key))
      expect(wrong.status).toBe(401)
      expect(await failures()).toBe(before + 1)
      const again = await server.as('visitor').post('tokens', right, keyed(key))
      expect(again.body).toEqual(first.body)
    })

    it('what is made under a key is seen at once by the next request', async () => {
      const fresh = { shortname: 'fresh', label: 'Fresh', is_public: false, template_id: 100 }
      const { status, body } = await server.as('admin').post('projects', fresh, keyed(randomUUID()))
      expect(status).toBe(201)
      const members = `projects/${body.id}/members`
      const added = await server.as('admin').post(members, { user_id: server.idOf('member') }, keyed(randomUUID()))
      expect(added.status).toBe(200)
      expect((await server.as('member').get(`projects/${body.id}`)).body.shortname).toBe('fresh')
    })

    it('after 24 hours a key is new again, and the sweep forgets the answer', async () => {
      const key = randomUUID()
      await server.as('boss').post('user_groups', aGroup('yesterday'), keyed(key))
      const age = (seconds: number) =>
        server.world.db.write(async (tx) => {
          const now = server.world.clock.now()
          await tx
            .updateTable('idempotent_answer')
            .set({ created_on: now - seconds })
            .execute()
        })
      await age(86_300)
      await sweepAnswers(server.world)
      const replay = await server.as('boss').post('user_groups', aGroup('yesterday'), keyed(key))
      expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([201, 'true'])

      await age(86_400)
      const anew = await server.as('boss').post('user_groups', aGroup('today'), keyed(key))
      expect([anew.status, anew.headers['idempotency-replayed']]).toEqual([201, undefined])

      await age(86_400)
      await sweepAnswers(server.world)
      expect((await server.rowCounts())['idempotent_answer']).toBe(0)
    })
  })
})

/** Members that differ from every request above and are valid in it. */
const otherwise = {
  password: 'another one altogether',
  words: 'other',
  description: 'another',
  permission: 'project_management',
  label: 'Another',
  forward_label: 'Another',
  user_id: 101,
  to_id: 0,
  from_artifact: { id: 1 },
  name: 'Other',
  text: 'another',
  url: 'https://another.example',
  all_or_nothing: true,
  content: 'title\nAnother',
  access_file: '[/]\n* = rw',
}
