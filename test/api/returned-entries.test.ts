import { beforeAll, describe, expect, it } from 'vitest'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type RequestOptions } from '../kit/server.ts'

const asXml = { accept: 'application/xml', 'content-type': 'application/xml' }

// docs/api/rest-conventions.md §2.2, docs/api/client-needs.md §15.
onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fields: ReadonlyMap<string, number>
  let tracker: number
  let path: string

  const send = async (values: readonly object[], options: RequestOptions = {}) => {
    const { status, text } = await server.as('alice').put(path, { values }, options)
    expect([status, text]).toEqual([200, ''])
  }
  const read = async () => {
    const { body, headers } = await server.as('alice').get(path)
    const entryOf = (name: string): any =>
      body.values.find(({ field_id }: { field_id: number }) => field_id === fields.get(name))
    return { entryOf, body, etag: headers['etag'] }
  }
  const longMarkdown = `${'**bold** and | pipes | of bug #1\n\n'.repeat(200)}end`

  beforeAll(async () => {
    const alice = await server.createUser('alice', { realName: 'Alice Ash' })
    const fixture = await createProjectFixture(server, 'returned', {
      members: [alice],
      administrators: [alice],
      trackers: () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('text', 'story'),
          createFieldDefinition('int', 'points'),
          createFieldDefinition('float', 'cost'),
          createFieldDefinition('date', 'due'),
          createFieldDefinition('msb', 'colours', { bind: createStaticBind(['Red', ''], ['Green', '']) }),
          createFieldDefinition('msb', 'owners', { bind: projectMembers }),
          createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['Known', '']) }),
          createFieldDefinition('tbl', 'followers', { bind: projectMembers }),
          createFieldDefinition('art_link', 'links'),
          createFieldDefinition('ttmstepdef', 'steps'),
        ]),
      ],
    })
    fields = fixture.fields
    tracker = fixture.trackers.get('bug') as number
    const entry = (name: string, value: object) => ({ field_id: fields.get(name), ...value })
    const step = (description: string, format: string, expected: string) => ({
      description,
      description_format: format,
      expected_results: expected,
      expected_results_format: format,
    })
    const { body: structure } = await server.as('alice').get(`trackers/${tracker}`)
    const colours = structure.fields.find(({ name }: { name: string }) => name === 'colours').values
    const other = await server.as('alice').post('artifacts', {
      tracker: { id: tracker },
      values: [entry('title', { value: 'other' })],
    })
    const created = await server.as('alice').post('artifacts', {
      tracker: { id: tracker },
      values: [
        entry('title', { value: ' 007 ' }),
        entry('story', { value: `**bold** & <b>bug #${other.body.id}</b>, https://example.com` }),
        entry('points', { value: 3 }),
        entry('cost', { value: 0.5 }),
        entry('due', { value: '2026-04-01' }),
        entry('colours', { bind_value_ids: colours.map(({ id }: { id: number }) => id) }),
        entry('owners', { bind_value_ids: [alice] }),
        entry('tags', { bind_value_ids: ['Known', 'new'] }),
        entry('followers', { bind_value_ids: ['alice', 'someone@example.com'] }),
        entry('links', { links: [{ id: other.body.id, type: '_is_child' }] }),
        entry('steps', {
          value: [
            step('a < b & **c**', 'text', `see bug #${other.body.id}`),
            step('<i onclick="x">it</i><script>y</script>', 'html', '<p>ok</p>'),
            step('**Open** it', 'commonmark', ''),
            step(longMarkdown, 'commonmark', `*closed* bug #${other.body.id}`),
          ],
        }),
      ],
    })
    expect([created.status, created.text]).toEqual([201, expect.anything()])
    path = `artifacts/${created.body.id}`
  })

  describe('an entry that is sent back as it was returned', () => {
    it('changes nothing', async () => {
      const before = await read()
      expect(before.body.values).toHaveLength(11)
      for (const entry of before.body.values) {
        await send([entry])
        expect([entry.label, (await read()).etag]).toEqual([entry.label, before.etag])
      }
      await send(before.body.values)
      expect((await read()).body).toEqual(before.body)
    })

    it('changes nothing in XML', async () => {
      const before = await read()
      const { text } = await server.as('alice').get(path, { headers: asXml })
      const values = /<values>(<item>.*<\/item>)<\/values>(?=<values_by_field)/s.exec(text)?.[1] as string
      const { status, text: responseText } = await server
        .as('alice')
        .put(path, `<r><values>${values}</values></r>`, { headers: asXml })
      expect([status, responseText]).toEqual([200, ''])
      expect((await read()).body).toEqual(before.body)
    })

    it('is the same text in another artifact', async () => {
      const { entryOf } = await read()
      const { status, body } = await server.as('alice').post('artifacts', {
        tracker: { id: tracker },
        values: [entryOf('story'), entryOf('followers')],
      })
      expect(status).toBe(201)
      const { body: copy } = await server.as('alice').get(`artifacts/${body.id}`)
      for (const name of ['story', 'followers']) expect(copy.values).toContainEqual(entryOf(name))
    })
  })

  describe('a returned entry with a change', () => {
    it('is the changed HTML of a text', async () => {
      const { entryOf } = await read()
      await send([{ ...entryOf('story'), value: '<p>other</p>' }])
      const changed = (await read()).entryOf('story')
      expect(changed).toMatchObject({ value: '<p>other</p>', format: 'html' })
      expect(changed).not.toHaveProperty('commonmark')
      await send([{ field_id: fields.get('story'), value: { content: longMarkdown, format: 'commonmark' } }])
    })

    it('is Markdown of any length if only other steps change', async () => {
      const { entryOf } = await read()
      const { value: steps, ...entry } = entryOf('steps')
      const added = { ...steps[0], id: undefined, description: 'a new one', rank: 9 }
      await send([{ ...entry, value: [...steps, added] }])
      const changed = (await read()).entryOf('steps').value
      const withoutIds = (list: readonly object[]) => list.map((step) => ({ ...step, id: 0 }))
      expect(withoutIds(changed.slice(0, 4))).toEqual(withoutIds(steps))
      expect(changed[4]).toMatchObject({ description: 'a new one', description_format: 'text' })
      const { status } = await server.as('alice').put(path, { values: [(await read()).entryOf('story')] })
      expect(status).toBe(200)
      expect((await read()).entryOf('story').commonmark).toBe(longMarkdown)
    })

    it('is a new text of a step that is changed', async () => {
      const { entryOf } = await read()
      const { value: steps, ...entry } = entryOf('steps')
      const [first] = steps
      await send([{ ...entry, value: [{ ...first, description: 'a &lt; c' }] }])
      expect((await read()).entryOf('steps').value).toMatchObject([{ description: 'a &amp;lt; c' }])
    })
  })
})
