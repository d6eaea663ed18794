import { dynamicGroups } from '../../accounts/model/groups.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** docs/api/user-groups.md §6. */
export const createGroupNameTakenError = (): Refusal =>
  new Refusal('invalid', 'User group already exists in this project. Please choose another name.')

/** Throws when the name of a static group is invalid (docs/api/user-groups.md §6). */
export function refuseGroupName(name: string): void {
  if (name === '') throw new Refusal('invalid', 'The group name is missing')
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new Refusal('invalid', message`Invalid group name: ${name}. Please use only alphanumerical characters.`)
  }
  // Archives use these names for the dynamic groups, so a static group cannot have one.
  if (dynamicGroups.some(({ shortName }) => shortName === name.toLowerCase())) throw createGroupNameTakenError()
}
