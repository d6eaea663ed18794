import type { Caller } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import type { Authenticator } from '../declarations/authenticator.ts'
import type { AnyRoute } from '../declarations/route.ts'

type Headers = Readonly<Record<string, string>>

/** The caller, as far as the request is authenticated. */
const callers = new WeakMap<object, Caller>()

export const setCaller = (request: object, caller: Caller): void => {
  callers.set(request, caller)
}

/** Returns the headers of every response of a route, including those that the route adds. */
export const loadResponseHeaders = async (
  always: Headers,
  route: Pick<AnyRoute, 'extraHeaders'>,
  request: object,
  world: World,
): Promise<Headers> =>
  route.extraHeaders === undefined
    ? always
    : { ...always, ...(await route.extraHeaders(callers.get(request) ?? null, world)) }

/** Variant for errors, which are sent even when the route's headers cannot be computed. */
export async function loadErrorResponseHeaders(
  always: Headers,
  route: Pick<AnyRoute, 'extraHeaders'>,
  request: object,
  authenticator: Authenticator,
): Promise<Headers> {
  try {
    // The request may have failed before it began.
    const { world } = await authenticator.begin()
    return await loadResponseHeaders(always, route, request, world)
  } catch {
    return always
  }
}
