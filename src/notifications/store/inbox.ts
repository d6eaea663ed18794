import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { type CommentReaders, isReadableComment } from '../../artifacts/store/search.ts'
import type { ArtifactCondition } from '../../artifacts/store/visibility-condition.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import { inList } from '../../database/sql/sql.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ArtifactId, ChangeId, ChangesetId, FieldId, UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { type InboxItem, maxInboxItems, type UserMention } from '../model/inbox.ts'
import type { NotificationReason } from '../model/notification-settings.ts'

export interface NewInboxItem {
  readonly user: UserId
  readonly change: ChangeId
  readonly artifact: ArtifactId
  /** The strongest reason except a mention; null: none. */
  readonly reason: NotificationReason | null
  readonly mention: UserMention
  readonly isInInbox: boolean
  readonly digestDay: string | null
}

/** Adds items; a second run changes nothing. */
export async function addInboxItems(
  tx: Tx,
  _permit: SystemPermit<'notify'>,
  items: readonly NewInboxItem[],
  at: EpochSeconds,
): Promise<void> {
  const rows = items.map(({ user, change, artifact, reason, mention, isInInbox, digestDay }) => ({
    user_id: user,
    change_id: change,
    artifact_id: artifact,
    reason,
    mention_field_id: mention.field,
    is_mentioned_in_comment: mention.isInComment ? (1 as const) : (0 as const),
    is_in_inbox: isInInbox ? (1 as const) : (0 as const),
    digest_day: digestDay,
    created_on: at,
    read_on: null,
  }))
  await insertRows(tx, 'inbox_item', rows, ignoreExisting)
}

const ignoreExisting: NonNullable<Parameters<typeof insertRows<'inbox_item'>>[3]> = (insert) =>
  insert.onConflict((conflict) => conflict.columns(['user_id', 'change_id']).doNothing())

/** Returns the condition for artifacts of which a user has items. */
export const hasInboxItem =
  (user: UserId): ArtifactCondition =>
  (artifacts) =>
    artifacts('artifact.id', 'in', artifacts.selectFrom('inbox_item').select('artifact_id').where('user_id', '=', user))

/** What a user sees of their items. */
export interface InboxView {
  readonly user: UserId
  readonly where: ArtifactCondition
  /** Groups that may read private comments. */
  readonly readers: readonly CommentReaders[]
  readonly readableFields: readonly FieldId[]
}

/** `inbox`: the items of the inbox; else those of the digest of a day that the user has not read. */
export type InboxSelection = 'inbox' | 'unread' | { readonly digest: string }

interface Row {
  id: ChangeId
  reason: NotificationReason | null
  is_mention: number
  at: EpochSeconds
  read_on: EpochSeconds | null
  kind: InboxItem['kind']
  artifact_id: ArtifactId
  changeset_id: ChangesetId | null
  actor: UserId | null
  comment: number | null
}

/** Returns one page of visible items, newest first, with their number. */
export async function loadInboxItems(
  db: Reader,
  view: InboxView,
  selection: InboxSelection,
  page: Page,
): Promise<{ readonly items: InboxItem[]; readonly size: number; readonly unread: number }> {
  const visible = selectVisibleItems(db, view, selection)
  const rows = sql<Row>`select * ${visible} order by id desc limit ${page.limit} offset ${page.offset}`
  const counts = sql<{ n: number; unread: number }>`
    select count(*) as n, count(case when read_on is null then 1 end) as unread ${visible}`
  const [itemRows, counted] = await Promise.all([rows.execute(db), counts.execute(db)])
  return {
    items: itemRows.rows.map((row) => ({
      id: row.id,
      reason: Number(row.is_mention) === 1 || row.reason === null ? 'mentioned' : row.reason,
      at: row.at,
      isRead: row.read_on !== null,
      kind: row.kind,
      artifactId: row.artifact_id,
      changesetId: row.changeset_id,
      actor: row.actor,
      hasComment: row.comment !== null,
    })),
    size: Number(counted.rows[0]?.n ?? 0),
    unread: Number(counted.rows[0]?.unread ?? 0),
  }
}

/** Only the newest items are considered, however many were added since the last sweep. */
function selectVisibleItems(
  db: Reader,
  { user, where, readers, readableFields }: InboxView,
  selection: InboxSelection,
): RawBuilder<unknown> {
  const chosen = typeof selection === 'string' ? sql`is_in_inbox = 1` : sql`digest_day = ${selection.digest}`
  const unread = selection === 'inbox' ? sql`` : sql` where read_on is null`
  const isMentioned = sql`
    (item.is_mentioned_in_comment = 1 and comment_text.id is not null) or ${inList('item.mention_field_id', readableFields)}`
  return sql`
    from (
      select item.change_id as id, item.reason, item.read_on, change.at, change.kind, change.artifact_id,
        change.changeset_id, change.user_id as actor, comment_text.id as comment,
        case when ${isMentioned} then 1 else 0 end as is_mention
      from (
        select * from inbox_item where user_id = ${user} and ${chosen} order by change_id desc limit ${maxInboxItems}
      ) as item
      join artifact on artifact.id = item.artifact_id
      join change on change.id = item.change_id
      left join changeset on changeset.id = change.changeset_id
      left join comment_text on comment_text.changeset_id = change.changeset_id and ${isReadableComment(readers)}
      where (${where(expressionBuilder<Tables, 'artifact'>())}) and (
        (${isMentioned}) or (item.reason is not null and (
          change.kind = 'created' or comment_text.id is not null or ${changesReadableField(db, readableFields)}
        ))
      )
    ) as visible_item${unread}`
}

/** As in the history: a changeset without a readable change does not exist for the user. */
function changesReadableField(db: Reader, fields: readonly FieldId[]): RawBuilder<boolean> {
  return getDialect(db) === 'postgres'
    ? sql<boolean>`exists (
        select 1 from json_object_keys(changeset."values"::json) as entry(name)
        where ${inList(sql`cast(entry.name as bigint)`, fields)})`
    : sql<boolean>`exists (
        select 1 from json_each(changeset."values") as entry
        where ${inList(sql`cast(entry.key as integer)`, fields)})`
}

/** Returns the mention of an item that has no other reason. */
export async function findSoleMention(db: Reader, user: UserId, change: ChangeId): Promise<UserMention | undefined> {
  const row = await db
    .selectFrom('inbox_item')
    .select(['mention_field_id', 'is_mentioned_in_comment'])
    .where('user_id', '=', user)
    .where('change_id', '=', change)
    .where('reason', 'is', null)
    .executeTakeFirst()
  return row && { field: row.mention_field_id, isInComment: row.is_mentioned_in_comment === 1 }
}

/** Marks items of a user as read or unread; ids of others are ignored. */
export async function markInboxItems(
  tx: Tx,
  { subject: user }: Permit<'use own', UserId>,
  items: readonly ChangeId[] | { readonly upTo: ChangeId | null },
  readOn: EpochSeconds | null,
): Promise<void> {
  let update = tx
    .updateTable('inbox_item')
    .set({ read_on: readOn })
    .where('user_id', '=', user)
    .where('read_on', readOn === null ? 'is not' : 'is', null)
  if (!('upTo' in items)) update = update.where(inList('change_id', items))
  else if (items.upTo !== null) update = update.where('change_id', '<=', items.upTo)
  await update.execute()
}

export async function removeInboxItemsBefore(
  tx: Tx,
  _permit: SystemPermit<'sweep'>,
  moment: EpochSeconds,
): Promise<void> {
  await tx.deleteFrom('inbox_item').where('created_on', '<', moment).execute()
}

/** Returns users who have more items than they see. */
export async function loadUsersWithFullInbox(db: Reader, limit: number): Promise<UserId[]> {
  const query = db.selectFrom('inbox_item').select('user_id').groupBy('user_id')
  const rows = await query
    .having(({ fn }) => fn.countAll(), '>', maxInboxItems)
    .limit(limit)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Removes the items of a user that are too old to be seen. */
export async function removeExcessItems(tx: Tx, _permit: SystemPermit<'sweep'>, user: UserId): Promise<void> {
  const newest = tx.selectFrom('inbox_item').select('change_id').where('user_id', '=', user)
  const row = await newest.orderBy('change_id', 'desc').limit(1).offset(maxInboxItems).executeTakeFirst()
  if (row === undefined) return
  await tx.deleteFrom('inbox_item').where('user_id', '=', user).where('change_id', '<=', row.change_id).execute()
}
