import { Refusal } from '../../kit/refusal.ts'
import { dynamicGroups } from '../../site/model/groups.ts'

/** docs/api/user-groups.md §6. */
export const groupNameTaken = (): Refusal =>
  new Refusal('invalid', 'User group already exists in this project. Please choose another name.')

/** docs/api/user-groups.md §6: what a static group may be called. */
export function refuseGroupName(name: string): void {
  if (name === '') throw new Refusal('invalid', 'The group name is missing')
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new Refusal('invalid', `Invalid group name: ${name}. Please use only alphanumerical characters.`)
  }
  // Archives name the dynamic groups so: a static one of that name could not be told from them.
  if (dynamicGroups.some(({ shortName }) => shortName === name.toLowerCase())) throw groupNameTaken()
}
