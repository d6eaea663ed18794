import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ArtifactRepresentation } from '../../../src/artifacts/representations/artifact.ts'
import type { SearchHitRepresentation } from '../../../src/artifacts/representations/search-hit.ts'
import { type PageResult, postForPage, readPage, readResource } from './client.ts'
import type { Failure } from './failure.ts'
import type { SuggestedArtifact } from './suggestions.ts'

export type SearchExcerpt = SearchHitRepresentation['parts'][number]

export interface FoundArtifact {
  readonly artifact: ArtifactRepresentation
  readonly parts: readonly SearchExcerpt[]
}

interface FoundPage {
  readonly hits: readonly FoundArtifact[]
  readonly total: number
}

export const searchPageSize = 20

/** What a text searches: words, a number of an artifact, users to whom artifacts are assigned. */
export interface SearchInput {
  readonly words: string
  readonly logins: readonly string[]
  /** The whole text is one number. */
  readonly artifact: number | null
}

export function parseSearch(text: string): SearchInput {
  const number = /^#?(\d{1,15})$/.exec(text.trim())?.[1]
  const logins = [...text.matchAll(/(?<!\S)@([^\s"\\@]+)/g)].map(([, login = '']) => login)
  const words = text.replaceAll(/(?<!\S)@[^\s"\\@]+/g, ' ').trim()
  return { words, logins, artifact: number === undefined ? null : Number(number) }
}

/** A page of what a text finds in all projects. */
export const useSearch = (text: string, offset: number): UseQueryResult<FoundPage, Failure> =>
  useQuery<FoundPage, Failure>({
    queryKey: ['search', text, offset],
    queryFn: ({ signal }) => search(parseSearch(text), offset, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })

async function search({ words, logins }: SearchInput, offset: number, signal: AbortSignal): Promise<FoundPage> {
  const query = logins.map((login) => `@assigned_to = "${login}"`).join(' AND ')
  const page = { limit: searchPageSize, offset }
  if (words !== '') {
    const body = { words, prefix: true, ...(query !== '' && { query }), ...page }
    const result = await postForPage<{ readonly collection: readonly SearchHitRepresentation[] }>(
      '/search',
      body,
      signal,
    )
    return toPage(result, result.body.collection)
  }
  const expertQuery = `${query} AND @status = OPEN()`
  const result = await readPage<{ readonly collection: readonly ArtifactRepresentation[] }>(
    '/artifacts',
    { expert_query: expertQuery, ...page },
    signal,
  )
  return toPage(
    result,
    result.body.collection.map((artifact) => ({ artifact, parts: [] })),
  )
}

const toPage = ({ total }: PageResult<unknown>, hits: readonly FoundArtifact[]): FoundPage => ({
  hits,
  total: total ?? hits.length,
})

/** The artifact with a number, if the user sees it. */
export const useNumberedArtifact = (id: number | null): UseQueryResult<readonly SuggestedArtifact[], Failure> =>
  useQuery<readonly SuggestedArtifact[], Failure>({
    queryKey: ['numbered artifact', id],
    queryFn: ({ signal }) =>
      readResource<readonly SuggestedArtifact[]>('/artifact_suggestions', { query: `#${id}`, limit: 1 }, signal),
    enabled: id !== null,
  })
