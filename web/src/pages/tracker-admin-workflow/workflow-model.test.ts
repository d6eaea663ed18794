import { describe, expect, it } from 'vitest'
import { findReference, type LoadedTransition, listReplaced } from './workflow-model.ts'

const of = (id: number, from_id: number | null, to_id: number) => ({ id, from_id, to_id })

describe('the reference transition of a state', () => {
  it('is the first that does not begin with a new artifact, or the only one', () => {
    const all = [of(1, null, 9), of(2, 7, 9), of(3, 8, 9), of(4, null, 8)]
    expect(findReference(all, 9)?.id).toBe(2)
    expect(findReference(all, 8)?.id).toBe(4)
    expect(findReference(all, 7)).toBeUndefined()
  })
})

describe('the switch to simple mode', () => {
  const load = (transition: ReturnType<typeof of>, isCommentRequired: boolean, url?: string): LoadedTransition => ({
    transition,
    settings: {
      conditions: { is_comment_required: isCommentRequired },
      actions: url === undefined ? [] : [{ type: 'run_job', job_url: url }],
    },
  })
  const replaced = (...loaded: LoadedTransition[]) =>
    listReplaced(loaded, (name) => name === 'is_comment_required').map(({ transition, by }) => [transition.id, by.id])
  it('replaces settings that differ from those of the reference transition', () => {
    expect(replaced(load(of(1, 7, 9), true), load(of(2, 8, 9), false), load(of(3, 6, 9), true))).toEqual([[2, 1]])
    expect(replaced(load(of(1, 7, 9), true), load(of(2, 8, 9), true, 'https://a.example'))).toEqual([[2, 1]])
  })
  it('ignores what new artifacts cannot satisfy', () => {
    expect(replaced(load(of(1, null, 9), false), load(of(2, 8, 9), true))).toEqual([])
  })
})
