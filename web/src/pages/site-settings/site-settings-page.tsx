import type { ReactNode } from 'react'
import type { SettingsRepresentation as Settings } from '../../../../src/site/representations/settings.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices, Radio } from '../../design/checkbox.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { showToast } from '../../design/toast.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'
import { collectChangedSettings, formatSettingNumber } from './changed-settings.ts'
import styles from './site-settings-page.module.css'

const words = texts.site.settings
const modes = ['anonymous', 'regular', 'restricted'] as const
const demands = ['optional', 'administrators', 'everybody'] as const
const archives = ['everybody', 'administrators', 'nobody'] as const

/** All site settings; only changed ones are sent. */
export const SiteSettingsPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <AllSettings />
  </SiteFrame>
)

function AllSettings(): ReactNode {
  const settings = useResource<Settings>('/site_settings')
  return <Loaded from={settings}>{(known) => <SettingsForm settings={known} />}</Loaded>
}

function SettingsForm({ settings }: { readonly settings: Settings }): ReactNode {
  const save = useChange((body: object) => sendChange('PATCH', '/site_settings', body), ['/site_settings', '/session'])
  const send = async (values: FormValues): Promise<void> => {
    const changed = collectChangedSettings(settings, values)
    if (Object.keys(changed).length === 0) return showToast(words.nothing)
    await save.mutateAsync(changed)
    showToast(words.saved)
  }
  return (
    <div className={styles.form}>
      <Form onSend={send}>
        <Section title={words.site}>
          <Text name="site_name" settings={settings} isRequired />
          <Text name="public_url" settings={settings} />
          <Text name="timezone" settings={settings} />
        </Section>
        <Section title={words.access}>
          <Choices label={words.fields.access_mode.label} hint={words.accessNow} name="access_mode">
            {modes.map((mode) => (
              <Radio
                key={mode}
                name="access_mode"
                value={mode}
                label={words.accessModes[mode].label}
                hint={words.accessModes[mode].hint}
                defaultChecked={mode === settings.access_mode}
              />
            ))}
          </Choices>
        </Section>
        <Section title={words.signIn}>
          <Choices label={words.fields.second_factor.label} name="second_factor">
            {demands.map((demand) => (
              <Radio
                key={demand}
                name="second_factor"
                value={demand}
                label={words.secondFactors[demand].label}
                hint={words.secondFactors[demand].hint}
                defaultChecked={demand === settings.second_factor}
              />
            ))}
          </Choices>
          <div className={styles.pair}>
            <Count name="password_min_length" settings={settings} />
            <Count name="failed_sign_ins_per_minute" settings={settings} />
          </div>
        </Section>
        <Section title={words.projects}>
          <Flag name="project_creation" settings={settings} />
          <Flag name="project_approval" settings={settings} />
          <Select
            name="project_archives"
            label={words.fields.project_archives.label}
            hint={words.fields.project_archives.hint}
            isRequired
            defaultValue={settings.project_archives}
            options={archives.map((value) => ({ value, label: words.archives[value] }))}
          />
        </Section>
        <Section title={words.deletion}>
          <Count name="artifacts_deletion_limit" settings={settings} />
          <Flag name="archive_deleted_items" settings={settings} />
          <Text name="archive_deleted_items_path" settings={settings} />
        </Section>
        <Section title={words.uploads}>
          <div className={styles.pair}>
            <Count name="max_upload_bytes" settings={settings} />
            <Count name="max_archive_bytes" settings={settings} />
            <Count name="pending_upload_bytes_per_user" settings={settings} />
            <Count name="project_storage_bytes" settings={settings} isOptional />
            <Count name="free_disk_reserve_bytes" settings={settings} />
            <Count name="temporary_file_days" settings={settings} />
          </div>
        </Section>
        <Section title={words.limits}>
          <Count name="tql_complexity_limit" settings={settings} />
          <Flag name="outgoing_private_addresses" settings={settings} />
        </Section>
        <Section title={words.subversion}>
          <Count name="svn_max_file_mib" settings={settings} />
          <Count name="svn_deleted_days" settings={settings} />
          <Flag name="svn_allow_empty_message" settings={settings} />
        </Section>
        <div className={styles.save}>
          <FormActions>
            <Button type="submit" kind="primary">
              {words.save}
            </Button>
          </FormActions>
        </div>
      </Form>
    </div>
  )
}

interface Of<Name extends keyof Settings> {
  readonly name: Name
  readonly settings: Settings
}

type TextName = 'site_name' | 'public_url' | 'timezone' | 'archive_deleted_items_path'

const Text = ({ name, settings, isRequired }: Of<TextName> & { readonly isRequired?: boolean }): ReactNode => (
  <TextField
    name={name}
    {...words.fields[name]}
    defaultValue={settings[name] ?? ''}
    isRequired={isRequired}
    autoComplete="off"
  />
)

type CountName =
  | 'password_min_length'
  | 'failed_sign_ins_per_minute'
  | 'artifacts_deletion_limit'
  | 'max_upload_bytes'
  | 'max_archive_bytes'
  | 'pending_upload_bytes_per_user'
  | 'project_storage_bytes'
  | 'free_disk_reserve_bytes'
  | 'temporary_file_days'
  | 'tql_complexity_limit'
  | 'svn_max_file_mib'
  | 'svn_deleted_days'

const Count = ({ name, settings, isOptional }: Of<CountName> & { readonly isOptional?: boolean }): ReactNode => (
  <TextField
    name={name}
    {...words.fields[name]}
    inputMode="numeric"
    defaultValue={formatSettingNumber(name, settings[name])}
    isRequired={!isOptional}
    autoComplete="off"
  />
)

type FlagName =
  | 'project_creation'
  | 'project_approval'
  | 'archive_deleted_items'
  | 'outgoing_private_addresses'
  | 'svn_allow_empty_message'

const Flag = ({ name, settings }: Of<FlagName>): ReactNode => (
  <Checkbox name={name} {...words.fields[name]} defaultChecked={settings[name]} />
)
