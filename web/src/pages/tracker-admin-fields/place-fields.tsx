import { type ReactNode, useState } from 'react'
import type { FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormContainer, FormPlace } from './form-tree.ts'

const words = trackerAdminTexts.trackerFields
const root = 'root'
/** A required list of the browser accepts no empty value. */
const end = 'end'

interface PlaceFieldsProps {
  readonly targets: readonly FormContainer[]
  /** The chosen container at first; null: the first one. */
  readonly container: number | null
  /** The element that is moved: it cannot be before itself. */
  readonly moved?: number
}

/** Chooses a place in the form: a container, and the element after it. */
export function PlaceFields({ targets, container, moved }: PlaceFieldsProps): ReactNode {
  const first = targets.find(({ id }) => id === container) ?? targets[0]
  const [chosen, setChosen] = useState(toValue(first?.id ?? null))
  const siblings = targets.find(({ id }) => toValue(id) === chosen)?.children ?? []
  return (
    <>
      {targets.length > 1 && (
        <Select
          name="parent_id"
          label={words.place}
          isRequired
          defaultValue={chosen}
          options={targets.map((target) => ({ value: toValue(target.id), label: describe(target) }))}
          onChange={setChosen}
        />
      )}
      {targets.length === 1 && <input type="hidden" name="parent_id" value={chosen} />}
      <Select
        key={chosen}
        name="next_sibling_id"
        label={words.before}
        isRequired
        defaultValue={end}
        options={[
          { value: end, label: words.atEnd },
          ...siblings
            .filter(({ id }) => id !== moved)
            .map(({ id, field }) => ({ value: String(id), label: field?.label ?? words.unreadable(id) })),
        ]}
      />
    </>
  )
}

const toValue = (id: number | null): string => (id === null ? root : String(id))

function describe({ id, section, column }: FormContainer): string {
  if (id === null) return words.placeRoot
  if (column === null) return section ?? ''
  return section === null ? column : words.placeOf(section, column)
}

/** The place that `PlaceFields` has in the form. */
export function readPlace(values: FormValues): FormPlace {
  const [parent, next] = [values.text('parent_id'), values.text('next_sibling_id')]
  return {
    parent_id: parent === root ? null : Number(parent),
    next_sibling_id: next === end ? null : Number(next),
  }
}
