import type { ReactNode } from 'react'
import type { representSession } from '../../../../src/sign-in/representations/session.ts'
import { guessBrowserName } from '../../data/browser-name.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-sessions-page.module.css'

type Session = ReturnType<typeof representSession>

const words = texts.account.sessions

/** Where one is signed in, and the end of it. */
export const AccountSessionsPage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {(self) => <Sessions path={`/users/${self.id}/sessions`} />}
  </AccountFrame>
)

function Sessions({ path }: { readonly path: string }): ReactNode {
  const sessions = useResource<readonly Session[]>(path)
  const end = useChange((id: number) => sendChange('DELETE', `${path}/${id}`), [path])
  const endAll = useChange(() => sendChange('DELETE', path), [path])
  return (
    <Loaded from={sessions} skeleton={<Skeleton shape="rows" />}>
      {(all) => {
        const others = all.filter((session) => !session.is_this_one)
        return (
          <div className={styles.page}>
            <ul className={styles.list}>
              {[...all.filter((session) => session.is_this_one), ...others].map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={async () => {
                    await end.mutateAsync(session.id)
                    showToast(words.ended)
                  }}
                />
              ))}
            </ul>
            {others.length > 0 && (
              <Confirm
                trigger={<Button kind="danger">{words.endAll}</Button>}
                title={words.endAllTitle}
                action={words.endAll}
                onConfirm={async () => {
                  await endAll.mutateAsync(undefined)
                  showToast(words.endedAll)
                }}
              >
                {words.endAllText(others.length)}
              </Confirm>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => Promise<void> }): ReactNode {
  const name = nameOf(session.user_agent)
  const end = async (): Promise<void> => {
    try {
      await onEnd()
    } catch {
      showToast(texts.states.problem, 'negative')
    }
  }
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name="device" />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <span title={session.user_agent ?? undefined}>{name}</span>
          {session.is_this_one && <Badge kind="positive">{words.here}</Badge>}
        </p>
        <p className={styles.facts}>
          {words.methods[session.method]} {session.address !== null && words.from(session.address)}
        </p>
        <dl className={styles.times}>
          <div>
            <dt>{words.since}</dt>
            <dd>
              <DateTime at={session.created_on} />
            </dd>
          </div>
          <div>
            <dt>{words.lastSeen}</dt>
            <dd>
              <DateTime at={session.last_seen_on} />
            </dd>
          </div>
          <div>
            <dt>{words.ends}</dt>
            <dd>
              <DateTime at={session.expires_on} />
            </dd>
          </div>
        </dl>
      </div>
      {!session.is_this_one && (
        <Button label={words.endOf(name)} onPress={() => void end()}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

function nameOf(userAgent: string | null): string {
  const { browser, system } = guessBrowserName(userAgent ?? '')
  if (browser !== undefined && system !== undefined) return words.on(browser, system)
  return browser ?? system ?? words.unknown
}
