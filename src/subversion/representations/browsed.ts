import { Type } from '../../kit/schema.ts'

/** A path within a repository, as it is asked for. */
export const browsedPath = Type.String({
  default: '/',
  maxLength: 4096,
  description: 'From the top of the repository, such as /trunk/README.',
})

/** Subversion numbers no further. */
const last = 2_147_483_647

export const browsedRevision = (otherwise: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: last, description: `Without it, ${otherwise}.` }))
