import type { TrackerAdminTexts } from './en-tracker-admin.ts'
import { trackerFields } from './fr/tracker-fields.ts'
import { trackerPermissions } from './fr/tracker-permissions.ts'
import { trackerRules } from './fr/tracker-rules.ts'
import { trackerSemantics } from './fr/tracker-semantics.ts'
import { trackerWorkflow } from './fr/tracker-workflow.ts'

/** French of the pages that administer trackers; comes with all other French texts. */
export const trackerAdminFr: TrackerAdminTexts = {
  trackerFields,
  trackerPermissions,
  trackerRules,
  trackerSemantics,
  trackerWorkflow,
}
