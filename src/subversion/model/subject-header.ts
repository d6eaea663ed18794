import { Refusal } from '../../kit/refusal.ts'

/** docs/api/subversion.md §2.4. */
const longest = 64

/**
 * What stands before the subject of mails, trimmed; '' for nothing. It is part of a line that ends with a control
 * character.
 */
export function readSubjectHeader(sent: string): string {
  const header = sent.trim()
  if ([...header].length > longest || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(header) || !header.isWellFormed())
    throw new Refusal('invalid', '`subject_header` has at most 64 characters, none of them a control character')
  return header
}
