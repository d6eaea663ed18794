import { texts } from '../texts/texts.ts'
import { userName } from '../user-name.ts'
import { change, read } from './client.ts'
import { Failure } from './failure.ts'
import type { AdministratedRepository } from './svn.ts'

type Shown = AdministratedRepository['settings']
type ShownNotification = Shown['email_notifications'][number]

/** Who hears of commits below a path, as it is sent: ids where answers have objects (docs/api/subversion.md §1.3). */
export interface SentNotification {
  readonly path: string
  readonly emails: readonly string[]
  readonly users: readonly number[]
  readonly user_groups: readonly string[]
}

/** All settings of a repository, as PUT wants them (docs/api/subversion.md §1.5). */
export interface SentSettings extends Omit<Shown, 'email_notifications'> {
  readonly email_notifications: readonly SentNotification[]
}

/** A change of one part of the settings. */
export interface Edit {
  /** That part. */
  readonly of: (settings: SentSettings) => unknown
  readonly make: (settings: SentSettings) => SentSettings
}

export const asSent = ({ email_notifications: notifications, ...settings }: Shown): SentSettings => ({
  ...settings,
  email_notifications: notifications.map(asSentNotification),
})

const asSentNotification = ({ path, emails, users, user_groups: groups }: ShownNotification): SentNotification => ({
  path,
  emails,
  users: users.flatMap(({ id }) => id ?? []),
  user_groups: groups.map(({ id }) => id),
})

/** `from`: the path of the one that is changed, null for a new one; `to`: what becomes of it, null when it goes. */
export function notificationEdit(from: string | null, to: SentNotification | null): Edit {
  const isMeant = ({ path }: SentNotification): boolean => path === from || path === to?.path
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

/**
 * Whether somebody else changed, since `base` was read, what an edit is about; not if it became what the edit makes.
 */
export function isOvertaken({ of, make }: Edit, base: SentSettings, now: SentSettings): boolean {
  const [before, present] = [textOf(of(base)), textOf(of(now))]
  return before !== present && present !== textOf(of(make(now)))
}

const textOf = (part: unknown): string => JSON.stringify(part) ?? ''

/** What to do when somebody else changed the same: true saves ours in its place. */
export type Decide = (now: Shown) => Promise<boolean>

/**
 * Saves a change of one part: what others changed of the other parts meanwhile stays, and who changed the same part is
 * told about. The settings as they are then; undefined: it was decided to save nothing.
 */
export async function saveSettings(id: number, base: Shown, edit: Edit, decide: Decide): Promise<Shown | undefined> {
  let known = asSent(base)
  for (;;) {
    const { settings: shown } = await read<AdministratedRepository>(`/svn/${id}`)
    const now = asSent(shown)
    if (!isOvertaken(edit, known, now)) {
      const body = { settings: edit.make(now) }
      const saved = change<AdministratedRepository>('PUT', `/svn/${id}`, body)
      return (await saved.catch((failure) => Promise.reject(inWords(failure, shown)))).settings
    }
    if (!(await decide(shown))) return undefined
    known = now
  }
}

/**
 * The API speaks of people in notifications by number: whoever only saves another part must know what stands in the
 * way.
 */
function inWords(thrown: unknown, { email_notifications: notifications }: Shown): unknown {
  if (!(thrown instanceof Failure)) return thrown
  const refused = /^User (\d+) (not found|is neither)/.exec(thrown.message)
  if (refused === null) return thrown
  const user = notifications.flatMap(({ users }) => users).find(({ id }) => String(id) === refused[1])
  if (user === undefined) return thrown
  const what = refused[2] === 'not found' ? texts.svn.notThere : texts.svn.notActive
  return new Failure(texts.svn.inactive(userName(user), what), thrown.status)
}
