interface Named {
  readonly display_name: string
  readonly real_name: string | null
  readonly username: string | null
}

/** Returns the name that pages show: the real name, and without one the login rather than a pattern with a gap in it. */
export const getUserName = ({ real_name, username, display_name }: Named): string =>
  real_name?.trim() || username || display_name.trim()
