import { doPendingInput } from '../../design/after-input.ts'
import type { TextEdit } from './text-edits.ts'

/** Changes the text of a text area as typing does: the browser can undo it. */
export function editArea(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  area.focus({ preventScroll: true })
  area.setSelectionRange(from, to)
  const isDone =
    insert === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, insert)
  if (!isDone) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
  doPendingInput()
}
