import { type ReactNode, useState } from 'react'
import type { CommitDeliveryRepresentation } from '../../../../src/subversion/representations/commit-delivery.ts'
import type {
  RepositoryWebhookRepresentation,
  RepositoryWebhookWithSecretRepresentation,
} from '../../../../src/subversion/representations/repository-webhook.ts'
import { sendChange } from '../../data/client.ts'
import { buildQueryKey, queryCache, useList } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Secret } from '../../design/secret.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'

const words = svnRepositoryTexts.webhooks

type Webhook = RepositoryWebhookRepresentation
type WithSecret = RepositoryWebhookWithSecretRepresentation

/** Webhooks for commits. */
export function Webhooks({ repository }: RepositoryAdministration): ReactNode {
  const path = `/svn/${repository.id}/webhooks`
  const webhooks = useList<Webhook>(path)
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const renew = (): Promise<void> => queryCache.invalidateQueries({ queryKey: buildQueryKey(path) })
  return (
    <Section
      title={words.title}
      hint={words.hint}
      actions={
        <Button icon="plus" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      {isAdding && (
        <Dialog title={words.add} isOpen onOpenChange={setAdding}>
          <WebhookForm
            onSend={async (input) => {
              const webhook = await sendChange<WithSecret>('POST', path, input)
              await renew()
              setAdding(false)
              if (input.secret === undefined && webhook.secret !== undefined) setSecret(webhook.secret)
              else showToast(words.added)
            }}
          />
        </Dialog>
      )}
      {secret !== null && (
        <Secret title={words.secretTitle} label={words.secretLabel} secret={secret} onClose={() => setSecret(null)}>
          <p>{words.secretText}</p>
        </Secret>
      )}
      <Loaded from={webhooks} skeleton={<Skeleton shape="rows" rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="link" title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className={styles.list} aria-label={words.title}>
              {items.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onChanged={renew} onSecret={setSecret} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

interface WebhookInput {
  readonly url: string
  readonly secret?: string
}

const WebhookForm = ({ onSend }: { readonly onSend: (input: WebhookInput) => Promise<void> }): ReactNode => (
  <Form
    onSend={async (values) => {
      const secret = values.text('secret')
      await onSend({ url: values.text('url').trim(), ...(secret === '' ? {} : { secret }) })
    }}
  >
    <TextField
      name="url"
      type="url"
      label={words.url}
      hint={words.urlHint}
      isCode
      isRequired
      maxLength={2000}
      autoComplete="off"
      placeholder="https://builds.example.com/hook"
    />
    <TextField
      name="secret"
      label={words.secret}
      hint={words.secretHint}
      isCode
      minLength={16}
      maxLength={200}
      autoComplete="off"
    />
    <FormActions>
      <Button type="submit" kind="primary">
        {words.submit}
      </Button>
    </FormActions>
  </Form>
)

interface WebhookCardProps {
  readonly webhook: Webhook
  readonly onChanged: () => Promise<void>
  readonly onSecret: (secret: string) => void
}

function WebhookCard({ webhook, onChanged, onSecret }: WebhookCardProps): ReactNode {
  const { id, url, is_enabled: isEnabled, paused_until: pausedUntil } = webhook
  const path = `/svn_webhooks/${id}`
  const [isOpen, setOpen] = useState(false)
  const turn = async (): Promise<void> => {
    const { secret } = await sendChange<WithSecret>('PATCH', path, { is_enabled: !isEnabled })
    await onChanged()
    // One that came with an archive has none until it is switched on.
    if (secret !== undefined) onSecret(secret)
  }
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h3 className={own.url}>{url}</h3>
          <Badge kind={isEnabled ? 'positive' : 'neutral'}>{isEnabled ? words.on : words.off}</Badge>
          {isEnabled && pausedUntil !== null && <Badge kind="caution">{words.paused}</Badge>}
        </div>
        <div className={styles.actions}>
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
      {isEnabled && pausedUntil !== null && <p>{words.pausedText}</p>}
      <details className={own.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.deliveries}</summary>
        {isOpen && <Deliveries path={`${path}/deliveries`} url={url} />}
      </details>
    </li>
  )
}

const kinds = { waiting: 'info', delivered: 'positive', failed: 'negative', withheld: 'caution' } as const

function Deliveries({ path, url }: { readonly path: string; readonly url: string }): ReactNode {
  const deliveries = useList<CommitDeliveryRepresentation>(path, { limit: 10 })
  const columns: readonly Column<CommitDeliveryRepresentation>[] = [
    {
      key: 'revision',
      title: svnRepositoryTexts.repository.revision,
      isRowHead: true,
      cell: ({ revision }) => `r${revision}`,
    },
    { key: 'at', title: words.at, cell: ({ created_on: at }) => <DateTime at={at} /> },
    {
      key: 'state',
      title: words.state,
      cell: ({ state }) => <Badge kind={kinds[state]}>{words.states[state]}</Badge>,
    },
    { key: 'answer', title: words.answer, cell: (each) => each.problem ?? each.answer_status ?? words.noAnswer },
    { key: 'attempts', title: words.attempts, align: 'end', cell: ({ attempts }) => attempts },
  ]
  return (
    <Loaded from={deliveries} skeleton={<Skeleton shape="rows" rows={2} />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p>{words.noDeliveries}</p>
        ) : (
          <Table
            isStacked
            label={words.deliveriesOf(url)}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            total={total}
          />
        )
      }
    </Loaded>
  )
}
