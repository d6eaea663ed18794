import type { FieldPermission } from '../../fields/model/field.ts'
import type { TrackerPermission } from '../model/definition.ts'

/** Names of tracker permissions in archives (docs/api/trackers.md §6.2). */
export const trackerPermissionTypes: Readonly<Record<TrackerPermission, string>> = {
  admin: 'PLUGIN_TRACKER_ADMIN',
  full: 'PLUGIN_TRACKER_ACCESS_FULL',
  submitter: 'PLUGIN_TRACKER_ACCESS_SUBMITTER',
  assignee: 'PLUGIN_TRACKER_ACCESS_ASSIGNEE',
  submitter_only: 'PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY',
  none: 'PLUGIN_TRACKER_NONE',
}

/** docs/api/trackers.md §6.3. */
export const fieldPermissionTypes: Readonly<Record<FieldPermission, string>> = {
  read: 'PLUGIN_TRACKER_FIELD_READ',
  submit: 'PLUGIN_TRACKER_FIELD_SUBMIT',
  update: 'PLUGIN_TRACKER_FIELD_UPDATE',
}
