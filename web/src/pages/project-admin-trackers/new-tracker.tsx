import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
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
import type { TrackerImport } from './xml-file.tsx'

const XmlFile = lazy(() => import('./xml-file.tsx').then((file) => ({ default: file.XmlFile })))

const words = texts.projectAdmin.trackers

/** The built-in trackers of POST /projects/{id}/trackers, and one with a title only. */
const templates = ['bug', 'task', 'issue', 'story', 'epic', 'sprint', 'release', 'card', 'empty'] as const
type Template = (typeof templates)[number]

interface NewTrackerProps {
  readonly project: NavigationProject
}

/** Creates a tracker from a template, as a copy of another one or from XML, and opens its fields. */
export function NewTracker({ project }: NewTrackerProps): ReactNode {
  const [, navigate] = useLocation()
  const [source, setSource] = useState<string>(templates[0])
  const [xml, setXml] = useState<string | null>(null)
  const [xmlColor, setXmlColor] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  const isNameTyped = useRef(false)
  const copied = project.trackers.find(({ id }) => source === `copy ${id}`)
  const fill = (field: 'name' | 'item_name', text: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)
    if (input != null) input.value = text
  }
  const proposeItemName = (name: string): void => {
    if (!isNameTyped.current) fill('item_name', proposeShortName(name).replaceAll('-', '_'))
  }
  const readFile = (content: string | null, checked: TrackerImport | null): void => {
    setXml(content)
    if (checked === null || content === null) return
    fill('name', checked.name ?? '')
    fill('item_name', checked.item_name ?? '')
    setXmlColor(checked.color_name ?? undefined)
  }
  const create = async (values: FormValues): Promise<void> => {
    const name = values.text('name').trim()
    const names = { name, item_name: values.text('item_name').trim(), color_name: values.text('color_name') }
    const id =
      source === xmlSource
        ? await importXml(project.id, { ...names, xml })
        : await createFrom(project.id, { ...names, ...toSource(source, copied?.id) })
    await renewNavigation()
    showToast(words.created(name))
    navigate(`/trackers/${id}/admin/fields`)
  }
  const color = (source === xmlSource ? xmlColor : copied?.color_name) ?? 'inca-silver'
  return (
    <div ref={form}>
      <Form label={words.add} onSend={create} names={{ label: 'name' }}>
        <Select
          name="source"
          label={words.source}
          hint={describeSource(source)}
          isRequired
          defaultValue={source}
          onChange={setSource}
          options={[
            ...templates.map((name) => ({ value: name, label: words.templates[name].title })),
            ...project.trackers.map(({ id, label }) => ({ value: `copy ${id}`, label: words.copyOf(label) })),
            { value: xmlSource, label: words.xml },
          ]}
        />
        {source === xmlSource && (
          <Suspense fallback={null}>
            <XmlFile project={project.id} onChange={readFile} />
          </Suspense>
        )}
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
        <ColorChoices key={color} name="color_name" label={texts.trackerAdmin.general.color} defaultValue={color} />
        <FormActions>
          <Button type="submit" kind="primary" icon="plus">
            {words.add}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

/** The source whose file is chosen next to it. */
const xmlSource = 'xml'

function describeSource(source: string): string {
  if (source === xmlSource) return words.xmlHint
  return isTemplate(source) ? words.templates[source].text : words.copyHint
}

const createFrom = async (project: number, input: object): Promise<number> =>
  (await sendChange<TrackerRepresentation>('POST', `/projects/${project}/trackers`, input)).id

const importXml = async (project: number, input: object): Promise<number | undefined> =>
  (await sendChange<TrackerImport>('POST', `/projects/${project}/tracker_imports`, input)).tracker?.id

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
