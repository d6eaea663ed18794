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
  /** The fields that can group the artifacts, and the one that does. */
  readonly fields: readonly Field[]
  readonly field: Field
  readonly onField: (name: string) => void
}

/** The choice of the field whose values group the artifacts. */
export const GroupFieldMenu = ({ label, text, icon, fields, field, onField }: GroupFieldMenuProps): ReactNode =>
  fields.length > 1 && (
    <Menu
      label={label}
      trigger={
        <Button kind="quiet" icon={icon}>
          {text}
        </Button>
      }
    >
      <MenuChoices label={label} selectedId={field.name}>
        {fields.map((each) => (
          <MenuItem key={each.name} id={each.name} onAction={() => onField(each.name)}>
            {each.label}
          </MenuItem>
        ))}
      </MenuChoices>
    </Menu>
  )
