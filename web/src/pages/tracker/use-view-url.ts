import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import {
  allArtifacts,
  hasDefaultReport,
  type Layout,
  layoutParameters,
  otherParameters,
  printLayout,
  printView,
  type View,
} from './view.ts'

interface ViewUrl {
  /** Changes the view; `isReplaced`: without a step in the history of the browser. */
  readonly change: (part: Partial<View>, isReplaced?: boolean) => void
  readonly openReport: (id: number | null) => void
  readonly openLayout: (layout: Layout) => void
  /** Opens an artifact next to the list; null closes it. */
  readonly openPeek: (id: number | null, isReplaced: boolean) => void
}

/** The view is kept in the URL. */
export function useViewUrl(tracker: TrackerRepresentation, view: View): ViewUrl {
  const [, navigate] = useLocation()
  // What shows the view is not rendered again while the view stays.
  return useMemo(() => createViewUrl(tracker, view, navigate), [tracker, view, navigate])
}

type Navigate = (url: string, options: { readonly replace: boolean }) => void

function createViewUrl(tracker: TrackerRepresentation, view: View, navigate: Navigate): ViewUrl {
  const go = (search: string, replace = false): void =>
    navigate(`/trackers/${tracker.id}${search === '' ? '' : `?${search}`}`, { replace })
  const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')
  // Without parameters the default report would open.
  const noReport = hasDefaultReport(tracker) ? allArtifacts : ''
  const listOthers = (names: readonly string[]): string => {
    const present = new URLSearchParams(location.search)
    return new URLSearchParams(
      names.flatMap((name) => {
        const value = present.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ).toString()
  }
  return {
    change(part, isReplaced) {
      const printed = printView({ ...view, ...part })
      const isOnlyReport = printed === `report=${view.report}` && part.report === undefined
      go(join(isOnlyReport || printed === '' ? noReport : printed, listOthers(otherParameters)), isReplaced)
    },
    openReport: (id) => go(join(id === null ? noReport : `report=${id}`, listOthers(layoutParameters))),
    openLayout(layout) {
      const search = new URLSearchParams(location.search)
      for (const name of otherParameters) search.delete(name)
      // The default report, which opened by itself.
      if (search.size === 0 && view.report !== null) search.set('report', String(view.report))
      for (const [name, value] of printLayout(layout)) search.set(name, value)
      go(search.toString())
    },
    openPeek(id, isReplaced) {
      const search = new URLSearchParams(location.search)
      if (id === null) search.delete('peek')
      else search.set('peek', String(id))
      go(search.toString(), isReplaced)
    },
  }
}
