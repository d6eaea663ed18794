import type { Reader } from '../../database/db/db.ts'
import { ADMINISTRATION_PROJECT, type UserId } from '../../kit/values/ids.ts'

/** Returns the users with the role of a site administrator, whatever the status of their accounts. */
export async function loadSiteAdministrators(db: Reader): Promise<UserId[]> {
  const query = db.selectFrom('project_member').select('user_id').where('is_administrator', '=', 1)
  const rows = await query.where('project_id', '=', ADMINISTRATION_PROJECT).orderBy('user_id').execute()
  return rows.map((row) => row.user_id)
}
