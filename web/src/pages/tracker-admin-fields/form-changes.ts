import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Failure } from '../../data/failure.ts'
import { addElement, changeElement, deleteElement } from '../../data/tracker-fields.ts'
import { keepFocus } from '../../design/keep-focus.ts'
import { showToast } from '../../design/toast.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { texts } from '../../texts/texts.ts'
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

/** Shows the refusal of a change that no form or dialog shows. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
  }
}

/** React renders a moved element again in its new place, without the focus. */
function focusElement(id: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-element="${id}"]`)?.focus())
}

/** A step begins where the one before has ended. */
const current = { isStepping: false }

export function createFormChanges(tracker: TrackerRepresentation, tree: readonly FormNode[]): FormChanges {
  const revert = (work: () => Promise<void>) => () =>
    void attempt(async () => {
      await work()
      showToast(words.reverted)
    })
  const send = (id: number, changes: object): Promise<void> => changeElement(tracker.id, id, changes)
  const move: FormChanges['move'] = async (node, to) => {
    const before = findPlace(tree, node)
    await send(node.id, { move: to })
    // The API moves fields only into columns: not back to where an import has put them.
    const canReturn = listMoveTargets(tree, getPlace(node)).some(({ id }) => id === node.parent)
    showToast(
      words.moved(node.field?.label ?? ''),
      'positive',
      canReturn ? revert(() => send(node.id, { move: before })) : undefined,
    )
    focusElement(node.id)
  }
  return {
    move,
    drop: (node, to) => void attempt(() => move(node, to)),
    step(node, direction) {
      const to = findNextPlace(tree, node, direction)
      if (to === null || current.isStepping) return
      current.isStepping = true
      void attempt(() => move(node, to)).finally(() => {
        current.isStepping = false
      })
    },
    async add(element) {
      const added = await addElement(tracker.id, element)
      showToast(
        words.added(added.label),
        'positive',
        revert(() => deleteElement(tracker.id, added.field_id)),
      )
      focusElement(added.field_id)
    },
    remove: ({ field_id, label }) =>
      void attempt(async () => {
        await send(field_id, { use_it: false })
        showToast(
          words.removed(label),
          'positive',
          revert(() => send(field_id, { use_it: true })),
        )
        keepFocus()
      }),
    use: ({ field_id, label }) =>
      void attempt(async () => {
        await send(field_id, { use_it: true })
        showToast(
          words.used(label),
          'positive',
          revert(() => send(field_id, { use_it: false })),
        )
        focusElement(field_id)
      }),
    async delete({ field_id, label }) {
      await deleteElement(tracker.id, field_id)
      showToast(words.deleted(label))
    },
    async change({ field_id, label }, changes, back) {
      await send(field_id, changes)
      showToast(
        words.saved('label' in changes ? String(changes.label) : label),
        'positive',
        back === null ? undefined : revert(() => send(field_id, back)),
      )
    },
  }
}
