import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../kit/db/db.ts'
import type { Tables } from '../../kit/db/tables.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import type { AccessFileVersion, Repository } from '../model/repository.ts'

const toVersion = (row: Selectable<Tables['repository_access_file']>): AccessFileVersion => ({
  version: row.version,
  text: row.text,
  hasDefaultPermissions: row.has_default_permissions === 1,
  createdOn: row.created_on,
  createdBy: row.created_by,
})

const all = (db: Reader, id: RepositoryId) =>
  db.selectFrom('repository_access_file').selectAll().where('repository_id', '=', id)

/** What administrators wrote; '' where they wrote nothing. */
export async function accessFileOf(
  db: Reader,
  { id, accessFileVersion }: Pick<Repository, 'id' | 'accessFileVersion'>,
): Promise<string> {
  return accessFileVersion === 0 ? '' : ((await lookForAccessFile(db, id, accessFileVersion))?.text ?? '')
}

export async function lookForAccessFile(
  db: Reader,
  id: RepositoryId,
  version: number,
): Promise<AccessFileVersion | undefined> {
  const row = await all(db, id).where('version', '=', version).executeTakeFirst()
  return row && toVersion(row)
}

/** The newest first. */
export async function pageOfAccessFiles(
  db: Reader,
  id: RepositoryId,
  { limit, offset }: Page,
): Promise<{ readonly versions: AccessFileVersion[]; readonly size: number }> {
  const counting = db.selectFrom('repository_access_file').where('repository_id', '=', id)
  const { size } = await counting.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const rows = await all(db, id).orderBy('version', 'desc').limit(limit).offset(offset).execute()
  return { versions: rows.map(toVersion), size: Number(size) }
}

/** The number of the new version; which one is in force is for the caller to say. */
export async function addAccessFile(
  tx: Tx,
  id: RepositoryId,
  added: Omit<AccessFileVersion, 'version'>,
): Promise<number> {
  const query = tx.selectFrom('repository_access_file').where('repository_id', '=', id)
  const { last } = await query.select((e) => e.fn.max('version').as('last')).executeTakeFirstOrThrow()
  const version = Number(last ?? 0) + 1
  await tx
    .insertInto('repository_access_file')
    .values({
      repository_id: id,
      version,
      text: added.text,
      has_default_permissions: added.hasDefaultPermissions ? 1 : 0,
      created_on: added.createdOn,
      created_by: added.createdBy,
    })
    .execute()
  return version
}
