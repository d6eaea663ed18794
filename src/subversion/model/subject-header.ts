import { Refusal } from '../../kit/messages/refusal.ts'

/** docs/api/subversion.md §2.4. */
const maxLength = 64

/** Parses the prefix of mail subjects, trimmed; '' for none. Control characters would end the header line. */
export function parseSubjectHeader(input: string): string {
  const header = input.trim()
  if ([...header].length > maxLength || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(header) || !header.isWellFormed())
    throw new Refusal('invalid', '`subject_header` has at most 64 characters, none of them a control character')
  return header
}
