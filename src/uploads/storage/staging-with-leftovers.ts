import type { Staging } from '../../world/model/ports.ts'

/**
 * Returns a staging whose uploads continue where their bytes are: those that began in `former`, before the
 * configuration changed, end there, and all others are in `current`.
 */
export function createStagingWithLeftovers(former: Staging, current: Staging): Staging {
  const of = async (name: string): Promise<Staging> => ((await former.sizeOf(name)) > 0 ? former : current)
  return {
    sizeOf: async (name) => (await of(name)).sizeOf(name),
    append: async (name, input) => (await of(name)).append(name, input),
    truncate: async (name, size, lock) => (await of(name)).truncate(name, size, lock),
    read: async (name, range) => (await of(name)).read(name, range),
    sync: async (name) => (await of(name)).sync(name),
    storeAsFile: async (name) => (await of(name)).storeAsFile(name),
    openLocally: async (name) => (await of(name)).openLocally(name),
    async remove(name) {
      await former.remove(name)
      await current.remove(name)
    },
    async *list() {
      yield* former.list()
      yield* current.list()
    },
    removeStrays: async (before) => (await former.removeStrays(before)) + (await current.removeStrays(before)),
    freeBytes: () => current.freeBytes(),
    notes: current.notes,
  }
}
