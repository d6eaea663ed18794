import { createPermit } from '../kit/messages/decide.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'

/** Permits the user of a session that is still active to authorize apps. */
export const mayAuthorizeApps = ({ userId }: { readonly userId: UserId }): Permit<'authorize apps', UserId> =>
  createPermit('authorize apps', userId, 'yes')
