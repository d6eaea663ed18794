import { type AnyRoute, route } from '../kit/http/route.ts'
import { Type } from '../kit/schema.ts'
import { productVersion } from './version.ts'

const text = Type.String()

const Index = Type.Object(
  {
    name: text,
    version: text,
    links: Type.Object(
      { explorer: text, openapi: text, swagger: text },
      { additionalProperties: false, description: 'Where the API is described: for users and for programs.' },
    ),
    resources: Type.Array(
      Type.Object({ uri: text, methods: Type.Array(text), summary: text }, { additionalProperties: false }),
      { description: 'Addresses without an id; `uri` is relative to this one.' },
    ),
  },
  { title: 'ApiIndex', additionalProperties: false },
)

/** Answers at the root of the API what there is below it, so that a client finds its way without a document. */
export function apiIndex(routes: readonly AnyRoute[]): AnyRoute {
  const collections = Map.groupBy(
    routes.filter(({ url }) => !url.includes(':')),
    ({ url }) => url.slice(1),
  )
  const body = {
    name: 'Tulipwood',
    version: productVersion,
    links: { explorer: '/api/explorer/', openapi: '/api/explorer/openapi.json', swagger: '/api/explorer/swagger.json' },
    resources: [...collections]
      .map(([uri, those]) => ({
        uri,
        methods: those.map(({ method }) => method),
        summary: those[0]?.summary ?? '',
      }))
      .sort((a, b) => (a.uri < b.uri ? -1 : 1)),
  }
  return route({
    method: 'GET',
    url: '/',
    access: 'none',
    scope: { none: 'public' },
    isExtension: true,
    summary: 'Get the name and version of the product, and links to the description and the resources of the API.',
    answers: { 200: Index },
    answer: async () => ({ body }),
  })
}
