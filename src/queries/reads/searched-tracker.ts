import type { FieldSearch } from '../../fields/field-type/field-search.ts'
import type { Condition } from '../../fields/model/condition.ts'
import { matchAll, matchNone } from '../../fields/model/condition.ts'
import type { Field } from '../../fields/model/field.ts'
import { formatFunctionName, formatOperatorName } from '../../fields/search/error-messages.ts'
import { message } from '../../kit/messages/message.ts'
import type { Project } from '../../projects/model/project.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { Comparison, Expression, Searchable } from '../language/ast.ts'
import { isComparison, isJunction } from '../model/searchables.ts'
import type { ComparisonTarget } from './metadata.ts'

/** A tracker that a query across trackers searches. */
export interface SearchedTracker {
  readonly tracker: Tracker
  readonly project: Project
}

/** Finds the target of `@project` and `@tracker` in one tracker: its short name, whatever the case. */
export function findNameTarget({ kind, name }: Searchable, searched: SearchedTracker): ComparisonTarget | undefined {
  const shortName =
    kind === 'metadata' && Object.hasOwn(nameOfMetadata, name) ? nameOfMetadata[name]?.(searched) : undefined
  return shortName === undefined
    ? undefined
    : {
        field: { type: 'aid', bind: null, properties: {}, name: `@${name}` } as Partial<Field> as Field,
        search: nameSearch(shortName),
      }
}

const nameOfMetadata: Readonly<Record<string, (searched: SearchedTracker) => string>> = {
  project: ({ project }) => project.shortName,
  'project.name': ({ project }) => project.shortName,
  tracker: ({ tracker }) => tracker.itemName,
  'tracker.name': ({ tracker }) => tracker.itemName,
}

const nameSearch = (shortName: string): FieldSearch => ({
  compare({ operator, operands }, { name }, { reportProblem }) {
    if (!/^(!?=|in|not in)$/.test(operator))
      return reportProblem(message`'${name}' is not supported for the operator ${formatOperatorName(operator)}.`)
    const texts: string[] = []
    for (const operand of operands) {
      if (!('text' in operand))
        return reportProblem(message`The ${name} metadata cannot be compared to ${formatFunctionName(operand)}.`)
      texts.push(operand.text.toLowerCase())
    }
    const isListed = texts.includes(shortName.toLowerCase())
    return isListed === (operator === '=' || operator === 'in') ? matchAll : matchNone
  },
})

/** Returns false when the names of project and tracker already exclude every match. */
export function canMatchIn(
  expression: Expression | null,
  searched: SearchedTracker,
  resolve: (comparison: Comparison, searched: SearchedTracker) => Condition | undefined,
): boolean {
  if (expression === null) return true
  if (isJunction(expression)) {
    const canMatch = (each: Expression): boolean => canMatchIn(each, searched, resolve)
    return expression.kind === 'and' ? expression.of.every(canMatch) : expression.of.some(canMatch)
  }
  if (!isComparison(expression) || findNameTarget(expression.searchable, searched) === undefined) return true
  return resolve(expression, searched) !== matchNone
}
