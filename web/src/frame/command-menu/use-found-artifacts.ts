import { useEffect, useState } from 'react'
import { readResource } from '../../data/client.ts'
import type { SuggestedArtifact } from '../../data/suggestions.ts'
import { matchText } from './fuzzy-match.ts'

interface ArtifactSearch {
  readonly text: string
  readonly artifacts: readonly SuggestedArtifact[]
}

const nothing: ArtifactSearch = { text: '', artifacts: [] }
const delay = 120

/** Artifacts of all projects by number or by words of their titles, while one types. */
export function useFoundArtifacts(text: string): {
  readonly artifacts: readonly SuggestedArtifact[]
  readonly isLoading: boolean
} {
  const [result, setResult] = useState(nothing)
  const isWanted = /^#?\d+$/.test(text) || text.length > 1
  useEffect(() => {
    if (!isWanted) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      readResource<readonly SuggestedArtifact[]>(
        '/artifact_suggestions',
        { query: text, limit: 8, include: 'status_place' },
        control.signal,
      ).then(
        (artifacts) => setResult({ text, artifacts }),
        // Without them, the rest of the menu works.
        () => !control.signal.aborted && setResult({ text, artifacts: [] }),
      )
    }, delay)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, isWanted])
  if (!isWanted) return { artifacts: [], isLoading: false }
  if (result.text === text) return { artifacts: result.artifacts, isLoading: false }
  // Until the answer arrives, those of before that match.
  const artifacts = result.artifacts.filter(({ id, title }) => matchText(text, `#${id} ${title ?? ''}`) !== undefined)
  return { artifacts, isLoading: true }
}
