import type { FieldDefinition } from '../../fields/definition.ts'
import { child, children, trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../../trackers/model/definition.ts'
import type { Notes } from '../findings.ts'

interface Point {
  readonly field: string
  readonly value: string
}

/** Contract 20 §8.1: what happens to a parent when its children reach a value; keys of all trackers of the project. */
export function readTriggers(
  triggers: XmlElement | undefined,
  trackers: readonly TrackerDefinition[],
  notes: Notes,
): TriggerRuleDefinition[] {
  if (triggers === undefined) return []
  const fieldOfValue = valueOwners(trackers.flatMap(({ fields }) => fields))

  const readPoint = (element: XmlElement): Point | undefined => {
    const field = child(element, 'field_id')?.attributes['REF'] ?? ''
    const value = child(element, 'field_value_id')?.attributes['REF'] ?? ''
    if (fieldOfValue.get(value) === field && field !== '') return { field, value }
    notes.problem(
      'invalid-reference',
      element.line,
      `<${element.name}> names no value of a list: field "${field}", value "${value}"`,
    )
    return undefined
  }

  return children(triggers, 'trigger_rule').flatMap((rule) => {
    const holder = child(rule, 'triggers')
    const points = (holder === undefined ? [] : children(holder, 'trigger')).flatMap(
      (trigger) => readPoint(trigger) ?? [],
    )
    const targetElement = child(rule, 'target')
    const target = targetElement && readPoint(targetElement)
    const condition = readCondition(rule, notes)
    if (targetElement === undefined)
      notes.problem('required-part-missing', rule.line, '<trigger_rule> needs a <target>')
    return target === undefined || condition === undefined ? [] : [{ condition, triggers: points, target }]
  })
}

function readCondition(rule: XmlElement, notes: Notes): TriggerRuleDefinition['condition'] | undefined {
  const text = trimmedTextOf(rule, 'condition') ?? ''
  if (text === 'at_least_one' || text === 'all_of') return text
  notes.problem('invalid-structure', rule.line, `The condition "${text}" is neither at_least_one nor all_of`)
  return undefined
}

function valueOwners(fields: readonly FieldDefinition[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { key, bind, children: nested } of fields) {
    if (bind !== null && bind.kind !== 'users') for (const value of bind.values) owners.set(value.key, key)
    for (const [value, owner] of valueOwners(nested)) owners.set(value, owner)
  }
  return owners
}
