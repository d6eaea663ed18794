import { slices } from './slices.ts'

/** Every route of the API. */
export const routes = slices.flatMap((slice) => slice.routes)
