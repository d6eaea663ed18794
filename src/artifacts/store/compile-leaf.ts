import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { inList } from '../../database/sql/sql.ts'
import { matchesDigits } from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { LeafCondition, LinkCondition, RelationCondition } from '../../fields/model/condition.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { containsTextIn, selectFieldRows } from './field-rows.ts'
import { isInRange, isVisibleArtifact, matchesLinkEnd, toIntegerRange } from './link-ends.ts'
import { shownRank } from './ranks.ts'
import { type Among, restrictRows } from './restrict-rows.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** How SQL finds the artifacts of a condition: by their own rows, or by a query for `artifact_id` in other tables. */
type CompiledLeaf = { readonly row: ArtifactCondition } | { readonly selectRows: (among: Among) => Expression<unknown> }

const tables = expressionBuilder<Tables, never>()

/** Compiles a condition without parts: the only place where kinds of conditions become SQL. */
export function compileLeaf(condition: LeafCondition): CompiledLeaf {
  switch (condition.kind) {
    case 'holds':
    case 'within':
    case 'contains':
    case 'matches':
    case 'file':
      return { selectRows: (among) => selectFieldRows(condition, [condition.field], among) }
    case 'comment':
      return { selectRows: (among) => selectCommentRows(condition, among) }
    case 'link':
      return { selectRows: (among) => selectLinkRows(condition, among) }
    case 'mention':
      return { row: isMentioned(condition) }
    case 'system':
      return {
        row: () =>
          isInRange(
            condition.of === 'rank' ? sql.raw(shownRank.expression) : sql.ref(`artifact.${condition.of}`),
            toIntegerRange(condition.range),
          ),
      }
    case 'digits':
      return {
        row: () => matchesDigits(condition.of === 'rank' ? shownRank : `artifact.${condition.of}`, condition.pattern),
      }
    case 'ids':
      return { row: () => inList('artifact.id', condition.ids) }
    case 'by': {
      const { of, users } = condition
      // A null user is in no set, also in a negated condition.
      return {
        row: (artifacts) =>
          artifacts.and([artifacts(`artifact.${of}`, 'is not', null), inList(`artifact.${of}`, users)]),
      }
    }
    default:
      return condition satisfies never
  }
}

type KindOf<K extends RelationCondition['kind']> = RelationCondition & { readonly kind: K }

function selectCommentRows({ text, readers }: KindOf<'comment'>, among: Among): Expression<unknown> {
  const rows = tables.selectFrom('comment_text').select('artifact_id')
  const readable = readers === null ? rows : rows.where(isReadableBy(readers))
  const matchingRows = text === '' ? readable : readable.where(containsTextIn('comment_text', text, among))
  return restrictRows(matchingRows, 'artifact_id', among)
}

const isReadableBy = (groups: readonly UserGroupId[]): Expression<SqlBool> =>
  sql<SqlBool>`(comment_text.groups is null${sql.join(
    groups.map((group) => sql` or comment_text.groups like ${`%,${group},%`}`),
    sql``,
  )})`

/** Links are found from the side of the other artifact, where there are few rows. */
function selectLinkRows(
  { direction, type, other, accessibleTrackers }: LinkCondition,
  among: Among,
): Expression<unknown> {
  const [own, end] =
    direction === 'forward' ? (['artifact_id', 'target_id'] as const) : (['target_id', 'artifact_id'] as const)
  const endColumn = sql.ref(`value_link.${end}`)
  const rows = tables
    .selectFrom('value_link')
    .select(`${own} as artifact_id`)
    .where(isVisibleArtifact(endColumn, accessibleTrackers))
  const typed = type === null ? rows : rows.where('type', '=', type)
  return restrictRows(other === null ? typed : typed.where(matchesLinkEnd(endColumn, other)), own, among)
}

const isMentioned =
  ({ artifact, accessibleTrackers }: KindOf<'mention'>): ArtifactCondition =>
  (artifacts) => {
    const mentions = artifacts.selectFrom('cross_reference')
    return artifacts.and([
      isVisibleArtifact(sql`${artifact}`, accessibleTrackers),
      artifacts.or([
        artifacts('artifact.id', 'in', mentions.select('source_id').where('target_id', '=', artifact)),
        artifacts('artifact.id', 'in', mentions.select('target_id').where('source_id', '=', artifact)),
      ]),
    ])
  }
