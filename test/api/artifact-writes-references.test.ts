import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId, FieldId, FileId, UserId } from '../../src/kit/values/ids.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

/** Matches a list value in an XML response: the field id and the ids of the selected values. */
const listInXml = /<field_id>(\d+)<\/field_id>(?:(?!<field_id>).)*?<bind_value_ids>(.*?)<\/bind_value_ids>/g

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let grove: ProjectFixture
  let alice: UserId
  let bob: UserId

  beforeAll(async () => {
    alice = await server.createUser('alice')
    bob = await server.createUser('bob')
    await server.createUser('outsider')
    const teams = { kind: 'ugroups' as const, values: ['3', 'Friends'] }
    grove = await createProjectFixture(server, 'grove', {
      members: [alice, bob],
      groups: { Friends: [] },
      trackers: (groups) => [
        createTrackerDefinition('bug', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', ''], ['Done', '']) }),
          createFieldDefinition('msb', 'owners', { bind: projectMembers }),
          createFieldDefinition('cb', 'teams', {
            bind: {
              ...teams,
              values: [3, groups.get('Friends')].map((group) => ({
                ...{ key: `team ${group}`, group: group as never, isHidden: false, isDefault: false },
              })),
            },
          }),
          createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['red', '']) }),
          createFieldDefinition('tbl', 'followers', { bind: projectMembers }),
          createFieldDefinition('file', 'files'),
          createFieldDefinition('file', 'more files'),
          createFieldDefinition('file', 'secret files', { rights: {} }),
          createFieldDefinition('int', 'Prio', { rights: { submit: [3] } }),
          createFieldDefinition('int', 'Budget', { rights: {} }),
          createFieldDefinition('art_link', 'links'),
          createFieldDefinition('perm', 'access'),
        ]),
      ],
    })
  })

  const fieldOf = (name: string): number => grove.fields.get(name) as number
  const entry = (name: string, sent: object) => ({ field_id: fieldOf(name), ...sent })
  const post = (...values: readonly object[]) =>
    server.as('alice').post('artifacts', { tracker: { id: grove.trackers.get('bug') }, values })
  const put = (id: unknown, ...values: readonly object[]) => server.as('alice').put(`artifacts/${id}`, { values })
  const createArtifact = async (...values: readonly object[]): Promise<ArtifactId> => {
    const response = await post(...values)
    expect(response.status).toBe(201)
    return response.body.id
  }
  const readValue = async (id: ArtifactId, name: string) => {
    const { body } = await server.as('alice').get(`artifacts/${id}`)
    return body.values.find((each: { field_id: number }) => each.field_id === fieldOf(name))
  }
  const errorOf = (response: {
    readonly status: number
    readonly body: { readonly error: { readonly message: string } }
  }) => ({
    status: response.status,
    message: response.body.error.message,
  })
  let nextFile = 9000
  async function createFile(by: UserId = alice): Promise<FileId> {
    const id = nextFile++ as FileId
    const columns = {
      name: 'a.txt',
      size: 1,
      media_type: 'text/plain',
      description: '',
      created_on: baseTime,
      blob: null,
    }
    const upload = { submitted_by: by, field_id: fieldOf('files') as never, artifact_id: null, status: 'complete' }
    await server.world.db.write((tx) =>
      tx
        .insertInto('file')
        .values({ ...columns, ...upload, id })
        .execute(),
    )
    return id
  }

  describe('values of list fields', () => {
    it('are returned as they were set', async () => {
      const done = grove.values.get('Done') as number
      const friends = grove.groups.get('Friends') as number
      const id = await createArtifact(
        entry('title', { value: 'All' }),
        entry('status', { bind_value_ids: [`${done}`] }),
        entry('owners', { bind_value_ids: [alice] }),
        entry('teams', { bind_value_ids: [`${grove.projectId}_3`, friends] }),
        entry('tags', { bind_value_ids: ['red', 'one, two'] }),
        entry('access', { value: { granted_groups: [`${grove.projectId}_3`] } }),
      )
      expect((await readValue(id, 'status')).bind_value_ids).toEqual([done])
      expect((await readValue(id, 'owners')).bind_value_ids).toEqual([alice])
      expect((await readValue(id, 'teams')).bind_value_ids).toEqual([`${grove.projectId}_3`, `${friends}`])
      expect((await readValue(id, 'tags')).bind_value_ids).toEqual(['red', 'one, two'])
      expect((await readValue(id, 'access')).granted_groups).toEqual(['project_members'])
      expect((await server.as('outsider').get(`artifacts/${id}`)).status).toBe(403)
    })

    it('are found by user group id and by value id, also in a saved report', async () => {
      const friends = grove.groups.get('Friends') as number
      const id = await createArtifact(entry('title', { value: 'Found' }), entry('teams', { bind_value_ids: [friends] }))
      const tracker = grove.trackers.get('bug')
      const { body } = await server.as('alice').get(`trackers/${tracker}`)
      const teams = body.fields.find(({ name }: { name: string }) => name === 'teams').values
      const [members, friendsValue] = ['project_members', 'Friends'].map(
        (key) => teams.find((each: any) => each.ugroup_reference.short_name === key).id,
      )
      for (const value of [friendsValue, friends, `${friends}`, [`${friends}`], `${grove.projectId}_${friends}`]) {
        const query = encodeURIComponent(JSON.stringify({ teams: { operator: 'contains', value } }))
        const { body: artifacts } = await server.as('alice').get(`trackers/${tracker}/artifacts?query=${query}`)
        expect(artifacts.map((each: { id: number }) => each.id)).toContain(id)
      }
      const reportQuery = { teams: { operator: 'contains', value: [`${grove.projectId}_3`, friends] } }
      const report = await server
        .as('alice')
        .post('tracker_reports', { tracker: { id: tracker }, label: 'Teams', query: reportQuery })
      expect([report.status, report.text]).toEqual([201, expect.anything()])
      const stored = await server.world.db.read
        .selectFrom('report')
        .where('id', '=', report.body.id)
        .select('definition')
        .executeTakeFirstOrThrow()
      // Archives contain value ids, not user group ids.
      expect(JSON.parse(stored.definition).criteria[0].values).toEqual([members, friendsValue])
    })

    it('can be sent back in XML as they were returned, one value or several (docs/api/rest-conventions.md §2)', async () => {
      const xml = { accept: 'application/xml', 'content-type': 'application/xml' }
      const friends = grove.groups.get('Friends') as number
      const one = [
        entry('status', { bind_value_ids: [grove.values.get('Done')] }),
        entry('owners', { bind_value_ids: [alice] }),
        entry('teams', { bind_value_ids: [friends] }),
        entry('tags', { bind_value_ids: ['red'] }),
      ]
      const several = [
        entry('owners', { bind_value_ids: [alice, bob] }),
        entry('teams', { bind_value_ids: [`${grove.projectId}_3`, friends] }),
        entry('tags', { bind_value_ids: ['red', 'teal'] }),
      ]
      for (const values of [one, several]) {
        const original = await createArtifact(entry('title', { value: 'XML' }), ...values)
        const { text } = await server.as('alice').get(`artifacts/${original}`, { headers: xml })
        const lists = [...text.matchAll(listInXml)].map(
          ([, field, ids]) => `<item><field_id>${field}</field_id><bind_value_ids>${ids}</bind_value_ids></item>`,
        )
        expect(lists.length).toBeGreaterThanOrEqual(values.length)
        const copy = await createArtifact(entry('title', { value: 'Copy' }))
        const body = `<request><values>${lists.join('')}</values></request>`
        const response = await server.as('alice').put(`artifacts/${copy}`, body, { headers: xml })
        expect([response.status, response.text]).toEqual([200, ''])
        for (const key of ['status', 'owners', 'teams', 'tags']) {
          expect((await readValue(copy, key)).bind_value_ids).toEqual((await readValue(original, key)).bind_value_ids)
        }
      }
    })

    it('are listed for an open list of users as for other lists (docs/api/client-needs.md §23)', async () => {
      const { body } = await server.as('alice').get(`trackers/${grove.trackers.get('bug')}`)
      const valuesOf = (key: string) => body.fields.find(({ name }: { name: string }) => name === key).values
      expect(valuesOf('followers').map(({ id }: { id: number }) => id)).toContain(alice)
      expect(valuesOf('followers')).toEqual(valuesOf('owners'))
    })

    it('accept the value id that the structure of the tracker contains', async () => {
      const { body } = await server.as('alice').get(`trackers/${grove.trackers.get('bug')}`)
      const teams = body.fields.find((each: { field_id: number }) => each.field_id === fieldOf('teams'))
      const id = await createArtifact(
        entry('title', { value: 'Team' }),
        entry('teams', { bind_value_ids: [teams.values[0].id] }),
      )
      expect((await readValue(id, 'teams')).bind_value_ids).toEqual([`${grove.projectId}_3`])
    })

    it.each([
      { name: 'status', sent: { bind_value_ids: [999] }, message: 'The submitted value 999 is invalid' },
      { name: 'owners', sent: { bind_value_ids: [101] }, message: 'The submitted value 101 is invalid' },
      { name: 'teams', sent: { bind_value_ids: [4] }, message: 'The submitted value 4 is invalid' },
      {
        name: 'tags',
        sent: { value: 'red' },
        message: "OpenList fields values must be passed as an array of labels (string) in 'bind_value_ids'",
      },
      {
        name: 'status',
        sent: { bind_value_ids: 1 },
        message: 'Invalid value specified for `values[1][bind_value_ids]`',
      },
      {
        name: 'owners',
        sent: { bind_value_ids: ['9'.repeat(40)] },
        message: `The submitted value ${'9'.repeat(40)} is invalid`,
      },
    ])('are rejected by POST and PUT: $name $sent', async ({ name, sent, message }) => {
      const id = await createArtifact(entry('title', { value: 'Before' }))
      const before = await server.rowCounts()
      const expected = { status: 400, message: `Bad Request: ${message}` }
      expect(errorOf(await post(entry('title', { value: 'New' }), entry(name, sent)))).toEqual(expected)
      expect(errorOf(await put(id, entry('title', { value: 'New' }), entry(name, sent)))).toEqual(expected)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { name: 'followers', sent: { bind_value_ids: ['a\u0000b'] } },
      { name: 'followers', sent: { value: { bind_value_objects: [{ email: 'a\u0000@b.example' }] } } },
      { name: 'tags', sent: { bind_value_ids: ['a\u0000b'] } },
      { name: 'tags', sent: { bind_value_ids: ['\ud800!'] } },
      { name: 'tags', sent: { bind_value_ids: ['x'.repeat(5000)] } },
    ])('are rejected when the database cannot store them: $name', async ({ name, sent }) => {
      const before = await server.rowCounts()
      expect((await post(entry('title', { value: 'x' }), entry(name, sent))).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('of an open list are not created when the request is rejected for another reason', async () => {
      const before = await server.rowCounts()
      const response = await post(entry('tags', { bind_value_ids: ['brand new'] }), entry('title', { value: 5 }))
      expect(response.status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('files', () => {
    it('can be attached, kept and detached, and belong to one artifact', async () => {
      const [one, two] = [await createFile(), await createFile()]
      const id = await createArtifact(entry('title', { value: 'Files' }), entry('files', { value: [one] }))
      expect((await put(id, entry('files', { value: [two, one] }))).status).toBe(200)
      const described = async () =>
        (await readValue(id, 'files')).file_descriptions.map((each: { id: number }) => each.id)
      expect(await described()).toEqual([one, two])
      const before = await server.rowCounts()
      expect(errorOf(await post(entry('title', { value: 'Thief' }), entry('files', { value: [one] })))).toEqual({
        status: 409,
        message: `Conflict: File #${one} is already linked to artifact #${id}`,
      })
      expect(await server.rowCounts()).toEqual(before)
      expect((await put(id, entry('files', { value: [two] }))).status).toBe(200)
      expect(await described()).toEqual([two])
      expect(errorOf(await put(id, entry('files', { value: [one] })))).toEqual({
        status: 404,
        message: `Not Found: File #${one} not found`,
      })
    })

    it('of artifacts that the caller cannot see do not exist, unless the caller uploaded them', async () => {
      const administrators = entry('access', { value: { granted_groups: [4] } })
      const attach = async (uploader: string, file: FileId): Promise<number> => {
        const values = [entry('title', { value: 'Hidden' }), entry('files', { value: [file] }), administrators]
        const { body } = await server
          .as(uploader)
          .post('artifacts', { tracker: { id: grove.trackers.get('bug') }, values })
        return body.id
      }
      const [ofBob, own, shown] = [await createFile(bob), await createFile(), await createFile(bob)]
      const [hidden, ownHidden] = [await attach('bob', ofBob), await attach('alice', own)]
      for (const id of [hidden, ownHidden]) expect((await server.as('alice').get(`artifacts/${id}`)).status).toBe(403)
      const visible = [entry('title', { value: 'Shown' }), entry('files', { value: [shown] })]
      const { body } = await server
        .as('bob')
        .post('artifacts', { tracker: { id: grove.trackers.get('bug') }, values: visible })
      const mine = await createArtifact(entry('title', { value: 'Mine' }))
      const before = await server.rowCounts()
      const expectRefused = async (file: FileId, status: number, message: string) => {
        const value = entry('files', { value: [file] })
        for (const response of [await put(mine, value), await post(entry('title', { value: 'New' }), value)])
          expect(errorOf(response)).toEqual({ status, message })
      }
      await expectRefused(ofBob, 404, `Not Found: File #${ofBob} not found`)
      await expectRefused(own, 409, `Conflict: File #${own} is already linked to artifact #${ownHidden}`)
      await expectRefused(shown, 409, `Conflict: File #${shown} is already linked to artifact #${body.id}`)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('of another field of the same artifact are refused with this reason', async () => {
      const file = await createFile()
      const id = await createArtifact(entry('title', { value: 'Two' }), entry('files', { value: [file] }))
      expect(errorOf(await put(id, entry('more files', { value: [file] })))).toEqual({
        status: 409,
        message: `Conflict: File #${file} is already in another field of this artifact`,
      })
    })

    it('of a field that the caller cannot read are not found', async () => {
      const id = await createArtifact(entry('title', { value: 'Three' }))
      const file = await createFile(bob)
      const attached = { artifact_id: id, field_id: fieldOf('secret files') as FieldId, status: 'attached' }
      await server.world.db.write((tx) => tx.updateTable('file').set(attached).where('id', '=', file).execute())
      expect(errorOf(await put(id, entry('files', { value: [file] })))).toEqual({
        status: 404,
        message: `Not Found: File #${file} not found`,
      })
    })
  })

  describe('a field that the caller cannot read', () => {
    it('is named by its id in refusals', async () => {
      const id = await createArtifact(entry('title', { value: 'Readable' }))
      const before = await server.rowCounts()
      expect(errorOf(await put(id, entry('Budget', { value: 5 })))).toEqual({
        status: 400,
        message: `Bad Request: You are not allowed to update the field #${fieldOf('Budget')}.\n`,
      })
      for (const sent of [entry('Budget', { value: 5 }), entry('Prio', { value: 'many' })]) {
        const { status, message } = errorOf(await post(entry('title', { value: 'New' }), sent))
        expect(status).toBe(400)
        expect(message).toContain(`#${sent.field_id}`)
        expect(message).not.toMatch(/Budget|Prio/)
      }
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('links', () => {
    it('are created in both directions by one request and removed by the next one', async () => {
      const [a, b] = [
        await createArtifact(entry('title', { value: 'a' })),
        await createArtifact(entry('title', { value: 'b' })),
      ]
      const both = [
        { id: a, direction: 'forward', type: '' },
        { id: b, direction: 'reverse', type: '_is_child' },
      ]
      const id = await createArtifact(entry('title', { value: 'c' }), entry('links', { all_links: both }))
      const ends = async () => {
        const { links, reverse_links } = await readValue(id, 'links')
        return [links, reverse_links].map((each) =>
          each.map((link: { id: number; type: string }) => [link.id, link.type]),
        )
      }
      expect(await ends()).toEqual([[[a, null]], [[b, '_is_child']]])
      expect((await put(id, entry('links', { all_links: [] }))).status).toBe(200)
      expect(await ends()).toEqual([[], []])
      expect((await put(id, entry('links', { parent: { id: a } }))).status).toBe(200)
      expect(await ends()).toEqual([[], [[a, '_is_child']]])
    })

    it.each([
      { of: 'a type', sent: { links: [{ id: 1, type: 'a\u0000b' }] } },
      { of: 'a type of a reverse link', sent: { all_links: [{ id: 1, direction: 'reverse', type: '\u0000' }] } },
      { of: 'an id', sent: { links: [{ id: 999_999_999_999_999 }] } },
    ])('with $of that the database cannot store are rejected', async ({ sent }) => {
      const before = await server.rowCounts()
      expect((await post(entry('title', { value: 'x' }), entry('links', sent))).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([2 ** 53, 2 ** 63, 1e300, '9223372036854775808', '9'.repeat(400)])(
      'to %s, which is larger than any id, are links to an unknown artifact',
      async (id) => {
        const before = await server.rowCounts()
        const send = async (sent: object) => {
          const { status, body } = await post(entry('title', { value: 'x' }), entry('links', sent))
          return [status, body.error?.i18n_error_message ?? body.error?.message]
        }
        const unknown = [400, expect.stringMatching(/^Bad Request: error: links: \S+ is not an artifact id\.\n$/)]
        expect(await send({ links: [{ id }] })).toEqual(unknown)
        expect(await send({ all_links: [{ id, direction: 'forward', type: '' }] })).toEqual(unknown)
        expect(await send({ all_links: [{ id, direction: 'reverse', type: '' }] })).toEqual([
          400,
          expect.stringMatching(/^You tried to create a link to Artifact #…, but it could not be found\.$/),
        ])
        expect(await server.rowCounts()).toEqual(before)
        expect(await send({ parent: { id } })).toEqual([201, undefined])
      },
    )

    it('to an artifact that does not exist are rejected, and nothing is created', async () => {
      const before = await server.rowCounts()
      expect(errorOf(await post(entry('title', { value: 'x' }), entry('links', { links: [{ id: 99_999 }] })))).toEqual({
        status: 400,
        message: 'Bad Request: error: links: 99999 is not an artifact id.\n',
      })
      const reverse = entry('links', { all_links: [{ id: 99_999, direction: 'reverse', type: '' }] })
      const response = await post(entry('title', { value: 'x' }), reverse)
      expect([response.status, response.body.error.i18n_error_message]).toEqual([
        400,
        'You tried to create a link to Artifact #99999, but it could not be found.',
      ])
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
