import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { printView, type View } from './view.ts'

interface ViewUrl {
  /** Changes the view; `isReplaced`: without a step in the history of the browser. */
  readonly change: (part: Partial<View>, isReplaced?: boolean) => void
  readonly openReport: (id: number | null) => void
  /** Opens an artifact next to the list; null closes it. */
  readonly openPeek: (id: number | null, isReplaced: boolean) => void
}

/** The view is kept in the URL. */
export function useViewUrl(tracker: number, view: View): ViewUrl {
  const [, navigate] = useLocation()
  // What shows the view is not rendered again while the view stays.
  return useMemo(() => createViewUrl(tracker, view, navigate), [tracker, view, navigate])
}

type Navigate = (url: string, options: { readonly replace: boolean }) => void

function createViewUrl(tracker: number, view: View, navigate: Navigate): ViewUrl {
  const go = (search: string, replace = false): void =>
    navigate(`/trackers/${tracker}${search === '' ? '' : `?${search}`}`, { replace })
  const peekOf = (): string => new URLSearchParams(location.search).get('peek') ?? ''
  return {
    change(part, isReplaced) {
      const printed = printView({ ...view, ...part })
      const isOnlyReport = printed === `report=${view.report}` && part.report === undefined
      const peek = peekOf()
      go([isOnlyReport ? '' : printed, peek && `peek=${peek}`].filter((each) => each !== '').join('&'), isReplaced)
    },
    openReport: (id) => go(id === null ? '' : `report=${id}`),
    openPeek(id, isReplaced) {
      const search = new URLSearchParams(location.search)
      if (id === null) search.delete('peek')
      else search.set('peek', String(id))
      go(search.toString(), isReplaced)
    },
  }
}
