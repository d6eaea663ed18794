import type { IdleWorld } from '../../world/model/idle-world.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { AccountFeature, ProjectFeature } from '../../world/model/ports.ts'
import type { Endpoint } from './endpoint.ts'
import type { RawHandler } from './raw-handler.ts'
import type { AnyRoute } from './route.ts'

/** The parts of a slice; only app/ reads them. */
export interface Slice {
  readonly routes: readonly AnyRoute[]
  /** Endpoints outside of the API. */
  readonly endpoints?: readonly Endpoint[]
  /** Handlers of URLs that take precedence over all routes. */
  readonly rawHandlers?: readonly RawHandler[]
  readonly jobs: readonly JobHandler[]
  readonly accountFeatures?: readonly AccountFeature[]
  readonly projectFeatures?: readonly ProjectFeature[]
  /** Called once when the server begins to stop: ends responses that would never end by themselves. */
  stop?(world: IdleWorld): void
  /** Called once no request is running any more: ends processes of the slice. */
  close?(world: IdleWorld): Promise<void>
}
