import type { PastedStep } from './pasted-rows.ts'
import type { TextFormat } from './text-source.ts'

export interface StepText {
  readonly content: string
  readonly format: TextFormat
}

export interface DraftStep {
  /** Distinguishes steps while they are moved. */
  readonly key: number
  readonly action: StepText
  readonly result: StepText
}

export const findNextKey = (draft: readonly DraftStep[]): number => Math.max(-1, ...draft.map(({ key }) => key)) + 1

export interface Insertion {
  readonly draft: readonly DraftStep[]
  /** Of the first new step. */
  readonly index: number
  readonly keys: ReadonlySet<number>
  /** The empty step whose place they take. */
  readonly replaced: DraftStep | undefined
}

/** Adds steps after the one at an index, or in its place if it is empty. */
export function insertSteps(
  draft: readonly DraftStep[],
  at: number,
  steps: readonly PastedStep[],
  format: TextFormat,
): Insertion {
  const current = draft[at]
  const replaced = current !== undefined && isEmpty(current) ? current : undefined
  const index = current === undefined ? draft.length : replaced === undefined ? at + 1 : at
  const firstKey = findNextKey(draft)
  const added = steps.map(
    ({ action, result }, place): DraftStep => ({
      key: firstKey + place,
      action: { content: action, format },
      result: { content: result, format },
    }),
  )
  return {
    draft: draft.toSpliced(index, replaced === undefined ? 0 : 1, ...added),
    index,
    keys: new Set(added.map(({ key }) => key)),
    replaced,
  }
}

/** Removes added steps from what the draft is by now. */
export function removeInserted(draft: readonly DraftStep[], { keys, replaced }: Insertion): readonly DraftStep[] {
  const index = draft.findIndex(({ key }) => keys.has(key))
  if (index === -1) return draft
  const before = draft.slice(0, index)
  const after = draft.slice(index).filter(({ key }) => !keys.has(key))
  return [...before, ...(replaced === undefined ? [] : [replaced]), ...after]
}

const isEmpty = ({ action, result }: DraftStep): boolean => action.content.trim() === '' && result.content.trim() === ''
