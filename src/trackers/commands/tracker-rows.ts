import { foldText } from '../../kit/text/fold.ts'
import type { ProjectId, WebhookId } from '../../kit/values/ids.ts'
import type { TrackerRows } from '../store/insert-trackers.ts'
import type { NumberedTracker } from './assign-ids.ts'
import type { Resolver } from './resolve-keys.ts'

export const buildTrackerRows = (
  projectId: ProjectId,
  trackers: readonly NumberedTracker[],
  resolve: Resolver,
): Pick<TrackerRows, 'tracker' | 'tracker_permission' | 'webhook' | 'canned_response'> => ({
  tracker: trackers.map(({ id, definition }) => ({
    id,
    project_id: projectId,
    parent_id: definition.parentKey === null ? null : resolve.tracker(definition.parentKey),
    name: definition.name,
    name_key: foldText(definition.name.trim()),
    item_name: definition.itemName,
    description: definition.description,
    color: definition.color,
    options: JSON.stringify(definition.options),
    next_number: 1,
    deleted_on: null,
  })),
  tracker_permission: trackers.flatMap(({ id, definition }) =>
    removeDuplicatePermissions(definition.permissions).map(({ permission, group }) => ({
      tracker_id: id,
      permission,
      group_id: group,
    })),
  ),
  webhook: trackers.flatMap(({ id, definition, webhooks }) =>
    definition.webhooks.map((url, index) => ({
      // One id was reserved for each.
      id: webhooks[index] as WebhookId,
      tracker_id: id,
      repository_id: null,
      url,
      ...disabledWebhook,
    })),
  ),
  canned_response: trackers.flatMap(({ id, definition }) =>
    definition.cannedResponses.map(({ title, body }) => ({ tracker_id: id, title, body })),
  ),
})

/** No user registered it here: it stays disabled until an administrator enables it and becomes its owner. */
const disabledWebhook = {
  events: 'create,update,delete',
  format: 'form',
  secret: null,
  is_enabled: 0,
  owner_user_id: null,
  failures: 0,
  paused_until: null,
  created_on: 0,
  updated_on: 0,
} as const

/** An archive may contain a permission twice; it is stored once. */
export function removeDuplicatePermissions<T extends { readonly permission: string; readonly group: number }>(
  permissions: readonly T[],
): T[] {
  return [...new Map(permissions.map((each) => [`${each.permission} ${each.group}`, each])).values()]
}
