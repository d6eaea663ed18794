import { describeApi } from '../../http/openapi/openapi.ts'
import { productVersion } from '../../kit/system/product-version.ts'
import { routes } from '../slices/routes.ts'
import examples from './api-examples.json' with { type: 'json' }
import { apiTags } from './api-tags.ts'

/** The API's description, made from the routes: loaded when a client requests it, not at the start. */
export const description = describeApi(routes, { version: productVersion, tags: apiTags, examples })
