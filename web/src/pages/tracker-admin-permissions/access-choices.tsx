import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Select } from '../../design/select.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import styles from './access-choices.module.css'
import {
  type AccessChoice,
  type Changes,
  getChoice,
  getEffectiveChoice,
  listChoices,
  type PermissionsRepresentation,
} from './permission-changes.ts'

const words = trackerAdminTexts.trackerPermissions

interface AccessChoicesProps {
  readonly data: PermissionsRepresentation
  readonly changes: Changes['access']
  readonly onChoose: (group: string, choice: AccessChoice) => void
}

/** Which access to the tracker each group has. */
export const AccessChoices = ({ data, changes, onChoose }: AccessChoicesProps): ReactNode => (
  <div className={styles.groups}>
    {data.groups.map((group) => {
      const current = getChoice(data.permissions_for_groups, [group.id])
      const description = words.groupHints[group.short_name as keyof typeof words.groupHints]
      if (group.is_administrator)
        return (
          <div key={group.id} className={styles.fixed}>
            <p className={styles.name}>{group.label}</p>
            <p className={styles.always}>
              <Icon name="lock" />
              {words.choices.administer}
            </p>
            <p className={styles.hint}>{description}</p>
          </div>
        )
      const chosen = changes.get(group.id) ?? current
      const groups = [group.id, ...group.member_of]
      const effective = getEffectiveChoice(data.permissions_for_groups, changes, groups)
      const wider = effective === chosen ? undefined : words.throughWider(words.choices[effective])
      const hint = [description, wider].filter((each) => each !== undefined).join('. ')
      return (
        <div key={group.id} data-changed={changes.has(group.id) || undefined} className={styles.choice}>
          <Select
            name={`access-${group.id}`}
            label={group.label}
            isRequired
            {...(hint === '' ? {} : { hint })}
            value={chosen}
            options={listChoices(group, current).map((value) => ({ value, label: words.choices[value] }))}
            onChange={(value) => onChoose(group.id, value as AccessChoice)}
          />
        </div>
      )
    })}
  </div>
)
