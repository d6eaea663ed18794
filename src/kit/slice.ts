import type { Endpoint } from './http/endpoint.ts'
import type { RawHandler } from './http/raw-handler.ts'
import type { AnyRoute } from './http/route.ts'
import type { ProjectFeature } from './ports.ts'
import type { World } from './world.ts'

/** Does one kind of later work; must be safe to run twice (a node may die after the work, before saying so). */
export interface JobHandler {
  readonly kind: string
  /** How many of this kind a node runs at once: more than one where the work is waiting for others. */
  readonly maxConcurrent?: number
  run(payload: unknown, world: World): Promise<void>
}

/** What a slice brings to the product; read by app/ alone. */
export interface Slice {
  readonly routes: readonly AnyRoute[]
  /** Addresses beside the API. */
  readonly endpoints?: readonly Endpoint[]
  /** Addresses that are answered before any route is looked for. */
  readonly rawHandlers?: readonly RawHandler[]
  readonly jobs: readonly JobHandler[]
  readonly projectFeatures?: readonly ProjectFeature[]
  /** Called once when the server begins to stop: answers that would never end by themselves end. */
  stop?(world: World): void
  /** Called once no request runs any more: what runs beside the server ends. */
  close?(world: World): Promise<void>
}
