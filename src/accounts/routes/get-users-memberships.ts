import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { maySeeMemberships } from '../policy.ts'

const Entry = Type.Object(
  { username: Type.String(), user_groups: Type.Array(Type.String()) },
  { title: 'UserMemberships', additionalProperties: false },
)

/** docs/api/users.md §8. No user has an SSH key here, so the list is empty. */
export const getUsersMemberships = defineRoute({
  method: 'GET',
  url: '/users_memberships',
  access: 'required',
  scope: { none: 'site administration' },
  summary: 'List the memberships of all users who have an SSH key.',
  query: Type.Object({
    query: Type.Literal('with_ssh_key', { description: 'Accounts to list; `with_ssh_key` is the only query.' }),
    ...buildPageParameters({ default: 10, min: 0, max: 1000 }),
  }),
  answers: { 200: Type.Array(Entry) },
  async answer({ caller, query: { limit, offset } }) {
    maySeeMemberships(caller)
    return { body: [], page: { limit, offset, size: 0, max: 1000 } }
  },
})
