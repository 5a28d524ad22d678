/** The calls of search. Add each call to the table in access.ts first. */
export const search = {}
