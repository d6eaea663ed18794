import { describe, expect, it } from 'vitest'
import { findDifferences } from './compare.ts'
import { createEmptyNames, gatherNames, joinNames, renumberBody, renumberText } from './ids.ts'
import type { RecordedResponse } from './records.ts'

const answer = (body: unknown, rest: Partial<RecordedResponse> = {}): RecordedResponse => ({
  status: 200,
  headers: [['X-PAGINATION-SIZE', '1']],
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...rest,
})
const formatDifferences = (theirs: RecordedResponse, ours: RecordedResponse): string[] =>
  findDifferences(theirs, ours).map(({ kind, path }) => `${kind} ${path}`)

describe('comparing two responses', () => {
  it('reports nothing for equal responses, regardless of the order of members', () => {
    expect(formatDifferences(answer({ id: 1, label: 'a' }), answer({ label: 'a', id: 1 }))).toEqual([])
  })

  it('compares lists of methods with their order', () => {
    const allowing = (methods: string) => answer({}, { headers: [['Allow', methods]] })
    expect(formatDifferences(allowing('GET, PUT'), allowing('GET,PUT'))).toEqual([])
    expect(formatDifferences(allowing('GET, PUT'), allowing('PUT, GET'))).toEqual(['header Allow'])
    expect(formatDifferences(allowing('GET, PUT'), allowing('GET'))).toEqual(['header Allow'])
  })

  it.each([
    { what: 'another status', theirs: answer({}), ours: answer({}, { status: 404 }), expected: ['status '] },
    {
      what: 'a header in another case',
      theirs: answer({}),
      ours: answer({}, { headers: [['x-pagination-size', '1']] }),
      expected: ['header X-PAGINATION-SIZE'],
    },
    {
      what: 'another total',
      theirs: answer({}),
      ours: answer({}, { headers: [['X-PAGINATION-SIZE', '2']] }),
      expected: ['header X-PAGINATION-SIZE'],
    },
    {
      what: 'a missing member',
      theirs: answer({ a: [{ id: 1, b: 2 }] }),
      ours: answer({ a: [{ id: 1 }] }),
      expected: ['member .a[].b'],
    },
    { what: 'a member too many', theirs: answer({}), ours: answer({ a: 1 }), expected: ['member .a'] },
    { what: 'a text for a number', theirs: answer({ a: 1 }), ours: answer({ a: '1' }), expected: ['type .a'] },
    { what: 'nothing for something', theirs: answer({ a: 1 }), ours: answer({ a: null }), expected: ['type .a'] },
    {
      what: 'an item too few',
      theirs: answer([{ id: 1 }, { id: 2 }]),
      ours: answer([{ id: 1 }]),
      expected: ['length []'],
    },
    {
      what: 'another order',
      theirs: answer([{ id: 1 }, { id: 2 }]),
      ours: answer([{ id: 2 }, { id: 1 }]),
      expected: ['order []'],
    },
    {
      what: 'another message',
      theirs: answer({ error: { message: 'a' } }),
      ours: answer({ error: { message: 'b' } }),
      expected: ['message .error.message'],
    },
    {
      what: 'another element in XML',
      theirs: answer('<response><id>1</id><a/></response>'),
      ours: answer('<response><id>2</id></response>'),
      expected: ['value .response.id', 'member .response.a'],
    },
    { what: 'a body where there was none', theirs: answer(''), ours: answer({}), expected: ['type '] },
  ])('finds $what', ({ theirs, ours, expected }) => {
    expect(formatDifferences(theirs, ours)).toEqual(expected)
  })
})

describe('ids of recorded objects', () => {
  const project = (id: number) => [{ id, shortname: 'garden', uri: `projects/${id}` }]
  const tracker = (id: number, field: number) => ({
    id,
    item_name: 'bug',
    project: { id: 1, label: 'Garden' },
    fields: [{ field_id: field, name: 'title' }],
  })
  const names = (...bodies: unknown[]) => {
    const gathered = createEmptyNames()
    for (const body of bodies) gatherNames(body, gathered)
    return gathered
  }

  it('are mapped by name, in URLs and in bodies', () => {
    const { map, unknown } = joinNames(names(project(101), tracker(14, 292)), names(project(501), tracker(15, 400)))
    expect(unknown).toEqual([])
    expect(renumberText('/api/projects/101/trackers?x=101', map)).toBe('/api/projects/501/trackers?x=101')
    expect(
      renumberBody({ tracker: { id: 14, uri: 'trackers/14' }, values: [{ field_id: 292, value: 292 }] }, map),
    ).toEqual({
      tracker: { id: 15, uri: 'trackers/15' },
      values: [{ field_id: 400, value: 292 }],
    })
  })

  it('are reported if no object of the server has the same name', () => {
    expect(joinNames(names(project(101)), createEmptyNames()).unknown).toEqual(['project 101: garden'])
  })
})
