import { apiIndex } from './api-index.ts'
import { slices } from './slices.ts'

const ofSlices = slices.flatMap((slice) => slice.routes)

/** Every route of the API. */
export const routes = [apiIndex(ofSlices), ...ofSlices]
