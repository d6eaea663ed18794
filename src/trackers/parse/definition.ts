import { group } from '../../accounts/model/groups.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { NO_VALUE } from '../../kit/values/ids.ts'
import { defaultOptions, type TrackerDefinition } from '../model/definition.ts'
import { defaultColor } from '../model/palette.ts'
import { buildValueKey, parseElement } from './element.ts'
import type { ElementInput, TrackerDefinitionInput } from './input-schemas.ts'
import type { Problems } from './problems.ts'
import type { ProjectContext } from './project-context.ts'
import type { ResolvedElement, ResolveElement } from './resolve-element.ts'
import { parseRules } from './rules.ts'
import { parseSemantics } from './semantics.ts'
import { parseOptions } from './settings.ts'
import { type PositionedField, parseStructure } from './structure.ts'
import { parseTrackerPermissions } from './tracker-permissions.ts'
import { parseWorkflow } from './workflow.ts'

/** Returns the key of an existing tracker. */
export const buildExistingTrackerKey = (id: number): string => `existing ${id}`

/**
 * Parses a tracker in the shape that GET /trackers/{id} returns (docs/api/trackers.md §3). Its ids only connect its
 * parts, except those of other trackers. Errors are added to the problems.
 */
export function parseDefinition(input: TrackerDefinitionInput, context: ProjectContext): TrackerDefinition {
  const { problems } = context
  const elements = parseElements(input.fields ?? [], context)
  const resolveElement = elementResolverOf(elements)
  const all = elements.map(({ positioned }) => positioned)
  const workflow = input.workflow ?? {}
  const tracker = (id: number): string | undefined => (context.isTracker(id) ? buildExistingTrackerKey(id) : undefined)
  const options = parseOptions(input.settings ?? {}, defaultOptions)
  return {
    key: 'new',
    parentKey: parseParent(input, context),
    name: input.label ?? '',
    itemName: input.item_name ?? '',
    description: input.description ?? '',
    color: input.color_name || defaultColor,
    options: input.notifications?.enabled === false ? { ...options, notificationsLevel: 1 } : options,
    cannedResponses: [],
    fields:
      input.structure === undefined
        ? all.map(({ definition }) => definition)
        : parseStructure(input.structure, elementsById(elements), all, problems),
    semantics: parseSemantics(input.semantics ?? {}, { element: resolveElement, tracker, ...context }),
    rules: parseRules(workflow.rules ?? {}, resolveElement, problems),
    reports: [],
    workflow: parseWorkflow(workflow, resolveElement, context),
    webhooks: [],
    permissions:
      input.permissions_for_groups === null || input.permissions_for_groups === undefined
        ? // docs/api/trackers.md §6.3.
          [{ permission: 'full', group: group.anonymous }]
        : parseTrackerPermissions(input.permissions_for_groups, context),
  }
}

interface ParsedElement {
  readonly input: ElementInput
  readonly positioned: PositionedField
}

function parseElements(input: readonly ElementInput[], context: ProjectContext): ParsedElement[] {
  const { problems } = context
  const elements = input.flatMap((each, position): ParsedElement[] => {
    const definition = parseElement(each, { key: `element ${position}`, rank: position }, context)
    return definition === undefined ? [] : [{ input: each, positioned: { definition, position } }]
  })
  const definitions = elements.map(({ positioned }) => positioned.definition)
  reportRepeated(
    definitions,
    ({ name }) => name,
    (name) => problems.add(message`Two elements have the name "${name}".`),
  )
  const unique = definitions.filter(({ type, isUsed }) => isUsed && getFieldType(type).isUnique)
  reportRepeated(
    unique,
    ({ type }) => type,
    (type) => problems.add(message`A tracker has at most one element of type ${type}.`),
  )
  const ids = elements.flatMap(({ input: { field_id: id } }) => (typeof id === 'number' ? [id] : []))
  reportRepeated(ids, String, (id) => problems.add(message`Two elements have the id ${id}.`))
  for (const { input: each, positioned } of elements) checkRepeatedValues(each, positioned, problems)
  return elements
}

/** Ids of values must be unique inside their list. */
function checkRepeatedValues(
  input: ElementInput,
  { definition: { bind, name } }: PositionedField,
  problems: Problems,
): void {
  if (bind === null || bind.kind === 'users' || !Array.isArray(input.values)) return
  const keys = bind.values.map(({ key }) => key)
  if (new Set(keys).size < keys.length) problems.add(message`The list ${name} has two values with the same id.`)
}

function elementsById(elements: readonly ParsedElement[]): ReadonlyMap<number, PositionedField> {
  return new Map(
    elements.flatMap(({ input: { field_id: id }, positioned }) => (typeof id === 'number' ? [[id, positioned]] : [])),
  )
}

/** Resolves the elements that semantics and workflow refer to, by key. */
function elementResolverOf(elements: readonly ParsedElement[]): ResolveElement<string, string | null> {
  const elementById = new Map<number, ResolvedElement<string, string | null>>()
  for (const { input, positioned } of elements) {
    const { key, name, type, isUsed, bind } = positioned.definition
    const keys = new Set(bind === null || bind.kind === 'users' ? [] : bind.values.map((value) => value.key))
    const value = (id: number): string | null | undefined => {
      if (id === NO_VALUE) return null
      if (bind?.kind === 'users') return `user:${id}`
      const ofValue = buildValueKey(key, id)
      return keys.has(ofValue) ? ofValue : undefined
    }
    if (typeof input.field_id === 'number') {
      elementById.set(input.field_id, { ref: key, name, type, isUsed, bind: bind?.kind ?? null, value })
    }
  }
  return (id) => elementById.get(id)
}

function parseParent({ parent }: TrackerDefinitionInput, { isTracker, problems }: ProjectContext): string | null {
  if (parent === null || parent === undefined) return null
  if (isTracker(parent.id)) return buildExistingTrackerKey(parent.id)
  problems.add(message`parent: ${parent.id} is not a tracker of the project. Send "parent_id" next to the definition.`)
  return null
}

function reportRepeated<T>(all: readonly T[], keyOf: (each: T) => string, onRepeated: (key: string) => void): void {
  const seenKeys = new Set<string>()
  for (const each of all) {
    const key = keyOf(each)
    if (seenKeys.has(key)) onRepeated(key)
    seenKeys.add(key)
  }
}
