import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRecoveryCode, parseRecoveryCode, recoveryCodeBytes } from './recovery-code.ts'

const bytes = fc.uint8Array({ minLength: recoveryCodeBytes, maxLength: recoveryCodeBytes })

it('a recovery code has four groups and is unique', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(formatRecoveryCode(one)).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
      expect(formatRecoveryCode(one) === formatRecoveryCode(other)).toBe(Buffer.compare(one, other) === 0)
    }),
  )
})

it('a recovery code is parsed in any spelling', () => {
  fc.assert(
    fc.property(bytes, (one) => {
      const code = formatRecoveryCode(one)
      const typed = [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')} `]
      const mistaken = [code.replaceAll('0', 'o'), code.replaceAll('1', 'l'), code.replaceAll('1', 'I')]
      for (const text of [...typed, ...mistaken]) expect(parseRecoveryCode(text)).toBe(code)
    }),
  )
})

it.each(['', '123456', '0000-0000-0000-000', '0000-0000-0000-00000', '0000-0000-0000-000U'])(
  '"%s" is not a recovery code',
  (text) => expect(parseRecoveryCode(text)).toBeUndefined(),
)
