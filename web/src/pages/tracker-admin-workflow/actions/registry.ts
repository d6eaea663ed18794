import type { Action } from '../../../data/transitions.ts'
import type { ActionEditor } from './action-editor.ts'
import { frozenFields, hiddenFieldsets } from './chosen-fields.tsx'
import { runJob } from './run-job.tsx'
import { setDate, setFloat, setInteger } from './set-value.tsx'

/** Every action that can be edited, in the order of the menu; a new one is a file of this directory and a line here. */
export const actionEditors: readonly ActionEditor[] = [
  setDate,
  setInteger,
  setFloat,
  runJob,
  frozenFields,
  hiddenFieldsets,
]

/** undefined: an action of another product, which is kept as it is. */
export const findActionEditor = (action: Action): ActionEditor | undefined =>
  actionEditors.find(({ isFor }) => isFor(action))
