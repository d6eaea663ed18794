import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DraftStep, insertSteps, removeInserted } from './step-drafts.ts'

const step = (key: number, action: string, result = ''): DraftStep => ({
  key,
  action: { content: action, format: 'text' },
  result: { content: result, format: 'text' },
})
const actionsOf = (draft: readonly DraftStep[]): readonly string[] => draft.map(({ action }) => action.content)
const pasted = [
  { action: 'a', result: '1' },
  { action: 'b', result: '2' },
]

describe('pasted steps', () => {
  const draft = [step(4, 'first'), step(2, ' '), step(3, 'last')]

  it('follow the step in which they were pasted, or take the place of an empty one', () => {
    expect(actionsOf(insertSteps(draft, 0, pasted, 'text').draft)).toEqual(['first', 'a', 'b', ' ', 'last'])
    expect(actionsOf(insertSteps(draft, 1, pasted, 'text').draft)).toEqual(['first', 'a', 'b', 'last'])
    expect(actionsOf(insertSteps(draft, 3, pasted, 'text').draft)).toEqual(['first', ' ', 'last', 'a', 'b'])
    expect(insertSteps([], 0, pasted, 'commonmark').draft).toEqual([
      { key: 0, action: { content: 'a', format: 'commonmark' }, result: { content: '1', format: 'commonmark' } },
      { key: 1, action: { content: 'b', format: 'commonmark' }, result: { content: '2', format: 'commonmark' } },
    ])
  })

  it('are removed again, also after others were changed or moved', () => {
    const insertion = insertSteps(draft, 1, pasted, 'text')
    const [first, a, b, last] = insertion.draft as [DraftStep, DraftStep, DraftStep, DraftStep]
    const changed = [b, step(last.key, 'changed'), a, first]
    expect(removeInserted(changed, insertion)).toEqual([step(2, ' '), step(last.key, 'changed'), first])
    expect(removeInserted([first, last], insertion)).toEqual([first, last])
  })

  it('have keys of their own, and leave nothing when they are removed', () => {
    const drafts = fc
      .array(fc.constantFrom('', 'Lift', 'Cut'), { maxLength: 5 })
      .map((actions) => actions.map((action, index) => step(index * 2, action)))
    const steps = fc.array(fc.record({ action: fc.string(), result: fc.string() }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(drafts, fc.nat(6), steps, (before, at, added) => {
        const insertion = insertSteps(before, at, added, 'text')
        expect(new Set(insertion.draft.map(({ key }) => key)).size).toBe(insertion.draft.length)
        expect(removeInserted(insertion.draft, insertion)).toEqual(before)
      }),
    )
  })
})
