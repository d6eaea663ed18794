import { accounts } from '../../accounts/slice.ts'
import { archives } from '../../archives/slice.ts'
import { artifacts } from '../../artifacts/slice.ts'
import type { Slice } from '../../http/declarations/slice.ts'
import { monitoring } from '../../monitoring/slice.ts'
import { navigation } from '../../navigation/slice.ts'
import { notifications } from '../../notifications/slice.ts'
import { oauth2 } from '../../oauth2/slice.ts'
import { projects } from '../../projects/slice.ts'
import { signIn } from '../../sign-in/slice.ts'
import { site } from '../../site/slice.ts'
import { subversion } from '../../subversion/slice.ts'
import { trackers } from '../../trackers/slice.ts'
import { uploads } from '../../uploads/slice.ts'

/** All slices, in dependency order. */
export const slices: readonly Slice[] = [
  site,
  accounts,
  signIn,
  oauth2,
  projects,
  uploads,
  trackers,
  artifacts,
  archives,
  notifications,
  subversion,
  navigation,
  monitoring,
]
