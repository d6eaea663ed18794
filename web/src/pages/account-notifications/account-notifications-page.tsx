import { type ReactNode, useId } from 'react'
import type { NotificationSettingsRepresentation } from '../../../../src/notifications/representations/notification-settings.ts'
import { sendChange } from '../../data/client.ts'
import { buildQueryKey, queryCache, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import fieldStyles from '../../design/field.module.css'
import { Icon } from '../../design/icon.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { pageLocale } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import styles from './account-notifications-page.module.css'

type Settings = NotificationSettingsRepresentation
type Reason = keyof Settings['reasons']
type Mode = Settings['reasons'][Reason]['mail']

const words = texts.account.notifications
const path = '/users/self/notification_settings'

/** Which changes reach the user, by reason. */
export const AccountNotificationsPage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {() => <NotificationSettings />}
  </AccountFrame>
)

function NotificationSettings(): ReactNode {
  const settings = useResource<Settings>(path)
  return (
    <Loaded from={settings} skeleton={<Skeleton shape="rows" rows={5} />}>
      {(data) => (
        <div className={styles.page}>
          {!data.is_mail_available && (
            <Notice kind="caution" title={words.noMail}>
              {words.noMailText}
            </Notice>
          )}
          <Reasons settings={data} />
          <Digest settings={data} />
        </div>
      )}
    </Loaded>
  )
}

/** Shows the change at once; if the server refuses it, the settings return to what they were. */
async function change(next: Settings, body: object): Promise<void> {
  const key = buildQueryKey(path)
  await queryCache.cancelQueries({ queryKey: key })
  const before = queryCache.getQueryData<Settings>(key)
  queryCache.setQueryData<Settings>(key, next)
  const work = sendChange<Settings>('PATCH', path, body)
  work.then(
    (saved) => queryCache.setQueryData<Settings>(key, saved),
    () => queryCache.setQueryData<Settings>(key, before),
  )
  await reportFailure(work, words.saved)
}

const modes = Object.keys(words.modes) as readonly Mode[]

function Reasons({ settings }: { readonly settings: Settings }): ReactNode {
  const id = useId()
  const set = (reason: Reason, part: Partial<Settings['reasons'][Reason]>): void => {
    const reasons = { ...settings.reasons, [reason]: { ...settings.reasons[reason], ...part } }
    void change({ ...settings, reasons }, { reasons: { [reason]: part } })
  }
  return (
    <div>
      <table className={styles.table} aria-label={words.table} aria-describedby={id}>
        <thead>
          <tr>
            <th scope="col">{words.reason}</th>
            <th scope="col">{words.mail}</th>
            <th scope="col">{words.inbox}</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(words.reasons) as readonly Reason[]).map((reason) => (
            <tr key={reason}>
              <th scope="row">
                {words.reasons[reason]}
                <span className={styles.hint}>{words.hints[reason]}</span>
              </th>
              <td>
                <div className={fieldStyles.selectFrame}>
                  <select
                    aria-label={words.mailOf(words.reasons[reason])}
                    className={joinClasses(fieldStyles.input, fieldStyles.select)}
                    value={settings.reasons[reason].mail}
                    onChange={(event) => set(reason, { mail: event.currentTarget.value as Mode })}
                  >
                    {modes.map((mode) => (
                      <option key={mode} value={mode}>
                        {words.modes[mode]}
                      </option>
                    ))}
                  </select>
                  <Icon name="chevron-down" />
                </div>
              </td>
              <td>
                <label className={styles.box}>
                  <input
                    type="checkbox"
                    aria-label={words.inboxOf(words.reasons[reason])}
                    checked={settings.reasons[reason].inbox}
                    onChange={(event) => set(reason, { inbox: event.currentTarget.checked })}
                  />
                  <span className={styles.boxWord} aria-hidden="true">
                    {words.inbox}
                  </span>
                </label>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p id={id} className={styles.hint}>
        {words.several}
      </p>
    </div>
  )
}

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone

function Digest({ settings }: { readonly settings: Settings }): ReactNode {
  const id = useId()
  const { time_zone: zone, site_time_zone: siteZone, digest_hour: hour } = settings
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), ...(zone === null ? [] : [zone])])]
  const set = (next: string | null): void => void change({ ...settings, time_zone: next }, { time_zone: next })
  return (
    <Section title={words.digest} hint={words.digestText(formatHour(hour))} width="narrow">
      <div className={styles.zone}>
        <label htmlFor={id}>{words.timeZone}</label>
        <div className={fieldStyles.selectFrame}>
          <select
            id={id}
            className={joinClasses(fieldStyles.input, fieldStyles.select)}
            value={zone ?? ''}
            onChange={(event) => set(event.currentTarget.value || null)}
          >
            <option value="">{words.siteZone(siteZone)}</option>
            {zones.map((each) => (
              <option key={each} value={each}>
                {each.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        {here !== (zone ?? siteZone) && <Button onPress={() => set(here)}>{words.here(here)}</Button>}
      </div>
    </Section>
  )
}

const formatHour = (hour: number): string =>
  new Intl.DateTimeFormat(pageLocale, { hour: 'numeric', minute: '2-digit' }).format(new Date(2026, 0, 1, hour))
