/** Digits and letters that are not taken for each other (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 bits: nobody guesses one, so that its bare digest may be stored. */
export const recoveryCodeBytes = 10
export const recoveryCodeCount = 10

/** As a person writes it down: `7K3M-Q0ZT-1V9H-X2RD`. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  if (bytes.length !== recoveryCodeBytes) throw new Error(`A recovery code has ${recoveryCodeBytes} bytes`)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g) ?? []
  return letters
    .map((each) => alphabet[Number.parseInt(each, 2)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}

/** However a person types it: case, dashes and what looks alike do not matter. Undefined: it is none. */
export function parseRecoveryCode(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain.replace(/(.{4})(?=.)/g, '$1-') : undefined
}
