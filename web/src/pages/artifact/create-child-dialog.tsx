import { type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { useChildTrackers } from '../../data/child-trackers.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache, renewArtifactLists } from '../../data/queries.ts'
import { useCreatableTrackers, useTracker } from '../../data/trackers.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Dialog, DialogActions } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, type FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { type Field, useFieldContext } from '../../fields/field-context.tsx'
import { getFieldType } from '../../fields/registry.ts'
import { createChildTexts as words } from '../../texts/part-texts/create-child-texts.ts'
import { texts } from '../../texts/texts.ts'

interface CreateChildDialogProps {
  readonly artifact: OpenArtifact
  onClose(): void
}

/** Creates an artifact as a child of another one, in one step: the new one is never without its link. */
export function CreateChildDialog({ artifact, onClose }: CreateChildDialogProps): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null)
  const [title, setTitle] = useState('')
  const trackers = useTrackersOfChildren()
  const trackerId = chosen ?? trackers?.[0]?.id
  const tracker = useTracker(trackerId).data
  return (
    <Dialog title={words.title(artifact.xref)} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {trackers === undefined ? (
        <Skeleton shape="lines" rows={3} />
      ) : trackers.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ChildForm {...{ artifact, title, onClose }} tracker={tracker?.id === trackerId ? tracker : undefined}>
          <Select
            name="tracker"
            label={words.tracker}
            isRequired
            value={String(trackerId)}
            options={trackers.map(({ id, label }) => ({ value: String(id), label }))}
            onChange={(value) => setChosen(Number(value))}
          />
          <TextField name="title" label={words.name} isRequired autoFocus onChange={setTitle} />
        </ChildForm>
      )}
    </Dialog>
  )
}

/** The trackers whose parent is that of the artifact, or else all, as far as the user may create artifacts there. */
function useTrackersOfChildren(): readonly { readonly id: number; readonly label: string }[] | undefined {
  const { project, tracker } = useFieldContext()
  const creatable = useCreatableTrackers(project)
  const { data: children } = useChildTrackers(tracker, true)
  if (creatable === undefined || children === undefined) return undefined
  const ids = new Set(children.map(({ id }) => id))
  return ids.size === 0 ? creatable : creatable.filter(({ id }) => ids.has(id))
}

interface ChildFormProps extends CreateChildDialogProps {
  /** undefined: its fields are not known yet. */
  readonly tracker: TrackerRepresentation | undefined
  readonly title: string
  readonly children: ReactNode
}

function ChildForm({ artifact, tracker, title, onClose, children }: ChildFormProps): ReactNode {
  const [key, setKey] = useState(() => crypto.randomUUID())
  const titleField = findSettable(tracker, ({ field_id }) => field_id === tracker?.semantics.title?.field_id)
  const linkField = findSettable(tracker, ({ type }) => getFieldType(type).section === 'links')
  const more = tracker?.fields.filter((field) => field !== titleField && needsValue(field)) ?? []
  const isEnough = titleField !== undefined && linkField !== undefined && more.length === 0
  const create = async (values: FormValues): Promise<void> => {
    if (tracker === undefined || titleField === undefined || linkField === undefined) return
    const body = {
      tracker: { id: tracker.id },
      values: [
        { field_id: titleField.field_id, value: values.text('title') },
        { field_id: linkField.field_id, all_links: [{ id: artifact.id, direction: 'reverse', type: '_is_child' }] },
      ],
    }
    let created: { readonly id: number }
    try {
      created = await sendChange('POST', '/artifacts', body, { idempotencyKey: key })
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.status !== 422) throw thrown
      // The key belongs to an artifact that was created with other values.
      setKey(crypto.randomUUID())
      throw new Failure(texts.creation.perhapsCreated, thrown.status)
    }
    onClose()
    showToast(texts.creation.created(`${tracker.item_name} #${created.id}`))
    await Promise.all([
      queryCache.invalidateQueries({ queryKey: buildQueryKey(`/artifacts/${artifact.id}`) }),
      renewArtifactLists(tracker.id),
      renewArtifactLists(artifact.tracker.id),
    ])
  }
  return (
    <Form onSend={create} isLeftFreely>
      {children}
      {tracker !== undefined && !isEnough && (
        <p role="status">
          {linkField === undefined
            ? words.noLinks
            : titleField === undefined
              ? words.noTitle
              : words.needsMore(more.map(({ label }) => label).join(', '))}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.states.cancel}</Button>
        {tracker !== undefined && linkField !== undefined && (
          <LinkButton
            kind={isEnough ? 'plain' : 'primary'}
            href={buildFormUrl(tracker.id, artifact.id, titleField, title)}
          >
            {words.fullForm}
          </LinkButton>
        )}
        {(tracker === undefined || isEnough) && (
          <Button type="submit" kind="primary" isDisabled={tracker === undefined}>
            {words.submit}
          </Button>
        )}
      </DialogActions>
    </Form>
  )
}

const findSettable = (tracker: TrackerRepresentation | undefined, isIt: (field: Field) => boolean): Field | undefined =>
  tracker?.fields.find((field) => isIt(field) && field.permissions.includes('create'))

/** It is required, and the server has no default value for it. */
function needsValue({ required, permissions, default_value: value }: Field): boolean {
  const isEmpty = value == null || value === '' || (Array.isArray(value) && value.length === 0)
  return required && permissions.includes('create') && isEmpty
}

/** The form of a new artifact with what was entered here. */
function buildFormUrl(tracker: number, parent: number, titleField: Field | undefined, title: string): string {
  const query = new URLSearchParams({ child_of: String(parent) })
  if (titleField !== undefined && title !== '') query.set(String(titleField.field_id), title)
  return `/trackers/${tracker}/new?${query}`
}
