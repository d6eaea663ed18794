import type { Condition } from '../../fields/condition.ts'
import { everything, nothing } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import { functionName, nameOf } from '../../fields/searching/complaints.ts'
import type { Searching } from '../../fields/searching/searching.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Comparison, Expression, Searchable } from '../language/ast.ts'
import { isComparison, isJunction } from '../model/searchables.ts'
import type { Compared } from './metadata.ts'

/** A tracker where a query across trackers looks. */
export interface Place {
  readonly tracker: Tracker
  readonly project: Project
}

/** What `@project` and `@tracker` stand for in one place: its short name, whatever the case. */
export function placeNamed({ kind, name }: Searchable, place: Place): Compared | undefined {
  const own = kind === 'metadata' && Object.hasOwn(names, name) ? names[name]?.(place) : undefined
  return own === undefined
    ? undefined
    : {
        field: { type: 'aid', bind: null, properties: {}, name: `@${name}` } as Partial<Field> as Field,
        searching: byName(own),
      }
}

const names: Readonly<Record<string, (place: Place) => string>> = {
  project: ({ project }) => project.shortName,
  'project.name': ({ project }) => project.shortName,
  tracker: ({ tracker }) => tracker.itemName,
  'tracker.name': ({ tracker }) => tracker.itemName,
}

const byName = (own: string): Searching => ({
  compare({ operator, operands }, { name }, { complain }) {
    if (!/^(!?=|in|not in)$/.test(operator))
      return complain(`'${name}' is not supported for the operator ${nameOf(operator)}.`)
    const texts: string[] = []
    for (const operand of operands) {
      if (!('text' in operand)) return complain(`The ${name} metadata cannot be compared to ${functionName(operand)}.`)
      texts.push(operand.text.toLowerCase())
    }
    const isIt = texts.includes(own.toLowerCase())
    return isIt === (operator === '=' || operator === 'in') ? everything : nothing
  },
})

/** False where the names of a place alone say that nothing there is looked for. */
export function mayBeIn(
  expression: Expression | null,
  place: Place,
  meaning: (asked: Comparison, place: Place) => Condition | undefined,
): boolean {
  if (expression === null) return true
  if (isJunction(expression)) {
    const possible = (each: Expression): boolean => mayBeIn(each, place, meaning)
    return expression.kind === 'and' ? expression.of.every(possible) : expression.of.some(possible)
  }
  if (!isComparison(expression) || placeNamed(expression.searchable, place) === undefined) return true
  return meaning(expression, place) !== nothing
}
