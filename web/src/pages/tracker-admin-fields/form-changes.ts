import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { addElement, changeElement, deleteElement } from '../../data/tracker-fields.ts'
import { keepFocus } from '../../design/keep-focus.ts'
import { reportFailure, showWithUndo } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import {
  type Direction,
  type FormNode,
  type FormPlace,
  findNextPlace,
  findPlace,
  getPlace,
  listMoveTargets,
} from './form-tree.ts'

const words = trackerAdminTexts.trackerFields

/** What administrators do with the elements of a form; each change is shown with a button that reverts it. */
export interface FormChanges {
  readonly add: (element: object) => Promise<void>
  readonly move: (node: FormNode, to: FormPlace) => Promise<void>
  readonly drop: (node: FormNode, to: FormPlace) => void
  readonly step: (node: FormNode, direction: Direction) => void
  readonly remove: (field: Field) => void
  readonly use: (field: Field) => void
  readonly delete: (field: Field) => Promise<void>
  /** `back`: the changes that revert it; null: one request cannot. */
  readonly change: (field: Field, changes: object, back: object | null) => Promise<void>
}

/** React renders a moved element again in its new place, without the focus. */
function focusElement(id: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-element="${id}"]`)?.focus())
}

/** A step begins where the one before has ended. */
const current = { isStepping: false }

export function createFormChanges(tracker: TrackerRepresentation, tree: readonly FormNode[]): FormChanges {
  const send = (id: number, changes: object): Promise<void> => changeElement(tracker.id, id, changes)
  const move: FormChanges['move'] = async (node, to) => {
    const before = findPlace(tree, node)
    await send(node.id, { move: to })
    // The API moves fields only into columns: not back to where an import has put them.
    const canReturn = listMoveTargets(tree, getPlace(node)).some(({ id }) => id === node.parent)
    showWithUndo(words.moved(node.field?.label ?? ''), canReturn ? () => send(node.id, { move: before }) : undefined)
    focusElement(node.id)
  }
  const setUse = async ({ field_id }: Field, isUsed: boolean, done: string): Promise<void> => {
    await send(field_id, { use_it: isUsed })
    showWithUndo(done, () => send(field_id, { use_it: !isUsed }))
  }
  return {
    move,
    drop: (node, to) => void reportFailure(move(node, to)),
    step(node, direction) {
      const to = findNextPlace(tree, node, direction)
      if (to === null || current.isStepping) return
      current.isStepping = true
      void reportFailure(move(node, to)).finally(() => {
        current.isStepping = false
      })
    },
    async add(element) {
      const added = await addElement(tracker.id, element)
      showWithUndo(words.added(added.label), () => deleteElement(tracker.id, added.field_id))
      focusElement(added.field_id)
    },
    remove: (field) => void reportFailure(setUse(field, false, words.removed(field.label)).then(keepFocus)),
    use: (field) =>
      void reportFailure(setUse(field, true, words.used(field.label)).then(() => focusElement(field.field_id))),
    async delete({ field_id, label }) {
      await deleteElement(tracker.id, field_id)
      showToast(words.deleted(label))
    },
    async change({ field_id, label }, changes, back) {
      await send(field_id, changes)
      showWithUndo(
        words.saved('label' in changes ? String(changes.label) : label),
        back === null ? undefined : () => send(field_id, back),
      )
    },
  }
}
