import type { ReactNode } from 'react'
import { type SettingSection, settingDefinitions } from '../../../../src/site/model/setting-definitions.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { showToast } from '../../design/toast.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'
import { collectChangedSettings, type Settings } from './changed-settings.ts'
import { SettingControl } from './setting-control.tsx'
import styles from './site-settings-page.module.css'

const words = texts.site.settings

/** The names of the settings of each section; numbers have a row of their own. */
const sections = groupBySection()

/** All site settings; only changed ones are sent. */
export const SiteSettingsPage = (): ReactNode => (
  <SiteFrame title={words.title} intro={words.intro}>
    <AllSettings />
  </SiteFrame>
)

function AllSettings(): ReactNode {
  const settings = useResource<Settings>('/site_settings')
  return <Loaded from={settings}>{(data) => <SettingsForm settings={data} />}</Loaded>
}

function SettingsForm({ settings }: { readonly settings: Settings }): ReactNode {
  const save = useChange((body: object) => sendChange('PATCH', '/site_settings', body), ['/site_settings', '/session'])
  const send = async (values: FormValues): Promise<void> => {
    const changed = collectChangedSettings(settings, values)
    if (Object.keys(changed).length === 0) return showToast(words.nothing)
    await save.mutateAsync(changed)
    showToast(words.saved)
  }
  const show = (name: keyof Settings): ReactNode => <SettingControl key={name} name={name} settings={settings} />
  return (
    <div className={styles.form}>
      <Form onSend={send} isCheckedByServer>
        {[...sections].map(([section, names]) => (
          <Section key={section} title={words.sections[section]}>
            {names.filter((name) => !isNumber(name)).map(show)}
            {names.some(isNumber) && <div className={styles.pair}>{names.filter(isNumber).map(show)}</div>}
          </Section>
        ))}
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

function groupBySection(): ReadonlyMap<SettingSection, readonly (keyof Settings)[]> {
  const names = Object.keys(settingDefinitions) as (keyof Settings)[]
  return Map.groupBy(names, (name) => settingDefinitions[name].section)
}

function isNumber(name: keyof Settings): boolean {
  return settingDefinitions[name].kind.type === 'integer'
}
