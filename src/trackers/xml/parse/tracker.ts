import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, getText, getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../model/definition.ts'
import { getRequiredAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import { indexTrackerKeys } from '../tracker-keys.ts'
import { parseTrackerColor } from './color.ts'
import { parseFormElements } from './form-elements.ts'
import { parseOptions } from './options.ts'
import { parsePermissions, withPermissions } from './permissions.ts'
import { parseReports } from './reports.ts'
import { parseRules } from './rules.ts'
import { parseSemanticElements } from './semantics.ts'
import { parseWorkflow } from './workflow.ts'

/** Parses a tracker of an archive (docs/api/archive-format.md §2), its parts in dependency order (§8.9). */
export function parseTracker(tracker: XmlElement, context: ParseContext): TrackerDefinition {
  const { notes } = context
  const { fields } = parseFormElements(tracker, context)
  const keys = indexTrackerKeys(buildTrackerKey(tracker), fields, notes)
  const permissions = parsePermissions(tracker, keys, context)
  return {
    key: buildTrackerKey(tracker),
    parentKey: parseParent(tracker, context),
    name: parseName(tracker, context),
    itemName: parseItemName(tracker, context),
    description: getTrimmedText(tracker, 'description') ?? '',
    color: parseTrackerColor(tracker, notes),
    options: parseOptions(tracker, notes),
    cannedResponses: findChildren(findChild(tracker, 'cannedResponses') ?? emptyTracker, 'cannedResponse').map(
      (response) => ({
        title: getTrimmedText(response, 'title') ?? '',
        body: getText(response, 'body') ?? '',
      }),
    ),
    fields: withPermissions(fields, permissions.fields),
    semantics: parseSemanticElements(tracker, keys, context),
    rules: parseRules(tracker, keys, context),
    reports: parseReports(tracker, keys, context),
    workflow: parseWorkflow(tracker, keys, context),
    webhooks: findChildren(findChild(tracker, 'webhooks') ?? emptyTracker, 'webhook').map((hook) =>
      getRequiredAttribute(hook, 'url', notes),
    ),
    permissions: permissions.tracker,
  }
}

/** Returns its id, or its position if it has none because nothing refers to it. */
export const buildTrackerKey = ({ attributes, line }: XmlElement): string => attributes['id']?.trim() || `line ${line}`

const emptyTracker: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 0 }

function parseParent(tracker: XmlElement, { notes, trackerKeys }: ParseContext): string | null {
  const parent = tracker.attributes['parent_id']?.trim() ?? ''
  if (parent === '' || parent === '0') return null
  if (trackerKeys.has(parent)) return parent
  const text = message`parent_id="${parent}" names no tracker of the archive: the tracker gets no parent`
  notes.remark('invalid-reference', tracker.line, text)
  return null
}

function parseName(tracker: XmlElement, { notes }: ParseContext): string {
  const name = getTrimmedText(tracker, 'name') ?? ''
  if (name === '') notes.problem('tracker-name', tracker.line, message`A tracker needs a <name>`)
  reportLongName(tracker, name, notes)
  return name
}

// Longer names exceed index entries of PostgreSQL.
const maxNameLength = 255

function reportLongName(tracker: XmlElement, name: string, notes: ParseContext['notes']): void {
  if (name.length <= maxNameLength) return
  const text = message`The name "${name.slice(0, 40)}…" of a tracker has ${name.length} characters; use at most ${maxNameLength}`
  notes.problem('tracker-name', tracker.line, text)
}

/** docs/api/archive-format.md §2.2. */
function parseItemName(tracker: XmlElement, { notes }: ParseContext): string {
  const name = getTrimmedText(tracker, 'item_name') ?? ''
  if (!/^[a-zA-Z0-9_]+$/.test(name)) {
    notes.problem('tracker-name', tracker.line, message`The item_name "${name}" may only contain letters, digits and _`)
  }
  reportLongName(tracker, name, notes)
  return name
}
