import type { Caller } from '../caller.ts'
import type { World } from '../world.ts'
import type { AnyRoute } from './route.ts'

type Headers = Readonly<Record<string, string>>

/** Who asks, as far as the answering of a request has come. */
const callers = new WeakMap<object, Caller>()

export const setCaller = (request: object, caller: Caller): void => {
  callers.set(request, caller)
}

/** What every answer at the address of a route says, with what the route announces. */
export const responseHeaders = async (
  always: Headers,
  route: Pick<AnyRoute, 'extraHeaders'>,
  request: object,
  world: World,
): Promise<Headers> =>
  route.extraHeaders === undefined
    ? always
    : { ...always, ...(await route.extraHeaders(callers.get(request) ?? null, world)) }

/** The same for a refusal, which must be told also when nothing can be announced. */
export const errorResponseHeaders = (...all: Parameters<typeof responseHeaders>): Promise<Headers> =>
  responseHeaders(...all).catch(() => all[0])
