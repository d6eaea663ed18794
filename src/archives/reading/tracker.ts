import { child, children, textOf, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerDefinition } from '../../trackers/model/definition.ts'
import { requiredAttribute } from './attributes.ts'
import { readTrackerColor } from './color.ts'
import { readFormElements } from './form-elements.ts'
import { readOptions } from './options.ts'
import { readPermissions, withPermissions } from './permissions.ts'
import { readReports } from './reports.ts'
import { readDateRules, readListRules } from './rules.ts'
import { readSemantics } from './semantics.ts'
import type { Surroundings } from './surroundings.ts'
import { keysOf } from './tracker-keys.ts'
import { readWorkflow } from './workflow.ts'

/** A tracker of an archive (docs/api/archive-format.md §2), read in the order its parts depend on each other (§8.9). */
export function readTracker(tracker: XmlElement, around: Surroundings): TrackerDefinition {
  const { notes } = around
  const { fields } = readFormElements(tracker, around)
  const keys = keysOf(fields, notes)
  const permissions = readPermissions(tracker, keys, around)
  return {
    key: keyOfTracker(tracker),
    parentKey: readParent(tracker, around),
    name: readName(tracker, around),
    itemName: readItemName(tracker, around),
    description: trimmedTextOf(tracker, 'description') ?? '',
    color: readTrackerColor(tracker, notes),
    options: readOptions(tracker, notes),
    cannedResponses: children(child(tracker, 'cannedResponses') ?? nothing, 'cannedResponse').map((response) => ({
      title: trimmedTextOf(response, 'title') ?? '',
      body: textOf(response, 'body') ?? '',
    })),
    fields: withPermissions(fields, permissions.fields),
    semantics: readSemantics(tracker, keys, around),
    dateRules: readDateRules(tracker, keys, around),
    listRules: readListRules(tracker, keys, around),
    reports: readReports(tracker, keys, around),
    workflow: readWorkflow(tracker, keys, around),
    webhooks: children(child(tracker, 'webhooks') ?? nothing, 'webhook').map((hook) =>
      requiredAttribute(hook, 'url', notes),
    ),
    permissions: permissions.tracker,
  }
}

/** Its id, or where it stands: one that nothing refers to may come without. */
export const keyOfTracker = ({ attributes, line }: XmlElement): string => attributes['id']?.trim() || `line ${line}`

const nothing: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 0 }

function readParent(tracker: XmlElement, { notes, trackerKeys }: Surroundings): string | null {
  const parent = tracker.attributes['parent_id']?.trim() ?? ''
  if (parent === '' || parent === '0') return null
  if (trackerKeys.has(parent)) return parent
  const text = `parent_id="${parent}" names no tracker of the archive: the tracker stands without a parent`
  notes.remark('invalid-reference', tracker.line, text)
  return null
}

function readName(tracker: XmlElement, { notes }: Surroundings): string {
  const name = trimmedTextOf(tracker, 'name') ?? ''
  if (name === '') notes.problem('tracker-name', tracker.line, 'A tracker needs a <name>')
  refuseLong(tracker, name, notes)
  return name
}

// Longer names do not fit into the indexes of PostgreSQL.
const maxNameLength = 255

function refuseLong(tracker: XmlElement, name: string, notes: Surroundings['notes']): void {
  if (name.length <= maxNameLength) return
  const text = `The name "${name.slice(0, 40)}…" of a tracker has ${name.length} characters; use at most ${maxNameLength}`
  notes.problem('tracker-name', tracker.line, text)
}

/** docs/api/archive-format.md §2.2. */
function readItemName(tracker: XmlElement, { notes }: Surroundings): string {
  const name = trimmedTextOf(tracker, 'item_name') ?? ''
  if (!/^[a-zA-Z0-9_]+$/.test(name)) {
    notes.problem('tracker-name', tracker.line, `The item_name "${name}" needs letters, digits and _ alone`)
  }
  refuseLong(tracker, name, notes)
  return name
}
