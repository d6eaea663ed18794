import fc from 'fast-check'

/** The choices of a generator, in order; simple choices come first, so that examples shrink. */
export interface Choices {
  integer(min: number, max: number): number
  /** Returns true once in `times`. */
  once(times: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Returns at most `max` items. */
  some<T>(max: number, make: (index: number) => T): T[]
}

/** Turns a function that makes choices into an arbitrary of fast-check. */
export const resolveChoices = <T>(make: (choices: Choices) => T): fc.Arbitrary<T> =>
  fc.gen().map((generate) => {
    const integer = (min: number, max: number): number => generate(fc.integer, { min, max })
    const choices: Choices = {
      integer,
      once: (times) => integer(0, times - 1) === times - 1,
      pick: (list) => list[integer(0, list.length - 1)] as (typeof list)[number],
      shuffled(list) {
        const left = [...list]
        return list.map(() => left.splice(integer(0, left.length - 1), 1)[0] as (typeof list)[number])
      },
      some: (max, produce) => Array.from({ length: integer(0, max) }, (_, index) => produce(index)),
    }
    return make(choices)
  })
