import { isUniqueViolation } from '../../database/sql/sql.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { type FieldPlace, type ProjectField, type ProjectFieldKind, placeField } from '../model/project-field.ts'
import { mayManageProjects } from '../policy.ts'
import { addProjectField as addField, loadAllProjectFields, rankProjectFields } from '../store/project-fields.ts'

export interface ProjectFieldInput {
  readonly name: string
  readonly description: string
  readonly kind: ProjectFieldKind
  readonly isRequired: boolean
  readonly place: FieldPlace
}

const fieldNameTaken = (name: string): Refusal =>
  new Refusal('invalid', message`A project field named ${name} already exists`)

/** Adds a custom project field, which new projects fill in. */
export async function addProjectField(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  caller: Caller,
  draft: ProjectFieldInput,
): Promise<ProjectField> {
  const permit = mayManageProjects(caller)
  if (draft.name === '') throw new Refusal('invalid', 'A project field needs a name')
  try {
    return await world.db.write(async (tx) => {
      const fields = await loadAllProjectFields(tx)
      if (fields.some(({ name }) => name === draft.name)) throw fieldNameTaken(draft.name)
      const { place, ...parts } = draft
      const { rank, moved } = placeField(fields, place)
      await rankProjectFields(tx, permit, moved)
      const field = await addField(tx, permit, { ...parts, rank })
      const entry = { at: world.clock.now(), by: caller, action: 'project field added', subject: 'site' }
      await tx.audit({ ...entry, detail: { field: field.id, name: field.name } })
      return field
    })
  } catch (error) {
    throw isUniqueViolation(error) ? fieldNameTaken(draft.name) : error
  }
}
