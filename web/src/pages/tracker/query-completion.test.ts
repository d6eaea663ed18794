import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../../src/queries/language/parse-query.ts'
import { createQueryTracker } from '../../../../test/kit/query-tracker.ts'
import { applyOption, completeQuery } from './query-completion.ts'

const tracker = createQueryTracker()
const context = { tracker, isSignedIn: true, now: new Date(2026, 10, 23, 12) }

/** `|` is the caret. */
function complete(marked: string) {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const completion = completeQuery(text, offset, context)
  const options = completion?.options ?? []
  return {
    completion,
    labels: options.map(({ label }) => label),
    /** The text after an option was chosen, with the caret. */
    choose(label: string): string {
      const option = options.find((each) => each.label === label)
      if (completion === undefined || option === undefined) throw new Error(`${marked} has no option ${label}`)
      const { from, to, insert, caret } = applyOption(text, completion, option.insert)
      const changed = text.slice(0, from) + insert + text.slice(to)
      return `${changed.slice(0, caret)}|${changed.slice(caret)}`
    },
  }
}

/** Whether more text can make it a query. */
function isBeginning(text: string): boolean {
  const parsed = parseQuery(text)
  return 'ok' in parsed || parsed.problem.at.offset >= text.trimEnd().length
}

describe('completion', () => {
  it('offers fields, comments and link conditions where a condition begins', () => {
    const { labels, completion } = complete('|')
    expect(completion?.title).toBe('fields')
    for (const label of ['title', 'status', 'due', '@comments', 'WITH PARENT', 'IS LINKED TO', 'ORDER BY', '('])
      expect(labels).toContain(label)
    expect(labels).not.toContain('relations')
    expect(labels).not.toContain('@submitted_by')
    expect(complete('status = "Open" AND |').labels).toContain('title')
    expect(complete('(|').labels).toContain('title')
  })
  it('finds fields by name and by label', () => {
    expect(complete('sta|').labels).toStrictEqual(['status'])
    expect(complete('assigned t|').labels).toStrictEqual([])
    expect(complete('assigned|').labels).toContain('assigned_to')
    expect(complete('owner|').labels).toStrictEqual(['assigned_to'])
    expect(complete('@sub|').labels).toStrictEqual(['@submitted_by', '@submitted_on'])
  })
  it.each([
    ['title |', ['=', '!=']],
    ['points |', ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN(']],
    ['due |', ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN(']],
    ['status |', ['=', '!=', 'IN(', 'NOT IN(']],
    ['@comments |', ['=', '!=']],
    ['lander |', []],
  ])('after %j offers the operators %j', (marked, operators) =>
    expect(complete(marked).labels).toStrictEqual(operators),
  )
  it.each([
    ['status = |', ['Open', 'In "progress"', 'Done', '""']],
    ['status IN(|', ['Open', 'In "progress"', 'Done']],
    ['status IN("Open", |', ['In "progress"', 'Done']],
    ['status = "in|', ['In "progress"']],
    ['status = do|', ['Done']],
    ['assigned_to = |', ['MYSELF()', 'Ada Lovelace', 'Bob Carter', '""']],
    ['assigned_to = "lov|', ['Ada Lovelace']],
    ['@status = |', ['OPEN()', 'Open', 'In "progress"', 'Done', '""']],
    ['points = |', ['""']],
    ['points < |', []],
  ])('after %j offers the values %j', (marked, values) => expect(complete(marked).labels).toStrictEqual(values))
  it('offers dates', () => {
    expect(complete('due < |').labels.slice(0, 3)).toStrictEqual(['2026-11-23', 'NOW()', 'NOW() - 7d'])
    expect(complete('due BETWEEN("20|').labels).toStrictEqual(['2026-11-23'])
    expect(complete('due > NOW() - 30|').labels).toStrictEqual(['30d', '30w', '30m', '30y'])
  })
  it.each([
    ['status = "Open" |', ['AND', 'OR', 'ORDER BY']],
    ['(status = "Open" |', ['AND', 'OR', ')']],
    ['status IN("Open"|', [')', ',']],
    ['status = "Open" A|', ['AND']],
    ['WITH |', ['PARENT', 'CHILDREN']],
    ['ORDER BY title |', ['ASC', 'DESC', ',']],
  ])('after %j offers %j', (marked, labels) => expect(complete(marked).labels).toStrictEqual(labels))
  it('offers the types of links', () => {
    expect(complete('IS LINKED TO WITH TYPE |').labels).toStrictEqual(['_is_child', 'fixed_in'])
  })
  it('searches users of the site and authors on the server', () => {
    expect(complete('@submitted_by = "li|').completion?.userSearch).toMatchObject({ text: 'li' })
    expect(complete('assigned_to = "li|').completion?.userSearch ?? null).toBeNull()
  })
  it.each(['a b c|', 'title == |', 'forgets filter |', 'status|', 'title = "|" AND AND', 'status = "Open" x |'])(
    'is silent after an error, in words and where nothing is left to add: %j',
    (marked) => expect(complete(marked).labels.filter((label) => label !== '""')).toStrictEqual([]),
  )
  it.each([
    ['sta|', 'status', 'status |'],
    ['status =|', 'Open', 'status = "Open" |'],
    ['status = "O|', 'Open', 'status = "Open" |'],
    ['status = "O|pe" AND points = 1', 'Open', 'status = "Open" |AND points = 1'],
    ['status IN(|', 'In "progress"', 'status IN("In \\"progress\\""|'],
    ['status IN("Open"|', ',', 'status IN("Open", |'],
    ['status IN("Open",|', 'Done', 'status IN("Open", "Done"|'],
    ['status = "Open"|', 'AND', 'status = "Open" AND |'],
    ['assigned_to = |', 'Ada Lovelace', 'assigned_to = "ada" |'],
    ['sta| = "Open"', 'status', 'status |= "Open"'],
  ])('in %j, %j makes %j', (marked, label, result) => expect(complete(marked).choose(label)).toBe(result))

  const condition = fc.constantFrom(
    'status = "Open"',
    'status IN("Open", "Done")',
    'assigned_to NOT IN(MYSELF())',
    'points BETWEEN(1, 5)',
    'due < NOW() - 7d',
    '@comments != ""',
    'WITH PARENT TRACKER = "bug"',
    'IS NOT LINKED TO ARTIFACT = 3 WITH TYPE "_is_child"',
    'IS COVERED BY ARTIFACT = 3',
  )
  const query = fc
    .tuple(
      fc.array(fc.tuple(condition, fc.constantFrom(' AND ', ' OR ')), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    )
    .map(([parts, isSorted]) => {
      const where = parts.map(([each, join], index) => (index === 0 ? '' : join) + each).join('')
      return `(${where})${isSorted ? ' ORDER BY title DESC' : ''}`
    })

  it('offers only what continues the query, at any place of one', () => {
    fc.assert(
      fc.property(query, fc.nat(), fc.boolean(), (text, number, isCut) => {
        const offset = number % (text.length + 1)
        const around = isCut ? text.slice(0, offset) : text
        const completion = completeQuery(around, offset, context)
        if (completion === undefined) return
        expect(completion.options.length).toBeLessThanOrEqual(50)
        for (const option of completion.options) {
          const { from, to, insert, caret } = applyOption(around, completion, option.insert)
          const changed = around.slice(0, from) + insert + around.slice(to)
          expect([changed.slice(0, caret), isBeginning(changed.slice(0, caret))]).toStrictEqual([
            changed.slice(0, caret),
            true,
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('builds a query from nothing by options alone', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        let text = ''
        for (let step = 0; step < 12; step += 1) {
          const completion = completeQuery(text, text.length, context)
          const { options } = completion ?? { options: [] }
          const option = options[(numbers.next().value ?? 0) % Math.max(1, options.length)]
          if (completion === undefined || option === undefined) break
          const { from, to, insert } = applyOption(text, completion, option.insert)
          text = text.slice(0, from) + insert + text.slice(to)
          expect([text, isBeginning(text)]).toStrictEqual([text, true])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('renders at most fifty of 5,000 values', () => {
    const many = createQueryTracker(5000)
    const { options } = completeQuery('component = "', 13, { ...context, tracker: many }) ?? { options: [] }
    expect(options).toHaveLength(50)
    const exactOptions = completeQuery('component = "4999', 17, { ...context, tracker: many })?.options
    expect(exactOptions?.map(({ label }) => label)).toStrictEqual(['Component 4999'])
  })
})
