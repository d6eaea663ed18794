/** A parsed password hash in the PHC string format of Argon2. */
export interface Phc {
  readonly algorithm: 'argon2id' | 'argon2i' | 'argon2d'
  /** KiB */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

const form = /^\$(argon2(?:id|i|d))\$v=19\$m=(\d{1,7}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Parses a hash; undefined when the text is not a hash of Argon2 1.3 within sensible limits. */
export function parsePhc(text: string): Phc | undefined {
  const [, algorithm, memory, passes, parallelism, salt = '', tag = ''] = form.exec(text) ?? []
  if (algorithm !== 'argon2id' && algorithm !== 'argon2i' && algorithm !== 'argon2d') return undefined
  const phc = {
    algorithm,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  } as const
  return isComputable(phc) ? phc : undefined
}

// RFC 9106 §3.1.
const isComputable = ({ memory, passes, parallelism, salt, tag }: Phc): boolean =>
  passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism && salt.length >= 8 && tag.length >= 4

export const formatPhc = ({ algorithm, memory, passes, parallelism, salt, tag }: Phc): string =>
  `$${algorithm}$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
