import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import type { FieldId, ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { suggestUsers } from '../reads/suggest-users.ts'

const maxLimit = 50

export const getProjectsIdUserSuggestions = defineRoute({
  method: 'GET',
  url: '/projects/:id/user_suggestions',
  access: 'required',
  scope: 'read:user_membership',
  isExtension: true,
  summary:
    'List members of a project (for its members), or the users that a list field offers, whose login or real name contains all words.',
  params: Type.Object({ id: Type.Unsafe<ProjectId>(Type.Integer()) }),
  query: Type.Object({
    query: Type.String({
      default: '',
      maxLength: 200,
      description:
        'Parts of the login or real name, ignoring case and accents. Users with a word that begins with it come first.',
    }),
    field_id: Type.Optional(
      Type.Integer({ description: 'A list field of the project that is bound to users: only users that it offers.' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: 10, description: 'Maximum number of users.' }),
  }),
  answers: { 200: Type.Array(MinimalUserRepresentation) },
  async answer({ params, query: { query, field_id, limit }, ...viewer }, world) {
    const users = await suggestUsers(world, viewer.caller, params.id, {
      text: query,
      // The lookup validates the id.
      field: (field_id as FieldId | undefined) ?? null,
      limit,
    })
    return { body: users.map((user) => representMinimalUser(user, viewer)) }
  },
})
