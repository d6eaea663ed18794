import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { countOtherPreferences, savePreference } from '../store/preferences.ts'

/** More than the pages keep for a user of thousands of trackers. */
const maxPreferences = 5000

/** Sets a preference of the caller (docs/api/users.md §6). Each has a limited size, and so has their number. */
export const setPreference = (
  { db }: Pick<CommandWorld, 'db'>,
  permit: Permit<'use own', UserId>,
  preference: { readonly name: string; readonly value: string },
): Promise<void> =>
  db.write(async (tx) => {
    if ((await countOtherPreferences(tx, permit, preference.name)) >= maxPreferences) {
      throw new Refusal('invalid', message`You have ${maxPreferences} preferences. Delete some of them first.`)
    }
    await savePreference(tx, permit, preference)
  })
