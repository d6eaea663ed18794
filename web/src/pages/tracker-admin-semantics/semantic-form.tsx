import { type ReactNode, useEffect, useRef } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { renewTracker } from '../../data/tracker-admin.ts'
import { ColorMark } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices, Radio } from '../../design/checkbox.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { placeRefusal, saveSemantic } from './change-semantic.ts'
import {
  describeChange,
  describeField,
  describeLinks,
  describeTracker,
  findField,
  listStatusValues,
  type NamedTracker,
} from './describe-semantic.ts'
import styles from './semantic-form.module.css'
import { buildMember, type Control, type Draft, listForms, type Member, type SemanticName } from './semantics.ts'

const words = trackerAdminTexts.trackerSemantics

interface SemanticFormProps {
  readonly name: SemanticName
  readonly tracker: TrackerRepresentation
  readonly trackers: readonly NamedTracker[]
  readonly saved: Member | undefined
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onClose: () => void
}

/** Sets one semantic. Semantics with several forms offer them as radio buttons, others a field or none. */
export function SemanticForm(props: SemanticFormProps): ReactNode {
  const { name, tracker, trackers, saved, draft, onChange, onClose } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>(':checked:not(option), select')?.focus(), [])
  const forms = listForms(name)
  const hasSeveral = forms.length > 1
  const form = forms.find(({ id }) => id === draft.form) ?? (hasSeveral ? undefined : forms[0])
  const member = buildMember(name, draft)
  const change = member === null ? null : describeChange(saved, member, tracker, trackers)

  const send = async (): Promise<void> => {
    if (member === null) return
    if (change === null) return onClose()
    try {
      await saveSemantic(tracker.id, name, member)
    } catch (thrown) {
      const controls = (form?.controls ?? []).map((control) => ({
        name: control.name,
        names: listNames(control, draft, tracker),
      }))
      // What was offered may have been changed or deleted.
      await renewTracker(tracker.id)
      throw placeRefusal(thrown, name, controls)
    }
    onClose()
  }
  return (
    <div ref={place}>
      <Form onSend={send} label={words.labels[name]}>
        {hasSeveral && (
          <Choices label={words.formLabel}>
            {[null, ...forms.map(({ id }) => id)].map((id) => (
              <Radio
                key={id}
                name="form"
                value={id ?? ''}
                label={describeForm(id, draft)}
                defaultChecked={draft.form === id}
                onChoose={() => onChange({ ...draft, form: id })}
              />
            ))}
          </Choices>
        )}
        {form?.controls.map((control) => (
          <ControlOf key={`${form.id} ${control.name}`} {...props} control={control} isOptional={!hasSeveral} />
        ))}
        <p role="status" className={styles.change}>
          {change}
        </p>
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
          <Button onPress={onClose}>{texts.states.cancel}</Button>
        </FormActions>
      </Form>
    </div>
  )
}

function describeForm(id: Draft['form'], { entries }: Draft): string {
  if (id === null) return words.forms.none
  if (id === 'links') return describeLinks(entries['artifact_link_type'] ?? '')
  return id === 'field' ? words.field : words.forms[id]
}

/** How the API names what is chosen. */
function listNames({ kind, name }: Control, { entries, openValues }: Draft, tracker: TrackerRepresentation): string[] {
  if (kind === 'values') return [...openValues].map(String)
  const entry = entries[name] ?? ''
  const field = kind === 'field' ? findField(tracker, entry) : undefined
  return entry === '' ? [] : [entry, ...(field === undefined ? [] : [field.name])]
}

interface ControlProps extends SemanticFormProps {
  readonly control: Control
  /** Choosing nothing removes the semantic. */
  readonly isOptional: boolean
}

function ControlOf(props: ControlProps): ReactNode {
  switch (props.control.kind) {
    case 'field':
      return <FieldControl {...props} control={props.control} />
    case 'values':
      return <ValuesControl {...props} />
    case 'tracker':
      return <TrackerControl {...props} />
    case 'linkType':
      // The radio button names the type.
      return null
    default:
      return props.control satisfies never
  }
}

interface FieldControlProps extends Omit<ControlProps, 'control'> {
  readonly control: Extract<Control, { readonly kind: 'field' }>
}

function FieldControl({ control, isOptional, tracker, draft, onChange }: FieldControlProps): ReactNode {
  const { name, part } = control
  const entry = draft.entries[name] ?? ''
  const ids = tracker.fields.filter(control.accepts).map(({ field_id }) => String(field_id))
  const offered = entry === '' || ids.includes(entry) ? ids : [entry, ...ids]
  const kind = words.kinds[part]
  return (
    <Select
      name={name}
      label={part === 'start' || part === 'end' || part === 'duration' || isEffort(part) ? words[part] : words.field}
      hint={offered.length === 0 ? words.noField(kind) : kind}
      isRequired={!isOptional}
      defaultValue={entry}
      options={[
        { value: '', label: isOptional ? words.notSet : words.chooseField },
        ...offered.map((id) => ({ value: id, label: describeField(tracker, id) })),
      ]}
      onChange={(id) => {
        const entries = { ...draft.entries, [name]: id }
        if (!isOptional) return onChange({ ...draft, entries })
        // Values are those of one list.
        onChange({ form: id === '' ? null : 'field', entries, openValues: new Set() })
      }}
    />
  )
}

const isEffort = (part: string): part is 'total' | 'remaining' => part === 'total' || part === 'remaining'

function ValuesControl({ control, tracker, draft, onChange }: ControlProps): ReactNode {
  const field = draft.entries['field_id'] ?? ''
  if (field === '') return null
  const change = (id: number, isOn: boolean): void => {
    const openValues = new Set(draft.openValues)
    if (isOn) openValues.add(id)
    else openValues.delete(id)
    onChange({ ...draft, openValues })
  }
  return (
    <Choices key={field} name={control.name} label={words.openValues} hint={words.openValuesHint}>
      {listStatusValues(findField(tracker, field)).map(({ id, label, color, isHidden }) => (
        <Checkbox
          key={id}
          name={control.name}
          value={String(id)}
          label={
            <span className={styles.value}>
              {color !== null && <ColorMark color={color} />}
              {label}
            </span>
          }
          hint={isHidden ? words.hiddenValue : undefined}
          defaultChecked={draft.openValues.has(id)}
          onChange={(isOn) => change(id, isOn)}
        />
      ))}
    </Choices>
  )
}

function TrackerControl({ control: { name }, trackers, draft, onChange }: ControlProps): ReactNode {
  const entry = draft.entries[name] ?? ''
  const ids = trackers.map(({ id }) => String(id))
  const offered = entry === '' || ids.includes(entry) ? ids : [entry, ...ids]
  return (
    <Select
      name={name}
      label={words.tracker}
      hint={words.trackerHint}
      isRequired
      defaultValue={entry}
      options={[
        { value: '', label: words.chooseTracker },
        ...offered.map((id) => ({ value: id, label: describeTracker(trackers, Number(id)) })),
      ]}
      onChange={(id) => onChange({ ...draft, entries: { ...draft.entries, [name]: id } })}
    />
  )
}
