import { type ReactNode, useState } from 'react'
import { Checkbox } from '../../design/checkbox.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import type { FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { getElementType, type PropertyInput } from '../../fields/form-elements.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import type { ElementChange } from './element-change.ts'

const words = trackerAdminTexts.trackerFields.properties

/** The settings that only the type of the element has. */
export const PropertyFields = ({ field }: { readonly field: Field }): ReactNode =>
  getElementType(field.type).properties.map((property) => (
    <PropertyField key={property.name} property={property} field={field} />
  ))

function PropertyField({ property, field }: { readonly property: PropertyInput; readonly field: Field }): ReactNode {
  const { name, kind, ...texts } = property
  const value = readText(field, name)
  switch (kind) {
    case 'number':
      return <TextField name={name} {...texts} inputMode="numeric" defaultValue={value} autoComplete="off" />
    case 'line':
      return <TextField name={name} {...texts} defaultValue={value} autoComplete="off" />
    case 'text':
      return <TextArea name={name} {...texts} defaultValue={value} />
    case 'flag':
      return <Checkbox name={name} label={texts.label} defaultChecked={value === '1'} />
    case 'date':
      return <DateField field={field} />
    default:
      return kind satisfies never
  }
}

type DateKind = 'none' | 'today' | 'fixed'

function DateField({ field }: { readonly field: Field }): ReactNode {
  const [kind, setKind] = useState<DateKind>(findDateKind(field))
  return (
    <>
      <Select
        name="default_kind"
        label={words.defaultDate}
        isRequired
        defaultValue={kind}
        options={[
          { value: 'none', label: words.noDefault },
          { value: 'today', label: words.today },
          { value: 'fixed', label: words.fixedDate },
        ]}
        onChange={(value) => setKind(value as DateKind)}
      />
      {kind === 'fixed' && (
        <TextField name="default_day" type="date" label={words.fixedDate} isRequired defaultValue={findDay(field)} />
      )}
    </>
  )
}

const findDateKind = (field: Field): DateKind => {
  if (readText(field, 'default_value_type') === '0') return 'today'
  return Number(readText(field, 'default_value')) > 0 ? 'fixed' : 'none'
}

/** The API shows it in its own time zone. */
const findDay = (field: Field): string =>
  findDateKind(field) === 'fixed' ? String(field.default_value).slice(0, 10) : ''

const readProperty = ({ specific_properties: properties }: Field, name: string): unknown =>
  Array.isArray(properties) ? null : (properties as Readonly<Record<string, unknown>>)[name]

const readText = (field: Field, name: string): string => String(readProperty(field, name) ?? '')

/** The settings of the type that differ from those of the field. */
export function readPropertyChanges(form: FormValues, field: Field): ElementChange {
  const pairs = getElementType(field.type).properties.flatMap(({ name, kind }) => readSettings(form, field, name, kind))
  const changed = pairs.filter(([name, value]) => value !== readText(field, name))
  if (changed.length === 0) return { changes: {}, back: {} }
  return {
    changes: { specific_properties: Object.fromEntries(changed) },
    back: {
      specific_properties: Object.fromEntries(changed.map(([name]) => [name, readProperty(field, name) ?? null])),
    },
  }
}

type Setting = readonly [name: string, value: string]

function readSettings(form: FormValues, field: Field, name: string, kind: PropertyInput['kind']): readonly Setting[] {
  if (kind === 'flag') return [[name, form.isOn(name) ? '1' : '0']]
  if (kind !== 'date') return [[name, form.text(name)]]
  const day = form.text('default_day')
  if (form.text('default_kind') === 'today') return [['default_value_type', '0']]
  const isSame = form.text('default_kind') === 'fixed' && day === findDay(field)
  // At noon it is the same day in nearly all time zones; the API keeps the day only.
  const seconds = day === '' ? '0' : String(Date.parse(`${day}T12:00:00Z`) / 1000)
  return [
    ['default_value_type', '1'],
    ['default_value', isSame ? readText(field, 'default_value') : seconds],
  ]
}
