import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { Passkey } from '../model/passkey.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

export const PasskeyRepresentation = Type.Object(
  {
    id: Type.Integer(),
    /** null: not visible to others, as below */
    label: textOrNull,
    created_on: Type.String(),
    last_used_on: textOrNull,
  },
  { title: 'Passkey', additionalProperties: false },
)

export const SecondFactorsRepresentation = Type.Object(
  {
    totp: Type.Union([
      Type.Object({ is_on: Type.Boolean(), since: textOrNull }, { additionalProperties: false }),
      Type.Null(),
    ]),
    passkeys: Type.Array(PasskeyRepresentation),
    recovery_codes_left: Type.Union([Type.Integer(), Type.Null()]),
    is_enforced: Type.Boolean(),
  },
  { title: 'SecondFactors', additionalProperties: false },
)

export interface SecondFactorDetails {
  /** `enabledOn` is null until it was confirmed with a code. */
  readonly totp: { readonly enabledOn: number | null } | undefined
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodes: number
  readonly isEnforced: boolean
  /** Other users see which factors exist, not their labels and last uses. */
  readonly isOwn: boolean
}

export function representSecondFactors(
  { totp, passkeys, recoveryCodes, isEnforced, isOwn }: SecondFactorDetails,
  { timezone }: Pick<Viewer, 'timezone'>,
): Static<typeof SecondFactorsRepresentation> {
  const since = totp?.enabledOn ?? null
  return {
    totp:
      totp === undefined
        ? null
        : { is_on: since !== null, since: since === null ? null : formatIsoDate(since, timezone) },
    passkeys: passkeys.map((passkey) => {
      const whole = representPasskey(passkey, { timezone })
      return isOwn ? whole : { ...whole, label: null, last_used_on: null }
    }),
    recovery_codes_left: isOwn ? recoveryCodes : null,
    is_enforced: isEnforced,
  }
}

export const representPasskey = (
  { id, label, createdOn, lastUsedOn }: Passkey,
  { timezone }: Pick<Viewer, 'timezone'>,
): Static<typeof PasskeyRepresentation> => ({
  id,
  label,
  created_on: formatIsoDate(createdOn, timezone),
  last_used_on: lastUsedOn === null ? null : formatIsoDate(lastUsedOn, timezone),
})
