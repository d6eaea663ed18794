import { isSetBySystem, listTypesHolding } from '../../fields/registry/capabilities.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { findChild } from '../../kit/xml/element.ts'
import { buildElement } from '../../kit/xml/write.ts'
import { findElement } from '../parse/resolve-element.ts'
import { dateField } from '../xml/tracker-keys.ts'
import { buildReferenceElement } from '../xml/xml-elements.ts'
import { readRuleField } from './rule-elements.ts'
import type { RuleResolvers, RuleType } from './rule-type.ts'

declare module '../model/definition.ts' {
  interface RulesBy<FieldRef, ValueRef> {
    /** The order of two dates. */
    readonly dates: { readonly source: FieldRef; readonly comparator: Comparator; readonly target: FieldRef }
  }
}

const comparators = ['=', '≠', '<', '≤', '>', '≥'] as const
type Comparator = (typeof comparators)[number]

const types = listTypesHolding('moment')
const findComparator = (text: string) => comparators.find((each) => each === text)

export const dateRules = {
  api: {
    properties: { source_field_id: Type.Integer(), target_field_id: Type.Integer(), comparator: Type.String() },
    represent: ({ source, comparator, target }) => ({ source_field_id: source, target_field_id: target, comparator }),
    define<F, V>(
      { source_field_id, target_field_id, comparator: operator }: DateRuleInput,
      { element, problems }: RuleResolvers<F, V>,
    ) {
      const source = findElement(element, source_field_id, { part: 'rules', types }, problems)
      const target = findElement(element, target_field_id, { part: 'rules', types }, problems)
      const comparator = findComparator(operator)
      if (comparator === undefined) problems.add(message`rules: invalid comparator "${operator}" for dates.`)
      return source && target && comparator && { source: source.ref, comparator, target: target.ref }
    },
  },
  archive: {
    holder: 'date_rules',
    read(rule, keys, notes) {
      const source = readRuleField(rule, 'source_field', { keys, expected: dateField }, notes)
      const target = readRuleField(rule, 'target_field', { keys, expected: dateField }, notes)
      const type = findChild(rule, 'comparator')?.attributes['type'] ?? ''
      const comparator = findComparator(type.trim())
      if (comparator === undefined)
        notes.remark(
          'invalid-reference',
          rule.line,
          message`"${type}" compares no dates, only ${comparators.join(' ')} do: the rule is left out`,
        )
      if (source === undefined || target === undefined || comparator === undefined) return undefined
      return { source, comparator, target }
    },
    write: ({ source, comparator, target }) => [
      buildReferenceElement('source_field', source),
      buildReferenceElement('target_field', target),
      buildElement('comparator', { type: comparator }),
    ],
  },
  rows: {
    table: 'date_rule',
    columns: { source: 'source_field_id', target: 'target_field_id', comparator: 'comparator' },
  },
  fieldsOf: ({ source, target }) => [source, target],
  mapReferences: ({ source, comparator, target }, map) => ({
    source: map.field(source),
    comparator,
    target: map.field(target),
  }),
  findConflicts: (added, _all, { tracker }) =>
    added.flatMap(({ source, target }) => {
      const fields = [source, target].flatMap((id) => tracker.fieldById.get(id) ?? [])
      // Rules apply to values that users set.
      const [bySystem] = fields.filter(({ type }) => isSetBySystem(type))
      if (bySystem !== undefined)
        return [message`rules: the field ${bySystem.label} is set by the system and cannot be compared.`]
      return source === target
        ? [message`rules: the field ${fields[0]?.label ?? source} cannot be compared with itself.`]
        : []
    }),
  /**
   * docs/api/trackers.md §3.8, docs/api/field-values.md §17. A rule applies only if both dates are set, although Tuleap
   * may report a missing field.
   */
  findProblems: (rules, { tracker, values, changed, named }) =>
    rules.flatMap(({ source, comparator, target }) => {
      if (changed[source] === undefined && changed[target] === undefined) return []
      const from = tracker.fieldById.get(source)
      const to = tracker.fieldById.get(target)
      if (!from?.isUsed || !to?.isUsed) return []
      // fields/model/field.ts: dates are moments or null.
      const [first, second] = [values[source] ?? null, values[target] ?? null] as (EpochSeconds | null)[]
      if (first == null || second == null || holds[comparator](first, second)) return []
      return [describeViolation[comparator](tracker.id, named(from).label, named(to).label)]
    }),
} satisfies RuleType<'dates'>

interface DateRuleInput {
  readonly source_field_id: number
  readonly target_field_id: number
  readonly comparator: string
}

const holds: { readonly [C in Comparator]: (source: EpochSeconds, target: EpochSeconds) => boolean } = {
  '=': (source, target) => source === target,
  '≠': (source, target) => source !== target,
  '<': (source, target) => source < target,
  '≤': (source, target) => source <= target,
  '>': (source, target) => source > target,
  '≥': (source, target) => source >= target,
}

type DescribeViolation = (tracker: number, from: string, to: string) => Message

const describeViolation: { readonly [C in Comparator]: DescribeViolation } = {
  '=': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be = to ${to}.`,
  '≠': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≠ to ${to}.`,
  '<': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be < to ${to}.`,
  '≤': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≤ to ${to}.`,
  '>': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be > to ${to}.`,
  '≥': (tracker, from, to) => message`Error on the tracker #${tracker} date value : ${from} must be ≥ to ${to}.`,
}
