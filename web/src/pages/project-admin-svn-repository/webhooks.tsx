import { lazy, type ReactNode, Suspense } from 'react'
import type { CommitDeliveryRepresentation } from '../../../../src/subversion/representations/commit-delivery.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import type { WebhookKind } from '../../frame/webhooks/webhook-kind.ts'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import type { RepositoryAdministration } from './repository-administration.ts'

const CommitWebhookList = lazy(async () => {
  const { WebhookList } = await import('../../frame/webhooks/webhook-list.tsx')
  return { default: WebhookList<CommitDeliveryRepresentation> }
})

/** Webhooks for commits. */
export const Webhooks = ({ repository }: RepositoryAdministration): ReactNode => (
  <Suspense fallback={<Skeleton shape="rows" rows={3} />}>
    <CommitWebhookList kind={createKind(repository.id)} />
  </Suspense>
)

const createKind = (repository: number): WebhookKind<CommitDeliveryRepresentation> => ({
  list: `/svn/${repository}/webhooks`,
  webhooks: '/svn_webhooks',
  deliveries: '/svn_webhook_deliveries',
  words: svnRepositoryTexts.webhooks,
  events: ['commit'],
  subject: { title: svnRepositoryTexts.repository.revision, cell: ({ revision }) => `r${revision}` },
})
