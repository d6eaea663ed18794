import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Menu, MenuChoices, MenuItem } from '../../../design/menu.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Field } from '../view.ts'

const words = texts.tracker.board

interface BoardToolsProps {
  /** The fields that can be the columns, and the one that is. */
  readonly fields: readonly Field[]
  readonly field: Field
  readonly onField: (name: string) => void
}

/** The choice of the field whose values are the columns. */
export const BoardTools = ({ fields, field, onField }: BoardToolsProps): ReactNode =>
  fields.length > 1 && (
    <Menu
      label={words.columns}
      trigger={
        <Button kind="quiet" icon="columns">
          {words.columnsBy(field.label)}
        </Button>
      }
    >
      <MenuChoices label={words.columns} selectedId={field.name}>
        {fields.map(({ name, label }) => (
          <MenuItem key={name} id={name} onAction={() => onField(name)}>
            {label}
          </MenuItem>
        ))}
      </MenuChoices>
    </Menu>
  )
