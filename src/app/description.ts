import { describeApi } from '../kit/http/openapi.ts'
import examples from './api-examples.json' with { type: 'json' }
import { apiTags } from './api-tags.ts'
import { routes } from './routes.ts'
import { productVersion } from './version.ts'

/** The API's description, made from the routes: loaded when a client requests it, not at the start. */
export const description = describeApi(routes, { version: productVersion, tags: apiTags, examples })
