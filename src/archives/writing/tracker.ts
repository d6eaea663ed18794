import { type Attributes, element, type Markup, text } from '../../kit/xml/write.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { writeFormElements } from './form-elements.ts'
import { held, textIn } from './named.ts'
import { instructions, optionAttributes } from './options.ts'
import { writePermissions } from './permissions.ts'
import { writeReports } from './reports.ts'
import { writeRules } from './rules.ts'
import { writeSemantics } from './semantics.ts'
import type { Surroundings } from './surroundings.ts'
import { writeWorkflow } from './workflow.ts'

/** The start tag of a tracker, for one whose artifacts stand inside. */
export const trackerAttributes = ({ key, parentKey, options }: TrackerDefinition): Attributes => ({
  id: key,
  parent_id: parentKey ?? '0',
  ...optionAttributes(options),
})

/** All parts of a tracker but its artifacts, in the order that is fixed (docs/api/archive-format.md §2.1). */
export const trackerParts = (tracker: TrackerDefinition, around: Surroundings): readonly Markup[] => [
  textIn('name', tracker.name),
  element('item_name', {}, text(tracker.itemName)),
  textIn('description', tracker.description),
  element('color', {}, text(tracker.color)),
  ...instructions(tracker.options),
  element('cannedResponses', {}, ...tracker.cannedResponses.map(writeCannedResponse)),
  ...writeFormElements(tracker.fields, around),
  ...writeSemantics(tracker.semantics),
  writeRules(tracker),
  ...writeReports(tracker.reports),
  ...writeWorkflow(tracker.workflow, around),
  ...held(
    'webhooks',
    tracker.webhooks.map((url) => element('webhook', { url })),
  ),
  ...writePermissions(tracker, around),
]

/** A tracker without artifacts: a template (docs/api/archive-format.md §2.1). */
export const writeTracker = (tracker: TrackerDefinition, around: Surroundings): Markup =>
  element('tracker', trackerAttributes(tracker), ...trackerParts(tracker, around))

const writeCannedResponse = ({ title, body }: TrackerDefinition['cannedResponses'][number]): Markup =>
  element('cannedResponse', {}, textIn('title', title), textIn('body', body))
