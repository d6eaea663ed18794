import { type ReactNode, useState } from 'react'
import { sendChange } from '../../data/client.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import styles from '../administration.module.css'
import { Deliveries } from './deliveries.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { loadSecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import type { Delivery, Webhook, WebhookKind, WebhookWithSecret } from './webhook-kind.ts'
import own from './webhooks.module.css'

interface WebhookCardProps<D extends Delivery> {
  readonly kind: WebhookKind<D>
  readonly webhook: Webhook
  readonly onChanged: () => Promise<void>
  readonly onSecret: (secret: string) => void
}

/** A webhook with what it did last. */
export function WebhookCard<D extends Delivery>({
  kind,
  webhook,
  onChanged,
  onSecret,
}: WebhookCardProps<D>): ReactNode {
  const { id, url, is_enabled: isEnabled, paused_until: pausedUntil } = webhook
  const path = `${kind.webhooks}/${id}`
  const [isOpen, setOpen] = useState(false)
  const change = async (input: object): Promise<void> => {
    const { secret } = await sendChange<WebhookWithSecret>('PATCH', path, input)
    await onChanged()
    // A webhook that came with an archive has none until it is enabled.
    if (secret !== undefined) onSecret(secret)
  }
  const turn = async (): Promise<void> => {
    if (!webhook.has_secret) await loadSecretDialog()
    await change({ is_enabled: !isEnabled })
  }
  const isPaused = isEnabled && pausedUntil !== null
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h3 className={own.url}>{url}</h3>
          <Badge kind={isEnabled ? 'positive' : 'neutral'}>{isEnabled ? words.on : words.off}</Badge>
          {isPaused && <Badge kind="caution">{words.paused}</Badge>}
        </div>
        <div className={styles.actions}>
          <Dialog title={words.editTitle} trigger={<Button label={words.editOf(url)}>{words.edit}</Button>}>
            {(close) => (
              <WebhookForm
                webhook={webhook}
                events={kind.events}
                onSend={async (input) => {
                  if (Object.keys(input).length > 0) await change(input)
                  close()
                  showToast(words.saved)
                }}
              />
            )}
          </Dialog>
          <Button
            label={(isEnabled ? words.disableOf : words.enableOf)(url)}
            onPress={() => void reportFailure(turn(), isEnabled ? words.disabled : words.enabled)}
          >
            {isEnabled ? words.disable : words.enable}
          </Button>
          <Confirm
            trigger={
              <Button kind="danger" label={words.removeOf(url)}>
                {words.remove}
              </Button>
            }
            title={words.removeTitle}
            action={words.remove}
            onConfirm={async () => {
              await sendChange('DELETE', path)
              await onChanged()
              showToast(words.removed)
            }}
          >
            {words.removeText(url)}
          </Confirm>
        </div>
      </div>
      {isPaused && <p>{words.pausedText}</p>}
      <dl className={styles.facts}>
        {kind.events.length > 1 && (
          <div>
            <dt>{words.events}</dt>
            <dd>
              {webhook.events.map((event) => (
                <Badge key={event}>{words.eventNames[event]}</Badge>
              ))}
            </dd>
          </div>
        )}
        <LastDelivery of={webhook} />
        {webhook.next_attempt_on !== null && (
          <div>
            <dt>{words.nextAttempt}</dt>
            <dd>
              <DateTime at={webhook.next_attempt_on} as="exact" />
            </dd>
          </div>
        )}
      </dl>
      <details className={own.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.deliveries}</summary>
        {isOpen && <Deliveries {...{ kind, webhook }} onChanged={onChanged} />}
      </details>
    </li>
  )
}

function LastDelivery({ of: { last_delivery: last } }: { readonly of: Webhook }): ReactNode {
  return (
    <div>
      <dt>{words.lastDelivery}</dt>
      {last === null ? (
        <dd>{words.noDeliveries}</dd>
      ) : (
        <dd>
          <DeliveryState state={last.state} />
          {last.answer_status !== null && <span>{last.answer_status}</span>}
          <DateTime at={last.attempted_on ?? last.created_on} />
          {last.answer_status === null && last.problem !== null && <span lang="en">{last.problem}</span>}
        </dd>
      )}
    </div>
  )
}
