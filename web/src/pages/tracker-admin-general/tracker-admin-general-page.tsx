import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { SettingsRepresentation } from '../../../../src/trackers/representations/settings.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { buildApiUrl } from '../../data/api-url.ts'
import { sendChange } from '../../data/client.ts'
import { downloadFile } from '../../data/download-file.ts'
import { useNavigation } from '../../data/navigation.ts'
import { renewNavigation, useResource } from '../../data/queries.ts'
import { sendTrackerChange } from '../../data/tracker-admin.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { ColorChoices } from '../../design/color-choices.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'

const { general } = texts.trackerAdmin
const words = trackerAdminTexts.trackerGeneral

/** Name, color and options of a tracker. */
export const TrackerAdminGeneralPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={general.title} intro={words.intro}>
    {(tracker) => <General tracker={tracker} />}
  </TrackerAdminFrame>
)

interface GeneralProps {
  readonly tracker: TrackerRepresentation
}

function General({ tracker }: GeneralProps): ReactNode {
  const settings = useResource<SettingsRepresentation>(`/trackers/${tracker.id}/settings`)
  return (
    <div className={styles.page}>
      <div className={styles.narrow}>
        <Loaded from={settings}>{(current) => <Details tracker={tracker} settings={current} />}</Loaded>
      </div>
      <Structure tracker={tracker} />
      <Removal tracker={tracker} />
    </div>
  )
}

const levels = ['all', 'status_changes', 'disabled'] as const

interface DetailsProps extends GeneralProps {
  readonly settings: SettingsRepresentation
}

function Details({ tracker, settings }: DetailsProps): ReactNode {
  const others = useNavigation(tracker.project.id).data?.project?.trackers.filter(({ id }) => id !== tracker.id) ?? []
  const parent = tracker.parent
  // The parent may be a tracker that the menu does not list.
  const parents =
    parent === null || others.some(({ id }) => id === parent.id)
      ? others
      : [{ id: parent.id, label: parent.label }, ...others]
  const send = async (values: FormValues): Promise<void> => {
    const chosenParent = values.text('parent_id')
    await sendTrackerChange('PUT', tracker.id, '/settings', {
      label: values.text('label').trim(),
      item_name: values.text('item_name').trim(),
      description: values.text('description'),
      color_name: values.text('color_name'),
      parent_id: chosenParent === '' ? null : Number(chosenParent),
      notifications_level: values.text('notifications_level'),
      submit_instructions: values.text('submit_instructions'),
      ...Object.fromEntries(options.map(({ name }) => [name, values.isOn(name)])),
    })
    showToast(words.saved)
  }
  return (
    <Form onSend={send}>
      <TextField
        name="label"
        label={words.label}
        defaultValue={settings.label}
        isRequired
        maxLength={255}
        autoComplete="off"
      />
      <TextField
        name="item_name"
        label={general.itemName}
        hint={general.itemNameHint}
        defaultValue={settings.item_name}
        isRequired
        maxLength={255}
        autoComplete="off"
      />
      <TextArea name="description" label={words.description} defaultValue={settings.description} maxLength={10_000} />
      <ColorChoices name="color_name" label={general.color} defaultValue={settings.color_name} />
      <Select
        name="parent_id"
        label={words.parent}
        hint={words.parentHint}
        defaultValue={String(settings.parent_id ?? '')}
        options={[
          { value: '', label: words.noParent },
          ...parents.map(({ id, label }) => ({ value: String(id), label })),
        ]}
      />
      <Select
        name="notifications_level"
        label={words.notifications}
        isRequired
        defaultValue={settings.notifications_level}
        options={levels.map((value) => ({ value, label: words.notificationLevels[value] }))}
      />
      <Choices label={words.options}>
        {options.map(({ name, label, hint }) => (
          <Checkbox key={name} name={name} label={label} hint={hint} defaultChecked={settings[name]} />
        ))}
      </Choices>
      <TextArea
        name="submit_instructions"
        label={words.submitInstructions}
        defaultValue={settings.submit_instructions}
        maxLength={10_000}
      />
      <FormActions>
        <Button type="submit" kind="primary">
          {words.save}
        </Button>
      </FormActions>
    </Form>
  )
}

interface Option {
  readonly name: 'allows_copy' | 'allows_move' | 'uses_private_comments' | 'requires_preconditions'
  readonly label: string
  readonly hint?: string
}

const options: readonly Option[] = [
  { name: 'allows_copy', label: words.allowsCopy },
  { name: 'allows_move', label: words.allowsMove },
  { name: 'uses_private_comments', label: words.usesPrivateComments },
  { name: 'requires_preconditions', label: words.requiresPreconditions, hint: words.requiresPreconditionsHint },
]

const Structure = ({ tracker }: GeneralProps): ReactNode => (
  <Section title={words.xml} hint={words.xmlHint}>
    <div>
      <Button
        icon="download"
        onPress={() =>
          void reportFailure(downloadFile(buildApiUrl(`/trackers/${tracker.id}/template`), `${tracker.item_name}.xml`))
        }
      >
        {words.xmlDownload}
      </Button>
    </div>
  </Section>
)

function Removal({ tracker }: GeneralProps): ReactNode {
  const [, navigate] = useLocation()
  return (
    <Section title={words.remove} hint={words.removeHint}>
      <div>
        <Confirm
          trigger={<Button kind="danger">{words.remove}</Button>}
          title={words.removeTitle(tracker.label)}
          action={words.remove}
          typed={tracker.item_name}
          onConfirm={async () => {
            await sendChange('DELETE', `/trackers/${tracker.id}`)
            navigate(`/projects/${tracker.project.id}`, { replace: true })
            showToast(words.removed(tracker.label))
            await renewNavigation()
          }}
        >
          {words.removeText}
        </Confirm>
      </div>
    </Section>
  )
}
