import { Type } from '../../kit/values/schema.ts'

const text = Type.String({ maxLength: 100_000 })
const descriptor = Type.Object(
  {
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'PasskeyDescriptor' },
)

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn §5.1.8: options to create a passkey. */
export const CreationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(descriptor),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
  },
  { title: 'PasskeyCreationOptions' },
)

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn §5.1.9: options to use a passkey. */
export const RequestOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.Literal('required'),
    allowCredentials: Type.Array(descriptor),
  },
  { title: 'PasskeyRequestOptions' },
)

const credential = {
  id: text,
  rawId: text,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
}

/** RegistrationResponseJSON of WebAuthn §5.1; further members of a browser are ignored. */
export const CreatedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: text,
      attestationObject: text,
      transports: Type.Optional(Type.Array(text)),
    }),
  },
  { title: 'PasskeyRegistration' },
)

/** AuthenticationResponseJSON of WebAuthn §5.1. */
export const AssertedCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: Type.Optional(text),
    }),
  },
  { title: 'PasskeyAssertion' },
)
