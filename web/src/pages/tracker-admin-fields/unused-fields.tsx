import type { ReactNode } from 'react'
import type { FieldRepresentation } from '../../../../src/trackers/representations/field.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { getElementType } from '../../fields/form-elements.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { FormChanges } from './form-changes.ts'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields

interface UnusedFieldsProps {
  readonly tracker: TrackerRepresentation
  readonly changes: FormChanges
}

/** Elements that were removed from the form: they can be added again, or deleted with their values. */
export function UnusedFields({ tracker, changes }: UnusedFieldsProps): ReactNode {
  const unused = useResource<readonly FieldRepresentation[]>(`/trackers/${tracker.id}/unused_fields`)
  // Most trackers have none.
  if (unused.data?.length === 0) return null
  return (
    <Section title={words.unused} hint={words.unusedHint} count={unused.data?.length}>
      <Loaded from={unused} skeleton={<Skeleton shape="lines" rows={2} />}>
        {(fields) => (
          <ul className={styles.unused}>
            {fields.map((field) => (
              <UnusedField key={field.field_id} field={field} changes={changes} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

interface UnusedFieldProps {
  readonly field: FieldRepresentation
  readonly changes: FormChanges
}

function UnusedField({ field, changes }: UnusedFieldProps): ReactNode {
  const { title, icon } = getElementType(field.type)
  return (
    <li className={styles.element}>
      <div className={styles.row}>
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
        <span className={styles.name}>{field.label}</span>
        <span className={styles.facts}>
          <span className={styles.type}>{title}</span>
        </span>
        <div className={styles.actions}>
          <Button kind="quiet" label={words.useOf(field.label)} onPress={() => changes.use(field)}>
            {words.use}
          </Button>
          <Confirm
            trigger={
              <Button kind="quiet" label={words.deleteOf(field.label)}>
                {words.delete}
              </Button>
            }
            title={words.deleteTitle(field.label)}
            action={words.delete}
            onConfirm={() => changes.delete(field)}
          >
            {words.deleteText}
          </Confirm>
        </div>
      </div>
    </li>
  )
}
