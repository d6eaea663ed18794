import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { sendChange } from '../../data/client.ts'
import type { NavigationProject } from '../../data/navigation.ts'
import { proposeShortName } from '../../data/propose-short-name.ts'
import { renewNavigation } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { ColorChoices } from '../../design/color-choices.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Select } from '../../design/select.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.projectAdmin.trackers

/** The built-in trackers of POST /projects/{id}/trackers, and one with a title only. */
const templates = ['bug', 'task', 'issue', 'story', 'epic', 'sprint', 'release', 'card', 'empty'] as const
type Template = (typeof templates)[number]

interface NewTrackerProps {
  readonly project: NavigationProject
}

/** Creates a tracker from a template or as a copy of another one, and opens its fields. */
export function NewTracker({ project }: NewTrackerProps): ReactNode {
  const [, navigate] = useLocation()
  const [source, setSource] = useState<string>(templates[0])
  const form = useRef<HTMLDivElement>(null)
  const isNameTyped = useRef(false)
  const copied = project.trackers.find(({ id }) => source === `copy ${id}`)
  const proposeItemName = (name: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>('input[name="item_name"]')
    if (input != null && !isNameTyped.current) input.value = proposeShortName(name).replaceAll('-', '_')
  }
  const create = async (values: FormValues): Promise<void> => {
    const name = values.text('name').trim()
    const names = { name, item_name: values.text('item_name').trim(), color_name: values.text('color_name') }
    const tracker = await sendChange<TrackerRepresentation>('POST', `/projects/${project.id}/trackers`, {
      ...names,
      ...toSource(source, copied?.id),
    })
    await renewNavigation()
    showToast(words.created(name))
    navigate(`/trackers/${tracker.id}/admin/fields`)
  }
  return (
    <div ref={form}>
      <Form label={words.add} onSend={create} names={{ label: 'name' }}>
        <Select
          name="source"
          label={words.source}
          hint={isTemplate(source) ? words.templates[source].text : words.copyHint}
          isRequired
          defaultValue={source}
          onChange={setSource}
          options={[
            ...templates.map((name) => ({ value: name, label: words.templates[name].title })),
            ...project.trackers.map(({ id, label }) => ({ value: `copy ${id}`, label: words.copyOf(label) })),
          ]}
        />
        <TextField
          name="name"
          label={words.name}
          isRequired
          maxLength={255}
          autoComplete="off"
          onChange={proposeItemName}
        />
        <TextField
          name="item_name"
          label={texts.trackerAdmin.general.itemName}
          hint={texts.trackerAdmin.general.itemNameHint}
          isRequired
          maxLength={255}
          autoComplete="off"
          onChange={() => {
            isNameTyped.current = true
          }}
        />
        <ColorChoices
          key={copied?.id}
          name="color_name"
          label={texts.trackerAdmin.general.color}
          defaultValue={copied?.color_name ?? 'inca-silver'}
        />
        <FormActions>
          <Button type="submit" kind="primary" icon="plus">
            {words.add}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

const isTemplate = (source: string): source is Template => (templates as readonly string[]).includes(source)

function toSource(source: string, copied: number | undefined): object {
  if (copied !== undefined) return { from_tracker: { id: copied } }
  return source === 'empty' ? { definition: describeEmptyTracker() } : { template: source }
}

/** A form with a title: no artifact can be found without one. */
const describeEmptyTracker = (): object => ({
  fields: [
    { field_id: 1, name: 'details', label: words.details, type: 'fieldset' },
    { field_id: 2, name: 'title', label: words.titleField, type: 'string', required: true },
  ],
  structure: [{ id: 1, content: [{ id: 2, content: null }] }],
  semantics: { title: { field_id: 2 } },
})
