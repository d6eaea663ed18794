import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { describeScope, scopeNames, scopes } from '../model/scopes.ts'
import { getRequestLanguage } from '../reads/request-language.ts'

const ScopeRepresentation = Type.Object(
  {
    identifier: Type.String(),
    label: Type.String(),
    allows: Type.String(),
    does_not_allow: Type.String(),
    for: Type.Array(Type.Enum(['access_key', 'oauth2_app'])),
  },
  { title: 'Scope', additionalProperties: false },
)

/** Tulipwood extension: decision 0030. */
export const getScopes = defineRoute({
  method: 'GET',
  url: '/scopes',
  access: 'none',
  scope: { none: 'public' },
  isExtension: true,
  summary: 'List the scopes of access keys and OAuth2 apps, with their descriptions.',
  answers: { 200: Type.Array(ScopeRepresentation) },
  async answer({ headers }, world) {
    const language = await getRequestLanguage(world, headers)
    const body = scopeNames.map((identifier) => {
      const { label, allows, doesNotAllow } = describeScope(identifier, language)
      return { identifier, label, allows, does_not_allow: doesNotAllow, for: [...scopes[identifier].for] }
    })
    return { body }
  },
})
