import { type Message, message } from '../../kit/messages/message.ts'
import { isEmailAddress } from './email-address.ts'

/** The part of a profile that users edit themselves. */
export interface OwnProfile {
  readonly realName?: string
  readonly email?: string
}

const maxNameLength = 250

/** Returns its error, for administrators, who may leave the name or the address empty. */
export const validateAccountProfile = ({ realName, email }: OwnProfile): Message | undefined =>
  validateProfile({ ...(realName ? { realName } : {}), ...(email ? { email } : {}) })

/** Returns its error; undefined: it is valid. */
export function validateProfile({ realName, email }: OwnProfile): Message | undefined {
  if (realName !== undefined && (realName === '' || realName.length > maxNameLength || /\p{Cc}/u.test(realName))) {
    return message`\`real_name\` must be one line of 1 to ${maxNameLength} characters.`
  }
  return email === undefined || isEmailAddress(email) ? undefined : message`\`email\` must be an email address.`
}
