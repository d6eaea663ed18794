/** The overview of a project. A short name that has another meaning there is replaced by the id. */
export const buildProjectUrl = ({ id, shortname }: { readonly id: number; readonly shortname: string }): string =>
  `/projects/${/^(new|\d+)$/i.test(shortname) ? id : shortname}`
