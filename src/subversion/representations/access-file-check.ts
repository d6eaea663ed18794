import type { Static } from 'typebox'
import type { Translate } from '../../kit/messages/translate.ts'
import { Type } from '../../kit/values/schema.ts'
import type { AccessFileProblem } from '../model/access-file/check.ts'

/** Tulipwood extension. */
export const AccessFileCheckRepresentation = Type.Object(
  {
    /** false: it would deny all access */
    is_valid: Type.Boolean(),
    /** by line, the first thousand */
    problems: Type.Array(
      Type.Object(
        {
          /** line of the sent text, from 1 */
          line: Type.Integer(),
          message: Type.String(),
          /** true: it denies all access; false: the line is ignored */
          is_fatal: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'AccessFileCheck', additionalProperties: false },
)
export type AccessFileCheckRepresentation = Static<typeof AccessFileCheckRepresentation>

const maxProblems = 1000

export const representAccessFileCheck = (
  problems: readonly AccessFileProblem[],
  translate: Translate,
): AccessFileCheckRepresentation => ({
  is_valid: !problems.some(({ isFatal }) => isFatal),
  problems: problems
    .slice(0, maxProblems)
    .map(({ line, message, isFatal }) => ({ line, message: translate(message) ?? `${message}`, is_fatal: isFatal })),
})
