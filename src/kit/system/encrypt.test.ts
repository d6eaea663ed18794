import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createSecretCipher, DecryptionFailed, loadSecretCipher } from './encrypt.ts'

const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

describe('encryption', () => {
  const cipher = createSecretCipher([one])

  it('decrypts what it encrypted, which differs each time', () => {
    const sealed = [
      cipher.encrypt('totp of 101', 'JBSWY3DPEHPK3PXP'),
      cipher.encrypt('totp of 101', 'JBSWY3DPEHPK3PXP'),
    ]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed.join()).not.toContain('JBSWY3DP')
    expect(sealed.map((each) => cipher.decrypt('totp of 101', each).toString())).toEqual([
      'JBSWY3DPEHPK3PXP',
      'JBSWY3DPEHPK3PXP',
    ])
    expect(cipher.decrypt('nothing', cipher.encrypt('nothing', ''))).toEqual(Buffer.alloc(0))
  })

  it('does not decrypt with another purpose or key, or a changed ciphertext', () => {
    const sealed = cipher.encrypt('totp of 101', 'a secret')
    expect(() => cipher.decrypt('totp of 102', sealed)).toThrow(DecryptionFailed)
    expect(() => createSecretCipher([other]).decrypt('totp of 101', sealed)).toThrow(DecryptionFailed)
    const [head, id, text = ''] = sealed.split('.')
    for (let at = 0; at < text.length - 1; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
      expect(() => cipher.decrypt('totp of 101', `${head}.${id}.${changed}`)).toThrow(DecryptionFailed)
    }
    for (const nonsense of ['', 'a secret', `s1.${id}.`, `s1.${id}.AAAA`]) {
      expect(() => cipher.decrypt('totp of 101', nonsense)).toThrow(DecryptionFailed)
    }
  })

  it('decrypts with an older key', () => {
    const sealed = cipher.encrypt('x', 'a secret')
    const newer = createSecretCipher([other, one])
    expect(newer.decrypt('x', sealed).toString()).toBe('a secret')
    expect(() => cipher.decrypt('x', newer.encrypt('x', 'a secret'))).toThrow(DecryptionFailed)
  })

  it('derives keys that decrypt only their own ciphertexts, also with a newer key', () => {
    const derived = cipher.derived('tokens')
    const sealed = derived.encrypt('x', 'a secret')
    expect(createSecretCipher([one]).derived('tokens').decrypt('x', sealed).toString()).toBe('a secret')
    expect(createSecretCipher([other, one]).derived('tokens').decrypt('x', sealed).toString()).toBe('a secret')
    for (const foreign of [cipher, cipher.derived('other tokens'), createSecretCipher([other]).derived('tokens')]) {
      expect(() => foreign.decrypt('x', sealed)).toThrow(DecryptionFailed)
    }
    expect(() => derived.decrypt('x', cipher.encrypt('x', 'a secret'))).toThrow(DecryptionFailed)
  })
})

describe('the encryption key', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-key-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const config = (env: Record<string, string> = {}) => readConfig({ TULIPWOOD_DATA: directory, ...env })

  it('is created once, despite concurrent first uses, readable only by its owner', async () => {
    const boxes = await Promise.all(Array.from({ length: 8 }, () => loadSecretCipher({ config: config() })))
    const sealed = boxes.map((cipher) => cipher.encrypt('x', 'a secret'))
    const later = await loadSecretCipher({ config: config() })
    expect(sealed.map((each) => later.decrypt('x', each).toString())).toEqual(sealed.map(() => 'a secret'))
    expect(await readdir(directory)).toEqual(['secret.key'])
    expect((await stat(path.join(directory, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('is read from the environment if set, as several nodes need it', async () => {
    const keys = [one, other].map((key) => key.toString('hex'))
    const cipher = await loadSecretCipher({ config: config({ TULIPWOOD_SECRET_KEY: keys.join(', ') }) })
    expect(createSecretCipher([one]).decrypt('x', cipher.encrypt('x', 'a secret')).toString()).toBe('a secret')
    expect(cipher.decrypt('x', createSecretCipher([other]).encrypt('x', 'a secret')).toString()).toBe('a secret')
  })

  it('is not replaced if its file is damaged', async () => {
    await writeFile(path.join(directory, 'secret.key'), 'not a key\n')
    await expect(loadSecretCipher({ config: config() })).rejects.toThrow(DecryptionFailed)
    expect(await readFile(path.join(directory, 'secret.key'), 'utf8')).toBe('not a key\n')
  })
})
