import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { AccessFileVersion, Repository } from '../model/repository.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'

const toVersion = (row: Selectable<Tables['repository_access_file']>): AccessFileVersion => ({
  version: row.version,
  text: row.text,
  hasDefaultPermissions: row.has_default_permissions === 1,
  createdOn: row.created_on,
  createdBy: row.created_by,
})

const selectVersions = (db: Reader, id: RepositoryId) =>
  db.selectFrom('repository_access_file').selectAll().where('repository_id', '=', id)

/** Returns the text of administrators; '' if there is none. */
export async function loadAccessFileText(
  db: Reader,
  { id, accessFileVersion }: Pick<Repository, 'id' | 'accessFileVersion'>,
): Promise<string> {
  return accessFileVersion === 0 ? '' : ((await findAccessFile(db, id, accessFileVersion))?.text ?? '')
}

export async function findAccessFile(
  db: Reader,
  id: RepositoryId,
  version: number,
): Promise<AccessFileVersion | undefined> {
  const row = await selectVersions(db, id).where('version', '=', version).executeTakeFirst()
  return row && toVersion(row)
}

/** Returns one page of versions, newest first. */
export async function loadAccessFilePage(
  db: Reader,
  id: RepositoryId,
  { limit, offset }: Page,
): Promise<{ readonly versions: AccessFileVersion[]; readonly size: number }> {
  const counting = db.selectFrom('repository_access_file').where('repository_id', '=', id)
  const { size } = await counting.select((e) => e.fn.countAll<number>().as('size')).executeTakeFirstOrThrow()
  const rows = await selectVersions(db, id).orderBy('version', 'desc').limit(limit).offset(offset).execute()
  return { versions: rows.map(toVersion), size: Number(size) }
}

/** Returns the number of the new version; the caller activates it. */
export async function addAccessFile(
  tx: Tx,
  { subject: { id } }: RepositoryPermit,
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
