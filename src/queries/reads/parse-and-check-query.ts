import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Comparison, Literal, Query } from '../language/ast.ts'
import { computeCost } from '../language/cost.ts'
import { parseSentQuery } from '../language/parse-sent-query.ts'
import { describeProblem, problemMessages } from '../language/problem.ts'
import { isStorableText } from '../model/filter.ts'
import { listComparisons } from '../model/searchables.ts'

/** Parses a query and checks its cost against the setting of the site (docs/api/queries.md §2.6, §2.7). */
export async function parseAndCheckQuery(world: Pick<World, 'db' | 'cache'>, text: string): Promise<Query> {
  const parsed = parseSentQuery(text)
  if ('problem' in parsed) {
    const { problem } = parsed
    const location = { position: problem.at, expected: problem.expected.map(String), found: `${problem.found}` }
    throw new Refusal('invalid', problemMessages[problem.kind], {
      extra: { detail: describeProblem(problem), ...location },
    })
  }
  const { ok: query } = parsed
  const { tql_complexity_limit: maxCost } = await getSettings(world)
  if (maxCost > 0 && computeCost(query) > maxCost) throw new Refusal('invalid', problemMessages['too-complex'])
  if (!listComparisons(query.where).flatMap(literalsOf).every(isStorableLiteral))
    throw new Refusal('invalid', problemMessages.syntax, {
      extra: { detail: message`A text contains an invalid character: NUL, or half of a surrogate pair` },
    })
  return query
}

/** Databases cannot store other texts, so nothing matches them. */
const isStorableLiteral = (literal: Literal): boolean => literal.kind !== 'string' || isStorableText(literal.value)

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
