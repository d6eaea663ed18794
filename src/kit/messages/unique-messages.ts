import type { Message } from './message.ts'

/** Leaves out messages with the text of an earlier one. */
export const uniqueMessages = (all: readonly Message[]): readonly Message[] => [
  ...new Map(all.map((each) => [`${each}`, each])).values(),
]
