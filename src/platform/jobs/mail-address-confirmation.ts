import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { secretHash } from '../authentication/secret.ts'
import { confirmationLink, confirmationSeal } from '../commands/ask-for-address.ts'
import { confirmationText } from '../model/confirmation-letter.ts'
import { standpointOf } from '../reads/standpoint.ts'
import { lookForEmailChange } from '../store/email-changes.ts'
import { settingsOf } from '../store/settings.ts'
import { lookForUser } from '../store/users.ts'
import { postLetter } from './post-letter.ts'

interface Payload {
  readonly user: UserId
  /** The secret of the link. */
  readonly sealed: string
}

/** Asks at a new address whether it is that of the account, as long as an answer counts. */
export const mailAddressConfirmation: JobHandler = {
  kind: 'mail-address-confirmation',
  async run(payload, world) {
    // Written by commands/ask-for-address.ts.
    const { user: id, sealed } = payload as Payload
    const secret = (await loadSecretCipher(world)).decrypt(confirmationSeal(id), sealed).toString()
    const change = await lookForEmailChange(world.db.read, secretHash(secret), world.clock.now())
    const user = await lookForUser(world.db.read, id)
    if (change?.userId !== id || user === undefined || world.mail === null) return
    const { platform_name: platform } = await settingsOf(world)
    const link = confirmationLink((await standpointOf(world)).origin, secret)
    await postLetter(world, world.mail, {
      ...confirmationText({ login: user.login, platform, link }),
      to: { name: user.realName, address: change.email },
      about: 'address-confirmation',
      login: user.login,
      refused: 'a letter that asks for an address was refused by the mail server',
    })
  },
}
