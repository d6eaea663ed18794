import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import { lockRows } from '../../database/statements/lock-rows.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ByteRange } from '../../world/model/ports.ts'
import type { Upload } from '../model/upload.ts'

/** A part of an incomplete upload that is an object of its own. */
export interface UploadPiece {
  /** Offset of its first byte in the upload. */
  readonly position: number
  /** The object may be longer: only its first bytes count then. */
  readonly size: number
  /** Name of the object. */
  readonly object: string
}

export type UploadKey = Pick<Upload, 'kind' | 'id'>

/** Returns the pieces with bytes of the range, or all, in order. */
export async function loadPieces(db: Reader, { kind, id }: UploadKey, range?: ByteRange): Promise<UploadPiece[]> {
  let pieces = db
    .selectFrom('upload_piece')
    .select(['position', 'size', 'object'])
    .where('kind', '=', kind)
    .where('upload_id', '=', id)
  if (range !== undefined)
    pieces = pieces
      .where('position', '<=', range.end)
      .where(({ eb }) => eb(eb('position', '+', eb.ref('size')), '>', range.start))
  return pieces.orderBy('position').execute()
}

/** Returns how many bytes the pieces have together. */
export async function loadPieceBytes(db: Reader, { kind, id }: UploadKey): Promise<number> {
  const row = await db
    .selectFrom('upload_piece')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('kind', '=', kind)
    .where('upload_id', '=', id)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/**
 * Returns whether the request with this lock may still change the pieces of an upload that is neither complete nor
 * expired. No other request acquires the lock before the transaction ends, so a process that was suspended changes nothing.
 */
export async function holdsLock(tx: Tx, { kind, id }: UploadKey, token: string, now: EpochSeconds): Promise<boolean> {
  const row = await lockRows(
    tx,
    tx
      .selectFrom('upload')
      .select('id')
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('lock_token', '=', token)
      .where('completed_on', 'is', null)
      .where('expires_on', '>', now),
  ).executeTakeFirst()
  return row !== undefined
}

export async function addPiece(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: UploadKey,
  piece: UploadPiece,
  at: EpochSeconds,
): Promise<void> {
  await tx
    .insertInto('upload_piece')
    .values({ kind, upload_id: id, ...piece, created_on: at })
    .execute()
}

/** Removes the pieces from a position on; returns the names of their objects. */
export async function removePieces(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: UploadKey,
  from: number,
): Promise<string[]> {
  const removed = await tx
    .deleteFrom('upload_piece')
    .where('kind', '=', kind)
    .where('upload_id', '=', id)
    .where('position', '>=', from)
    .returning('object')
    .execute()
  return removed.map(({ object }) => object)
}

/** Ends the piece that contains the byte before a position at this position. */
export async function shortenPiece(
  tx: Tx,
  _permit: SystemPermit<'store bytes'>,
  { kind, id }: UploadKey,
  end: number,
): Promise<void> {
  await tx
    .updateTable('upload_piece')
    .set(({ eb }) => ({ size: eb(eb.val(end), '-', eb.ref('position')) }))
    .where('kind', '=', kind)
    .where('upload_id', '=', id)
    .where('position', '<', end)
    .where(({ eb }) => eb(eb('position', '+', eb.ref('size')), '>', end))
    .execute()
}

interface UploadWithPieces extends UploadKey {
  readonly size: number
  readonly changedOn: EpochSeconds
}

/** Returns a page of uploads with pieces, ordered by kind and id. */
export async function loadUploadsWithPieces(
  db: Reader,
  after: UploadKey | undefined,
  limit: number,
): Promise<UploadWithPieces[]> {
  let pieces = db
    .selectFrom('upload_piece')
    .select(({ fn }) => ['kind', 'upload_id as id', fn.sum('size').as('size'), fn.max('created_on').as('changedOn')])
  if (after !== undefined)
    pieces = pieces.where(({ eb, and, or }) =>
      or([eb('kind', '>', after.kind), and([eb('kind', '=', after.kind), eb('upload_id', '>', after.id)])]),
    )
  const rows = await pieces.groupBy(['kind', 'upload_id']).orderBy('kind').orderBy('upload_id').limit(limit).execute()
  // The column is written only from the union of kinds.
  return rows.map((row) => ({ ...row, kind: row.kind as Upload['kind'], size: Number(row.size) }))
}

/** Returns those of the objects that are pieces of an upload. */
export async function loadPieceObjects(db: Reader, objects: readonly string[]): Promise<ReadonlySet<string>> {
  if (objects.length === 0) return new Set()
  const rows = await db.selectFrom('upload_piece').select('object').where(inList('object', objects)).execute()
  return new Set(rows.map(({ object }) => object))
}
