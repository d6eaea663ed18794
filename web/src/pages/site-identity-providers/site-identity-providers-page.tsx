import { type ReactNode, useState } from 'react'
import type { IdentityProviderRepresentation } from '../../../../src/sign-in/representations/identity-provider.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { identityProvidersTexts } from '../../texts/part-texts/identity-providers-texts.ts'
import { texts } from '../../texts/texts.ts'
import { IdentityProviderForm } from './identity-provider-form.tsx'

const words = identityProvidersTexts
const path = '/identity_providers'

type IdentityProvider = IdentityProviderRepresentation

/** OpenID Connect providers for sign-in. */
export const SiteIdentityProvidersPage = (): ReactNode => (
  <SiteFrame title={texts.site.identityProviders.title} intro={words.intro}>
    <IdentityProviders />
  </SiteFrame>
)

function IdentityProviders(): ReactNode {
  const directories = useResource<readonly IdentityProvider[]>(path)
  const [isAdding, setAdding] = useState(false)
  const add = useChange((body: object) => sendChange('POST', path, body), [path, '/session'])
  return (
    <div className={styles.page}>
      <div>
        <Dialog
          title={words.add}
          isOpen={isAdding}
          onOpenChange={setAdding}
          trigger={
            <Button kind="primary" icon="plus">
              {words.add}
            </Button>
          }
        >
          <IdentityProviderForm
            onSend={async (input) => {
              await add.mutateAsync(input)
              setAdding(false)
              showToast(words.saved)
            }}
          />
        </Dialog>
      </div>
      <Loaded from={directories} skeleton={<Skeleton shape="rows" rows={2} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="users" title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {all.map((provider) => (
                <IdentityProviderCard key={provider.id} provider={provider} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function IdentityProviderCard({ provider }: { readonly provider: IdentityProvider }): ReactNode {
  const [isEditing, setEditing] = useState(false)
  const of = `${path}/${provider.id}`
  const save = useChange((body: object) => sendChange('PATCH', of, body), [path, '/session'])
  const remove = useChange(() => sendChange('DELETE', of), [path, '/session'])
  const { label } = provider
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h2>{label}</h2>
          <Badge kind={provider.is_enabled ? 'positive' : 'neutral'}>
            {provider.is_enabled ? words.enabledShort : words.disabled}
          </Badge>
          {provider.makes_accounts && <Badge>{words.makesShort}</Badge>}
          {provider.links_by_email && <Badge kind="caution">{words.linksShort}</Badge>}
        </div>
        <div className={styles.actions}>
          <Dialog
            title={words.editOf(label)}
            trigger={<Button label={words.editOf(label)}>{words.edit}</Button>}
            isOpen={isEditing}
            onOpenChange={setEditing}
          >
            <IdentityProviderForm
              provider={provider}
              onSend={async (input) => {
                await save.mutateAsync(input)
                setEditing(false)
                showToast(words.saved)
              }}
            />
          </Dialog>
          <Confirm
            trigger={
              <Button kind="danger" label={words.removeOf(label)}>
                {words.remove}
              </Button>
            }
            title={words.removeTitle(label)}
            action={words.remove}
            onConfirm={async () => {
              await remove.mutateAsync(undefined)
              showToast(words.removed(label))
            }}
          >
            {words.removeText}
          </Confirm>
        </div>
      </div>
      <dl className={styles.facts}>
        <Fact title={words.issuer}>
          <code>{provider.issuer}</code>
        </Fact>
        <Fact title={words.clientId}>
          <code>{provider.client_id}</code>
        </Fact>
        <Fact title={words.claim}>
          <code>{provider.login_claim}</code>
        </Fact>
        {provider.email_domains.length > 0 && <Fact title={words.domains}>{provider.email_domains.join(', ')}</Fact>}
        <Fact title={words.redirect}>
          <code>{provider.redirect_uri}</code>
          <CopyButton kind="quiet" text={provider.redirect_uri} label={words.copyRedirect} />
        </Fact>
      </dl>
    </li>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
