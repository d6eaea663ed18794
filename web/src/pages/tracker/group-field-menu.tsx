import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import type { IconName } from '../../design/icon.tsx'
import { Menu, MenuChoices, MenuItem } from '../../design/menu.tsx'
import type { Field } from './view.ts'

interface GroupFieldMenuProps {
  /** What the values of the field are. */
  readonly label: string
  /** The text of the button, with the field. */
  readonly text: string
  readonly icon: IconName
  /** The fields that can group the artifacts, and the one that does; undefined: none does. */
  readonly fields: readonly Field[]
  readonly field: Field | undefined
  /** The choice of no field; undefined: there is none. */
  readonly noField?: string
  readonly onField: (name: string | null) => void
}

const noFieldId = ''

/** The choice of the field whose values group the artifacts. */
export const GroupFieldMenu = ({
  label,
  text,
  icon,
  fields,
  field,
  noField,
  onField,
}: GroupFieldMenuProps): ReactNode =>
  fields.length > (noField === undefined ? 1 : 0) && (
    <Menu
      label={label}
      trigger={
        <Button kind="quiet" icon={icon}>
          {text}
        </Button>
      }
    >
      <MenuChoices label={label} selectedId={field?.name ?? noFieldId}>
        {noField !== undefined && (
          <MenuItem id={noFieldId} onAction={() => onField(null)}>
            {noField}
          </MenuItem>
        )}
        {fields.map((each) => (
          <MenuItem key={each.name} id={each.name} onAction={() => onField(each.name)}>
            {each.label}
          </MenuItem>
        ))}
      </MenuChoices>
    </Menu>
  )
