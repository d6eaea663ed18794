import type { Browser } from 'playwright-core'

/** An event of the trace event format of Chromium; times in microseconds. */
interface TraceEvent {
  readonly name: string
  /** X: an event with a duration. */
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of its thread. */
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string } }
}

/** Processor time of the main thread, in ms. */
export interface KeyWork {
  /** From the key to the end of the frame that shows it. */
  readonly workToPaint: number
  readonly work: number
}

/** Records the tasks of all threads of a browser. */
export async function traceBrowser(browser: Browser, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], excludedCategories: ['*'] },
  })
  await run()
  const complete = new Promise<unknown>((resolve) => void session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
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
