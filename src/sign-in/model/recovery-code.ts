/** Digits and letters that cannot be confused (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 bits cannot be guessed, so a plain digest may be stored. */
export const recoveryCodeBytes = 10
export const recoveryCodeCount = 10

/** Formats a code for users: `7K3M-Q0ZT-1V9H-X2RD`. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== recoveryCodeBytes) throw new Error(`A recovery code has ${recoveryCodeBytes} bytes`)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const characters = bits.match(/.{5}/g) ?? []
  return characters
    .map((each) => alphabet[Number.parseInt(each, 2)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}

/** Parses a code as users type it: case, dashes and similar characters do not matter. Undefined: it is malformed. */
export function parseRecoveryCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain.replace(/(.{4})(?=.)/g, '$1-') : undefined
}
