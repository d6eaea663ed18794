import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, isSecretKey } from './config.ts'

/** Encrypts secrets that must be read again: the key for data in the database is stored elsewhere. */
export interface SecretCipher {
  /** `purpose` names the owner and the use, such as `totp of 101`: decryption with another one fails. */
  encrypt(purpose: string, secret: string | Uint8Array): string
  /** Throws when the text was encrypted for another purpose, was changed, or needs an unknown key. */
  decrypt(purpose: string, sealed: string): Buffer
  /**
   * Returns a cipher with keys derived from these, for data that is encrypted so often that random nonces could repeat.
   */
  derived(label: string): SecretCipher
  /** Returns a digest that equal texts share and that cannot be computed without the key: of texts that may be guessed. */
  fingerprint(purpose: string, text: string): string
}

/** Not a refusal: a key is missing or a row was changed, and the log reports it to the operator. */
export class DecryptionFailed extends Error {}

const ciphers = new WeakMap<Config, Promise<SecretCipher>>()

/** Loads the cipher; call it before a transaction, because it may read and, the first time, write a file. */
export function loadSecretCipher({ config }: { readonly config: Config }): Promise<SecretCipher> {
  const cachedCipher = ciphers.get(config)
  if (cachedCipher !== undefined) return cachedCipher
  const cipher = loadKeys(config).then(createSecretCipher)
  ciphers.set(config, cipher)
  // After a failure the next call tries again: the disk may have been full.
  cipher.catch(() => ciphers.delete(config))
  return cipher
}

/** Returns a cipher that encrypts with the first key and decrypts with all of them. */
export function createSecretCipher(keys: readonly Uint8Array[]): SecretCipher {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  const [first] = byId
  if (first === undefined) throw new Error('A secret cipher needs at least one key')
  const deriveKey = (key: Uint8Array, label: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `tulipwood derived key: ${label}`, 32))
  return {
    encrypt(purpose, secret) {
      const [id, key] = first
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(Buffer.from(secret)), cipher.final()])
      return `s1.${id}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`
    },
    decrypt(purpose, sealed) {
      const [, id = '', text = ''] = /^s1\.([0-9a-f]{16})\.([\w-]{38,})$/.exec(sealed) ?? []
      const key = byId.get(id)
      if (key === undefined) {
        throw new DecryptionFailed(
          `The key ${id} of a stored secret is missing. Check TULIPWOOD_SECRET_KEY and secret.key`,
        )
      }
      return decryptWith(key, purpose, Buffer.from(text, 'base64url'))
    },
    derived: (label) => createSecretCipher(keys.map((key) => deriveKey(key, label))),
    fingerprint: (purpose, text) =>
      createHmac('sha256', deriveKey(first[1], `fingerprint of ${purpose}`))
        .update(text)
        .digest('base64url'),
  }
}

function decryptWith(key: Uint8Array, purpose: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  } catch {
    throw new DecryptionFailed(`A stored secret does not match its purpose "${purpose}"`)
  }
}

/** Returns an id of a key that reveals nothing about it. */
const keyIdOf = (key: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from('tulipwood key id'), key])).slice(0, 16)

async function loadKeys({ secretKeys, dataDirectory }: Config): Promise<Buffer[]> {
  const keys = secretKeys.length > 0 ? secretKeys : await readKeyFile(join(dataDirectory, 'secret.key'))
  return keys.map((key) => Buffer.from(key, 'hex'))
}

/** One key per line; the first one encrypts. */
async function readKeyFile(path: string): Promise<string[]> {
  const text = (await readIfExists(path)) ?? (await createKeyFile(path))
  const keys = text.split(/\s+/).filter((line) => line !== '')
  if (keys.length === 0 || keys.some((key) => !isSecretKey(key))) {
    throw new DecryptionFailed(`${path} must contain keys of 64 hexadecimal digits, one per line`)
  }
  return keys
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Creates the file complete and durable before it has its name, and never replaces one: another key cannot decrypt
 * existing secrets.
 */
async function createKeyFile(path: string): Promise<string> {
  const temporaryPath = `${path}.${randomBytes(8).toString('hex')}`
  const file = await open(temporaryPath, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(temporaryPath, path)
  } catch (error) {
    // Another process was faster.
    if (!isError(error, 'EEXIST')) throw error
  } finally {
    await unlink(temporaryPath)
  }
  return readFile(path, 'utf8')
}

const isError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
