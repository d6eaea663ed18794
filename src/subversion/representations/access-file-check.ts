import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'
import type { AccessFileProblem } from '../model/access-file/check.ts'

/** Our extension. */
export const AccessFileCheckRepresentation = Type.Object(
  {
    /** false: nobody would have access */
    is_valid: Type.Boolean(),
    /** by line, the first thousand */
    problems: Type.Array(
      Type.Object(
        {
          /** of the text as it was sent, from 1 */
          line: Type.Integer(),
          message: Type.String(),
          /** true: it keeps everybody out; false: what stands there is passed over */
          is_fatal: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'AccessFileCheck', additionalProperties: false },
)
export type AccessFileCheckRepresentation = Static<typeof AccessFileCheckRepresentation>

const most = 1000

export const representAccessFileCheck = (problems: readonly AccessFileProblem[]): AccessFileCheckRepresentation => ({
  is_valid: !problems.some(({ isFatal }) => isFatal),
  problems: problems.slice(0, most).map(({ line, message, isFatal }) => ({ line, message, is_fatal: isFatal })),
})
