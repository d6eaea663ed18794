import { createApiIndex } from './api-index.ts'
import { slices } from './slices.ts'

const sliceRoutes = slices.flatMap((slice) => slice.routes)

/** All routes of the API. */
export const routes = [createApiIndex(sliceRoutes), ...sliceRoutes]
