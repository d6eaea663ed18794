import { describe, expect, it } from 'vitest'
import type { Query } from './ast.ts'
import { parseQuery } from './parse-query.ts'
import { printQuery } from './print.ts'

function treeOf(text: string): Query {
  const parsed = parseQuery(text)
  if ('problem' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`)
  return parsed.ok
}

const read = (text: string) => printQuery(treeOf(text))

describe('the tree of a query', () => {
  it('contains the offset of each node', () => {
    expect(treeOf(' a = 1 AND (@b != "x" OR WITH PARENT) ORDER BY c DESC')).toEqual({
      where: {
        kind: 'and',
        at: 1,
        of: [
          {
            kind: 'compare',
            at: 1,
            searchable: { kind: 'field', at: 1, name: 'a' },
            operator: '=',
            literal: { kind: 'integer', at: 5, value: 1, text: '1' },
          },
          {
            kind: 'or',
            at: 12,
            of: [
              {
                kind: 'compare',
                at: 12,
                searchable: { kind: 'metadata', at: 12, name: 'b' },
                operator: '!=',
                literal: { kind: 'string', at: 18, value: 'x' },
              },
              { kind: 'family', at: 25, relation: 'parent', isNegated: false, other: null },
            ],
          },
        ],
      },
      orderBy: [{ at: 47, searchable: { kind: 'field', at: 47, name: 'c' }, direction: 'desc' }],
    })
  })

  it('is empty for an empty text', () => {
    expect(treeOf('')).toEqual({ where: null, orderBy: [] })
    expect(treeOf(' \n\u00a0')).toEqual({ where: null, orderBy: [] })
  })

  it.each([
    ['a = 1 OR b = 2 AND c = 3', ['or', ['a', ['and', ['b', 'c']]]]],
    ['a = 1 AND b = 2 OR c = 3', ['or', [['and', ['a', 'b']], 'c']]],
    ['(a = 1 OR b = 2) AND c = 3', ['and', [['or', ['a', 'b']], 'c']]],
    ['a = 1 AND b = 2 AND c = 3', ['and', ['a', 'b', 'c']]],
    ['a = 1 AND (b = 2 AND c = 3)', ['and', ['a', ['and', ['b', 'c']]]]],
    ['((a = 1))', 'a'],
  ])('of %s is %j', (text, shape) => {
    const shapeOf = (expression: Query['where']): unknown => {
      if (expression?.kind === 'and' || expression?.kind === 'or') return [expression.kind, expression.of.map(shapeOf)]
      return expression?.kind === 'compare' ? expression.searchable.name : null
    }
    expect(shapeOf(treeOf(text).where)).toEqual(shape)
  })
})

describe('comparisons', () => {
  it.each([
    ["title='Sec'", 'title = "Sec"'],
    ['a!=1', 'a != 1'],
    ['a<1.50', 'a < 1.50'],
    ['a<=007', 'a <= 007'],
    ['a>NOW ( )', 'a > NOW()'],
    ['a >= now()', 'a >= NOW()'],
    ['a = NOW()-3m', 'a = NOW() - 3m'],
    ['a = NOW() + 2W', 'a = NOW() + 2w'],
    ['a = NOW() -1d AND b = NOW() + 0y', 'a = NOW() - 1d AND b = NOW() + 0y'],
    ['a = NOW() - 0d', 'a = NOW() + 0d'],
    ['a = Myself()', 'a = MYSELF()'],
    ['a != open ()', 'a != OPEN()'],
    ['a between(1,2)', 'a BETWEEN (1, 2)'],
    ['a BETWEEN\n(\n"1" ,\tNOW() )', 'a BETWEEN ("1", NOW())'],
    ['a in("x")', 'a IN ("x")'],
    ['a IN (1, MYSELF(), "x",)', 'a IN (1, MYSELF(), "x")'],
    ['a not in ("x" , )', 'a NOT IN ("x")'],
    ['a NOT\u00a0IN ("x")', 'a NOT IN ("x")'],
    ['@comments = ""', '@comments = ""'],
    ['@Project.name = "x"', '@Project.name = "x"'],
    ['A = 1 and B = 2 Or c = 3', 'A = 1 AND B = 2 OR c = 3'],
    ['a = 1AND b="x"OR(c=2)', 'a = 1 AND b = "x" OR c = 2'],
  ])('%j is %s', (text, canonical) => expect(read(text)).toBe(canonical))

  it.each(['with', 'without', 'is', 'not', 'in', 'between', 'and', 'or', 'select', 'from', 'order', 'by', 'now', '42'])(
    'accepts a field named %s',
    (name) => {
      const all = ['= 1', 'IN (1)', 'NOT IN (1)', 'BETWEEN (1, 2)'].map((rest) => `${name} ${rest}`).join(' AND ')
      expect(read(all)).toBe(all)
      expect(read(`a = 1 OR ${all}`)).toBe(`a = 1 OR ${all}`)
      expect(read(`(${all})`)).toBe(all)
    },
  )
})

describe('link conditions', () => {
  it.each([
    ['with parent', 'WITH PARENT'],
    ['WITHOUT\n PARENT', 'WITHOUT PARENT'],
    ['WITH CHILD', 'WITH CHILDREN'],
    ['without children', 'WITHOUT CHILDREN'],
    ['WITH PARENT ARTIFACT=3', 'WITH PARENT ARTIFACT = 3'],
    ['WITH CHILD tracker != "bug"', 'WITH CHILDREN TRACKER != "bug"'],
    ["WITHOUT PARENT TRACKER = 'bug'", 'WITHOUT PARENT TRACKER = "bug"'],
    ['is linked from', 'IS LINKED FROM'],
    ['IS NOT LINKED TO ARTIFACT = 3', 'IS NOT LINKED TO ARTIFACT = 3'],
    ['IS LINKED TO TRACKER = "bug" WITH TYPE "fixed"', 'IS LINKED TO TRACKER = "bug" WITH TYPE "fixed"'],
    ["IS LINKED FROM with type ''", 'IS LINKED FROM WITH TYPE ""'],
    ['IS COVERED', 'IS COVERED'],
    ['IS NOT COVERED', 'IS NOT COVERED'],
    ['IS COVERED BY ARTIFACT = 3', 'IS COVERED BY ARTIFACT = 3'],
    ['is not covered by artifact = 3', 'IS NOT COVERED BY ARTIFACT = 3'],
    ['IS COVERING', 'IS COVERING'],
    ['IS NOT COVERING ARTIFACT = 3', 'IS NOT COVERING ARTIFACT = 3'],
    ['WITH PARENT AND artifact = 3', 'WITH PARENT AND artifact = 3'],
    ['IS LINKED TO ARTIFACT = 3and a = 1', 'IS LINKED TO ARTIFACT = 3 AND a = 1'],
    ['(WITH PARENT OR IS COVERED) AND is = 1', '(WITH PARENT OR IS COVERED) AND is = 1'],
    [`WITH PARENT ARTIFACT = ${'9'.repeat(50)}`, 'WITH PARENT ARTIFACT = 9007199254740991'],
  ])('%j is %s', (text, canonical) => expect(read(text)).toBe(canonical))
})

describe('ORDER BY', () => {
  it.each([
    ['a = 1 order by b', 'a = 1 ORDER BY b ASC'],
    ['ORDER BY @title DESC', 'ORDER BY @title DESC'],
    ['ORDER BY a ascending, @b DESCENDING,c', 'ORDER BY a ASC, @b DESC, c ASC'],
    ['WITH PARENT ORDER BY order ASC, asc DESC, by', 'WITH PARENT ORDER BY order ASC, asc DESC, by ASC'],
    ['a = NOW() - 1y ORDER BY a', 'a = NOW() - 1y ORDER BY a ASC'],
  ])('%j is %s', (text, canonical) => expect(read(text)).toBe(canonical))
})
