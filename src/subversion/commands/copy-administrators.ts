import { isStaticGroup } from '../../accounts/model/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ProjectCopy } from '../../world/model/ports.ts'
import { loadRepositoryAdministrators, saveRepositoryAdministrators } from '../store/repository-administrators.ts'

/** Copies the repository administrator groups of the template to a new project, as far as the groups were copied. */
export async function copyAdministrators(tx: Tx, { permit, from, groups }: ProjectCopy): Promise<void> {
  if (from.kind === 'built-in') return
  const administrators = await loadRepositoryAdministrators(tx, from.project)
  const copies = administrators.flatMap((id) => (isStaticGroup(id) ? (groups.get(id) ?? []) : id))
  if (copies.length > 0) await saveRepositoryAdministrators(tx, permit, copies)
}
