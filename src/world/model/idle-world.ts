import type { World } from './world.ts'

/**
 * The world while no work runs in it: without its cache, whose data may be outdated. Code that waits for something to do
 * (the server, the worker, timers, streams) has this one, and begins each piece of work with `beginWork`
 * (units/begin-work.ts).
 */
export type IdleWorld = Omit<World, 'cache'>
