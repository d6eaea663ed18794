import type { ReactNode } from 'react'
import type { DeliveryRepresentation } from '../../../../src/notifications/representations/delivery.ts'
import { Link } from '../../design/link.tsx'
import styles from '../../frame/administration.module.css'
import { TrackerAdminFrame } from '../../frame/tracker-admin-frame.tsx'
import type { WebhookKind } from '../../frame/webhooks/webhook-kind.ts'
import { WebhookList } from '../../frame/webhooks/webhook-list.tsx'
import type { PageProps } from '../../page.ts'
import { webhookTexts as words } from '../../texts/part-texts/webhook-texts.ts'
import { texts } from '../../texts/texts.ts'

/** Webhooks of a tracker with their deliveries. */
export const TrackerAdminWebhooksPage = ({ params }: PageProps): ReactNode => (
  <TrackerAdminFrame id={params['id']} title={texts.trackerAdmin.pages.webhooks} intro={words.artifacts.intro}>
    {({ id }) => (
      <div className={styles.page}>
        <WebhookList key={id} kind={createKind(id)} />
      </div>
    )}
  </TrackerAdminFrame>
)

const createKind = (tracker: number): WebhookKind<DeliveryRepresentation> => ({
  list: `/trackers/${tracker}/webhooks`,
  webhooks: '/tracker_webhooks',
  deliveries: '/tracker_webhook_deliveries',
  words: words.artifacts,
  events: ['create', 'update', 'delete'],
  subject: {
    title: words.event,
    cell: ({ event, artifact_id: artifact }) => (
      <>
        {words.eventNames[event]}
        {artifact !== null &&
          // A deleted artifact has no page.
          (event === 'delete' ? `#${artifact}` : <Link href={`/artifacts/${artifact}`}>#{artifact}</Link>)}
      </>
    ),
  },
})
