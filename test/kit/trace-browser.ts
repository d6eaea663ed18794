import type { Browser } from 'playwright-core'

/** An event of the trace event format of Chromium; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  /** X: an event with a duration. */
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of its thread. */
  readonly tdur?: number
  readonly args: {
    readonly data?: { readonly type?: string }
    /** Of a layout: how much of the page is in the part that is laid out. */
    readonly beginData?: { readonly totalObjects: number }
    /** Of a style recalculation. */
    readonly elementCount?: number
  }
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
