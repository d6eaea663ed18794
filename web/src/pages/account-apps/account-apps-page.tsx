import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import type { representAuthorizedApp } from '../../../../src/projects/representations/authorized-app.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useList } from '../../data/queries.ts'
import { useScopes } from '../../data/scopes.ts'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Pager } from '../../design/pager.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { AccountFrame } from '../../frame/account-frame.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './account-apps-page.module.css'

type App = ReturnType<typeof representAuthorizedApp>

const words = texts.account.apps
const limit = 20

/** Authorized applications and their revocation. */
export const AccountAppsPage = (): ReactNode => (
  <AccountFrame title={words.title} intro={words.intro}>
    {(self) => <Apps path={`/users/${self.id}/authorized_apps`} />}
  </AccountFrame>
)

function Apps({ path }: { readonly path: string }): ReactNode {
  const offset = Math.max(0, Number(new URLSearchParams(useSearch()).get('offset') ?? 0) || 0)
  const apps = useList<App>(path, { limit, offset })
  const revoke = useChange((id: number) => sendChange('DELETE', `${path}/${id}`), [path])
  return (
    <Loaded from={apps} skeleton={<Skeleton shape="rows" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon="app" title={words.empty}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <div className={styles.page}>
            <ul className={styles.list}>
              {items.map((app) => (
                <AppRow
                  key={app.id}
                  app={app}
                  onRevoke={async () => {
                    await revoke.mutateAsync(app.id)
                    showToast(words.revoked(app.name))
                  }}
                />
              ))}
            </ul>
            <Pager {...{ offset, limit, total }} hrefAt={(to) => `/account/apps?offset=${to}`} />
          </div>
        )
      }
    </Loaded>
  )
}

const AppRow = ({ app, onRevoke }: { readonly app: App; readonly onRevoke: () => Promise<void> }): ReactNode => (
  <li className={styles.app}>
    <div className={styles.head}>
      <div>
        <h2>{app.name}</h2>
        <p className={styles.owner}>{app.project === null ? words.wholeSite : words.projectOf(app.project.label)}</p>
      </div>
      <Confirm
        trigger={<Button label={words.revokeOf(app.name)}>{words.revoke}</Button>}
        title={words.revokeTitle(app.name)}
        action={words.revoke}
        onConfirm={onRevoke}
      >
        {words.revokeText}
      </Confirm>
    </div>
    <Allowed scopes={app.scopes} />
    <dl className={styles.times}>
      <div>
        <dt>{words.since}</dt>
        <dd>
          <DateTime at={app.authorized_on} />
        </dd>
      </div>
      <div>
        <dt>{words.used}</dt>
        <dd>{app.last_used_on === null ? words.never : <DateTime at={app.last_used_on} />}</dd>
      </div>
    </dl>
  </li>
)

/** Descriptions of scopes, next to their names. */
function Allowed({ scopes }: Pick<App, 'scopes'>): ReactNode {
  const { data: allScopes = [] } = useScopes()
  return (
    <dl className={styles.scopes}>
      {scopes.map(({ identifier, label }) => (
        <div key={identifier}>
          <dt>{label}</dt>
          <dd>{allScopes.find((scope) => scope.identifier === identifier)?.allows}</dd>
        </div>
      ))}
    </dl>
  )
}
