import type { Pattern } from './pattern.ts'
import { compileProgram, type PatternProgram } from './program.ts'
import { findRequiredSubstrings } from './required-substrings.ts'

/** Returns whether a pattern matches somewhere in a text. */
export type Matcher = (text: string) => boolean

/**
 * Returns a matcher that reads each character once. The set of possible steps after a character is one state; states
 * are created when a text first needs them. They are not kept where a text needs ever new ones: then a character costs
 * time proportional to the pattern, never more.
 */
export function compileMatcher(pattern: Pattern): Matcher {
  const automaton = new Automaton(compileProgram(pattern))
  const needed = findRequiredSubstrings(pattern)
  if (needed.length === 0) return (text) => automaton.matches(text)
  return (text) => needed.some((each) => text.includes(each)) && automaton.matches(text)
}

/** What precedes: nothing, a character, or a word character (distinguished only where it matters). */
type Before = 0 | 1 | 2

interface State {
  /** Steps to try at this position. */
  readonly steps: Uint16Array
  readonly before: Before
  /** By class of the next character; the last one is the end of the text. */
  readonly next: (State | undefined)[]
}

const none = new Uint16Array()
const foundState: State = { steps: none, before: 0, next: [] }
const lostState: State = { steps: none, before: 0, next: [] }

// Cells of all states together: a few megabytes.
const maxCells = 300_000
const minStates = 100
const lowCharacters = 0x300

class Automaton {
  readonly #program: PatternProgram
  readonly #end: number
  readonly #minds: boolean
  /** Classes of the most common characters. */
  readonly #low: Uint16Array
  readonly #states = new Map<string, State>()
  readonly #maxStates: number
  /** By step, the iteration in which it was last tried and last reached. */
  readonly #tried: Uint32Array
  readonly #reached: Uint32Array
  readonly #open: Uint16Array
  readonly #collected: Uint16Array
  #turn = 0
  #start: State = { steps: none, before: 0, next: [] }

  constructor(program: PatternProgram) {
    const { bounds, edges, steps } = program
    this.#program = program
    this.#end = bounds.length
    this.#minds = edges.has('word') || edges.has('no word')
    this.#low = Uint16Array.from({ length: lowCharacters }, (_, code) => this.#searched(code))
    this.#maxStates = Math.max(minStates, Math.floor(maxCells / (bounds.length + steps.length)))
    this.#tried = new Uint32Array(steps.length)
    this.#reached = new Uint32Array(steps.length)
    // Each step is opened once by each step that leads to it.
    const arrows = steps.reduce((sum, step) => sum + (step.kind === 'either' ? step.of.length : 1), 1)
    this.#open = new Uint16Array(arrows + steps.length)
    this.#collected = new Uint16Array(steps.length)
  }

  matches(text: string): boolean {
    // The states are dropped once per text; if that does not help, this text runs without them.
    let rests = 1
    let state = this.#start
    for (let i = 0; i < text.length; i++) {
      let code = text.charCodeAt(i)
      if (code >= 0xd800 && code < 0xdc00) code = text.codePointAt(i++) as number
      const next = code < lowCharacters ? (this.#low[code] as number) : this.#searched(code)
      let following = state.next[next]
      if (following === undefined) {
        if (this.#states.size >= this.#maxStates && rests > 0) {
          rests--
          this.#forget()
        }
        following = this.#follow(state, next)
      }
      if (following === foundState) return true
      state = following
    }
    return (state.next[this.#end] ?? this.#follow(state, this.#end)) === foundState
  }

  #forget(): void {
    this.#states.clear()
    this.#start = { ...this.#start, next: [] }
  }

  /** Returns the class of a character. */
  #searched(code: number): number {
    const { bounds } = this.#program
    let [low, high] = [0, bounds.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((bounds[middle] as number) <= code) low = middle
      else high = middle
    }
    return low
  }

  #follow(state: State, next: number): State {
    const isWord = next !== this.#end && this.#program.isWord[next] === true
    const count = this.#step(state, next, isWord)
    const result =
      count < 0 ? foundState : next === this.#end ? lostState : this.#state(count, this.#minds && isWord ? 2 : 1)
    state.next[next] = result
    return result
  }

  /** Collects the steps to try after the next character, and returns their number; -1: the pattern matches. */
  #step({ steps, before }: State, next: number, isWord: boolean): number {
    const program = this.#program
    const [open, tried, reached, collected] = [this.#open, this.#tried, this.#reached, this.#collected]
    const isEnd = next === this.#end
    const isEdge = (before === 2) !== isWord
    const taking = program.taking[next]
    const turn = ++this.#turn
    open.set(steps)
    let opened = steps.length
    open[opened++] = program.start
    let count = 0
    while (opened > 0) {
      const at = open[--opened] as number
      if (tried[at] === turn) continue
      tried[at] = turn
      const step = program.steps[at]
      if (step === undefined || step.kind === 'found') return -1
      if (step.kind === 'one') {
        if (taking?.[at] !== 1 || reached[step.then] === turn) continue
        reached[step.then] = turn
        collected[count++] = step.then
      } else if (step.kind === 'either') for (const each of step.of) open[opened++] = each
      else {
        const { edge } = step
        const isTrue = edge === 'start' ? before === 0 : edge === 'end' ? isEnd : (edge === 'word') === isEdge
        if (isTrue) open[opened++] = step.then
      }
    }
    return count
  }

  /** Returns the state of the collected steps; it is not kept while there are too many. */
  #state(count: number, before: Before): State {
    const isFull = this.#states.size >= this.#maxStates
    const steps = this.#collected.slice(0, count)
    if (isFull) return { steps, before, next: [] }
    const key = `${before}${String.fromCharCode(...steps.sort())}`
    const cachedState = this.#states.get(key)
    if (cachedState !== undefined) return cachedState
    const created: State = { steps, before, next: [] }
    this.#states.set(key, created)
    return created
  }
}
