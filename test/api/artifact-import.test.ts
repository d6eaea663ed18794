import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const csv = { 'content-type': 'text/csv' }

onEachDatabase((dialect) => {
  describe('POST /trackers/{id}/artifact_imports', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: TrackerId

    beforeAll(async () => {
      for (const login of ['alice', 'boss', 'olga']) await server.createUser(login)
      await server.as('admin').patch('site_settings', { access_mode: 'restricted' })
      await server.createUser('rita', { status: 'R' })
      await server.as('admin').patch('site_settings', { access_mode: 'anonymous' })
      const [alice, boss] = [server.idOf('alice'), server.idOf('boss')]
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        administrators: [boss],
        groups: { gardeners: [alice] },
        trackers: () => [
          createTrackerDefinition('tree', [
            createFieldDefinition('string', 'title', { isRequired: true, properties: { maxchars: 20 } }),
            createFieldDefinition('text', 'notes'),
            createFieldDefinition('int', 'age'),
            createFieldDefinition('float', 'height'),
            createFieldDefinition('date', 'planted'),
            createFieldDefinition('date', 'watered', { properties: { display_time: 1 } }),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Well; so far', ''], ['Felled', '']) }),
            createFieldDefinition('msb', 'fruit', { bind: createStaticBind(['red;green', ''], ['plain', '']) }),
            createFieldDefinition('sb', 'keeper', { bind: projectMembers }),
            createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['old', '']) }),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('computed', 'effort'),
            createFieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
            createFieldDefinition('string', 'shown', { rights: { read: [1], submit: [4], update: [4] } }),
            createFieldDefinition('aid', 'number', { rights: { read: [1] } }),
            createFieldDefinition('subon', 'born', { rights: { read: [1] } }),
            createFieldDefinition('file', 'files'),
          ]),
          createTrackerDefinition(
            'hidden',
            [createFieldDefinition('string', 'hidden:title')],
            {},
            { permissions: { full: [4] } },
          ),
          createTrackerDefinition('other', [createFieldDefinition('string', 'other:title')]),
        ],
      })
      tracker = project.trackers.get('tree') as TrackerId
    })

    const importTable = (caller: string, content: string, url = '', headers: Record<string, string> = csv) =>
      server.as(caller).post(`trackers/${tracker}/artifact_imports${url}`, content, { headers })
    const exportTable = async (fields = '', caller = 'boss') =>
      (await server.as(caller).get(`trackers/${tracker}/artifact_export?fields=${fields}`)).text
    const createArtifacts = (...artifacts: readonly Record<string, unknown>[]) =>
      project.createArtifacts(
        ...artifacts.map((values) => ({ tracker: 'tree', changes: [{ by: server.idOf('boss'), values }] })),
      )
    const valuesByLabel = async (id: number) => {
      const { body } = await server.as('boss').get(`artifacts/${id}`)
      return new Map<string, any>(body.values.map((value: any) => [value.label, value]))
    }

    it('creates an artifact for each line', async () => {
      const [target] = await createArtifacts({ title: 'target' })
      const { status, body } = await importTable(
        'alice',
        [
          'title,notes,age,height,planted,watered,state,fruit,keeper,tags,links,effort',
          `Apple,"two\nlines",3,1.5,2026-03-02,2026-07-01T12:30:00+02:00,Well; so far,"""red;green"";plain",alice,old;new tag,${target},4`,
          'Pear,,,,,,,,,,,',
          '',
        ].join('\r\n'),
      )
      expect([status, body.error]).toEqual([200, undefined])
      expect(body).toMatchObject({ dry_run: false, created: 2, updated: 0, unchanged: 0, refused: 0, problems: [] })
      expect(body.lines.map(({ line, outcome }: any) => [line, outcome])).toEqual([
        [2, 'created'],
        [4, 'created'],
      ])
      const apple = await valuesByLabel(body.lines[0].artifact.id)
      expect(apple.get('title').value).toBe('Apple')
      expect(apple.get('notes').commonmark).toBe('two\nlines')
      expect([apple.get('age').value, apple.get('height').value, apple.get('effort').manual_value]).toEqual([3, 1.5, 4])
      expect([apple.get('planted').value, apple.get('watered').value]).toEqual([
        '2026-03-02T00:00:00+01:00',
        '2026-07-01T12:30:00+02:00',
      ])
      const labels = (name: string) => apple.get(name).values.map(({ label, username }: any) => label ?? username)
      expect([labels('state'), labels('fruit'), apple.get('keeper').values[0].username]).toEqual([
        ['Well; so far'],
        ['red;green', 'plain'],
        'alice',
      ])
      expect(apple.get('tags').bind_value_ids).toEqual(['old', 'new tag'])
      expect(apple.get('links').links.map(({ id }: any) => id)).toEqual([target])
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('changes nothing for an exported table, also with byte order mark and escaped formulas', async () => {
      await createArtifacts({
        title: '=danger',
        notes: { format: 'html', content: '<p>Some <b>bold</b> words</p>' },
        planted: Date.UTC(2026, 2, 1, 23) / 1000,
        watered: 1_789_000_000,
        keeper: [server.idOf('alice')],
        tags: [`b${project.values.get('old')}`],
      })
      for (const query of ['', '?bom=true', '?defuse=true']) {
        const { text } = await server.as('boss').get(`trackers/${tracker}/artifact_export${query}`)
        const before = await server.rowCounts()
        const { status, body } = await importTable('boss', text)
        expect([status, body.error]).toEqual([200, undefined])
        expect(body).toMatchObject({ created: 0, updated: 0, refused: 0, ignored_columns: ['number', 'born', 'files'] })
        expect(body.unchanged).toBeGreaterThan(0)
        expect(await server.rowCounts()).toEqual(before)
      }
    })

    it('updates changed values and clears empty ones', async () => {
      const [one, two] = (await createArtifacts(
        { title: 'one', age: 1, notes: { format: 'commonmark', content: 'x' }, keeper: [server.idOf('alice')] },
        { title: 'two', age: 2 },
      )) as [ArtifactId, ArtifactId]
      const content = `id,title,age,notes,keeper\n#${one},one,,,\n${two},two,22,,\n`
      const { body } = await importTable('alice', content)
      expect(body).toMatchObject({ updated: 2, created: 0 })
      const [first, second] = [await valuesByLabel(one), await valuesByLabel(two)]
      expect([first.get('age').value, first.get('notes').commonmark, first.get('keeper').values[0].id]).toEqual([
        null,
        '',
        null,
      ])
      expect([second.get('age').value, second.get('title').value]).toEqual([22, 'two'])
      const { headers } = await server.as('boss').get(`artifacts/${two}/changesets`)
      expect(headers['x-pagination-size']).toBe('2')
      expect((await importTable('alice', content)).body).toMatchObject({ updated: 0, unchanged: 2 })
    })

    it('accepts the table in JSON', async () => {
      const { status, body } = await server
        .as('alice')
        .post(`trackers/${tracker}/artifact_imports`, { content: 'title\nJSON\n' })
      expect([status, body.created]).toEqual([200, 1])
    })

    it.each([
      ['?dry_run=true', {}],
      ['', { prefer: 'dry-run' }],
    ])('changes nothing with %s %j (dry run)', async (url, headers) => {
      const [id] = await createArtifacts({ title: 'one' })
      const before = await server.rowCounts()
      const content = `id,title,age\n,new,1\n${id},changed,2\n${id}9999,x,3\n,,\n,${'x'.repeat(30)},old\n`
      const { status, body } = await importTable('alice', content, url, { ...csv, ...headers })
      expect(status).toBe(200)
      expect(body).toMatchObject({ dry_run: true, created: 1, updated: 1, refused: 3 })
      expect(body.lines.map(({ outcome, artifact }: any) => [outcome, artifact?.id ?? null])).toEqual([
        ['created', null],
        ['updated', id],
        ['refused', Number(`${id}9999`)],
        ['refused', null],
        ['refused', null],
      ])
      expect(body.problems.map(({ line, column, field }: any) => [line, column, field])).toEqual([
        [4, 1, 'id'],
        [5, null, null],
        [6, 3, 'age'],
      ])
      expect(await server.rowCounts()).toEqual(before)
      expect((await valuesByLabel(id as number)).get('title').value).toBe('one')
    })

    it('changes nothing when one line is rejected, and returns each problem with its position', async () => {
      const [one] = await createArtifacts({ title: 'one' })
      const [otherArtifact] = await project.createArtifacts({
        tracker: 'other',
        changes: [{ values: { 'other:title': 'x' } }],
      })
      const before = await server.rowCounts()
      const content = [
        'id,title,age,height,planted,state,fruit,keeper,links,tags,effort',
        `${one},changed,,,,,,,,,`,
        ',good,,,,,,,,,',
        ',bad,x,1.x,04/01/2026,Nothing,"""plain",nobody,#x,"""","many"',
        `${otherArtifact},x,,,,,,,,,`,
        ',x,,,,,red;plain,,,,',
        ',x,,,,,,olga,,,',
        `,${'long '.repeat(9)},,,,,,,,,`,
        ',,1,,,,,,,,',
      ].join('\n')
      const { status, body } = await importTable('alice', content)
      expect(status).toBe(422)
      expect(body.error.message).toContain('Nothing was imported: the table has 14 problems')
      const positions = body.error.problems.map(({ line, column, field }: any) => [line, column, field])
      expect(positions).toEqual([
        ...['age', 'height', 'planted', 'state', 'fruit', 'keeper', 'links', 'tags', 'effort'].map((field, index) => [
          4,
          index + 3,
          field,
        ]),
        [5, 1, 'id'],
        [6, 7, 'fruit'],
        [7, null, null],
        [8, null, null],
        [9, null, null],
      ])
      const messages = body.error.problems.map(({ message }: any) => message)
      for (const fragment of [
        '"x" is not',
        '"04/01/2026" is not a date. Expected YYYY-MM-DD',
        '"Nothing" is not a value of state',
        'Invalid list',
        '"nobody" is not a value of keeper',
        'Invalid link',
        'can not',
        'title',
      ])
        expect(
          messages.some((message: string) => message.includes(fragment)),
          fragment,
        ).toBe(true)
      expect(await server.rowCounts()).toEqual(before)
      expect((await valuesByLabel(one as number)).get('title').value).toBe('one')
    })

    it.each([
      ['an unknown column', 'title,colour\nx,red\n', [1, 2, 'colour']],
      ['a column that the caller does not read', 'title,secret\nx,red\n', [1, 2, 'secret']],
      ['a column without a name', 'title,\nx,red\n', [1, 2, '']],
      ['two columns of one name', 'title,title\nx,y\n', [1, 2, 'title']],
      ['too few cells', 'title,age\nx\n', [2, null, null]],
      ['too many cells', 'title\nx,y\n', [2, null, null]],
      ['an invalid id', 'id,title\nx,y\n', [2, 1, 'id']],
      ['a duplicate id', 'id,title\n5,y\n5,z\n', [3, 1, 'id']],
      ['an open quote', 'title\nx\n"y\n', [3, null, null]],
      ['too many lines', `title\n${'x\n'.repeat(2001)}`, [2002, null, null]],
    ])('rejects %s and changes nothing', async (_, content, position) => {
      const before = await server.rowCounts()
      for (const url of ['', '?dry_run=true']) {
        const { status, body } = await importTable('alice', content, url)
        expect(status).toBe(url === '' ? 422 : 200)
        const [problem] = url === '' ? body.error.problems : body.problems
        expect([problem.line, problem.column, problem.field]).toEqual(position)
      }
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each<readonly [string, string, Record<string, string>, number]>([
      ['an empty table', '', csv, 400],
      ['a NUL character', 'title\nx\0\n', csv, 400],
      ['a table under another type', 'title\nx\n', { 'content-type': 'text/plain' }, 403],
      ['JSON without content', '{}', { 'content-type': 'application/json' }, 400],
      ['more than 8 MiB', `title\n${'x'.repeat(8 * 1024 * 1024)}`, csv, 413],
    ])('rejects %s', async (_, content, headers, status) => {
      const before = await server.rowCounts()
      expect((await importTable('alice', content, '', headers)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('rejects a body that is not UTF-8', async () => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: `/api/trackers/${tracker}/artifact_imports`,
        headers: { ...server.credentials('alice'), ...csv },
        payload: Buffer.from([0x74, 0xff, 0x0a]),
      })
      expect([statusCode, JSON.parse(body).error.message]).toEqual([400, 'Bad Request: The CSV is not valid UTF-8.'])
    })

    it('text/csv is rejected by other routes', async () => {
      const { status } = await server.as('alice').post('artifacts', 'title\nx\n', { headers: csv })
      expect(status).toBe(403)
    })

    it.each([
      ['visitor', 401],
      ['rita', 403],
      ['olga', 200],
      ['alice', 200],
      ['boss', 200],
      ['admin', 200],
    ])('for %s, accepts lines that POST and PUT accept', async (caller, status) => {
      const [id] = await createArtifacts({ title: 'one' })
      const response = await importTable(caller, `id,title\n,${caller}\n${id},by ${caller}\n`, '?dry_run=true')
      expect(response.status).toBe(status)
      if (status !== 200) return
      const title = { field_id: Number(project.fields.get('title')), value: 'x' }
      const put = await server.as(caller).put(`artifacts/${id}`, { values: [title] })
      const post = await server.as(caller).post('artifacts', { tracker: { id: tracker }, values: [title] })
      const outcomes = response.body.lines.map(({ outcome }: any) => outcome !== 'refused')
      expect(outcomes).toEqual([post.status === 201, put.status === 200])
    })

    it('returns 404 for an invisible tracker and rejects fields that the caller cannot update', async () => {
      const hidden = project.trackers.get('hidden')
      const { status } = await server
        .as('alice')
        .post(`trackers/${hidden}/artifact_imports`, 'title\nx\n', { headers: csv })
      expect(status).toBe(404)
      const before = await server.rowCounts()
      const { body } = await importTable('alice', 'title,shown\nx,mine\n')
      expect(body.error.problems[0].message).toContain('You are not allowed to update the field shown')
      expect(await server.rowCounts()).toEqual(before)
    })

    describe('columns', () => {
      const headings = 'Key,Name,Colour,Years\n'

      it('names the fields of columns whatever the header is; columns without a name are not imported', async () => {
        const [id] = await createArtifacts({ title: 'one', age: 1 })
        const age = `%23${project.fields.get('age')}`
        const content = `${headings}${id},renamed,red,5\n,new,green,6\n`
        const dryRun = await importTable('alice', content, `?dry_run=true&columns=id,title,,${age}`)
        expect(dryRun.body).toMatchObject({ dry_run: true, updated: 1, created: 1, ignored_columns: [], problems: [] })
        expect((await valuesByLabel(id as number)).get('title').value).toBe('one')
        const { status, body } = await importTable('alice', content, `?columns=id,%20title%20,,${age}`)
        expect([status, body.error]).toEqual([200, undefined])
        expect(body).toMatchObject({ dry_run: false, updated: 1, created: 1 })
        expect(body.columns).toEqual([
          { heading: 'Key', name: 'id' },
          { heading: 'Name', name: 'title' },
          { heading: 'Colour', name: null },
          { heading: 'Years', name: 'age' },
        ])
        for (const [artifact, title, years] of [
          [id, 'renamed', 5],
          [body.lines[1].artifact.id, 'new', 6],
        ]) {
          const values = await valuesByLabel(artifact)
          expect([values.get('title').value, values.get('age').value]).toEqual([title, years])
        }
        const names = body.columns.map(({ name }: any) => name ?? '').join(',')
        expect((await importTable('alice', content, `?dry_run=true&columns=${names}`)).body).toMatchObject({
          created: 1,
          unchanged: 1,
        })
      })

      it('are returned without the parameter, null for headings that are not names of fields', async () => {
        const { body } = await importTable('alice', 'title,Colour,files\nx,red,\n', '?dry_run=true')
        expect(body.columns).toEqual([
          { heading: 'title', name: 'title' },
          { heading: 'Colour', name: null },
          { heading: 'files', name: 'files' },
        ])
        expect([body.ignored_columns, body.lines]).toEqual([['files'], []])
      })

      it('accepts a table in JSON', async () => {
        const { status, body } = await server
          .as('alice')
          .post(`trackers/${tracker}/artifact_imports?columns=title,`, { content: 'Name,Colour\nJSON,red\n' })
        expect([status, body.created]).toEqual([200, 1])
      })

      it.each([
        ['fewer names than columns', 'title,age', [1, null, null]],
        ['more names than columns', ',title,age,,', [1, null, null]],
        ['empty names only', ',,,', [1, null, null]],
        ['one field twice', 'title,title,,', [1, 2, 'title']],
        ['ids twice', 'id,id,,title', [1, 2, 'id']],
        ['an unknown field', 'title,colour,,', [1, 2, 'colour']],
        ['a field that the caller does not read', 'title,secret,,', [1, 2, 'secret']],
      ])('rejects %s and changes nothing', async (_, columns, position) => {
        const before = await server.rowCounts()
        for (const isDry of [false, true]) {
          const { status, body } = await importTable(
            'alice',
            `${headings}1,x,red,5\n`,
            `?columns=${columns}&dry_run=${isDry}`,
          )
          expect(status).toBe(isDry ? 200 : 422)
          const [problem] = isDry ? body.problems : body.error.problems
          expect([problem.line, problem.column, problem.field]).toEqual(position)
        }
        expect(await server.rowCounts()).toEqual(before)
      })

      it('rejects one field under its name and its id', async () => {
        const title = `#${project.fields.get('title')}`
        const { body } = await importTable('alice', `title,${title}\nx,y\n`, '?dry_run=true')
        expect(body.problems.map(({ message }: any) => message)).toEqual([`Column ${title} appears more than once.`])
      })
    })

    it('is executed once for an Idempotency-Key; a rejected import does not use the key', async () => {
      const headers = { ...csv, 'idempotency-key': `import-${dialect}` }
      const rejected = await importTable('alice', 'title\n\n,\n', '', headers)
      expect(rejected.status).toBe(422)
      const first = await importTable('alice', 'title\nkeyed\n', '', headers)
      expect([first.status, first.body.created]).toEqual([200, 1])
      const after = await server.rowCounts()
      expect((await importTable('alice', 'title\nkeyed\n', '', headers)).body).toEqual(first.body)
      expect(await server.rowCounts()).toEqual(after)
    })

    it('serializes concurrent imports of the same artifacts', async () => {
      const ids = await createArtifacts(...Array.from({ length: 20 }, (_, i) => ({ title: `n ${i}` })))
      const content = (n: number) =>
        `id,age\n${(n % 2 === 0 ? ids : ids.toReversed()).map((id) => `${id},${n + 1}\n`).join('')}`
      const responses = await Promise.all([0, 1, 2, 3].map((n) => importTable('alice', content(n))))
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('creates the same values from an exported table', async () => {
      const fields = 'title,notes,age,height,planted,watered,state,fruit,keeper,tags,effort'
      const cells = (await exportTable(fields)).split('\r\n').filter((line) => line.includes('Apple'))
      expect(cells.length).toBeGreaterThan(0)
      const { text } = await server
        .as('boss')
        .get(`trackers/${tracker}/artifact_export?fields=${fields}&query=${encodeURIComponent('{"title":"Apple"}')}`)
      const imported = await importTable('boss', text.replace(/^(\d+),/gm, ',').replace(/^id,/, 'id,'))
      expect(imported.status).toBe(200)
      const secondExport = await server
        .as('boss')
        .get(`trackers/${tracker}/artifact_export?fields=${fields}&query=${encodeURIComponent('{"title":"Apple"}')}`)
      const [header, ...rows] = secondExport.text.replace(/^(\d+),/gm, ',').split('\r\n')
      expect(header).toContain('title')
      const half = (rows.length - 1) / 2
      expect(rows.slice(half, half * 2)).toEqual(rows.slice(0, half))
    })
  })
})
