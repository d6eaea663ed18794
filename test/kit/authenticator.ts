import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Deviations of an authenticator or of the browser from the WebAuthn protocol. */
export interface AuthenticatorFaults {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly isVerified?: boolean
  readonly isPresent?: boolean
  /** Instead of the last counter plus one. */
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with another key. */
  readonly wrongKey?: boolean
  readonly format?: string
}

interface StoredCredential {
  readonly id: Buffer
  readonly rpId: string
  readonly userHandle: string
  readonly key: KeyObject
  counter: number
}

export interface Authenticator {
  /** `navigator.credentials.create`: returns what @simplewebauthn/browser sends to the server. */
  create(options: any, faults?: AuthenticatorFaults): any
  /** `navigator.credentials.get`: uses the newest of several credentials. */
  get(options: any, faults?: AuthenticatorFaults): any
}

/**
 * A software passkey: real ES256 keys, signatures and CBOR, discoverable, with user verification, without attestation.
 * It approves every request of the page at `origin`.
 */
export function createAuthenticator(origin = 'http://localhost'): Authenticator {
  const credentials: StoredCredential[] = []
  return {
    create(options, faults = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credential = {
        id: randomBytes(32),
        rpId: options.rp.id,
        userHandle: options.user.id,
        key: privateKey,
        counter: 0,
      }
      credentials.push(credential)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([credential.id.length >> 8, credential.id.length & 0xff])
      const authData = Buffer.concat([
        authenticatorData(faults.rpId ?? credential.rpId, faults, faults.counter ?? 0, 0x40),
        Buffer.alloc(16),
        length,
        credential.id,
        cose,
      ])
      const statement = faults.format === 'packed' ? cborMap([['x5c', []]]) : cborMap([])
      const attestation = [
        ['fmt', faults.format ?? 'none'],
        ['attStmt', new Raw(statement)],
        ['authData', authData],
      ] as const
      return {
        ...credentialDescriptor(credential),
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, origin, faults),
          attestationObject: cborMap(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get(options, faults = {}) {
      const allowed: string[] = (options.allowCredentials ?? []).map(({ id }: { id: string }) => id)
      const usable = credentials.filter(
        ({ id, rpId }) => rpId === options.rpId && (allowed.length === 0 || allowed.includes(id.toString('base64url'))),
      )
      const credential = usable.at(-1)
      if (credential === undefined) throw new Error('NotAllowedError')
      credential.counter = faults.counter ?? credential.counter + 1
      const clientDataJSON = clientData('webauthn.get', options.challenge, origin, faults)
      const authData = authenticatorData(faults.rpId ?? credential.rpId, faults, credential.counter, 0)
      const hashed = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const key = faults.wrongKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : credential.key
      return {
        ...credentialDescriptor(credential),
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, hashed]), key).toString('base64url'),
          userHandle: faults.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

const credentialDescriptor = ({ id }: StoredCredential) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
})

function clientData(type: string, challenge: string, origin: string, faults: AuthenticatorFaults): string {
  const data = {
    type: faults.type ?? type,
    challenge: faults.challenge ?? challenge,
    origin: faults.origin ?? origin,
    crossOrigin: faults.crossOrigin ?? false,
  }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}

/** WebAuthn §6.1: hash of the relying party ID, flags, counter. */
function authenticatorData(
  rpId: string,
  { isPresent = true, isVerified = true }: AuthenticatorFaults,
  counter: number,
  more: number,
) {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = Buffer.from([(isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | more])
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count])
}

/** CBOR that is already encoded. */
class Raw {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

type CborValue = number | string | Buffer | Raw | readonly CborValue[]

const cborMap = (entries: readonly (readonly [number | string, CborValue])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat().map((each) => cbor(each as CborValue))])

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Raw) return value.bytes
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)])
}

/** RFC 8949 §3: major type and length. */
function cborHead(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  if (length < 256) return Buffer.from([type | 24, length])
  return Buffer.from([type | 25, length >> 8, length & 0xff])
}
