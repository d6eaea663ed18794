import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import type { Comparison, Literal, Query } from '../language/ast.ts'
import { costOf } from '../language/cost.ts'
import { parseQuery } from '../language/parse-query.ts'
import { explainProblem, problemMessages } from '../language/problem.ts'
import { isWritable } from '../model/filter.ts'
import { comparisonsIn } from '../model/searchables.ts'

/** A query that can be read and costs no more than the platform allows (docs/api/queries.md §2.6, §2.7). */
export async function parsedQuery(world: Pick<World, 'db' | 'cache'>, text: string): Promise<Query> {
  const read = parseQuery(text)
  if ('problem' in read) {
    const { problem } = read
    const place = { position: problem.at, expected: problem.expected, found: problem.found }
    throw new Refusal('invalid', problemMessages[problem.kind], {
      extra: { detail: explainProblem(problem), ...place },
    })
  }
  const { ok: query } = read
  const { tql_complexity_limit: most } = await settingsOf(world)
  if (most > 0 && costOf(query) > most) throw new Refusal('invalid', problemMessages['too-complex'])
  if (!comparisonsIn(query.where).flatMap(literalsOf).every(isPlain))
    throw new Refusal('invalid', problemMessages.syntax, {
      extra: { detail: 'A text holds a character that no text has: NUL, or half of a pair' },
    })
  return query
}

/** No database takes the others, so nothing holds them. */
const isPlain = (literal: Literal): boolean => literal.kind !== 'string' || isWritable(literal.value)

function literalsOf(comparison: Comparison): readonly Literal[] {
  switch (comparison.kind) {
    case 'compare':
      return [comparison.literal]
    case 'between':
      return [comparison.from, comparison.to]
    case 'in':
      return comparison.values
    default:
      return comparison satisfies never
  }
}
