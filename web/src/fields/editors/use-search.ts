import { useEffect, useState } from 'react'

interface SearchResult<Option> {
  readonly options: readonly Option[]
  readonly isLoading: boolean
}

/** Searches while typing: a moment after the last key, and only the last answer counts. */
export function useSearch<Option>(
  search: ((text: string, signal: AbortSignal) => Promise<readonly Option[]>) | undefined,
  text: string,
): SearchResult<Option> {
  const [result, setResult] = useState<SearchResult<Option> & { readonly text: string | null }>({
    options: [],
    isLoading: false,
    text: null,
  })
  const isWanted = search !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text is another search
  useEffect(() => {
    if (!isWanted || search === undefined) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(text, abort.signal).then(
        (options) => abort.signal.aborted || setResult({ options, isLoading: false, text }),
        () => abort.signal.aborted || setResult({ options: [], isLoading: false, text }),
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, isWanted])
  if (!isWanted) return { options: [], isLoading: false }
  return { options: result.options, isLoading: result.text !== text }
}
