import type { ReactNode } from 'react'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import type { FormValues } from '../../design/form.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { ElementChange } from './element-change.ts'
import { hasSameItems } from './list-source.tsx'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields.source

/** The default values of a list of users. */
export function DefaultChoices({ field }: { readonly field: Field }): ReactNode {
  if (field.bindings.type !== 'users') return null
  const users = listUsers(field)
  const chosen = listDefaults(field)
  return (
    <div className={styles.defaults}>
      <Choices label={words.defaults} hint={users.length === 0 ? words.noUsers : undefined}>
        {users.map(({ id, name }) => (
          <Checkbox key={id} name="default_user" value={id} label={name} defaultChecked={chosen.includes(id)} />
        ))}
      </Choices>
    </div>
  )
}

/** Users that the list offers, and those that are its default values though it does not. */
function listUsers({
  values,
  default_value: defaults,
}: Field): readonly { readonly id: string; readonly name: string }[] {
  const offered = Array.isArray(values)
    ? values.flatMap((value) =>
        'user_reference' in value && value.user_reference !== undefined
          ? [{ id: String(value.id), name: value.user_reference.real_name }]
          : [],
      )
    : []
  const others = Array.isArray(defaults)
    ? defaults
        .map((user: { readonly id: number; readonly display_name?: string }) => ({
          id: String(user.id),
          name: user.display_name ?? String(user.id),
        }))
        .filter(({ id }) => !offered.some((each) => each.id === id))
    : []
  return [...offered, ...others]
}

const listDefaults = ({ default_value: defaults }: Field): readonly string[] =>
  Array.isArray(defaults) ? defaults.map(({ id }: { readonly id: number }) => String(id)) : []

/** Changed default values of a list of users. */
export function readDefaultChanges(form: FormValues, field: Field): ElementChange {
  const before = listDefaults(field)
  const after = form.all('default_user')
  if (field.bindings.type !== 'users' || hasSameItems(before, after)) return { changes: {}, back: {} }
  return { changes: { default_value: after.map(Number) }, back: { default_value: before.map(Number) } }
}
