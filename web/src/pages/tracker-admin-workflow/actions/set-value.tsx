import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { Action } from '../../../data/transitions.ts'
import { TextField } from '../../../design/field.tsx'
import { Select } from '../../../design/select.tsx'
import type { Field } from '../../../fields/field-context.tsx'
import { trackerAdminTexts } from '../../../texts/tracker-admin-texts.ts'
import { nameFields } from '../fillable-fields.ts'
import type { ActionEditor, ActionEditorProps } from './action-editor.ts'
import own from './actions.module.css'

const words = trackerAdminTexts.trackerWorkflow.actions
const type = 'set_field_value'

interface ValueKind {
  /** `field_type` of the API, which is also the type of its fields. */
  readonly fieldType: Extract<Field['type'], 'date' | 'int' | 'float'>
  readonly title: string
  readonly initial: unknown
  readonly renderValue: (props: ActionEditorProps) => React.ReactNode
  readonly describeValue: (value: unknown) => string
}

const createValueAction = ({ fieldType, title, initial, renderValue, describeValue }: ValueKind): ActionEditor => {
  const isFor = (action: Action): boolean => action.type === type && action['field_type'] === fieldType
  /** Of the type; another action sets none of them. */
  const listFields = ({ fields }: TrackerRepresentation, others: readonly Action[]): readonly Field[] =>
    fields.filter(
      (field) =>
        field.is_used &&
        field.type === fieldType &&
        !others.some((each) => isFor(each) && each['field_id'] === field.field_id),
    )
  return {
    id: `${type} ${fieldType}`,
    title,
    isFor,
    create(tracker, present) {
      const [field] = listFields(tracker, present)
      return field && { type, field_type: fieldType, field_id: field.field_id, value: initial }
    },
    render: (props) => (
      <div className={own.pair}>
        <Select
          name={`${props.name}-field_id`}
          label={words.field}
          isRequired
          defaultValue={String(props.action['field_id'])}
          options={listFields(props.tracker, props.others).map(({ field_id: id, label }) => ({
            value: String(id),
            label,
          }))}
          onChange={(id) => props.onChange({ ...props.action, field_id: Number(id) })}
        />
        {renderValue(props)}
      </div>
    ),
    describe: (action, tracker) =>
      words.setTo(nameFields(tracker, [Number(action['field_id'])]), describeValue(action['value'])),
  }
}

/** As a number where it is one; the API refuses other texts. */
const parseNumber = (text: string): number | string => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? text : number
}

const renderNumber = ({ action, name, onChange }: ActionEditorProps): React.ReactNode => (
  <TextField
    name={`${name}-value`}
    label={words.value}
    isRequired
    autoComplete="off"
    defaultValue={String(action['value'])}
    onChange={(text) => onChange({ ...action, value: parseNumber(text) })}
  />
)

/** What the API has for a date that an import left open. */
const notChosen = 'none'

const renderDate = ({ action, name, onChange }: ActionEditorProps): React.ReactNode => (
  <Select
    name={`${name}-value`}
    label={words.value}
    isRequired
    defaultValue={action['value'] === null ? notChosen : String(action['value'])}
    options={[
      { value: 'current', label: words.today },
      { value: '', label: words.empty },
      ...(action['value'] === null ? [{ value: notChosen, label: words.notChosen }] : []),
    ]}
    onChange={(value) => onChange({ ...action, value: value === notChosen ? null : value })}
  />
)

export const setDate = createValueAction({
  fieldType: 'date',
  title: words.setDate,
  initial: 'current',
  renderValue: renderDate,
  describeValue: (value) => (value === 'current' ? words.today : value === '' ? words.empty : words.notChosen),
})

export const setInteger = createValueAction({
  fieldType: 'int',
  title: words.setInteger,
  initial: 0,
  renderValue: renderNumber,
  describeValue: String,
})

export const setFloat = createValueAction({
  fieldType: 'float',
  title: words.setFloat,
  initial: 0,
  renderValue: renderNumber,
  describeValue: String,
})
