import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { type CategoryChoice, validateChoices } from '../model/categories.ts'
import { mayAdministerProject } from '../policy.ts'
import { auditProject } from '../store/audit-project.ts'
import { addCategoryChoices, loadCategories, loadCategoryChoices, removeCategoryChoices } from '../store/categories.ts'
import { findProject } from '../store/projects.ts'

/** Replaces the category values of a project, under the rules for new projects (docs/api/projects.md §10). */
export async function setProjectCategories(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: ProjectId,
  choices: readonly CategoryChoice[],
): Promise<CategoryChoice[]> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    const permit = mayAdministerProject(caller, await findProject(tx, id), settings)
    const [problem] = validateChoices(await loadCategories(tx), choices)
    if (problem !== undefined) throw new Refusal('invalid', problem)
    await removeCategoryChoices(tx, permit, id)
    await addCategoryChoices(tx, permit, id, choices)
    const entry = { at: world.clock.now(), by: caller, action: 'categories changed' }
    await auditProject(tx, permit.subject, { ...entry, detail: { choices } })
    return loadCategoryChoices(tx, id)
  })
}
