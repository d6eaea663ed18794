import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/api/description.ts'
import { sweepAnswers } from '../../src/http/server/idempotency.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { adminPassword, alwaysOnEachDatabase, createServer, type TestResponse } from '../kit/server.ts'
import { createTwoProjects, type Ids } from './access-matrix/two-projects.ts'
import { everyPost, neverReplayed, type PostExample } from './posts/every-post.ts'

const withKey = (key: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { 'idempotency-key': key, ...headers },
})

/** Returns the parts of a response that must be the same in a replay. */
function comparableParts({ status, headers, text }: TestResponse): unknown {
  const { date, connection, 'idempotency-replayed': replayed, ...rest } = headers
  return { status, headers: rest, text }
}

alwaysOnEachDatabase((dialect) => {
  describe('Idempotency-Key', () => {
    const server = createServer(dialect)
    let ids: Ids

    beforeAll(async () => {
      ids = await createTwoProjects(server)
    })

    const idOf = (name: string): number => ids('public', name)
    const send = ({ post, as = 'admin', body }: PostExample, key: string, headers?: Readonly<Record<string, string>>) =>
      server.as(as).post(
        post.replace(/\{(\w+)\}/g, (_whole, name: string) => String(idOf(name))),
        body?.(idOf, server),
        withKey(key, headers),
      )

    describe.each(everyPost)('POST /$post', (request) => {
      const key = randomUUID()

      it('is executed once and returns the same response each time, as JSON and XML', async () => {
        const first = await send(request, key)
        expect(first).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
        expect(first.headers['idempotency-replayed']).toBeUndefined()
        const after = await server.rowCounts()
        const repeated = await send(request, key)
        expect(comparableParts(repeated)).toEqual(comparableParts(first))
        expect(repeated.headers['idempotency-replayed']).toBe('true')
        const inXml = await send(request, key, { accept: 'application/xml' })
        expect(inXml.status).toBe(first.status)
        expect(inXml.headers['idempotency-replayed']).toBe('true')
        if (first.text !== '') {
          expect(inXml.headers['content-type']).toContain('application/xml')
          expect(parseXml(inXml.text).name).toBe('response')
        }
        expect(await server.rowCounts()).toEqual(after)
      })

      it.skipIf(request.body === undefined)('rejects another body with the same key, and changes nothing', async () => {
        const before = await server.rowCounts()
        const other = { ...request, body: () => ({ ...(request.body?.(idOf, server) as object), ...otherMembers }) }
        const { status, body } = await send(other, key)
        expect([status, body.error.message]).toEqual([
          request.as === 'visitor' ? 401 : 422,
          expect.stringContaining(
            request.as === 'visitor' ? 'Invalid Password' : 'with other parameters or another body',
          ),
        ])
        expect(await server.rowCounts()).toEqual(before)
      })
    })

    it('every POST of the description has an example', () => {
      const paths = Object.entries(description['paths'] as Readonly<Record<string, object>>)
        .filter(([, operations]) => 'post' in operations)
        .map(([path]) => path)
      const withoutNames = (path: string): string => path.replace(/\{\w+\}/g, '{}')
      const tested = new Set(everyPost.map(({ post }) => withoutNames(`/${post.split('?')[0]}`)))
      const missing = paths.filter((path) => !tested.has(withoutNames(path)))
      expect(missing.toSorted()).toEqual(neverReplayed.map((path) => `/${path}`).toSorted())
    })

    it('only POST operations of the description have the header', () => {
      for (const [path, operations] of Object.entries(description['paths'] as Readonly<Record<string, object>>)) {
        for (const [verb, operation] of Object.entries(operations)) {
          const parameterNames = operation.parameters.map(({ name }: { readonly name: string }) => name)
          expect({ path, verb, isNamed: parameterNames.includes('Idempotency-Key') }).toEqual({
            path,
            verb,
            isNamed: verb === 'post' && !neverReplayed.includes(path.slice(1)),
          })
        }
      }
    })

    const newGroup = (name: string) => ({ project_id: idOf('project'), short_name: name })

    it('a key belongs to one caller: another caller can use the same key', async () => {
      const key = randomUUID()
      const first = await server.as('boss').post('user_groups', newGroup('first'), withKey(key))
      const second = await server.as('admin').post('user_groups', newGroup('second'), withKey(key))
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.body.id).not.toBe(first.body.id)
      expect((await server.as('visitor').post('user_groups', newGroup('first'), withKey(key))).status).toBe(401)
    })

    it('a key belongs to one route and its path parameters: others get 422', async () => {
      const key = randomUUID()
      const members = (access: 'public' | 'private') => `projects/${ids(access, 'project')}/members`
      const newcomer = { user_id: await server.createUser('keen') }
      expect((await server.as('boss').post(members('public'), newcomer, withKey(key))).status).toBe(200)
      const before = await server.rowCounts()
      const otherProject = await server.as('boss').post(members('private'), newcomer, withKey(key))
      const otherRoute = await server.as('boss').post('user_groups', newGroup('late'), withKey(key))
      expect([otherProject.status, otherRoute.status]).toEqual([422, 422])
      expect(otherRoute.body.error.message).toBe(
        'Unprocessable Content: This Idempotency-Key was used before for POST /projects/{id}/members. Use a new key for each new request.',
      )
      expect(await server.rowCounts()).toEqual(before)
    })

    it('a body in another order or format, or with numbers as strings, counts as the same body', async () => {
      const key = randomUUID()
      const first = await server.as('boss').post('user_groups', newGroup('sent-thrice'), withKey(key))
      const project = idOf('project')
      const inXml = `<r><short_name>sent-thrice</short_name><project_id>${project}</project_id></r>`
      const repeated = [
        await server
          .as('boss')
          .post('user_groups', { short_name: 'sent-thrice', project_id: `${project}` }, withKey(key)),
        await server.as('boss').post('user_groups', inXml, withKey(`"${key}"`, { 'content-type': 'application/xml' })),
      ]
      expect(repeated.map(({ status, text }) => [status, text])).toEqual([
        [201, first.text],
        [201, first.text],
      ])
    })

    it('a rejected request changes nothing, and its key can be used again', async () => {
      const key = randomUUID()
      const before = await server.rowCounts()
      const forbidden = await server.as('outsider').post('user_groups', newGroup('patient'), withKey(key))
      expect(forbidden.status).toBe(403)
      const invalid = await server.as('boss').post('user_groups', newGroup('not a name!'), withKey(key))
      expect(invalid.status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('boss').post('user_groups', newGroup('patient'), withKey(key))).status).toBe(201)
    })

    it.each([
      ['empty', ''],
      ['blank', '""'],
      ['too long', 'k'.repeat(256)],
      ['not printable', 'a\tb'],
      ['beyond ASCII', 'cl\u00e9'],
    ])('rejects a key that is %s', async (_, key) => {
      const before = await server.rowCounts()
      const { status, body } = await server.as('boss').post('user_groups', newGroup('never'), withKey(key))
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('Idempotency-Key')])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('accepts a key of 255 characters, and ignores the header for other methods', async () => {
      const longKey = 'k'.repeat(255)
      expect((await server.as('boss').post('user_groups', newGroup('longest'), withKey(longKey))).status).toBe(201)
      const patched = await server.as('boss').patch('users/self/preferences', { key: 'a', value: 'b' }, withKey(''))
      expect(patched.headers['idempotency-replayed']).toBeUndefined()
      expect(patched.status).not.toBe(400)
    })

    it('a dry run does not use the key', async () => {
      const key = randomUUID()
      const project = { shortname: 'tried-out', label: 'Tried out', is_public: true, template_id: 100 }
      const headers = { 'idempotency-key': key, prefer: 'dry-run' }
      const dryRun = await server.as('admin').post('projects', project, { headers })
      const done = await server.as('admin').post('projects', project, withKey(key))
      expect([dryRun.status, done.status]).toEqual([204, 201])
      expect(done.headers['idempotency-replayed']).toBeUndefined()
    })

    it('creates one project for twenty concurrent requests', async () => {
      const key = randomUUID()
      const project = { shortname: 'only-one', label: 'Only one', is_public: true, template_id: 100 }
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => server.as('admin').post('projects', project, withKey(key))),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
      expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    })

    it('creates one artifact for twenty concurrent requests', async () => {
      const key = randomUUID()
      const bug = {
        tracker: { id: idOf('tracker') },
        values: [
          { field_id: idOf('title'), value: 'Only once' },
          { field_id: idOf('status'), bind_value_ids: [idOf('open')] },
        ],
      }
      const before = await server.rowCounts()
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => server.as('member').post('artifacts', bug, withKey(key))),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
      const after = await server.rowCounts()
      for (const table of ['artifact', 'changeset', 'change'])
        expect([table, after[table]]).toEqual([table, (before[table] ?? 0) + 1])
    })

    it('executes one of twenty different concurrent requests with the same key, and returns 422 to the others', async () => {
      const key = randomUUID()
      const before = await server.rowCounts()
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          server.as('boss').post('user_groups', newGroup(`one-of-${i}`), withKey(key)),
        ),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)])
      const after = await server.rowCounts()
      expect(after['user_group']).toBe((before['user_group'] ?? 0) + 1)
      expect(after['idempotent_response']).toBe((before['idempotent_response'] ?? 0) + 1)
    })

    it('rejects all of twenty concurrent requests without permission', async () => {
      const key = randomUUID()
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => server.as('outsider').post('user_groups', newGroup('nobody'), withKey(key))),
      )
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(403))
    })

    it('stores neither the key nor a secret of the response in clear', async () => {
      const key = `secret-${randomUUID()}`
      const { body } = await server.as('member').post('access_keys', { description: 'hush' }, withKey(key))
      const rows = JSON.stringify(await server.world.db.read.selectFrom('idempotent_response').selectAll().execute())
      const secret = body.identifier.slice(-16)
      expect(rows).not.toContain(key)
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16))
    })

    it('rejects and records a wrong password with a known key', async () => {
      const key = randomUUID()
      const right = { username: 'admin', password: adminPassword }
      const first = await server.as('visitor').post('tokens', right, withKey(key))
      const failures = async () =>
        (await server.world.db.read.selectFrom('audit').where('action', '=', 'sign-in failed').select('id').execute())
          .length
      const before = await failures()
      const wrong = await server.as('visitor').post('tokens', { ...right, password: 'guessed' }, withKey(key))
      expect(wrong.status).toBe(401)
      expect(await failures()).toBe(before + 1)
      const repeated = await server.as('visitor').post('tokens', right, withKey(key))
      expect(repeated.body).toEqual(first.body)
    })

    it('limits wrong passwords with a known key like those without one', async () => {
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 3 })
      const key = randomUUID()
      const signIn = async (password: string) => {
        return (await server.as('visitor').post('tokens', { username: 'member', password }, withKey(key))).status
      }
      const statuses: number[] = []
      for (let attempt = 0; attempt < 4; attempt += 1) statuses.push(await signIn(`guess ${attempt}`))
      expect(statuses).toEqual([401, 401, 401, 429])
      await server.as('admin').patch('site_settings', { failed_sign_ins_per_minute: 10 })
    })

    it('a resource created with a key is visible to the next request', async () => {
      const fresh = { shortname: 'fresh', label: 'Fresh', is_public: false, template_id: 100 }
      const { status, body } = await server.as('admin').post('projects', fresh, withKey(randomUUID()))
      expect(status).toBe(201)
      const members = `projects/${body.id}/members`
      const added = await server.as('admin').post(members, { user_id: server.idOf('member') }, withKey(randomUUID()))
      expect(added.status).toBe(200)
      expect((await server.as('member').get(`projects/${body.id}`)).body.shortname).toBe('fresh')
    })

    it('a key expires after 24 hours, and the sweep deletes the response', async () => {
      const key = randomUUID()
      await server.as('boss').post('user_groups', newGroup('yesterday'), withKey(key))
      const age = (seconds: number) =>
        server.world.db.write(async (tx) => {
          const now = server.world.clock.now()
          await tx
            .updateTable('idempotent_response')
            .set({ created_on: now - seconds })
            .execute()
        })
      await age(86_300)
      await sweepAnswers(server.world)
      const replay = await server.as('boss').post('user_groups', newGroup('yesterday'), withKey(key))
      expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([201, 'true'])

      await age(86_400)
      const later = await server.as('boss').post('user_groups', newGroup('today'), withKey(key))
      expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined])

      await age(86_400)
      await sweepAnswers(server.world)
      expect((await server.rowCounts())['idempotent_response']).toBe(0)
    })
  })
})

/** Members that differ from every example above and are valid in it. */
const otherMembers = {
  password: 'another pass phrase',
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
