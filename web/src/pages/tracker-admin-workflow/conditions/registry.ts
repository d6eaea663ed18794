import { comment } from './comment.tsx'
import type { ConditionEditor } from './condition-editor.ts'
import { filledFields } from './filled-fields.tsx'
import { permission } from './permission.tsx'

/** Every condition that can be edited, in the order of the form; a new one is a file of this directory and a line here. */
export const conditionEditors: readonly ConditionEditor[] = [
  permission,
  filledFields,
  comment,
] as readonly ConditionEditor[]

export const isForChangesOnly = (name: string): boolean =>
  conditionEditors.some((each) => each.name === name && each.isForChangesOnly === true)
