import { isEmailAddress } from './email-address.ts'

/** What people say of themselves. */
export interface OwnProfile {
  readonly realName?: string
  readonly email?: string
}

const longestName = 250

/** What is wrong with it; undefined when nothing is. */
export function ownProfileProblem({ realName, email }: OwnProfile): string | undefined {
  if (realName !== undefined && (realName === '' || realName.length > longestName || /\p{Cc}/u.test(realName))) {
    return `\`real_name\` is a line of 1 to ${longestName} characters.`
  }
  return email === undefined || isEmailAddress(email) ? undefined : '`email` is not an e-mail address.'
}
