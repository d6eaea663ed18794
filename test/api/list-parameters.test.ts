import { beforeAll, describe, expect, it } from 'vitest'
import { grantSitePermission } from '../../src/accounts/commands/grant-site-permission.ts'
import { readWorkbook } from '../kit/read-workbook.ts'
import { createSearchFixture, type SearchFixture } from '../kit/search-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { downloadFile } from '../kit/stored-files.ts'

/** The parameters `sort`, `fields`, `ids` and `include` of docs/api/extensions.md §4. */
alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let fixture: SearchFixture
  let report: number
  beforeAll(async () => {
    fixture = await createSearchFixture(server, 'lists')
    await server.createUser('auditor')
    const auditor = { user: server.idOf('auditor') }
    const system = { kind: 'system', reason: 'test' } as const
    await grantSitePermission(server.world, system, { permission: 'read_only_administration', to: auditor })
    const definition = { tracker: { id: fixture.tracker }, label: 'All', is_public: true }
    const created = await server.as('boss').post('tracker_reports', definition)
    expect(created.status).toBe(201)
    report = created.body.id
  })

  const list = (query: string, caller = 'boss') =>
    server.as(caller).get(`trackers/${fixture.tracker}/artifacts?limit=50&${query}`)
  const namesIn = (body: any): string[] =>
    body.map(({ id }: { id: number }) => Object.keys(fixture.ids).find((name) => fixture.ids[name] === id))
  const refusalOf = async (query: string, caller = 'boss') => {
    const { status, body } = await list(query, caller)
    return [status, body.error.message.replace('Bad Request: ', '')]
  }
  const labelsOf = ({ values }: any): string[] => values.map(({ label }: { label: string }) => label)

  describe('sort', () => {
    it.each([
      ['title', 'ORDER BY title'],
      ['-title', 'ORDER BY title DESC'],
      ['count,-title', 'ORDER BY count, title DESC'],
      ['-count, title', 'ORDER BY count DESC, title'],
      ['status', 'ORDER BY status'],
      ['-people', 'ORDER BY people DESC'],
      ['by', 'ORDER BY by'],
      ['-due', 'ORDER BY due DESC'],
      ['submitted_on', 'ORDER BY @submitted_on'],
      ['-last_update_date,title', 'ORDER BY @last_update_date DESC, title'],
      ['TITLE', 'ORDER BY title'],
    ])('%s orders as %s does', async (sort, orderBy) => {
      const expected = await list(`expert_query=${encodeURIComponent(orderBy)}`)
      const { status, body, headers } = await list(`sort=${encodeURIComponent(sort)}`)
      expect([status, namesIn(body)]).toEqual([200, namesIn(expected.body)])
      expect(headers['x-pagination-size']).toBe(expected.headers['x-pagination-size'])
      expect(headers['link']).toBeUndefined()
      const filtered = await list(`sort=${encodeURIComponent(sort)}&expert_query=${encodeURIComponent('title = "ta"')}`)
      const found = ['beta', 'delta', 'zeta']
      expect(namesIn(filtered.body)).toEqual(namesIn(body).filter((name) => found.includes(name)))
      const byFilter = await list(
        `sort=${encodeURIComponent(sort)}&query=${encodeURIComponent('{"title":{"operator":"contains","value":"ta"}}')}`,
      )
      expect(namesIn(byFilter.body)).toEqual(namesIn(filtered.body))
    })

    it('takes ids of fields, and the id of artifacts in both directions', async () => {
      const byName = await list('sort=-count')
      const byId = await list(`sort=-${fixture.field('count')}`)
      expect(namesIn(byId.body)).toEqual(namesIn(byName.body))
      const ascending = namesIn((await list('')).body)
      expect(namesIn((await list('sort=id')).body)).toEqual(ascending)
      expect(namesIn((await list('sort=-id')).body)).toEqual(ascending.toReversed())
      expect(namesIn((await list('sort=-id&limit=2&offset=1')).body)).toEqual(ascending.toReversed().slice(1, 3))
      expect((await list('sort=-id&limit=2')).headers['link']).toBeUndefined()
    })

    it('sorts across pages', async () => {
      const pages = [0, 2, 4, 6].map(async (offset) =>
        namesIn((await list(`sort=-count&limit=2&offset=${offset}`)).body),
      )
      expect(await Promise.all(pages)).toEqual([['gamma', 'alpha'], ['zeta', 'beta'], ['delta', 'epsilon'], []])
    })

    it('sorts the artifacts of a report', async () => {
      const { body } = await server.as('boss').get(`tracker_reports/${report}/artifacts?limit=50&sort=-count`)
      expect(namesIn(body)).toEqual(namesIn((await list('sort=-count')).body))
    })

    const unknown = (name: string) =>
      `Invalid value specified for \`sort\`: "${name}". Expected id, rank, submitted_on, last_update_date, or the name or id of a field that you can read.`
    it.each<[string, () => string, string]>([
      ['an unknown name', () => 'sort=nope', unknown('nope')],
      ['an unknown id', () => 'sort=-999999', unknown('999999')],
      ['an id of digits only that is none', () => 'sort=99999999999999999999', unknown('99999999999999999999')],
      ['nothing but a direction', () => 'sort=-', unknown('')],
      ['an unused field', () => 'sort=unused', unknown('unused')],
      ['a field without an order', () => 'sort=links', "Sorting by 'links' is not supported."],
      [
        'ORDER BY',
        () => 'sort=title&expert_query=ORDER%20BY%20title',
        '`sort` cannot be combined with ORDER BY. Send one of them.',
      ],
      ['order=desc', () => 'sort=title&order=desc', '`sort` cannot be combined with `order=desc`. Send one of them.'],
      [
        'more names than ORDER BY may have',
        () => `sort=${'title,'.repeat(11)}`,
        '`sort` has 11 names. At most 10 are allowed.',
      ],
    ])('rejects %s', async (_, query, message) => expect(await refusalOf(query())).toEqual([400, message]))

    it('rejects a cursor', async () => {
      const { headers } = await list('limit=2')
      const cursor = /cursor=([^&>]+)/.exec(String(headers['link']))?.[1]
      expect(cursor).toBeDefined()
      expect(await refusalOf(`limit=2&sort=title&cursor=${cursor}`)).toEqual([
        400,
        '`cursor` cannot be combined with `sort`.',
      ])
    })

    it('does not know a field that the caller cannot read, by name or by id', async () => {
      expect((await list('sort=hidden')).status).toBe(200)
      for (const caller of ['alice', 'outsider', 'visitor'])
        for (const name of ['hidden', `${fixture.field('hidden')}`])
          expect(await refusalOf(`sort=-${name}`, caller)).toEqual([400, unknown(name)])
      const { status } = await server.as('alice').get(`tracker_reports/${report}/artifacts?sort=hidden`)
      expect(status).toBe(400)
    })

    it('returns only what the caller sees', async () => {
      const { body, headers } = await list('sort=-title', 'alice')
      expect(namesIn(body)).toEqual(['gamma', 'epsilon', 'delta', 'beta', 'alpha'])
      expect(headers['x-pagination-size']).toBe('5')
    })
  })

  describe('fields', () => {
    it('limits the values to some fields, whatever was requested before', async () => {
      const full = await list('values=all')
      for (let cached = 0; cached < 2; cached += 1) {
        for (const query of ['count,due', `${fixture.field('due')},COUNT`]) {
          const { body } = await list(`values=all&fields=${query}`)
          expect(body.map(labelsOf)).toEqual(
            full.body.map((each: any) => labelsOf(each).filter((label) => label === 'count' || label === 'due')),
          )
          const rest = ({ values: _, ...others }: any) => others
          expect(body.map(rest)).toEqual(full.body.map(rest))
        }
      }
      expect((await list('values=all')).text).toBe(full.text)
    })

    it('limits the values of one artifact in each form', async () => {
      const address = `artifacts/${fixture.ids['alpha']}`
      const full = await server.as('alice').get(`${address}?values_format=all`)
      const { body, headers } = await server.as('alice').get(`${address}?values_format=all&fields=count,links`)
      expect(labelsOf(body)).toEqual(['count', 'links'])
      expect(Object.keys(body.values_by_field)).toEqual(['count'])
      expect(body.title).toBe(full.body.title)
      expect(headers['etag']).toBe(full.headers['etag'])
      const complete = await server
        .as('alice')
        .get(`${address}?tracker_structure_format=complete&fields=count&include=can_update`)
      expect(labelsOf(complete.body)).toEqual(['count'])
      expect(complete.body.can_update).toBe(true)
      const included = await server.as('alice').get(`${address}?fields=count&include=etag`)
      expect([labelsOf(included.body), included.body.etag]).toEqual([['count'], included.headers['etag']])
    })

    it('limits the values of artifacts across trackers and of a report', async () => {
      const ids = encodeURIComponent(JSON.stringify({ id: [fixture.ids['task'], fixture.ids['alpha']] }))
      const byIds = await server.as('alice').get(`artifacts?query=${ids}&fields=title,count`)
      expect(byIds.body.collection.map(labelsOf)).toEqual([['title'], ['title', 'count']])
      const query = encodeURIComponent('@title = "alpha"')
      const found = await server.as('alice').get(`artifacts?expert_query=${query}&values=all&fields=count`)
      expect(found.body.collection.map(labelsOf)).toEqual([['count']])
      for (const format of ['nested', 'flat']) {
        const address = `tracker_reports/${report}/artifacts?values=all&fields=count&limit=1&output_format=${format}`
        const { body } = await server.as('alice').get(address)
        if (format === 'nested') expect(body.map(labelsOf)).toEqual([['count']])
        else expect(body).toEqual([{ count: 3 }])
      }
    })

    const unknown = (name: string) =>
      `Invalid value specified for \`fields\`: "${name}". Expected names or ids of fields that you can read, with commas between them.`
    it('rejects unknown and unreadable fields by name, and fields without values', async () => {
      const hidden = `${fixture.field('hidden')}`
      for (const [caller, name] of [
        ['boss', 'nope'],
        ['boss', 'unused'],
        ['alice', 'hidden'],
        ['alice', hidden],
        ['visitor', 'hidden'],
      ] as const) {
        expect(await refusalOf(`values=all&fields=count,${name}`, caller)).toEqual([400, unknown(name)])
        const single = await server.as(caller).get(`artifacts/${fixture.ids['alpha']}?fields=${name}`)
        expect([single.status, single.body.error.message]).toEqual([400, `Bad Request: ${unknown(name)}`])
        const ids = encodeURIComponent(JSON.stringify({ id: [fixture.ids['alpha']] }))
        expect((await server.as(caller).get(`artifacts?query=${ids}&fields=${name}`)).status).toBe(400)
        const address = `tracker_reports/${report}/artifacts?values=all&fields=${name}`
        expect((await server.as(caller).get(address)).status).toBe(400)
      }
      expect(await refusalOf('fields=count')).toEqual([400, '`fields` selects values. Send it with `values=all`.'])
      expect((await server.as('boss').get(`tracker_reports/${report}/artifacts?fields=count`)).status).toBe(400)
    })

    it('stays in the link to the next page', async () => {
      const { headers } = await list('values=all&fields=count&include=etag&limit=2')
      const next = /<([^>]+)>/.exec(String(headers['link']))?.[1] ?? ''
      const { body } = await server.as('boss').get(next.slice(next.indexOf('trackers/')))
      expect(body.map(labelsOf)).toEqual([['count'], []])
      expect(body[0].etag).toMatch(/^"/)
    })
  })

  describe('ids', () => {
    const idsOf = (...names: string[]) => names.map((name) => fixture.ids[name]).join(',')

    it('leaves only those artifacts that the list has', async () => {
      const all = namesIn((await list('')).body)
      const { body, headers } = await list(`ids=${idsOf('gamma', 'alpha', 'beta')}`)
      expect(namesIn(body)).toEqual(all.filter((name) => ['alpha', 'beta', 'gamma'].includes(name)))
      expect(headers['x-pagination-size']).toBe('3')
      const query = encodeURIComponent('title = "ta"')
      const found = await list(`expert_query=${query}&ids=${idsOf('gamma', 'beta')}&sort=-title`)
      expect(namesIn(found.body)).toEqual(['beta'])
      const filter = encodeURIComponent('{"title":{"operator":"contains","value":"ta"}}')
      expect(namesIn((await list(`query=${filter}&ids=${idsOf('gamma', 'beta')}`)).body)).toEqual(['beta'])
    })

    it('ignores repeated, unknown and hidden artifacts, and those of other trackers', async () => {
      const ids = `${idsOf('alpha', 'task', 'alpha')}, 999999,999999999999999,`
      expect(namesIn((await list(`ids=${ids}`)).body)).toEqual(['alpha'])
      const hidden = namesIn((await list('')).body).filter((name) => name === 'zeta')
      expect(hidden).toEqual(['zeta'])
      expect(namesIn((await list(`ids=${idsOf('zeta', 'alpha')}`, 'alice')).body)).toEqual(['alpha'])
    })

    it('stays in the link to the next page', async () => {
      const { headers } = await list(`ids=${idsOf('alpha', 'beta', 'gamma')}&limit=2`)
      const next = /<([^>]+)>/.exec(String(headers['link']))?.[1] ?? ''
      const { body } = await server.as('boss').get(next.slice(next.indexOf('trackers/')))
      expect(namesIn(body)).toEqual(['gamma'])
    })

    it('limits an export, too', async () => {
      const address = `trackers/${fixture.tracker}/artifact_export?fields=title`
      const lines = async (query: string) =>
        (await server.as('boss').get(`${address}&${query}`)).text.trim().split(/\r?\n/)
      const all = await lines('')
      expect(await lines(`ids=${idsOf('gamma', 'alpha')}`)).toEqual(
        all.filter((line, n) => n === 0 || /alpha|gamma/i.test(line)),
      )
      expect(await lines(`ids=999999`)).toEqual(all.slice(0, 1))
    })

    it('limits an export to as many as can be selected in the pages, in each format', async () => {
      const address = `trackers/${fixture.tracker}/artifact_export?fields=title`
      const padding = Array.from({ length: 998 }, (_, n) => 900_000_000 + n).join(',')
      const ids = `${idsOf('gamma', 'alpha')},${padding}`
      const few = await server.as('boss').get(`${address}&ids=${idsOf('gamma', 'alpha')}`)
      const { status, text } = await server.as('boss').get(`${address}&ids=${ids}`)
      expect([status, text]).toEqual([200, few.text])
      const countRows = async (login: string, only: string): Promise<number | undefined> => {
        const { bytes } = await downloadFile(server, login, `/api/${address}&format=xlsx&ids=${only}`)
        return (await readWorkbook(bytes))[0]?.rows.length
      }
      expect(await countRows('boss', ids)).toBe(3)
      expect(await countRows('boss', idsOf('zeta', 'alpha'))).toBe(3)
      expect(await countRows('alice', idsOf('zeta', 'alpha'))).toBe(2)
      for (const format of ['csv', 'ndjson', 'xlsx']) {
        const { status: refused, body } = await server.as('boss').get(`${address}&format=${format}&ids=${ids},1`)
        expect([refused, body.error.message]).toEqual([
          400,
          'Bad Request: `ids` has 1001 ids. At most 1000 are allowed.',
        ])
      }
    })

    it('rejects what is no id, and more than 200', async () => {
      const message = (text: string) =>
        `Invalid value specified for \`ids\`: "${text}". Expected ids of artifacts, with commas between them.`
      for (const text of ['x', '-1', '1.5', '9999999999999999'])
        expect(await refusalOf(`ids=1,${text}`)).toEqual([400, message(text)])
      const many = Array.from({ length: 201 }, (_, n) => n + 1).join(',')
      expect(await refusalOf(`ids=${many}`)).toEqual([400, '`ids` has 201 ids. At most 200 are allowed.'])
      expect((await list(`ids=${many.slice(2)}`)).status).toBe(200)
      const exported = await server.as('boss').get(`trackers/${fixture.tracker}/artifact_export?ids=x`)
      expect([exported.status, exported.body.error.message]).toEqual([400, `Bad Request: ${message('x')}`])
    })
  })

  describe('include', () => {
    const members = ({ etag, can_update }: any) => ({ etag, can_update })

    it.each(['visitor', 'outsider', 'alice', 'boss', 'admin', 'auditor'])(
      'adds to each artifact what GET /artifacts/{id} adds, for %s',
      async (caller) => {
        const { body } = await list('include=etag,can_update', caller)
        expect(body.length).toBeGreaterThan(4)
        for (const each of body) {
          const single = await server.as(caller).get(`artifacts/${each.id}?include=etag,can_update`)
          expect(members(each)).toEqual(members(single.body))
        }
        const ids = encodeURIComponent(JSON.stringify({ id: body.map(({ id }: { id: number }) => id) }))
        const byIds = await server.as(caller).get(`artifacts?query=${ids}&include=etag,can_update`)
        expect(byIds.body.collection.map(members)).toEqual(body.map(members))
        const ofReport = await server
          .as(caller)
          .get(`tracker_reports/${report}/artifacts?limit=50&include=can_update,etag`)
        expect(ofReport.body.map(members)).toEqual(body.map(members))
      },
    )

    it('adds only the named members', async () => {
      const { body } = await list('include=can_update', 'alice')
      expect(body.map((each: any) => 'etag' in each)).not.toContain(true)
      expect((await list('', 'alice')).body.map(members)).toEqual(
        body.map(() => ({ etag: undefined, can_update: undefined })),
      )
    })

    it('rejects other names, and formats that have no members', async () => {
      const message = 'Invalid value specified for `include`: "can_delete". Expected one of (etag,can_update,children).'
      expect(await refusalOf('include=can_delete')).toEqual([400, message])
      const flat = `tracker_reports/${report}/artifacts?values=all&output_format=flat&include=etag`
      expect((await server.as('boss').get(flat)).status).toBe(400)
    })
  })
})
