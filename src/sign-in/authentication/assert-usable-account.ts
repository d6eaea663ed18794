import type { User } from '../../accounts/model/user.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** Throws when the credential is valid but the account may not be used (docs/api/authentication.md §1.2). */
export function assertUsableAccount({ status }: User): void {
  switch (status) {
    case 'A':
    case 'R':
      return
    case 'S':
      throw new Refusal('forbidden', 'Account Suspended')
    case 'D':
      throw new Refusal('forbidden', 'Account Deleted')
    case 'P':
    case 'V':
    case 'W':
      throw new Refusal('forbidden', 'Account Pending')
    default:
      status satisfies never
  }
}
