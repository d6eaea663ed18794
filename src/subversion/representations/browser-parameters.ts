import { Type } from '../../kit/values/schema.ts'

/** Parameter for a path in a repository. */
export const pathParameter = Type.String({
  default: '/',
  maxLength: 4096,
  description: 'Path from the root of the repository, such as /trunk/README.',
})

/** Maximum revision number of Subversion. */
const maxRevision = 2_147_483_647

export const buildRevisionParameter = (otherwise: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: maxRevision, description: `Default: ${otherwise}.` }))
