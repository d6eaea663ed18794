import { defineRoute } from '../../http/declarations/route.ts'
import { productCommit, productVersion } from '../../kit/system/product-version.ts'
import { Type } from '../../kit/values/schema.ts'

const Version = Type.Object(
  {
    flavor_name: Type.String(),
    version_number: Type.String({ description: 'Version of the API that it is compatible with.' }),
    product_version: Type.String({ description: 'Version of Tulipwood.' }),
    product_commit: Type.Union([Type.String(), Type.Null()], {
      description: 'Commit that the server was built from; null: unknown.',
    }),
  },
  { title: 'Version', additionalProperties: false },
)

/**
 * docs/api/site.md §1: clients detect capabilities by it; docs/decisions/0003-report-version-17-4.md explains the
 * number.
 */
export const getVersion = defineRoute({
  method: 'GET',
  url: '/version',
  access: 'none',
  scope: { none: 'public' },
  summary: 'Get the product and the version of the API it is compatible with.',
  answers: { 200: Version },
  async answer() {
    return {
      body: {
        flavor_name: 'Tulipwood',
        version_number: '17.4',
        product_version: productVersion,
        product_commit: productCommit,
      },
    }
  },
})
