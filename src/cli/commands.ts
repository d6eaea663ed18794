import type { Command } from 'commander'
import { configureArtifactComment } from './commands/artifact-comment.ts'
import { configureArtifactCreate } from './commands/artifact-create.ts'
import { configureArtifactList } from './commands/artifact-list.ts'
import { configureArtifactShow } from './commands/artifact-show.ts'
import { configureBackupCreate } from './commands/backup-create.ts'
import { configureBackupRestore } from './commands/backup-restore.ts'
import { configureBackupVerify } from './commands/backup-verify.ts'
import { configureCategoryAdd } from './commands/category-add.ts'
import { configureCategoryEdit } from './commands/category-edit.ts'
import { configureCategoryList } from './commands/category-list.ts'
import { configureCategoryRemove } from './commands/category-remove.ts'
import { configureCompletion } from './commands/completion.ts'
import { configureDatabaseMove } from './commands/database-move.ts'
import { configureDemo } from './commands/demo.ts'
import { configureDoctor } from './commands/doctor.ts'
import { configureExportProject } from './commands/export.ts'
import { configureExportTracker } from './commands/export-tracker.ts'
import { configureFilesCopy } from './commands/files-copy.ts'
import { configureFilesRepair } from './commands/files-repair.ts'
import { configureFilesReport } from './commands/files-report.ts'
import { configureGrant } from './commands/grant.ts'
import { configureImportProject } from './commands/import.ts'
import { configureImportTracker } from './commands/import-tracker.ts'
import { configureKeyCreate } from './commands/key-create.ts'
import { configureKeyList } from './commands/key-list.ts'
import { configureKeyRevoke } from './commands/key-revoke.ts'
import { configureLinkTypeAdd } from './commands/link-type-add.ts'
import { configureLinkTypeEdit } from './commands/link-type-edit.ts'
import { configureLinkTypeList } from './commands/link-type-list.ts'
import { configureLinkTypeRemove } from './commands/link-type-remove.ts'
import { configureProjectCreate } from './commands/project-create.ts'
import { configureProjectFieldAdd } from './commands/project-field-add.ts'
import { configureProjectList } from './commands/project-list.ts'
import { configureProjectMember } from './commands/project-member.ts'
import { configureProjectShow } from './commands/project-show.ts'
import { configureProjectStatus } from './commands/project-status.ts'
import { configureProjectTemplate } from './commands/project-template.ts'
import { configureRestoreArtifact } from './commands/restore-artifact.ts'
import { configureRevoke } from './commands/revoke.ts'
import { configureServe } from './commands/serve.ts'
import { configureSettingGet } from './commands/setting-get.ts'
import { configureSettingList } from './commands/setting-list.ts'
import { configureSettingSet } from './commands/setting-set.ts'
import { configureTrackerDelete } from './commands/tracker-delete.ts'
import { configureTrackerList } from './commands/tracker-list.ts'
import { configureTrackerRestore } from './commands/tracker-restore.ts'
import { configureTrackerShow } from './commands/tracker-show.ts'
import { configureTrackerWorkflowMode } from './commands/tracker-workflow-mode.ts'
import { configureUserClearFactors } from './commands/user-clear-factors.ts'
import { configureUserCreate } from './commands/user-create.ts'
import { configureUserList } from './commands/user-list.ts'
import { configureUserPassword } from './commands/user-password.ts'
import { configureUserStatus } from './commands/user-status.ts'

/** All commands, in the order of the help page. */
export const commands: Readonly<Record<string, (command: Command) => Command>> = {
  serve: configureServe,
  doctor: configureDoctor,
  demo: configureDemo,
  'backup create': configureBackupCreate,
  'backup verify': configureBackupVerify,
  'backup restore': configureBackupRestore,
  'database move': configureDatabaseMove,
  import: configureImportProject,
  'import-tracker': configureImportTracker,
  export: configureExportProject,
  'export-tracker': configureExportTracker,
  'restore-artifact': configureRestoreArtifact,
  'files report': configureFilesReport,
  'files repair': configureFilesRepair,
  'files copy': configureFilesCopy,
  'user create': configureUserCreate,
  'user password': configureUserPassword,
  'user clear-factors': configureUserClearFactors,
  'user status': configureUserStatus,
  'user list': configureUserList,
  grant: configureGrant,
  revoke: configureRevoke,
  'key create': configureKeyCreate,
  'key list': configureKeyList,
  'key revoke': configureKeyRevoke,
  'project list': configureProjectList,
  'project show': configureProjectShow,
  'project create': configureProjectCreate,
  'project status': configureProjectStatus,
  'project template': configureProjectTemplate,
  'project member': configureProjectMember,
  'project field add': configureProjectFieldAdd,
  'category list': configureCategoryList,
  'category add': configureCategoryAdd,
  'category edit': configureCategoryEdit,
  'category remove': configureCategoryRemove,
  'tracker list': configureTrackerList,
  'tracker show': configureTrackerShow,
  'tracker delete': configureTrackerDelete,
  'tracker restore': configureTrackerRestore,
  'tracker workflow-mode': configureTrackerWorkflowMode,
  'artifact list': configureArtifactList,
  'artifact show': configureArtifactShow,
  'artifact create': configureArtifactCreate,
  'artifact comment': configureArtifactComment,
  'link-type list': configureLinkTypeList,
  'link-type add': configureLinkTypeAdd,
  'link-type edit': configureLinkTypeEdit,
  'link-type remove': configureLinkTypeRemove,
  'setting list': configureSettingList,
  'setting get': configureSettingGet,
  'setting set': configureSettingSet,
  completion: configureCompletion,
}

/** Descriptions of command groups, by their first word. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  backup: 'back up and restore the whole installation',
  database: 'move the database to the other kind of database',
  files: 'check and repair stored files',
  user: 'manage user accounts',
  key: 'manage access keys',
  project: 'manage projects',
  field: 'manage fields of the project creation form',
  category: 'manage project categories',
  tracker: 'list, show, delete, restore and configure trackers',
  artifact: 'list, show, create and comment on artifacts',
  'link-type': 'manage types of artifact links',
  setting: 'list and change site settings',
}
