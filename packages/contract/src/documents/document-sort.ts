/** The orders of the lists of documents. */
import { type Sort, sortBy } from '../base/primitives.ts'

const documentSortKeys = ['id', 'name', 'status', 'requested', 'completed'] as const
export type DocumentSort = Sort<(typeof documentSortKeys)[number]>
export const sortDocuments = sortBy(...documentSortKeys)
