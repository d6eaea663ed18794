import { type RefObject, useEffect, useRef } from 'react'
import { showToast } from '../../design/toast.tsx'
import { pastedStepsTexts as words } from '../../texts/part-texts/pasted-steps-texts.ts'
import { toPastedSteps } from './pasted-rows.ts'
import { readPastedTable } from './pasted-table.ts'
import { type DraftStep, type Insertion, insertSteps, removeInserted } from './step-drafts.ts'
import type { TextFormat } from './text-source.ts'

interface Options {
  readonly draft: readonly DraftStep[]
  readonly format: TextFormat
  onDraft(draft: readonly DraftStep[]): void
  /** Focuses a step once it is there. */
  focus(index: number): void
}

/**
 * Adds a step for each row of a spreadsheet that is pasted into the element of the returned ref, after the step with the
 * focus. The key that undoes removes them again while nothing else was changed, the toast also later.
 */
export function usePastedSteps(options: Options): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const element = place.current
    return element === null ? undefined : addPasting(element, () => latest.current)
  }, [])
  return place
}

function addPasting(element: HTMLElement, read: () => Options): () => void {
  let last: Insertion | null = null
  // The toast may outlive the editor, and then undoes nothing.
  const remove = (insertion: Insertion): void => {
    if (!element.isConnected) return
    const { draft, onDraft, focus } = read()
    focus(Math.max(0, insertion.replaced === undefined ? insertion.index - 1 : insertion.index))
    last = null
    onDraft(removeInserted(draft, insertion))
  }
  const paste = (event: ClipboardEvent): void => {
    const rows = event.clipboardData === null ? undefined : readPastedTable(event.clipboardData)
    if (rows === undefined) return
    const { steps, hasMoreColumns, hasMoreRows } = toPastedSteps(rows)
    if (steps.length === 0) return
    event.preventDefault()
    const { draft, format, onDraft, focus } = read()
    const step = event.target instanceof Element ? event.target.closest('li') : null
    const at = step === null ? draft.length : [...(step.parentElement?.children ?? [])].indexOf(step)
    const insertion = insertSteps(draft, at, steps, format)
    last = insertion
    focus(insertion.index)
    onDraft(insertion.draft)
    const notes = [
      ...(hasMoreRows ? [words.rowsLeft(steps.length)] : []),
      ...(hasMoreColumns ? [words.columnsLeft] : []),
    ]
    showToast([words.added(steps.length), ...notes].join(' '), 'positive', () => remove(insertion))
  }
  const undo = (event: KeyboardEvent): void => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || last === null || read().draft !== last.draft) return
    event.preventDefault()
    remove(last)
  }
  element.addEventListener('paste', paste)
  element.addEventListener('keydown', undo)
  return () => {
    element.removeEventListener('paste', paste)
    element.removeEventListener('keydown', undo)
  }
}
