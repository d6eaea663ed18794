import type { FieldDefinition } from '../../fields/model/definition.ts'
import type { StoredValues } from '../../fields/model/field.ts'
import { message } from '../../kit/messages/message.ts'
import type { BindValueId } from '../../kit/values/ids.ts'
import { findChild, findChildren, getTrimmedText, type XmlElement } from '../../kit/xml/element.ts'
import { buildElement, escapeText, type Markup } from '../../kit/xml/write.ts'
import type { TrackerDefinition, TriggerCondition, TriggerRuleBy, TriggerRuleDefinition } from '../model/definition.ts'
import type { Tracker, TriggerRule } from '../model/tracker.ts'
import type { FindingReporter } from '../xml/finding-reporter.ts'
import { buildHolderElement, buildReferenceElement } from '../xml/xml-elements.ts'

// docs/api/archive-format.md §2.1: triggers change a parent when its children reach a value.

/** Whether the children that a rule concerns satisfy it, by whether each has one of its values. */
const conditions: { readonly [Condition in TriggerCondition]: (children: readonly boolean[]) => boolean } = {
  at_least_one: (children) => children.some(Boolean),
  all_of: (children) => children.length > 0 && children.every(Boolean),
}

const isCondition = (text: string): text is TriggerCondition => Object.hasOwn(conditions, text)

/** Everything that a rule refers to. */
export const listTriggerEnds = <F, V>({ triggers, target }: TriggerRuleBy<F, V>) => [...triggers, target]

/** Replaces all references, keys by ids or ids by keys. */
export function mapTriggerRule<F, V, F2, V2>(
  { condition, triggers, target }: TriggerRuleBy<F, V>,
  map: { field(field: F): F2; value(value: V, list: F): V2 },
): TriggerRuleBy<F2, V2> {
  const mapEnd = ({ field, value }: typeof target) => ({ field: map.field(field), value: map.value(value, field) })
  return { condition, triggers: triggers.map(mapEnd), target: mapEnd(target) }
}

/** Returns a text that equal rules share; the order of their triggers does not matter. */
export const identifyTriggerRule = ({ condition, triggers, target }: TriggerRule): string => {
  const ends = triggers.map(({ field, value }) => `${field} ${value}`).toSorted()
  return [`${target.field} ${target.value}`, condition, ...ends].join(',')
}

/** A child of a parent, with its tracker. */
export interface Child {
  readonly tracker: Pick<Tracker, 'fieldById'>
  readonly values: StoredValues
}

/**
 * Returns whether the children of a parent satisfy a rule. `all_of` requires all children of the trackers that the rule
 * names; children of other trackers do not count.
 */
export function isTriggered({ condition, triggers }: TriggerRule, children: readonly Child[]): boolean {
  const results = children.flatMap(({ tracker, values }) => {
    const own = triggers.filter(({ field }) => tracker.fieldById.has(field))
    return own.length === 0 ? [] : own.some((trigger) => holdsValue(values, trigger))
  })
  return conditions[condition](results)
}

/** Returns the rules that have one of the changed values as a trigger. */
export const findTriggeredRules = (rules: readonly TriggerRule[], changed: StoredValues): TriggerRule[] =>
  rules.filter(({ triggers }) => triggers.some((trigger) => holdsValue(changed, trigger)))

// fields/model/field.ts: ids of list values.
const holdsValue = (values: StoredValues, { field, value }: TriggerRule['target']): boolean =>
  ((values[field] ?? []) as readonly BindValueId[]).includes(value)

/** Reads the triggers of an archive; uses the keys of all trackers of the project. */
export function readTriggers(
  triggers: XmlElement | undefined,
  trackers: readonly TrackerDefinition[],
  notes: FindingReporter,
): TriggerRuleDefinition[] {
  if (triggers === undefined) return []
  const fieldOfValue = indexValueOwners(trackers.flatMap(({ fields }) => fields))

  const readEnd = (element: XmlElement): TriggerRuleDefinition['target'] | undefined => {
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
    const triggerElements = holder === undefined ? [] : findChildren(holder, 'trigger')
    const ends = triggerElements.flatMap((trigger) => readEnd(trigger) ?? [])
    const targetElement = findChild(rule, 'target')
    const target = targetElement && readEnd(targetElement)
    const condition = readCondition(rule, notes)
    if (targetElement === undefined)
      notes.remark('invalid-reference', rule.line, message`A trigger without <target> is left out`)
    // With only some of its conditions the rule would fire too often.
    if (target === undefined || condition === undefined || ends.length < Math.max(triggerElements.length, 1)) return []
    return [{ condition, triggers: ends, target }]
  })
}

function readCondition(rule: XmlElement, notes: FindingReporter): TriggerCondition | undefined {
  const text = getTrimmedText(rule, 'condition') ?? ''
  if (isCondition(text)) return text
  notes.remark(
    'invalid-reference',
    rule.line,
    message`The condition "${text}" is neither at_least_one nor all_of: the trigger is left out`,
  )
  return undefined
}

function indexValueOwners(fields: readonly FieldDefinition[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { key, bind, children: nested } of fields) {
    if (bind !== null && bind.kind !== 'users') for (const value of bind.values) owners.set(value.key, key)
    for (const [value, owner] of indexValueOwners(nested)) owners.set(value, owner)
  }
  return owners
}

/** Writes the triggers of a project. */
export const writeTriggers = (rules: readonly TriggerRuleDefinition[]): readonly Markup[] =>
  buildHolderElement(
    'triggers',
    rules.map(({ condition, triggers, target }) =>
      buildElement(
        'trigger_rule',
        {},
        buildElement('triggers', {}, ...triggers.map((each) => writeEnd('trigger', each))),
        buildElement('condition', {}, escapeText(condition)),
        writeEnd('target', target),
      ),
    ),
  )

const writeEnd = (name: string, { field, value }: TriggerRuleDefinition['target']): Markup =>
  buildElement(name, {}, buildReferenceElement('field_id', field), buildReferenceElement('field_value_id', value))
