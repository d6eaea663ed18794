import { Type } from '../../kit/values/schema.ts'

/** Proof of identity for a sign-in that is not recent: the password, or a code of the authenticator app. */
export const proofMembers = {
  password: Type.Optional(Type.String({ maxLength: 1000 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
}

export const RecoveryCodesRepresentation = Type.Object(
  { recovery_codes: Type.Array(Type.String()) },
  { title: 'RecoveryCodes', additionalProperties: false },
)
