import type { Condition } from '../../fields/condition.ts'
import { matchAll, matchNone } from '../../fields/condition.ts'
import type { Field } from '../../fields/field.ts'
import { functionName, operatorName } from '../../fields/search/error-messages.ts'
import type { FieldSearch } from '../../fields/search/field-search.ts'
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

const byName = (own: string): FieldSearch => ({
  compare({ operator, operands }, { name }, { reportProblem }) {
    if (!/^(!?=|in|not in)$/.test(operator))
      return reportProblem(`'${name}' is not supported for the operator ${operatorName(operator)}.`)
    const texts: string[] = []
    for (const operand of operands) {
      if (!('text' in operand))
        return reportProblem(`The ${name} metadata cannot be compared to ${functionName(operand)}.`)
      texts.push(operand.text.toLowerCase())
    }
    const isIt = texts.includes(own.toLowerCase())
    return isIt === (operator === '=' || operator === 'in') ? matchAll : matchNone
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
  return meaning(expression, place) !== matchNone
}
