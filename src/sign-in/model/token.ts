/** A token is valid for 24 hours (docs/api/authentication.md §1.5). */
export const tokenSeconds = 86_400
