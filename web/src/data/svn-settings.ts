import { svnRepositoryTexts } from '../texts/part-texts/svn-repository-texts.ts'
import { getUserName } from '../user-name.ts'
import { readResource, sendChange } from './client.ts'
import { Failure } from './failure.ts'
import type { AdministeredRepository } from './svn.ts'

type RepositorySettings = AdministeredRepository['settings']
type ShownNotification = RepositorySettings['email_notifications'][number]

/** Who hears of commits below a path, as it is sent: ids where answers have objects (docs/api/subversion.md §1.3). */
export interface NotificationInput {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly number[]
  readonly user_groups: readonly string[]
}

/** All settings of a repository, as PUT wants them (docs/api/subversion.md §1.5). */
export interface SettingsInput extends Omit<RepositorySettings, 'email_notifications'> {
  readonly email_notifications: readonly NotificationInput[]
}

/** A change of one part of the settings. */
export interface Edit {
  /** That part. */
  readonly of: (settings: SettingsInput) => unknown
  readonly make: (settings: SettingsInput) => SettingsInput
}

export const toSettingsInput = ({
  email_notifications: notifications,
  ...settings
}: RepositorySettings): SettingsInput => ({
  ...settings,
  email_notifications: notifications.map(toNotificationInput),
})

const toNotificationInput = ({ path, emails, users, user_groups: groups }: ShownNotification): NotificationInput => ({
  path,
  emails,
  users: users.flatMap(({ id }) => id ?? []),
  user_groups: groups.map(({ id }) => id),
})

/** `from`: path of the notification to change, null for a new one; `to`: its new value, null to delete it. */
export function buildNotificationEdit(from: string | null, to: NotificationInput | null): Edit {
  const isMeant = ({ path }: NotificationInput): boolean => path === from || path === to?.path
  return {
    of: (settings) => settings.email_notifications.filter(isMeant),
    make(settings) {
      const all = settings.email_notifications
      const at = all.findIndex(isMeant)
      const [before, after] = at < 0 ? [all, []] : [all.slice(0, at), all.slice(at)]
      const others = after.filter((each) => !isMeant(each))
      return { ...settings, email_notifications: [...before, ...(to === null ? [] : [to]), ...others] }
    },
  }
}

/** Whether another user changed the edited part since `base` was read, unless to the same value. */
export function isChangedConcurrently({ of, make }: Edit, base: SettingsInput, now: SettingsInput): boolean {
  const [before, present] = [textOf(of(base)), textOf(of(now))]
  return before !== present && present !== textOf(of(make(now)))
}

const textOf = (part: unknown): string => JSON.stringify(part) ?? ''

/** Decides about a concurrent change of the same part: true overwrites it. */
export type Decide = (now: RepositorySettings) => Promise<boolean>

/**
 * Saves a change of one part and keeps concurrent changes of other parts; calls `decide` for a concurrent change
 * of the same part. Returns the saved settings; undefined: canceled.
 */
export async function saveSettings(
  id: number,
  base: RepositorySettings,
  edit: Edit,
  decide: Decide,
): Promise<RepositorySettings | undefined> {
  let knownSettings = toSettingsInput(base)
  for (;;) {
    const { settings } = await readResource<AdministeredRepository>(`/svn/${id}`)
    const now = toSettingsInput(settings)
    if (!isChangedConcurrently(edit, knownSettings, now)) {
      const body = { settings: edit.make(now) }
      const saved = sendChange<AdministeredRepository>('PUT', `/svn/${id}`, body)
      return (await saved.catch((failure) => Promise.reject(inWords(failure, settings)))).settings
    }
    if (!(await decide(settings))) return undefined
    knownSettings = now
  }
}

/** The API identifies users in notifications by id, so an error must name the user. */
function inWords(thrown: unknown, { email_notifications: notifications }: RepositorySettings): unknown {
  if (!(thrown instanceof Failure)) return thrown
  const refused = /^User (\d+) (not found|is neither)/.exec(thrown.message)
  if (refused === null) return thrown
  const user = notifications.flatMap(({ users }) => users).find(({ id }) => String(id) === refused[1])
  if (user === undefined) return thrown
  const what = refused[2] === 'not found' ? svnRepositoryTexts.notThere : svnRepositoryTexts.notActive
  return new Failure(svnRepositoryTexts.inactive(getUserName(user), what), thrown.status)
}
