import { describeApi } from '../kit/http/openapi.ts'
import { routes } from './routes.ts'
import { productVersion } from './version.ts'

/** The API's description, made from the routes: read by whoever asks for it, not at the start. */
export const description = describeApi(routes, productVersion)
