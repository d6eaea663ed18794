import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ListResult, readList, sendChange } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { buildPageKey, queryCache } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import styles from '../administration.module.css'
import { loadSecretDialog, SecretDialog } from './secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import {
  type Delivery,
  isBeingSent,
  pollMs,
  type Webhook,
  type WebhookKind,
  type WebhookWithSecret,
} from './webhook-kind.ts'

/** The webhooks of a tracker or repository, each with its deliveries on demand. */
export function WebhookList<D extends Delivery>({ kind }: { readonly kind: WebhookKind<D> }): ReactNode {
  const queryKey = buildPageKey(kind.list)
  const webhooks = useQuery<ListResult<Webhook>, Failure>({
    queryKey,
    queryFn: ({ signal }) => readList<Webhook>(kind.list, undefined, signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ last_delivery: last }) => isBeingSent(last)) ? pollMs : false,
  })
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const renew = (): Promise<void> => queryCache.invalidateQueries({ queryKey })
  return (
    <Section
      title={kind.words.title}
      hint={kind.words.hint}
      actions={
        <Button icon="plus" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      {isAdding && (
        <Dialog title={words.add} isOpen onOpenChange={setAdding}>
          <WebhookForm
            events={kind.events}
            onSend={async (input) => {
              if (input.secret === undefined) await loadSecretDialog()
              const webhook = await sendChange<WebhookWithSecret>('POST', kind.list, input)
              await renew()
              setAdding(false)
              if (input.secret === undefined && webhook.secret !== undefined) setSecret(webhook.secret)
              else showToast(words.added)
            }}
          />
        </Dialog>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      <Loaded from={webhooks} skeleton={<Skeleton shape="rows" rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="link" title={kind.words.empty}>
              {kind.words.emptyText}
            </EmptyState>
          ) : (
            <ul className={styles.list} aria-label={kind.words.title}>
              {items.map((webhook) => (
                <WebhookCard key={webhook.id} {...{ kind, webhook }} onChanged={renew} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
