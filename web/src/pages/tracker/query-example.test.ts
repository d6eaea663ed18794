import { describe, expect, it } from 'vitest'
import { createQueryTracker } from '../../../../test/kit/query-tracker.ts'
import { checkQuery } from './query-check.ts'
import { findQueryExample } from './query-example.ts'

const tracker = createQueryTracker()

describe('the example of a query', () => {
  it('is a valid condition on the status', () => {
    const example = findQueryExample(tracker) ?? ''
    expect(example).toMatch(/^status = "/)
    expect(checkQuery(example, tracker)).toMatchObject({ kind: 'query', canRun: true, issues: [] })
  })

  it('is one on another list in a tracker without status', () => {
    const fields = tracker.fields.filter(({ name }) => name !== 'status')
    const example = findQueryExample({ ...tracker, fields }) ?? ''
    expect(example).toMatch(/^\w+ = "/)
    expect(checkQuery(example, { ...tracker, fields })).toMatchObject({ kind: 'query', canRun: true, issues: [] })
  })

  it('does not exist in a tracker without lists', () => {
    expect(findQueryExample({ ...tracker, fields: [] })).toBeNull()
  })
})
