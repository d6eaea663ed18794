import type { Texts } from './en.ts'
import type { PartTexts } from './en-parts.ts'
import type { TrackerAdminTexts } from './en-tracker-admin.ts'
import { account } from './fr/account.ts'
import { apps } from './fr/apps.ts'
import { artifact } from './fr/artifact.ts'
import { boardOrder } from './fr/board-order.ts'
import { createChild } from './fr/create-child.ts'
import { creation } from './fr/creation.ts'
import { editing } from './fr/editing.ts'
import { excludingConditions } from './fr/excluding-conditions.ts'
import { frame } from './fr/frame.ts'
import { identityProviders } from './fr/identity-providers.ts'
import { keyboard } from './fr/keyboard.ts'
import { linkGraph } from './fr/link-graph.ts'
import { monitoring } from './fr/monitoring.ts'
import { myWork } from './fr/my-work.ts'
import { newProject } from './fr/new-project.ts'
import { pastedSteps } from './fr/pasted-steps.ts'
import { personField } from './fr/person-field.ts'
import { projectAdmin } from './fr/project-admin.ts'
import { projectImport } from './fr/project-import.ts'
import { projects } from './fr/projects.ts'
import { repository } from './fr/repository.ts'
import { rowGroups } from './fr/row-groups.ts'
import { commands, search } from './fr/search.ts'
import { signIn } from './fr/sign-in.ts'
import { passwordReset, site } from './fr/site.ts'
import { siteKeys } from './fr/site-keys.ts'
import { states } from './fr/states.ts'
import { svn } from './fr/svn.ts'
import { svnRepository } from './fr/svn-repository.ts'
import { tableImport } from './fr/table-import.ts'
import { tracker } from './fr/tracker.ts'
import { trackerAdmin } from './fr/tracker-admin.ts'
import { trackerFields } from './fr/tracker-fields.ts'
import { trackerGeneral } from './fr/tracker-general.ts'
import { trackerOrder } from './fr/tracker-order.ts'
import { trackerPermissions } from './fr/tracker-permissions.ts'
import { trackerReports } from './fr/tracker-reports.ts'
import { trackerRules } from './fr/tracker-rules.ts'
import { trackerSemantics } from './fr/tracker-semantics.ts'
import { trackerWorkflow } from './fr/tracker-workflow.ts'
import { trackerXml } from './fr/tracker-xml.ts'
import { undo } from './fr/undo.ts'
import { uploads } from './fr/uploads.ts'
import { user } from './fr/user.ts'
import { webhooks } from './fr/webhooks.ts'

/** French, by area, with the terms of docs/translation.md. */
export const fr: Texts = {
  account,
  apps,
  artifact,
  commands,
  creation,
  editing,
  frame,
  keyboard,
  myWork,
  newProject,
  passwordReset,
  projectAdmin,
  projects,
  repository,
  search,
  signIn,
  site,
  states,
  svn,
  tracker,
  trackerAdmin,
  uploads,
  user,
}

/** French of the pages that administer trackers; comes with all other French texts. */
export const trackerAdminFr: TrackerAdminTexts = {
  trackerFields,
  trackerGeneral,
  trackerPermissions,
  trackerReports,
  trackerRules,
  trackerSemantics,
  trackerWorkflow,
}

/** French of parts that are loaded on demand; comes with all other French texts. */
export const partsFr: PartTexts = {
  boardOrder,
  createChild,
  excludingConditions,
  identityProviders,
  linkGraph,
  monitoring,
  pastedSteps,
  personField,
  projectImport,
  rowGroups,
  siteKeys,
  svnRepository,
  tableImport,
  trackerOrder,
  trackerXml,
  undo,
  webhooks,
}
