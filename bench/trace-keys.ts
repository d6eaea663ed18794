import type { TraceEvent } from '../test/kit/trace-browser.ts'

/** Processor time of the main thread, in ms. */
export interface KeyWork {
  /** From the key to the end of the frame that shows it. */
  readonly workToPaint: number
  readonly work: number
}

/** The work that each key causes on the thread that handles it. */
export function measureKeyWork(events: readonly TraceEvent[], afterKeyMs: number): readonly KeyWork[] {
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown')
  const ofThread = events.filter(({ pid, tid }) => pid === keys[0]?.pid && tid === keys[0]?.tid)
  // The last step of a frame, in its task.
  const paints = ofThread.filter(({ name }) => name === 'Layerize').toSorted((a, b) => a.ts - b.ts)
  const tasks = listOutermost(ofThread)
  return keys
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ ts }) => {
      const paint = paints.find((each) => each.ts > ts)
      if (paint === undefined) throw new Error('A key was not painted')
      const workUntil = (end: number): number =>
        tasks
          .filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts <= end)
          .reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
      return { workToPaint: workUntil(paint.ts), work: workUntil(ts + afterKeyMs * 1000) }
    })
}

/** Tasks without the events within them. */
function listOutermost(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = 0
  return events
    .filter(({ ph }) => ph === 'X')
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}
