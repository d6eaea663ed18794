import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { selectRowsWithWords } from '../../database/sql/text-index.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { RichText } from '../../fields/model/field.ts'
import type { Phrase } from '../../kit/text/words.ts'
import type { ArtifactId, ChangesetId, FieldId, TrackerId, UserGroupId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { MatchRank, RankedArtifact } from '../model/search-hit.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Searched fields and comments that the caller may read. */
export interface SearchedTexts {
  readonly titles: readonly FieldId[]
  readonly texts: readonly FieldId[]
  /** null: comments are not searched */
  readonly comments: readonly CommentReaders[] | null
}

/** Groups that may read private comments in these trackers; null: all comments are readable. */
export interface CommentReaders {
  readonly trackers: readonly TrackerId[]
  readonly groups: readonly UserGroupId[] | null
}

/**
 * Returns artifacts that contain every phrase: first those whose titles contain all of them, then titles and texts,
 * then comments; among these the best match first, then the newest.
 */
export async function loadRankedArtifacts(
  db: Reader,
  phrases: readonly Phrase[],
  within: SearchedTexts,
  where: ArtifactCondition,
  { limit, offset }: Page,
): Promise<{ readonly hits: readonly RankedArtifact[]; readonly size: number }> {
  const condition = where(expressionBuilder<Tables, 'artifact'>())
  const all = sql`
    with hit as (${sql.join(hitQueries(db, phrases, within), sql` union all `)}),
    best as (select artifact_id, phrase, min(place) as place, max(fit) as fit from hit group by artifact_id, phrase),
    found as (
      select artifact_id, max(place) as place, sum(fit) as fit from best
      group by artifact_id having count(*) = ${phrases.length}
    ),
    seen as (
      select artifact.id, found.place, found.fit from found join artifact on artifact.id = found.artifact_id
      where ${condition}
    )`
  const page = sql<{ id: ArtifactId; place: MatchRank; size: number }>`
    ${all} select id, place, count(*) over () as size from seen order by place, fit desc, id desc
    limit ${limit} offset ${offset}`
  const { rows } = await page.execute(db)
  const [first] = rows
  if (first !== undefined || offset === 0)
    return { hits: rows.map(({ id, place }) => ({ id, matchRank: place })), size: Number(first?.size ?? 0) }
  const counted = await sql<{ n: number }>`${all} select count(*) as n from seen`.execute(db)
  return { hits: [], size: Number(counted.rows[0]?.n ?? 0) }
}

function hitQueries(
  db: Reader,
  phrases: readonly Phrase[],
  { titles, texts, comments }: SearchedTexts,
): RawBuilder<unknown>[] {
  const isTitle = inList('value_text.field_id', titles)
  const isText = inList('value_text.field_id', [...titles, ...texts])
  return phrases.flatMap((phrase, index) => [
    sql`
      select value_text.artifact_id, ${sql.lit(index)} as phrase, case when ${isTitle} then 0 else 1 end as place, word.fit
      from (${selectRowsWithWords(db, 'value_text', phrase)}) as word join value_text on value_text.id = word.id
      where ${isText}`,
    ...(comments === null
      ? []
      : [
          sql`
      select comment_text.artifact_id, ${sql.lit(index)} as phrase, 2 as place, word.fit
      from (${selectRowsWithWords(db, 'comment_text', phrase)}) as word join comment_text on comment_text.id = word.id
      where ${isReadableComment(comments)}`,
        ]),
  ])
}

/** Condition that the caller may read a comment; equals canReadComment of the policy. */
export function isReadableComment(readers: readonly CommentReaders[]): RawBuilder<boolean> {
  const granted = readers.map(({ trackers, groups }) => {
    const isHere = inList('place.tracker_id', trackers)
    const names = (groups ?? []).map((group) => sql`comment_text.groups like ${`%,${group},%`}`)
    if (groups === null) return isHere
    return names.length === 0 ? sql`1 = 0` : sql`(${isHere} and (${sql.join(names, sql` or `)}))`
  })
  if (granted.length === 0) return sql<boolean>`comment_text.groups is null`
  return sql<boolean>`(comment_text.groups is null or exists (
    select 1 from artifact as place where place.id = comment_text.artifact_id and (${sql.join(granted, sql` or `)})
  ))`
}

/** The latest version of a comment. */
export interface MatchingComment {
  readonly artifactId: ArtifactId
  readonly changesetId: ChangesetId
  readonly text: RichText
}

/** Returns the latest comments of these artifacts that contain one of the phrases, limited for each artifact. */
export async function findComments(
  db: Reader,
  artifacts: readonly ArtifactId[],
  phrases: readonly Phrase[],
  readers: readonly CommentReaders[],
  most: number,
): Promise<MatchingComment[]> {
  if (artifacts.length === 0) return []
  const hits = phrases.map(
    (phrase) => sql`select word.id from (${selectRowsWithWords(db, 'comment_text', phrase)}) as word`,
  )
  const query = sql<{ artifact_id: ArtifactId; changeset_id: ChangesetId }>`
    select artifact_id, changeset_id from (
      select artifact_id, changeset_id,
        row_number() over (partition by artifact_id order by changeset_id desc) as turn
      from comment_text
      where ${inList('comment_text.artifact_id', artifacts)} and ${isReadableComment(readers)}
        and comment_text.id in (${sql.join(hits, sql` union `)})
    ) as latest where turn <= ${most} order by changeset_id desc`
  const { rows } = await query.execute(db)
  const comments = await db
    .selectFrom('comment')
    .select(['changeset_id', 'format', 'body'])
    .where(
      inList(
        'changeset_id',
        rows.map((row) => row.changeset_id),
      ),
    )
    .orderBy('id')
    .execute()
  // Later versions replace earlier ones.
  const latest = new Map(comments.map((row) => [row.changeset_id, row]))
  return rows.flatMap(({ artifact_id, changeset_id }) => {
    const row = latest.get(changeset_id)
    const format = row?.format as RichText['format'] | undefined
    return row === undefined || format === undefined
      ? []
      : [{ artifactId: artifact_id, changesetId: changeset_id, text: { format, content: row.body } }]
  })
}
