import { type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import buttons from '../../design/button.module.css'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices, Radio } from '../../design/checkbox.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, type FormValues } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Pressable } from '../../design/pressable.tsx'
import type { Field } from '../../fields/field-context.tsx'
import { creatableTypes, elementGroups } from '../../fields/form-elements.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { type FormNode, listAddTargets, walkNodes } from './form-tree.ts'
import { GroupSources, readGroupSources, readUserSources, UserSources } from './list-source.tsx'
import { splitLines } from './list-value.ts'
import { PlaceFields, readPlace } from './place-fields.tsx'
import styles from './tracker-admin-fields.module.css'

const words = trackerAdminTexts.trackerFields

type NewType = (typeof creatableTypes)[number]

interface AddDialogProps {
  readonly tracker: TrackerRepresentation
  readonly tree: readonly FormNode[]
  /** Where it was opened; null: no place is chosen. */
  readonly container: number | null
  readonly onAdd: (element: object) => Promise<void>
  readonly onClose: () => void
}

/** Adds an element: its type first, then its label and place. */
export function AddDialog({ tracker, tree, container, onAdd, onClose }: AddDialogProps): ReactNode {
  const [type, setType] = useState<NewType | null>(null)
  const [previous, setPrevious] = useState<string | null>(null)
  const used = new Set([...walkNodes(tree)].map(({ field }) => field?.type))
  return (
    <Dialog
      title={type === null ? words.chooseType : words.newTitle(type.title)}
      isOpen
      isWide={type === null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {type === null ? (
        <TypeList
          types={creatableTypes.filter(
            ({ place }) => container === null || listAddTargets(tree, place).some(({ id }) => id === container),
          )}
          isTaken={({ isUnique, name }) => isUnique && used.has(name)}
          focused={previous}
          onChoose={setType}
        />
      ) : (
        <NewElement
          tracker={tracker}
          tree={tree}
          type={type}
          container={container}
          onAdd={async (element) => {
            await onAdd(element)
            onClose()
          }}
          onBack={() => {
            setPrevious(type.name)
            setType(null)
          }}
        />
      )}
    </Dialog>
  )
}

interface TypeListProps {
  readonly types: readonly NewType[]
  readonly isTaken: (type: NewType) => boolean
  /** The type that was chosen before. */
  readonly focused: string | null
  readonly onChoose: (type: NewType) => void
}

const TypeList = ({ types, isTaken, focused, onChoose }: TypeListProps): ReactNode => (
  <div className={styles.types}>
    {elementGroups.map((group) => {
      const listed = types.filter((type) => type.group === group)
      if (listed.length === 0) return null
      return (
        <section key={group}>
          <h3>{words.groups[group]}</h3>
          <ul>
            {listed.map((type) => (
              <li key={type.name}>
                <Pressable
                  className={joinClasses(buttons.button, styles.typeChoice)}
                  isDisabled={isTaken(type)}
                  autoFocus={type.name === focused}
                  onPress={() => onChoose(type)}
                >
                  <Icon name={type.icon} />
                  <span>
                    <strong>{type.title}</strong>
                    <span>{isTaken(type) ? words.isUsedOnce : type.text}</span>
                  </span>
                </Pressable>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </div>
)

interface NewElementProps extends Omit<AddDialogProps, 'onClose'> {
  readonly type: NewType
  readonly onBack: () => void
}

type Source = NonNullable<Field['bindings']['type']>

function NewElement({ tracker, tree, type, container, onAdd, onBack }: NewElementProps): ReactNode {
  const [source, setSource] = useState<Source>('static')
  const send = (values: FormValues): Promise<void> =>
    onAdd({
      type: type.name,
      label: values.text('label').trim(),
      ...(values.text('name').trim() === '' ? {} : { name: values.text('name').trim() }),
      required: values.isOn('required'),
      ...(type.isList ? readList(values, source) : {}),
      ...readPlace(values),
    })
  return (
    <Form onSend={send}>
      <p className={styles.sentence}>{type.text}</p>
      <TextField name="label" label={words.label} isRequired maxLength={255} autoComplete="off" autoFocus />
      <TextField name="name" label={words.name} hint={words.nameNewHint} maxLength={255} autoComplete="off" isCode />
      <PlaceFields targets={listAddTargets(tree, type.place)} container={container} />
      {type.canBeRequired && <Checkbox name="required" label={words.isRequired} hint={words.isRequiredHint} />}
      {type.isList && (
        <>
          <Choices label={words.source.title}>
            {sourceKinds.map(({ value, label, hint }) => (
              <Radio
                key={value}
                name="source_kind"
                value={value}
                label={label}
                hint={hint}
                defaultChecked={value === source}
                onChoose={() => setSource(value)}
              />
            ))}
          </Choices>
          {source === 'static' && (
            <TextArea name="lines" label={words.values.newLines} hint={words.values.newLinesHint} rows={5} />
          )}
          {source === 'users' && <UserSources project={tracker.project.id} />}
          {source === 'ugroups' && <GroupSources project={tracker.project.id} />}
        </>
      )}
      <DialogActions>
        <Button kind="quiet" onPress={onBack}>
          {words.otherType}
        </Button>
        <Button type="submit" kind="primary">
          {words.add}
        </Button>
      </DialogActions>
    </Form>
  )
}

const sourceKinds: readonly { readonly value: Source; readonly label: string; readonly hint: string }[] = [
  { value: 'static', label: words.source.own, hint: words.source.ownHint },
  { value: 'users', label: words.source.users, hint: words.source.usersHint },
  { value: 'ugroups', label: words.source.groups, hint: words.source.groupsHint },
]

function readList(values: FormValues, type: Source): object {
  switch (type) {
    case 'static':
      return { bindings: { type }, values: splitLines(values.text('lines')).map((label) => ({ label })) }
    case 'users':
      return { bindings: { type, list: readUserSources(values) } }
    case 'ugroups':
      return { bindings: { type, list: readGroupSources(values) } }
    default:
      return type satisfies never
  }
}
