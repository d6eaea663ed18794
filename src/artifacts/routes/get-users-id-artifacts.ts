import { requireUserId } from '../../accounts/model/user-id.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseJsonParameter } from '../../http/requests/json-query.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadUserArtifacts } from '../reads/user-artifacts.ts'
import { OwnArtifactRepresentation, representOwnArtifact } from '../representations/brief-artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { includeWorkMembers, workMemberNames } from '../representations/work-members.ts'

const maxLimit = 250

/** docs/api/artifacts.md §3.5. */
export const getUsersIdArtifacts = defineRoute({
  method: 'GET',
  url: '/users/:id/artifacts',
  access: 'required',
  scope: 'read:tracker',
  summary:
    'List the open artifacts of the caller (`self`): `query` is `{"submitted_by": true}` or `{"assigned_to": true}`.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    query: Type.String({ description: 'JSON: `{"submitted_by": true}`, `{"assigned_to": true}` or both.' }),
    include: includeWorkMembers,
    ...buildPageParameters({ default: maxLimit, min: 0, max: maxLimit }),
  }),
  answers: { 200: Type.Array(OwnArtifactRepresentation) },
  async answer({ params, query: { query, include, ...page }, ...viewer }, world) {
    if (params.id !== 'self') throw new Refusal('forbidden', 'This route only support `self` pseudo id')
    const roles = parseRoles(query)
    const included = parseNameList('include', include, workMemberNames)
    const user = requireUserId(viewer.caller)
    const { artifacts, size } = await loadUserArtifacts(world, viewer.caller, user, { ...roles, page })
    const contexts = createRenderContexts(
      viewer,
      await loadRelatedData(world, viewer.caller, artifacts, 'summary'),
    )(artifacts)
    const body = await mapWithPauses(contexts, (each) => representOwnArtifact(each, included))
    return { body, page: { ...page, size, max: maxLimit } }
  },
})

function parseRoles(query: string): { submitted: boolean; assigned: boolean } {
  const parsed = parseJsonParameter(query)
  const roles = typeof parsed === 'object' && parsed !== null ? parsed : {}
  const wants = (name: 'submitted_by' | 'assigned_to'): boolean => {
    const value = name in roles ? (roles as Readonly<Record<string, unknown>>)[name] : false
    if (typeof value !== 'boolean') throw new Refusal('invalid', message`${name} must be a boolean`)
    return value
  }
  const requestedRoles = { submitted: wants('submitted_by'), assigned: wants('assigned_to') }
  if (!requestedRoles.submitted && !requestedRoles.assigned) {
    throw new Refusal('invalid', 'You must specify either `assigned_to: true` or `submitted_by: true`')
  }
  const unknown = Object.keys(roles).find((name) => name !== 'submitted_by' && name !== 'assigned_to')
  if (unknown !== undefined)
    throw new Refusal(
      'invalid',
      message`You can only search on "assigned_to" and "submitted_by", not on "${unknown.slice(0, 60)}"`,
    )
  return requestedRoles
}
