import type { Endpoint } from './http/endpoint.ts'
import type { RawHandler } from './http/raw-handler.ts'
import type { AnyRoute } from './http/route.ts'
import type { ProjectFeature } from './ports.ts'
import type { World } from './world.ts'

/** Runs one kind of jobs; must be safe to run twice (a node may die after the work, before it is recorded). */
export interface JobHandler {
  readonly kind: string
  /** How many of this kind a node runs at once: more than one where the work waits for other servers. */
  readonly maxConcurrent?: number
  /** How new jobs of this kind run together, as one with another payload; absent: each runs by itself. */
  readonly together?: {
    readonly max: number
    merge(payloads: readonly unknown[]): unknown
  }
  run(payload: unknown, world: World): Promise<void>
}

/** The parts of a slice; only app/ reads them. */
export interface Slice {
  readonly routes: readonly AnyRoute[]
  /** Endpoints outside of the API. */
  readonly endpoints?: readonly Endpoint[]
  /** Handlers of URLs that take precedence over all routes. */
  readonly rawHandlers?: readonly RawHandler[]
  readonly jobs: readonly JobHandler[]
  readonly projectFeatures?: readonly ProjectFeature[]
  /** Called once when the server begins to stop: ends responses that would never end by themselves. */
  stop?(world: World): void
  /** Called once no request is running any more: ends processes of the slice. */
  close?(world: World): Promise<void>
}
