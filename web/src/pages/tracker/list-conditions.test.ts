import { describe, expect, it } from 'vitest'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { listConditions } from './list-conditions.ts'
import type { View } from './view.ts'

const tracker = { fields: [], semantics: { status: {}, contributor: {} } } as unknown as TrackerRepresentation
const view = (part: Partial<View>): View => ({
  ...{ text: '', isOpenOnly: false, isMine: false, filters: new Map(), sort: [], columns: null, report: null },
  ...part,
})

describe('the conditions of a view', () => {
  it('are the parts of its query, each with the query without it', () => {
    const text = 'a = "x" AND (b = 1 OR b = 2) AND c = 3 ORDER BY a DESC'
    expect(listConditions(view({ text }), tracker)).toStrictEqual([
      { label: 'a = "x"', rest: { text: '(b = 1 OR b = 2) AND c = 3 ORDER BY a DESC' } },
      { label: 'b = 1 OR b = 2', rest: { text: 'a = "x" AND c = 3 ORDER BY a DESC' } },
      { label: 'c = 3', rest: { text: 'a = "x" AND (b = 1 OR b = 2) ORDER BY a DESC' } },
    ])
  })

  it('are one where OR joins the parts', () => {
    const [only, ...others] = listConditions(view({ text: 'a = 1 OR b = 2' }), tracker)
    expect([only?.rest, others]).toStrictEqual([{ text: '' }, []])
  })

  it('are the words of a text, and what is switched on', () => {
    const conditions = listConditions(view({ text: 'pump stuck', isOpenOnly: true, isMine: true }), tracker)
    expect(conditions.map(({ rest }) => rest)).toStrictEqual([
      { text: 'stuck' },
      { text: 'pump' },
      { isOpenOnly: false },
      { isMine: false },
    ])
  })
})
