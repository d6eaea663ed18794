import type { Slice } from '../http/declarations/slice.ts'
import { getNavigation } from './routes/get-navigation.ts'

/** What menus show, from all other slices. */
export const navigation: Slice = { routes: [getNavigation], jobs: [] }
