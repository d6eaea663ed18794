import { type AnyRoute, defineRoute } from '../../http/declarations/route.ts'
import { productVersion } from '../../kit/system/product-version.ts'
import { Type } from '../../kit/values/schema.ts'

const text = Type.String()

const Index = Type.Object(
  {
    name: text,
    version: text,
    links: Type.Object(
      { explorer: text, openapi: text, swagger: text },
      { additionalProperties: false, description: 'URLs of the API description, for readers and for programs.' },
    ),
    resources: Type.Array(
      Type.Object({ uri: text, methods: Type.Array(text), summary: text }, { additionalProperties: false }),
      { description: 'Collections; `uri` is relative to this URL.' },
    ),
  },
  { title: 'ApiIndex', additionalProperties: false },
)

/** Lists the collections of the API at its root, so that clients can discover them. */
export function createApiIndex(routes: readonly AnyRoute[]): AnyRoute {
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
  return defineRoute({
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
