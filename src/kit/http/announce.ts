import type { Caller } from '../caller.ts'
import type { World } from '../world.ts'
import type { AnyRoute } from './route.ts'

type Headers = Readonly<Record<string, string>>

/** Who asks, as far as the answering of a request has come. */
const callers = new WeakMap<object, Caller>()

export const noteCaller = (request: object, caller: Caller): void => {
  callers.set(request, caller)
}

/** What every answer at the address of a route says, with what the route announces. */
export const announced = async (
  always: Headers,
  route: Pick<AnyRoute, 'announces'>,
  request: object,
  world: World,
): Promise<Headers> =>
  route.announces === undefined
    ? always
    : { ...always, ...(await route.announces(callers.get(request) ?? null, world)) }

/** The same for a refusal, which must be told also when nothing can be announced. */
export const announcedAnyway = (...all: Parameters<typeof announced>): Promise<Headers> =>
  announced(...all).catch(() => all[0])
