import type { ReactNode } from 'react'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import styles from './chosen-items.module.css'
import type { Item } from './fillable-fields.ts'

interface ChosenItemsProps<Id extends string | number> {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly items: readonly Item<Id>[]
  readonly chosen: readonly Id[]
  readonly onChange: (chosen: readonly Id[]) => void
}

/** Any number of groups or fields. */
export const ChosenItems = <Id extends string | number>({
  name,
  label,
  hint,
  items,
  chosen,
  onChange,
}: ChosenItemsProps<Id>): ReactNode => (
  <Choices name={name} label={label} {...(hint === undefined ? {} : { hint })}>
    <div className={styles.items}>
      {items.map(({ id, label: text }) => (
        <Checkbox
          key={id}
          name={name}
          value={String(id)}
          label={text}
          defaultChecked={chosen.includes(id)}
          // In the order of the list, so that a choice that was reverted is none.
          onChange={(isOn) =>
            onChange(items.map((each) => each.id).filter((each) => (each === id ? isOn : chosen.includes(each))))
          }
        />
      ))}
    </div>
  </Choices>
)
