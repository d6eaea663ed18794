import { type Attributes, element, type Markup, text } from '../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { writeFormElements } from './form-elements.ts'
import { instructionAttributes, optionAttributes } from './options.ts'
import { writePermissions } from './permissions.ts'
import { writeReports } from './reports.ts'
import { writeRules } from './rules.ts'
import { writeSemantics } from './semantics.ts'
import type { SerializeContext } from './serialize-context.ts'
import { writeWorkflow } from './workflow.ts'
import { holderElement, textElement } from './xml-elements.ts'

/** Returns the attributes of the start tag of a tracker, for trackers with artifacts. */
export const trackerAttributes = ({ key, parentKey, options }: TrackerDefinition): Attributes => ({
  id: key,
  parent_id: parentKey ?? '0',
  ...optionAttributes(options),
})

/** Writes all parts of a tracker except artifacts, in the required order (docs/api/archive-format.md §2.1). */
export const trackerParts = (tracker: TrackerDefinition, context: SerializeContext): readonly Markup[] => [
  textElement('name', tracker.name),
  element('item_name', {}, text(tracker.itemName)),
  textElement('description', tracker.description),
  element('color', {}, text(tracker.color)),
  ...instructionAttributes(tracker.options),
  element('cannedResponses', {}, ...tracker.cannedResponses.map(writeCannedResponse)),
  ...writeFormElements(tracker.fields, context),
  ...writeSemantics(tracker.semantics),
  writeRules(tracker),
  ...writeReports(tracker.reports),
  ...writeWorkflow(tracker.workflow, context),
  ...holderElement(
    'webhooks',
    tracker.webhooks.map((url) => element('webhook', { url })),
  ),
  ...writePermissions(tracker, context),
]

/** Writes a tracker without artifacts: a template (docs/api/archive-format.md §2.1). */
export const writeTracker = (tracker: TrackerDefinition, context: SerializeContext): Markup =>
  element('tracker', trackerAttributes(tracker), ...trackerParts(tracker, context))

const writeCannedResponse = ({ title, body }: TrackerDefinition['cannedResponses'][number]): Markup =>
  element('cannedResponse', {}, textElement('title', title), textElement('body', body))
