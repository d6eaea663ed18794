import type { Slice } from '../http/declarations/slice.ts'
import { getNavigation } from './routes/get-navigation.ts'
import { getUsersIdHistory } from './routes/get-users-id-history.ts'
import { getUsersIdVisitedArtifacts } from './routes/get-users-id-visited-artifacts.ts'
import { putArtifactsIdVisit } from './routes/put-artifacts-id-visit.ts'
import { putUsersIdHistory } from './routes/put-users-id-history.ts'

/** What menus show, from all other slices, and what users opened last. */
export const navigation: Slice = {
  routes: [getNavigation, getUsersIdHistory, getUsersIdVisitedArtifacts, putArtifactsIdVisit, putUsersIdHistory],
  jobs: [],
}
