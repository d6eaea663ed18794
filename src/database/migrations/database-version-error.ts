/** Thrown at the start when this version cannot use the tables of the database; the message explains what to do. */
export class DatabaseVersionError extends Error {}
