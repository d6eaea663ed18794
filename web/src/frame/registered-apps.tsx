import { type ReactNode, useState } from 'react'
import type { AppRepresentation } from '../../../src/projects/representations/oauth2-app.ts'
import { sendChange } from '../data/client.ts'
import { useOffset, withQuery } from '../data/page-offset.ts'
import { buildQueryKey, queryCache, useList } from '../data/queries.ts'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/confirm.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { DateTime } from '../design/date-time.tsx'
import { Dialog } from '../design/dialog.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { Loaded } from '../design/loaded-data.tsx'
import { Pager } from '../design/pager.tsx'
import { Secret } from '../design/secret.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { showToast } from '../design/toast.tsx'
import { texts } from '../texts/texts.ts'
import styles from './administration.module.css'
import { AppForm } from './app-form.tsx'

const words = texts.apps
const limit = 20

interface ShownSecret {
  readonly clientId: string
  readonly secret: string
}

interface RegisteredAppsProps {
  /** Where they are listed and registered: `/oauth2_apps`, or those of a project. */
  readonly path: string
  /** The address of this page. */
  readonly href: string
}

/** OAuth 2.0 applications of a project or of the site; a secret is shown once and not stored. */
export function RegisteredApps({ path, href }: RegisteredAppsProps): ReactNode {
  const offset = useOffset()
  const apps = useList<AppRepresentation>(path, { limit, offset })
  const [shownSecret, setShownSecret] = useState<ShownSecret | null>(null)
  const [isAdding, setAdding] = useState(false)
  const renew = () => queryCache.invalidateQueries({ queryKey: buildQueryKey(path) })
  return (
    <div className={styles.page}>
      <div>
        <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      </div>
      {isAdding && (
        <Dialog title={words.add} isOpen onOpenChange={setAdding}>
          <AppForm
            onSend={async (input) => {
              const app = await sendChange<AppRepresentation & { client_secret: string | null }>('POST', path, input)
              await renew()
              setAdding(false)
              if (app.client_secret === null) showToast(words.registered(app.name))
              else setShownSecret({ clientId: app.client_id, secret: app.client_secret })
            }}
          />
        </Dialog>
      )}
      {shownSecret !== null && (
        <Secret
          title={words.secretTitle}
          label={words.secretLabel}
          secret={shownSecret.secret}
          onClose={() => setShownSecret(null)}
        >
          <p>{words.secretText(shownSecret.clientId)}</p>
        </Secret>
      )}
      <Loaded from={apps} skeleton={<Skeleton shape="rows" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="app" title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.list}>
                {items.map((app) => (
                  <AppCard key={app.id} app={app} onChanged={renew} onSecret={setShownSecret} />
                ))}
              </ul>
              <Pager {...{ offset, limit, total }} hrefAt={(to) => withQuery(href, { offset: to })} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

interface AppCardProps {
  readonly app: AppRepresentation
  readonly onChanged: () => Promise<void>
  readonly onSecret: (secret: ShownSecret) => void
}

const AppCard = ({ app, onChanged, onSecret }: AppCardProps): ReactNode => (
  <li className={styles.card}>
    <div className={styles.head}>
      <div className={styles.name}>
        <h2>{app.name}</h2>
        <Badge kind={app.is_pkce_forced ? 'positive' : 'caution'}>
          {app.is_pkce_forced ? words.pkceOn : words.pkceOff}
        </Badge>
        {!app.is_confidential && <Badge>{words.isPublic}</Badge>}
      </div>
      <AppActions app={app} onChanged={onChanged} onSecret={onSecret} />
    </div>
    <dl className={styles.facts}>
      <div>
        <dt>{words.clientId}</dt>
        <dd>
          <code>{app.client_id}</code>
          <CopyButton kind="quiet" text={app.client_id} label={words.copyClientId} />
        </dd>
      </div>
      <div>
        <dt>{words.redirect}</dt>
        <dd>
          <code>{app.redirect_uri}</code>
        </dd>
      </div>
      <div>
        <dt>{words.users}</dt>
        <dd>{words.people(app.users_count)}</dd>
      </div>
      <div>
        <dt>{words.created}</dt>
        <dd>
          <DateTime at={app.created_on} />
        </dd>
      </div>
    </dl>
  </li>
)

function AppActions({ app, onChanged, onSecret }: AppCardProps): ReactNode {
  const [isEditing, setEditing] = useState(false)
  const path = `/oauth2_apps/${app.id}`
  return (
    <div className={styles.actions}>
      <Dialog
        title={words.editOf(app.name)}
        trigger={<Button label={words.editOf(app.name)}>{words.edit}</Button>}
        isOpen={isEditing}
        onOpenChange={setEditing}
      >
        <AppForm
          app={app}
          onSend={async ({ name, redirect_uri, is_pkce_forced }) => {
            await sendChange('PATCH', path, { name, redirect_uri, is_pkce_forced })
            await onChanged()
            setEditing(false)
            showToast(words.saved)
          }}
        />
      </Dialog>
      {app.is_confidential && (
        <Confirm
          trigger={<Button label={words.renewOf(app.name)}>{words.renew}</Button>}
          title={words.renewTitle(app.name)}
          action={words.renew}
          onConfirm={async () => {
            const { client_secret } = await sendChange<{ client_secret: string }>('POST', `${path}/secret`)
            onSecret({ clientId: app.client_id, secret: client_secret })
          }}
        >
          {words.renewText}
        </Confirm>
      )}
      <Confirm
        trigger={
          <Button kind="danger" label={words.removeOf(app.name)}>
            {words.remove}
          </Button>
        }
        title={words.removeTitle(app.name)}
        action={words.remove}
        onConfirm={async () => {
          await sendChange('DELETE', path)
          await onChanged()
          showToast(words.removed(app.name))
        }}
      >
        {words.removeText(app.users_count)}
      </Confirm>
    </div>
  )
}
