import { useQueries } from '@tanstack/react-query'
import { queryCache } from '../../data/queries.ts'
import { suggestMembers, suggestUsers } from '../../data/suggestions.ts'
import { createUserOption, listOptions } from '../../fields/editors/list-options.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import { type Field, holdsSystemUser, idOfLogin } from './view.ts'

const keyOf = (login: string): readonly string[] => ['filtered user', login]

/** Finds users that a filter by a field can name; they are remembered for their chip. */
export async function findUsers(
  text: string,
  field: Field,
  project: number,
  signal: AbortSignal,
): Promise<readonly PickerOption[]> {
  const users = holdsSystemUser(field)
    ? await suggestMembers(text, project, signal)
    : await suggestUsers(text, project, field.field_id, signal)
  return users.flatMap((user) => {
    if (user.username === null) return []
    const option = { ...createUserOption(user), id: idOfLogin(user.username) }
    queryCache.setQueryData(keyOf(user.username), option)
    return [option]
  })
}

/** Users by the ids that a filter has for their logins; those that are not found have their login as a name. */
export function useNamedUsers(
  logins: readonly string[],
  field: Field,
  project: number,
): ReadonlyMap<string, PickerOption> {
  const results = useQueries({
    queries: logins.map((login) => ({
      queryKey: keyOf(login),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<PickerOption> => {
        const offered = listOptions(field).find(({ user }) => user?.username === login)
        if (offered !== undefined) return { ...offered, id: idOfLogin(login) }
        const users = await findUsers(login, field, project, signal)
        return users.find(({ id }) => id === idOfLogin(login)) ?? { id: idOfLogin(login), label: login }
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  })
  return new Map(
    logins.map((login, n) => [idOfLogin(login), results[n]?.data ?? { id: idOfLogin(login), label: login }]),
  )
}
