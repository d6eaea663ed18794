import { boardOrder } from './en/board-order.ts'
import { createChild } from './en/create-child.ts'
import { excludingConditions } from './en/excluding-conditions.ts'
import { identityProviders } from './en/identity-providers.ts'
import { linkGraph } from './en/link-graph.ts'
import { monitoring } from './en/monitoring.ts'
import { pastedSteps } from './en/pasted-steps.ts'
import { personField } from './en/person-field.ts'
import { projectImport } from './en/project-import.ts'
import { rowGroups } from './en/row-groups.ts'
import { siteKeys } from './en/site-keys.ts'
import { svnRepository } from './en/svn-repository.ts'
import { tableImport } from './en/table-import.ts'
import { trackerOrder } from './en/tracker-order.ts'
import { trackerXml } from './en/tracker-xml.ts'
import { undo } from './en/undo.ts'
import { webhooks } from './en/webhooks.ts'

/** English of parts of pages that are loaded on demand; each imports its own texts from `part-texts`. */
export const partsEn = {
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

export type PartTexts = typeof partsEn
