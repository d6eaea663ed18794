import { type Attributes, buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import type { SerializeContext } from '../serialize-context.ts'
import { buildHolderElement, buildTextElement } from '../xml-elements.ts'
import { writeFormElements } from './form-elements.ts'
import { buildInstructionAttributes, buildOptionAttributes } from './options.ts'
import { writePermissions } from './permissions.ts'
import { writeReports } from './reports.ts'
import { writeRules } from './rules.ts'
import { writeSemantics } from './semantics.ts'
import { writeWorkflow } from './workflow.ts'

/** Returns the attributes of the start tag of a tracker, for trackers with artifacts. */
export const buildTrackerAttributes = ({ key, parentKey, options }: TrackerDefinition): Attributes => ({
  id: key,
  parent_id: parentKey ?? '0',
  ...buildOptionAttributes(options),
})

/** Writes all parts of a tracker except artifacts, in the required order (docs/api/archive-format.md §2.1). */
export const serializeTrackerParts = (tracker: TrackerDefinition, context: SerializeContext): readonly Markup[] => [
  buildTextElement('name', tracker.name),
  buildElement('item_name', {}, escapeText(tracker.itemName)),
  buildTextElement('description', tracker.description),
  buildElement('color', {}, escapeText(tracker.color)),
  ...buildInstructionAttributes(tracker.options),
  buildElement('cannedResponses', {}, ...tracker.cannedResponses.map(writeCannedResponse)),
  ...writeFormElements(tracker.fields, context),
  ...writeSemantics(tracker.semantics),
  writeRules(tracker),
  ...writeReports(tracker.reports),
  ...writeWorkflow(tracker.workflow, context),
  ...buildHolderElement(
    'webhooks',
    tracker.webhooks.map((url) => buildElement('webhook', { url })),
  ),
  ...writePermissions(tracker, context),
]

/** Writes a tracker without artifacts: a template (docs/api/archive-format.md §2.1). */
export const writeTracker = (tracker: TrackerDefinition, context: SerializeContext): Markup =>
  buildElement('tracker', buildTrackerAttributes(tracker), ...serializeTrackerParts(tracker, context))

const writeCannedResponse = ({ title, body }: TrackerDefinition['cannedResponses'][number]): Markup =>
  buildElement('cannedResponse', {}, buildTextElement('title', title), buildTextElement('body', body))
