import type { Slice } from '../http/declarations/slice.ts'
import { deliverWebhook } from './jobs/deliver-webhook.ts'
import { fanOutChangesJob } from './jobs/fan-out-changes.ts'
import { sendDigest } from './jobs/send-digest.ts'
import { sendMail } from './jobs/send-mail.ts'
import { deleteArtifactsIdWatch } from './routes/delete-artifacts-id-watch.ts'
import { deleteTrackerWebhooksId } from './routes/delete-tracker-webhooks-id.ts'
import { getArtifactsIdWatchers } from './routes/get-artifacts-id-watchers.ts'
import { getTrackerWebhooksId } from './routes/get-tracker-webhooks-id.ts'
import { getTrackerWebhooksIdDeliveries } from './routes/get-tracker-webhooks-id-deliveries.ts'
import { getTrackersIdWebhooks } from './routes/get-trackers-id-webhooks.ts'
import { getUsersIdInbox } from './routes/get-users-id-inbox.ts'
import { getUsersIdNotificationSettings } from './routes/get-users-id-notification-settings.ts'
import { getUsersIdWatchedArtifacts } from './routes/get-users-id-watched-artifacts.ts'
import { patchTrackerWebhooksId } from './routes/patch-tracker-webhooks-id.ts'
import { patchUsersIdInbox } from './routes/patch-users-id-inbox.ts'
import { patchUsersIdNotificationSettings } from './routes/patch-users-id-notification-settings.ts'
import { postTrackerWebhookDeliveriesIdReplay } from './routes/post-tracker-webhook-deliveries-id-replay.ts'
import { postTrackersIdWebhooks } from './routes/post-trackers-id-webhooks.ts'
import { putArtifactsIdWatch } from './routes/put-artifacts-id-watch.ts'

/** Notifications of artifact changes: inboxes, mail, webhooks, watchers. */
export const notifications: Slice = {
  routes: [
    deleteArtifactsIdWatch,
    deleteTrackerWebhooksId,
    getArtifactsIdWatchers,
    getTrackerWebhooksId,
    getTrackerWebhooksIdDeliveries,
    getTrackersIdWebhooks,
    getUsersIdInbox,
    getUsersIdNotificationSettings,
    getUsersIdWatchedArtifacts,
    patchTrackerWebhooksId,
    patchUsersIdInbox,
    patchUsersIdNotificationSettings,
    postTrackerWebhookDeliveriesIdReplay,
    postTrackersIdWebhooks,
    putArtifactsIdWatch,
  ],
  jobs: [deliverWebhook, sendMail, sendDigest, fanOutChangesJob],
}
