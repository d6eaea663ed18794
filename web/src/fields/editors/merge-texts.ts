import { diffArrays } from 'diff'

/** A part of a merged text. */
export interface MergedPart {
  /** `both`: neither changed it, or both in the same way; `overlap`: both changed it, and mine is proposed. */
  readonly kind: 'both' | 'mine' | 'theirs' | 'overlap'
  readonly text: string
  /** What the other user wrote in place of it, where both changed it. */
  readonly theirs?: string
}

/** Texts with more differences than this are not compared. */
const maxDifferences = 2000

/** A part of the base that one side replaced; the positions are those of words. */
interface Change {
  readonly from: number
  readonly to: number
  readonly words: readonly string[]
}

/** Words with the blanks, signs and line ends between them: joined they are the text. */
export const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\n|[^\S\n]+|[^\p{L}\p{N}_\s]/gu) ?? []

function listChanges(base: readonly string[], side: readonly string[]): readonly Change[] | undefined {
  const parts = diffArrays([...base], [...side], { maxEditLength: maxDifferences })
  if (parts === undefined) return undefined
  const changes: Change[] = []
  let at = 0
  let open: { from: number; words: string[] } | undefined
  const close = (): void => {
    if (open !== undefined) changes.push({ ...open, to: at })
    open = undefined
  }
  for (const { value, added, removed } of parts) {
    if (!added && !removed) close()
    else open ??= { from: at, words: [] }
    if (added) open?.words.push(...value)
    else at += value.length
  }
  close()
  return changes
}

/**
 * Merges two versions of a text by words. What only one side changed is taken from that side. undefined: they differ too
 * much to be compared.
 */
export function mergeTexts(base: string, theirs: string, mine: string): readonly MergedPart[] | undefined {
  const words = splitWords(base)
  const [fromThem, fromMe] = [listChanges(words, splitWords(theirs)), listChanges(words, splitWords(mine))]
  if (fromThem === undefined || fromMe === undefined) return undefined
  const parts: MergedPart[] = []
  const push = (part: MergedPart): void => {
    if (part.text !== '' || part.kind === 'overlap') parts.push(part)
  }
  const [theirQueue, myQueue] = [[...fromThem], [...fromMe]]
  let at = 0
  while (theirQueue.length + myQueue.length > 0) {
    const from = Math.min(theirQueue[0]?.from ?? words.length, myQueue[0]?.from ?? words.length)
    push({ kind: 'both', text: words.slice(at, from).join('') })
    const group = takeGroup(from, theirQueue, myQueue)
    const original = words.slice(from, group.to).join('')
    const their = applyChanges(words, from, group.to, group.theirs)
    const my = applyChanges(words, from, group.to, group.mine)
    if (their === my) push({ kind: 'both', text: my })
    else if (my === original) push({ kind: 'theirs', text: their })
    else if (their === original) push({ kind: 'mine', text: my })
    else push({ kind: 'overlap', text: my, theirs: their })
    at = group.to
  }
  push({ kind: 'both', text: words.slice(at).join('') })
  return parts
}

interface Group {
  readonly to: number
  readonly theirs: readonly Change[]
  readonly mine: readonly Change[]
}

/** Takes the changes that touch each other, beginning with those at a position. */
function takeGroup(from: number, theirQueue: Change[], myQueue: Change[]): Group {
  const group = { to: from, theirs: [] as Change[], mine: [] as Change[] }
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (const [queue, side] of [
      [theirQueue, group.theirs],
      [myQueue, group.mine],
    ] as const) {
      const next = queue[0]
      // Of two changes that only touch, neither replaces what the other one did, except at the beginning.
      if (next === undefined || (next.from >= group.to && next.from !== from)) continue
      queue.shift()
      side.push(next)
      group.to = Math.max(group.to, next.to)
      isGrowing = true
    }
  }
  return group
}

function applyChanges(words: readonly string[], from: number, to: number, changes: readonly Change[]): string {
  let text = ''
  let at = from
  for (const change of changes) {
    text += words.slice(at, change.from).join('') + change.words.join('')
    at = change.to
  }
  return text + words.slice(at, to).join('')
}

export const joinParts = (parts: readonly MergedPart[]): string => parts.map(({ text }) => text).join('')
