import type { Slice } from '../http/declarations/slice.ts'
import { copyAdministrators } from './commands/copy-administrators.ts'
import { deleteRepositoryJob } from './jobs/delete-repository.ts'
import { deliverCommitWebhook } from './jobs/deliver-commit-webhook.ts'
import { mailCommit } from './jobs/mail-commit.ts'
import { notifyCommitJob } from './jobs/notify-commit.ts'
import { removeDumpJob } from './jobs/remove-dump.ts'
import { getOwnership } from './owner/ownership.ts'
import { svnHandler } from './proxy/svn-handler.ts'
import { deleteSvnId } from './routes/delete-svn-id.ts'
import { deleteSvnWebhooksId } from './routes/delete-svn-webhooks-id.ts'
import { getProjectsIdSvn } from './routes/get-projects-id-svn.ts'
import { getProjectsIdSvnAdministrators } from './routes/get-projects-id-svn-administrators.ts'
import { getProjectsIdSvnDeleted } from './routes/get-projects-id-svn-deleted.ts'
import { getSvnId } from './routes/get-svn-id.ts'
import { getSvnIdAccessFiles } from './routes/get-svn-id-access-files.ts'
import { getSvnIdCommits } from './routes/get-svn-id-commits.ts'
import { getSvnIdCommitsRevision } from './routes/get-svn-id-commits-revision.ts'
import { getSvnIdDiff } from './routes/get-svn-id-diff.ts'
import { getSvnIdFile } from './routes/get-svn-id-file.ts'
import { getSvnIdMailSettings } from './routes/get-svn-id-mail-settings.ts'
import { getSvnIdTree } from './routes/get-svn-id-tree.ts'
import { getSvnIdWebhooks } from './routes/get-svn-id-webhooks.ts'
import { getSvnWebhooksId } from './routes/get-svn-webhooks-id.ts'
import { getSvnWebhooksIdDeliveries } from './routes/get-svn-webhooks-id-deliveries.ts'
import { patchSvnWebhooksId } from './routes/patch-svn-webhooks-id.ts'
import { postSvn } from './routes/post-svn.ts'
import { postSvnIdAccessFileCheck } from './routes/post-svn-id-access-file-check.ts'
import { postSvnIdRestore } from './routes/post-svn-id-restore.ts'
import { postSvnIdWebhooks } from './routes/post-svn-id-webhooks.ts'
import { postSvnWebhookDeliveriesIdReplay } from './routes/post-svn-webhook-deliveries-id-replay.ts'
import { putProjectsIdSvnAdministrators } from './routes/put-projects-id-svn-administrators.ts'
import { putSvnId } from './routes/put-svn-id.ts'
import { putSvnIdAccessFilesCurrent } from './routes/put-svn-id-access-files-current.ts'
import { putSvnIdMailSettings } from './routes/put-svn-id-mail-settings.ts'

/** Subversion repositories: settings, service, commits. */
export const subversion: Slice = {
  routes: [
    getProjectsIdSvn,
    getProjectsIdSvnDeleted,
    getProjectsIdSvnAdministrators,
    putProjectsIdSvnAdministrators,
    postSvn,
    getSvnId,
    putSvnId,
    deleteSvnId,
    postSvnIdRestore,
    getSvnIdAccessFiles,
    postSvnIdAccessFileCheck,
    getSvnIdMailSettings,
    putSvnIdMailSettings,
    getSvnIdTree,
    getSvnIdFile,
    getSvnIdCommits,
    getSvnIdCommitsRevision,
    getSvnIdDiff,
    putSvnIdAccessFilesCurrent,
    getSvnIdWebhooks,
    postSvnIdWebhooks,
    getSvnWebhooksId,
    patchSvnWebhooksId,
    deleteSvnWebhooksId,
    getSvnWebhooksIdDeliveries,
    postSvnWebhookDeliveriesIdReplay,
  ],
  rawHandlers: [svnHandler],
  jobs: [notifyCommitJob, mailCommit, deliverCommitWebhook, deleteRepositoryJob, removeDumpJob],
  projectFeatures: [{ resource: 'svn', service: 'plugin_svn', copy: copyAdministrators }],
  close: (world) => getOwnership(world).handOver(),
}
