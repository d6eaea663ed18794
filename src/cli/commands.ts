import type { Command } from 'commander'
import { categoryAdd } from './commands/category-add.ts'
import { categoryEdit } from './commands/category-edit.ts'
import { categoryList } from './commands/category-list.ts'
import { categoryRemove } from './commands/category-remove.ts'
import { demo } from './commands/demo.ts'
import { doctor } from './commands/doctor.ts'
import { exportProject } from './commands/export.ts'
import { exportTracker } from './commands/export-tracker.ts'
import { filesCopy } from './commands/files-copy.ts'
import { filesRepair } from './commands/files-repair.ts'
import { filesReport } from './commands/files-report.ts'
import { grant } from './commands/grant.ts'
import { importProject } from './commands/import.ts'
import { importTracker } from './commands/import-tracker.ts'
import { keyCreate } from './commands/key-create.ts'
import { keyList } from './commands/key-list.ts'
import { keyRevoke } from './commands/key-revoke.ts'
import { linkTypeAdd } from './commands/link-type-add.ts'
import { linkTypeEdit } from './commands/link-type-edit.ts'
import { linkTypeList } from './commands/link-type-list.ts'
import { linkTypeRemove } from './commands/link-type-remove.ts'
import { projectFieldAdd } from './commands/project-field-add.ts'
import { projectMember } from './commands/project-member.ts'
import { projectStatus } from './commands/project-status.ts'
import { projectTemplate } from './commands/project-template.ts'
import { restoreArtifact } from './commands/restore-artifact.ts'
import { revoke } from './commands/revoke.ts'
import { serve } from './commands/serve.ts'
import { settingGet } from './commands/setting-get.ts'
import { settingList } from './commands/setting-list.ts'
import { settingSet } from './commands/setting-set.ts'
import { trackerDelete } from './commands/tracker-delete.ts'
import { trackerRestore } from './commands/tracker-restore.ts'
import { trackerWorkflowMode } from './commands/tracker-workflow-mode.ts'
import { userClearFactors } from './commands/user-clear-factors.ts'
import { userCreate } from './commands/user-create.ts'
import { userList } from './commands/user-list.ts'
import { userPassword } from './commands/user-password.ts'
import { userStatus } from './commands/user-status.ts'

/** All commands, in the order of the help page. */
export const commands: Readonly<Record<string, (command: Command) => Command>> = {
  serve,
  doctor,
  demo,
  import: importProject,
  'import-tracker': importTracker,
  export: exportProject,
  'export-tracker': exportTracker,
  'restore-artifact': restoreArtifact,
  'files report': filesReport,
  'files repair': filesRepair,
  'files copy': filesCopy,
  'user create': userCreate,
  'user password': userPassword,
  'user clear-factors': userClearFactors,
  'user status': userStatus,
  'user list': userList,
  grant,
  revoke,
  'key create': keyCreate,
  'key list': keyList,
  'key revoke': keyRevoke,
  'project status': projectStatus,
  'project template': projectTemplate,
  'project member': projectMember,
  'project field add': projectFieldAdd,
  'category list': categoryList,
  'category add': categoryAdd,
  'category edit': categoryEdit,
  'category remove': categoryRemove,
  'tracker delete': trackerDelete,
  'tracker restore': trackerRestore,
  'tracker workflow-mode': trackerWorkflowMode,
  'link-type list': linkTypeList,
  'link-type add': linkTypeAdd,
  'link-type edit': linkTypeEdit,
  'link-type remove': linkTypeRemove,
  'setting list': settingList,
  'setting get': settingGet,
  'setting set': settingSet,
}

/** Descriptions of command groups, by their first word. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  files: 'check and repair stored files',
  user: 'manage user accounts',
  key: 'manage access keys',
  project: 'manage projects',
  field: 'fields of the project creation form',
  category: 'manage project categories',
  tracker: 'delete, restore and configure trackers',
  'link-type': 'manage types of artifact links',
  setting: 'site settings',
}
