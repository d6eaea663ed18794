import { fieldType } from '../../fields/registry.ts'
import { NO_VALUE } from '../../kit/ids.ts'
import { group } from '../../platform/model/groups.ts'
import { defaultOptions, type TrackerDefinition } from '../model/definition.ts'
import { defaultColor } from '../model/palette.ts'
import type { Around } from './around.ts'
import { readElement, valueKey } from './element.ts'
import type { Named, NamedElement } from './named.ts'
import type { Problems } from './problems.ts'
import { readSemantics } from './semantics.ts'
import type { SentDefinition, SentElement } from './sent.ts'
import { readOptions } from './settings.ts'
import { type Placed, readStructure } from './structure.ts'
import { readTrackerPermissions } from './tracker-permissions.ts'
import { readRules, readWorkflow } from './workflow.ts'

/** Names a tracker that is there already among those made together. */
export const existingKey = (id: number): string => `existing ${id}`

/**
 * A tracker as GET /trackers/{id} tells it (docs/api/trackers.md §3), as a definition. Its ids only connect its parts,
 * save those of other trackers. All that is wrong with it is added to the problems.
 */
export function readDefinition(sent: SentDefinition, around: Around): TrackerDefinition {
  const { problems } = around
  const elements = readElements(sent.fields ?? [], around)
  const named = namedAmong(elements)
  const all = elements.map(({ placed }) => placed)
  const workflow = sent.workflow ?? {}
  const tracker = (id: number): string | undefined => (around.isTracker(id) ? existingKey(id) : undefined)
  const options = readOptions(sent.settings ?? {}, defaultOptions)
  return {
    key: 'new',
    parentKey: readParent(sent, around),
    name: sent.label ?? '',
    itemName: sent.item_name ?? '',
    description: sent.description ?? '',
    color: sent.color_name || defaultColor,
    options: sent.notifications?.enabled === false ? { ...options, notificationsLevel: 1 } : options,
    cannedResponses: [],
    fields:
      sent.structure === undefined
        ? all.map(({ definition }) => definition)
        : readStructure(sent.structure, bySentId(elements), all, problems),
    semantics: readSemantics(sent.semantics ?? {}, { element: named, tracker, ...around }),
    ...readRules(workflow, named, around),
    reports: [],
    workflow: readWorkflow(workflow, named, around),
    webhooks: [],
    permissions:
      sent.permissions_for_groups === null || sent.permissions_for_groups === undefined
        ? // docs/api/trackers.md §6.3.
          [{ permission: 'full', group: group.anonymous }]
        : readTrackerPermissions(sent.permissions_for_groups, around),
  }
}

interface ReadElement {
  readonly sent: SentElement
  readonly placed: Placed
}

function readElements(sent: readonly SentElement[], around: Around): ReadElement[] {
  const { problems } = around
  const elements = sent.flatMap((each, position): ReadElement[] => {
    const definition = readElement(each, { key: `element ${position}`, rank: position }, around)
    return definition === undefined ? [] : [{ sent: each, placed: { definition, position } }]
  })
  const definitions = elements.map(({ placed }) => placed.definition)
  onlyOnce(
    definitions,
    ({ name }) => name,
    (name) => problems.add(`Two elements have the name "${name}".`),
  )
  const unique = definitions.filter(({ type, isUsed }) => isUsed && fieldType(type).isUnique)
  onlyOnce(
    unique,
    ({ type }) => type,
    (type) => problems.add(`A tracker has at most one element of type ${type}.`),
  )
  const ids = elements.flatMap(({ sent: { field_id: id } }) => (typeof id === 'number' ? [id] : []))
  onlyOnce(ids, String, (id) => problems.add(`Two elements have the id ${id}.`))
  for (const { sent: each, placed } of elements) refuseRepeatedValues(each, placed, problems)
  return elements
}

/** Ids of values must tell them apart inside their list. */
function refuseRepeatedValues(sent: SentElement, { definition: { bind, name } }: Placed, problems: Problems): void {
  if (bind === null || bind.kind === 'users' || !Array.isArray(sent.values)) return
  const keys = bind.values.map(({ key }) => key)
  if (new Set(keys).size < keys.length) problems.add(`The list ${name} has two values with the same id.`)
}

function bySentId(elements: readonly ReadElement[]): ReadonlyMap<number, Placed> {
  return new Map(
    elements.flatMap(({ sent: { field_id: id }, placed }) => (typeof id === 'number' ? [[id, placed]] : [])),
  )
}

/** What semantics and workflow speak of, by key. */
function namedAmong(elements: readonly ReadElement[]): Named<string, string | null> {
  const known = new Map<number, NamedElement<string, string | null>>()
  for (const { sent, placed } of elements) {
    const { key, name, type, isUsed, bind } = placed.definition
    const keys = new Set(bind === null || bind.kind === 'users' ? [] : bind.values.map((value) => value.key))
    const value = (id: number): string | null | undefined => {
      if (id === NO_VALUE) return null
      if (bind?.kind === 'users') return `user:${id}`
      const ofValue = valueKey(key, id)
      return keys.has(ofValue) ? ofValue : undefined
    }
    if (typeof sent.field_id === 'number') {
      known.set(sent.field_id, { ref: key, name, type, isUsed, bind: bind?.kind ?? null, value })
    }
  }
  return (id) => known.get(id)
}

function readParent({ parent }: SentDefinition, { isTracker, problems }: Around): string | null {
  if (parent === null || parent === undefined) return null
  if (isTracker(parent.id)) return existingKey(parent.id)
  problems.add(`parent: ${parent.id} is no tracker of the project; send "parent_id" beside the definition.`)
  return null
}

function onlyOnce<T>(all: readonly T[], keyOf: (each: T) => string, onRepeated: (key: string) => void): void {
  const seen = new Set<string>()
  for (const each of all) {
    const key = keyOf(each)
    if (seen.has(key)) onRepeated(key)
    seen.add(key)
  }
}
