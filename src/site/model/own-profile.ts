import { isEmailAddress } from './email-address.ts'

/** What people say of themselves. */
export interface OwnProfile {
  readonly realName?: string
  readonly email?: string
}

const maxNameLength = 250

/** What is wrong with it; undefined when nothing is. */
export function validateProfile({ realName, email }: OwnProfile): string | undefined {
  if (realName !== undefined && (realName === '' || realName.length > maxNameLength || /\p{Cc}/u.test(realName))) {
    return `\`real_name\` is a line of 1 to ${maxNameLength} characters.`
  }
  return email === undefined || isEmailAddress(email) ? undefined : '`email` is not an e-mail address.'
}
