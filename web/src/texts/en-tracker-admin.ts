import { trackerFields } from './en/tracker-fields.ts'
import { trackerGeneral } from './en/tracker-general.ts'
import { trackerPermissions } from './en/tracker-permissions.ts'
import { trackerReports } from './en/tracker-reports.ts'
import { trackerRules } from './en/tracker-rules.ts'
import { trackerSemantics } from './en/tracker-semantics.ts'
import { trackerWorkflow } from './en/tracker-workflow.ts'

/** English of the pages that administer trackers, which load it with their code: all other pages do without. */
export const trackerAdminEn = {
  trackerFields,
  trackerGeneral,
  trackerPermissions,
  trackerReports,
  trackerRules,
  trackerSemantics,
  trackerWorkflow,
}

export type TrackerAdminTexts = typeof trackerAdminEn
