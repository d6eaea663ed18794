import type { FieldDefinition } from '../../../fields/model/definition.ts'
import { message } from '../../../kit/messages/message.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../../kit/xml/element.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../../model/definition.ts'
import type { FindingReporter } from '../finding-reporter.ts'

interface TriggerPoint {
  readonly field: string
  readonly value: string
}

/**
 * docs/api/archive-format.md §2.1: triggers that change a parent when its children reach a value; uses the keys of all
 * trackers of the project.
 */
export function parseTriggers(
  triggers: XmlElement | undefined,
  trackers: readonly TrackerDefinition[],
  notes: FindingReporter,
): TriggerRuleDefinition[] {
  if (triggers === undefined) return []
  const fieldOfValue = valueOwners(trackers.flatMap(({ fields }) => fields))

  const readPoint = (element: XmlElement): TriggerPoint | undefined => {
    const field = findChild(element, 'field_id')?.attributes['REF']?.trim() ?? ''
    const value = findChild(element, 'field_value_id')?.attributes['REF']?.trim() ?? ''
    if (fieldOfValue.get(value) === field && field !== '') return { field, value }
    notes.remark(
      'invalid-reference',
      element.line,
      message`<${element.name}> names no value of a list: field "${field}", value "${value}"; its rule is left out`,
    )
    return undefined
  }

  return findChildren(triggers, 'trigger_rule').flatMap((rule) => {
    const holder = findChild(rule, 'triggers')
    const named = holder === undefined ? [] : findChildren(holder, 'trigger')
    const points = named.flatMap((trigger) => readPoint(trigger) ?? [])
    const targetElement = findChild(rule, 'target')
    const target = targetElement && readPoint(targetElement)
    const condition = parseCondition(rule, notes)
    if (targetElement === undefined)
      notes.remark('invalid-reference', rule.line, message`A trigger without <target> is left out`)
    // With only some of its conditions the rule would fire too often.
    if (target === undefined || condition === undefined || points.length < Math.max(named.length, 1)) return []
    return [{ condition, triggers: points, target }]
  })
}

function parseCondition(rule: XmlElement, notes: FindingReporter): TriggerRuleDefinition['condition'] | undefined {
  const text = getTrimmedText(rule, 'condition') ?? ''
  if (text === 'at_least_one' || text === 'all_of') return text
  notes.remark(
    'invalid-reference',
    rule.line,
    message`The condition "${text}" is neither at_least_one nor all_of: the trigger is left out`,
  )
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
