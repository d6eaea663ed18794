import { message } from '../../kit/message.ts'
import { findChild, findChildren, type XmlElement } from '../../kit/xml/element.ts'
import type { SemanticDefinitions } from '../../trackers/model/definition.ts'
import { getRequiredAttribute, parseIdAttribute } from '../../trackers/xml/attributes.ts'
import type { ParseContext } from '../../trackers/xml/parse-context.ts'
import type { TrackerKeys } from '../../trackers/xml/tracker-keys.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Parses the semantics (docs/api/archive-format.md §2.4); a semantic without a field is not configured. */
export function parseSemantics(tracker: XmlElement, keys: TrackerKeys, context: ParseContext): SemanticDefinitions {
  const found: Mutable<SemanticDefinitions> = {}
  const holder = findChild(tracker, 'semantics')
  for (const semantic of holder === undefined ? [] : findChildren(holder, 'semantic')) {
    const type = getRequiredAttribute(semantic, 'type', context.notes)
    switch (type) {
      case 'title':
      case 'description':
      case 'contributor':
      case 'initial_effort':
      case 'velocity': {
        const field = fieldOf(semantic, 'field', keys)
        if (field !== undefined) found[type] = { field }
        break
      }
      case 'status': {
        const field = fieldOf(semantic, 'field', keys)
        if (field !== undefined)
          found.status = { field, openValues: valuesOf(semantic, 'open_values', 'open_value', keys) }
        break
      }
      case 'done':
        found.done = { values: valuesOf(semantic, 'closed_values', 'closed_value', keys) }
        break
      case 'tooltip':
        found.tooltip = { fields: fieldsOf(semantic, keys) }
        break
      case 'timeframe':
        found.timeframe = parseTimeframe(semantic, keys, context)
        break
      case 'progress':
        found.progress = parseProgress(semantic, keys)
        break
      case 'plugin_cardwall_card_fields':
        found.plugin_cardwall_card_fields = {
          fields: fieldsOf(semantic, keys),
          ...optional('backgroundColor', fieldOf(semantic, 'background-color', keys)),
        }
        break
      case '':
        break
      default:
        context.notes.remark(
          'feature-left-out',
          semantic.line,
          message`The semantic "${type}" belongs to another product and is left out`,
        )
    }
  }
  if (found.timeframe === undefined) delete found.timeframe
  if (found.progress === undefined) delete found.progress
  return found
}

function parseTimeframe(
  semantic: XmlElement,
  keys: TrackerKeys,
  context: ParseContext,
): SemanticDefinitions['timeframe'] {
  const inherited = findChild(semantic, 'inherited_from_tracker')
  if (inherited !== undefined) {
    const impliedFrom = parseIdAttribute(inherited, 'id')
    if (context.trackerKeys.has(impliedFrom)) return { impliedFrom }
    // Trackers are often exported without the other one: they only lose this semantic.
    context.notes.remark(
      'feature-left-out',
      inherited.line,
      message`The time frame is left out: it comes from the tracker "${impliedFrom}", which is not there`,
    )
    return undefined
  }
  const start = fieldOf(semantic, 'start_date_field', keys)
  const end = fieldOf(semantic, 'end_date_field', keys)
  const duration = fieldOf(semantic, 'duration_field', keys)
  if (start === undefined) return undefined
  if (end !== undefined) return { start, end }
  return duration === undefined ? undefined : { start, duration }
}

function parseProgress(semantic: XmlElement, keys: TrackerKeys): SemanticDefinitions['progress'] {
  const linkType = findChild(semantic, 'artifact_link_type')?.attributes['shortname']?.trim()
  if (linkType !== undefined) return { linkType }
  const totalEffort = fieldOf(semantic, 'total_effort_field', keys)
  const remainingEffort = fieldOf(semantic, 'remaining_effort_field', keys)
  return totalEffort === undefined || remainingEffort === undefined ? undefined : { totalEffort, remainingEffort }
}

function fieldOf(semantic: XmlElement, name: string, keys: TrackerKeys): string | undefined {
  const element = findChild(semantic, name)
  return element === undefined ? undefined : keys.field(element)
}

const fieldsOf = (semantic: XmlElement, keys: TrackerKeys): string[] =>
  findChildren(semantic, 'field').flatMap((element) => keys.field(element) ?? [])

function valuesOf(semantic: XmlElement, holderName: string, name: string, keys: TrackerKeys): (string | null)[] {
  const holder = findChild(semantic, holderName)
  return (holder === undefined ? [] : findChildren(holder, name)).flatMap((element) => {
    const value = keys.valueOrNone(element)
    return value === undefined ? [] : [value]
  })
}

const optional = <Name extends string, T>(name: Name, value: T | undefined): Partial<Record<Name, T>> =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, T>)
