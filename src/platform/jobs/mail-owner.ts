import type { JobHandler } from '../../kit/slice.ts'
import type { OwnerLetter } from '../model/account-notice.ts'
import { letterText } from '../model/owner-letter.ts'
import { standpointOf } from '../reads/standpoint.ts'
import { settingsOf } from '../store/settings.ts'
import { postLetter } from './post-letter.ts'

/** Writes the owner of an account what happened to it. */
export const mailOwner: JobHandler = {
  kind: 'mail-owner',
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/tell-owner.ts.
    const letter = payload as OwnerLetter
    if (world.mail === null) return
    const { platform_name: platform } = await settingsOf(world)
    await postLetter(world, world.mail, {
      ...letterText(letter, { ...(await standpointOf(world)), platform }),
      to: letter.to,
      about: 'account',
      login: letter.login,
      refused: 'a letter to the owner of an account was refused',
    })
  },
}
