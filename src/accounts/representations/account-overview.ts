import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { AccountOverview } from '../model/account-overview.ts'
import { representUser, UserRepresentation } from './user.ts'

export const AccountOverviewRepresentation = Type.Object(
  {
    ...UserRepresentation.properties,
    created_on: Type.String(),
    last_signed_in_on: Type.Union([Type.String(), Type.Null()]),
    has_password: Type.Boolean(),
    access_keys_count: Type.Integer(),
    /** Issuers of the identity providers to which the account is linked. */
    directories: Type.Array(Type.String()),
    second_factors: Type.Object(
      { totp: Type.Boolean(), passkeys_count: Type.Integer() },
      { additionalProperties: false },
    ),
    is_site_administrator: Type.Boolean(),
  },
  { title: 'AccountOverview', additionalProperties: false },
)
export type AccountOverviewRepresentation = Static<typeof AccountOverviewRepresentation>

export const representAccountOverview = (of: AccountOverview, viewer: Viewer): AccountOverviewRepresentation => ({
  ...representUser(of.user, viewer),
  created_on: formatIsoDate(of.createdOn, viewer.timezone),
  last_signed_in_on: of.lastSignedInOn === null ? null : formatIsoDate(of.lastSignedInOn, viewer.timezone),
  has_password: of.hasPassword,
  access_keys_count: of.accessKeys,
  directories: [...of.directories],
  second_factors: { totp: of.hasTotp, passkeys_count: of.passkeys },
  is_site_administrator: of.isSiteAdministrator,
})
