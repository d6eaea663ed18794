import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, FormActions, FormSection, type FormValues } from '../../design/form.tsx'
import { Sheet } from '../../design/sheet.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { getElementType } from '../../fields/form-elements.ts'
import { getFieldType } from '../../fields/registry.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { DefaultChoices, readDefaultChanges } from './default-choices.tsx'
import type { ElementChange } from './element-change.ts'
import { PropertyFields, readPropertyChanges } from './element-properties.tsx'
import {
  GroupSources,
  hasSameItems,
  listChosenSources,
  readGroupSources,
  readUserSources,
  UserSources,
} from './list-source.tsx'
import { type ListValue, listStaticValues, toValueInputs } from './list-value.ts'
import { ListValues } from './list-values.tsx'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields

interface ElementSheetProps {
  readonly tracker: TrackerRepresentation
  readonly field: Field
  readonly onChange: (field: Field, changes: object, back: object | null) => Promise<void>
  readonly onClose: () => void
}

/** The settings of an element, saved all at once. */
export function ElementSheet({ tracker, field, onChange, onClose }: ElementSheetProps): ReactNode {
  const type = getElementType(field.type)
  const content = useRef<HTMLDivElement>(null)
  const unchanged = useRef('')
  const [initialValues] = useState(() => listStaticValues(field))
  const [values, setValues] = useState(initialValues)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    unchanged.current = serializeForm(content.current)
  }, [])
  const isChanged = (): boolean => values !== initialValues || serializeForm(content.current) !== unchanged.current
  const send = async (form: FormValues): Promise<void> => {
    const parts = [
      readCommonChanges(form, field),
      readPropertyChanges(form, field),
      readListChanges(form, field, values === initialValues ? null : { before: initialValues, after: values }),
    ]
    const changes = Object.assign({}, ...parts.map((part) => part.changes))
    const backs = parts.map(({ back }) => back)
    const back = backs.includes(null) ? null : Object.assign({}, ...backs)
    if (Object.keys(changes).length > 0) await onChange(field, changes, back)
    onClose()
  }
  const isStatic = isStaticList(field)
  return (
    <Sheet title={field.label} isSide onClose={() => (isChanged() ? setLeaving(true) : onClose())}>
      <div ref={content} className={styles.sheet}>
        <div>
          <p className={styles.sentence}>
            <strong>{type.title}</strong> {type.text}
          </p>
          {field.label_decorators.length > 0 && (
            <ul className={styles.uses}>
              {field.label_decorators.map(({ label, description }) => (
                <li key={description}>
                  <strong>{label}</strong> {description}
                </li>
              ))}
            </ul>
          )}
        </div>
        <Form onSend={send}>
          <TextField
            name="label"
            label={words.label}
            defaultValue={field.label}
            isRequired
            maxLength={255}
            autoComplete="off"
          />
          <TextField
            name="name"
            label={words.name}
            hint={words.nameHint}
            defaultValue={field.name}
            isRequired
            isCode
            maxLength={255}
            autoComplete="off"
          />
          <TextArea name="description" label={words.description} defaultValue={field.description} rows={2} />
          {type.canBeRequired && (
            <Checkbox
              name="is_required"
              label={words.isRequired}
              hint={words.isRequiredHint}
              defaultChecked={field.required}
            />
          )}
          {canNotify(field) && (
            <Checkbox
              name="has_notifications"
              label={words.notifies}
              hint={words.notifiesHint}
              defaultChecked={field.has_notifications}
            />
          )}
          {isStatic && (
            <ListValues values={values} isSingle={getFieldType(field.type).choice === 'one'} onChange={setValues} />
          )}
          {type.isList && field.bindings.type === 'users' && <UserSources project={tracker.project.id} field={field} />}
          {type.isList && field.bindings.type === 'ugroups' && (
            <GroupSources project={tracker.project.id} field={field} />
          )}
          {type.isList && !isStatic && <DefaultChoices field={field} />}
          {type.properties.length > 0 && (
            <FormSection title={words.settings}>
              <PropertyFields field={field} />
            </FormSection>
          )}
          <FormActions>
            <Button type="submit" kind="primary">
              {words.save}
            </Button>
          </FormActions>
        </Form>
      </div>
      <Confirm
        isOpen={isLeaving}
        onOpenChange={setLeaving}
        title={words.unsavedTitle}
        action={words.discard}
        onConfirm={async () => onClose()}
      >
        {words.unsavedText}
      </Confirm>
    </Sheet>
  )
}

function serializeForm(content: HTMLElement | null): string {
  const form = content?.querySelector('form')
  if (!form) return ''
  // Colors of values are part of the values.
  return JSON.stringify([...new FormData(form)].filter(([name]) => !name.startsWith('color-')))
}

const isStaticList = ({ type, bindings }: Field): boolean => getElementType(type).isList && bindings.type === 'static'

/** Values of a static list are no users. */
const canNotify = (field: Field): boolean => getElementType(field.type).canNotify && !isStaticList(field)

function readCommonChanges(form: FormValues, field: Field): ElementChange {
  const type = getElementType(field.type)
  const after = {
    label: form.text('label').trim(),
    name: form.text('name').trim(),
    description: form.text('description'),
    ...(type.canBeRequired ? { is_required: form.isOn('is_required') } : {}),
    ...(canNotify(field) ? { has_notifications: form.isOn('has_notifications') } : {}),
  }
  const before: Readonly<Record<string, unknown>> = {
    label: field.label,
    name: field.name,
    description: field.description,
    is_required: field.required,
    has_notifications: field.has_notifications,
  }
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name])
  return {
    changes: Object.fromEntries(changed),
    back: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
  }
}

interface ValuesChange {
  readonly before: readonly ListValue[]
  readonly after: readonly ListValue[]
}

function readListChanges(form: FormValues, field: Field, values: ValuesChange | null): ElementChange {
  const { type } = field.bindings
  if (values !== null) return readValuesChange(values)
  if (!getElementType(field.type).isList || type === 'static' || type === null) return { changes: {}, back: {} }
  const chosen = form.all(type === 'users' ? 'source' : 'group')
  const defaults = readDefaultChanges(form, field)
  if (hasSameItems(chosen, listChosenSources(field))) return defaults
  const list = type === 'users' ? readUserSources(form) : readGroupSources(form)
  return { changes: { bindings: { type, list }, ...defaults.changes }, back: null }
}

function readValuesChange({ before, after }: ValuesChange): ElementChange {
  const kept = after.flatMap(({ id }) => id ?? [])
  const order = before.flatMap(({ id }) => (id !== null && kept.includes(id) ? [id] : []))
  const isReordered = order.some((id, index) => kept[index] !== id)
  return {
    changes: {
      values: toValueInputs(after),
      // Otherwise a list in alphabetical order would stay as it is.
      ...(isReordered ? { bindings: { type: 'static', is_alphabetical: false } } : {}),
    },
    // A deleted value has another id when it is created again.
    back: kept.length < before.length ? null : { values: toValueInputs(before) },
  }
}
