import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { inList } from '../../database/sql/sql.ts'
import { matchesDigits } from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { Condition, LinkCondition } from '../../fields/model/condition.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { isInRange, isVisibleArtifact, matchesLinkEnd, toIntegerRange } from './link-ends.ts'
import { selectMatchingRows } from './matching-rows.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

type Artifacts = ExpressionBuilder<Tables, 'artifact'>
type KindOf<K extends Condition['kind']> = Condition & { readonly kind: K }

/**
 * Compiles a condition to SQL on rows of `artifact`. Conditions on links are evaluated from the side of the other
 * artifact, where there are few rows.
 */
export const matching =
  (condition: Condition, among: Among = null): ArtifactCondition =>
  (artifacts) =>
    compile(artifacts, condition, among)

/** Artifacts to restrict the result to; null: all. */
type Among = readonly ArtifactId[] | null
type Compiler<K extends Condition['kind']> = (
  artifacts: Artifacts,
  condition: KindOf<K>,
  among: Among,
) => Expression<SqlBool>

function compile(artifacts: Artifacts, condition: Condition, among: Among): Expression<SqlBool> {
  // Each kind has its compiler; the type of `compilers` covers the union.
  const compiler = compilers[condition.kind] as (
    artifacts: Artifacts,
    condition: Condition,
    among: Among,
  ) => Expression<SqlBool>
  return compiler(artifacts, condition, among)
}

const compilers: { readonly [K in Condition['kind']]: Compiler<K> } = {
  all: (artifacts, { of }, among) =>
    of.length === 0 ? sql<SqlBool>`1 = 1` : artifacts.and(of.map((each) => compile(artifacts, each, among))),
  any: (artifacts, { of }, among) =>
    of.length === 0 ? sql<SqlBool>`1 = 0` : artifacts.or(of.map((each) => compile(artifacts, each, among))),
  not: (artifacts, { of }, among) => artifacts.not(compile(artifacts, of, among)),

  holds: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),
  within: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),
  contains: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),
  matches: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),
  file: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),
  comment: (artifacts, condition, among) => isAmong(artifacts, selectMatchingRows(condition, [], among)),

  system: (_artifacts, { of, range }) => isInRange(sql.ref(`artifact.${of}`), toIntegerRange(range)),
  ids: (_artifacts, { ids }) => inList('artifact.id', ids),
  digits: (_artifacts, { of, pattern }) => matchesDigits(`artifact.${of}`, pattern),
  // A null user is in no set, also in a negated condition.
  by: (artifacts, { of, users }) =>
    artifacts.and([artifacts(`artifact.${of}`, 'is not', null), inList(`artifact.${of}`, users)]),

  link: (artifacts, condition) =>
    condition.direction === 'forward'
      ? isAmong(artifacts, linksFrom(artifacts, condition))
      : isAmong(artifacts, linksTo(artifacts, condition)),

  mention(artifacts, { artifact, accessibleTrackers: seen }) {
    const mentions = artifacts.selectFrom('cross_reference')
    return artifacts.and([
      isVisibleArtifact(sql`${artifact}`, seen),
      artifacts.or([
        isAmong(artifacts, mentions.select('source_id as artifact_id').where('target_id', '=', artifact)),
        isAmong(artifacts, mentions.select('target_id as artifact_id').where('source_id', '=', artifact)),
      ]),
    ])
  },
}

const isAmong = (artifacts: Artifacts, ids: Expression<unknown>): Expression<SqlBool> =>
  artifacts('artifact.id', 'in', ids as never)

/** Returns artifacts that link to the other end. */
function linksFrom(artifacts: Artifacts, { type, other, accessibleTrackers: seen }: LinkCondition) {
  const end = sql.ref('value_link.target_id')
  const rows = artifacts.selectFrom('value_link').select('artifact_id').where(isVisibleArtifact(end, seen))
  const typed = type === null ? rows : rows.where('type', '=', type)
  return other === null ? typed : typed.where(matchesLinkEnd(end, other))
}

function linksTo(artifacts: Artifacts, { type, other, accessibleTrackers: seen }: LinkCondition) {
  const end = sql.ref('value_link.artifact_id')
  const rows = artifacts.selectFrom('value_link').select('target_id as artifact_id').where(isVisibleArtifact(end, seen))
  const typed = type === null ? rows : rows.where('type', '=', type)
  return other === null ? typed : typed.where(matchesLinkEnd(end, other))
}
